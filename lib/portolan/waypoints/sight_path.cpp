// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_path.hpp"

namespace portolan {

SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points) noexcept {
  if (path_length(metric, points) != cost) return {.status = Status::corrupt};
  return {.status = Status::found, .cost = cost, .points = points};
}

}  // namespace portolan
