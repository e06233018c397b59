// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_path.hpp"

namespace portolan {

SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points) noexcept {
  const PathLength length = path_length(metric, points);
  if (length.cost != cost) return {.status = Status::corrupt};
  return {.status = Status::found, .cost = cost, .length = length.tiles, .points = points};
}

}  // namespace portolan
