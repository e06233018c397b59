// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_path.hpp"

#include "portolan/graph/search_answer.hpp"

namespace portolan {

SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points,
                        std::uint64_t work) noexcept {
  if (path_length(metric, points) != cost) return {corrupt_answer(work)};
  return {answer_of({SearchEnd::reached, work}, cost), points};
}

}  // namespace portolan
