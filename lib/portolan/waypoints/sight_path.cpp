// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_path.hpp"

namespace portolan {

SightPath measured_path(const SightSpace& space, const SightMetric& metric, std::span<const Point> points,
                        SightPath found) noexcept {
  Cost cost = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!in_sight(space, points[i - 1], points[i])) return {.status = Status::corrupt, .expansions = found.expansions};
    cost += metric.length(points[i - 1], points[i]);
    found.length += length_in_tiles(metric.norm, points[i - 1], points[i]);
  }
  if (cost != found.cost) return {.status = Status::corrupt, .expansions = found.expansions};
  found.points = points;
  return found;
}

}  // namespace portolan
