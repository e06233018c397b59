// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_path.hpp"

namespace portolan {

SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points) noexcept {
  SightPath path{.status = Status::found, .cost = cost, .points = points};
  Cost sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    sum += metric.length(points[i - 1], points[i]);
    path.length += length_in_tiles(metric.norm, points[i - 1], points[i]);
  }
  return sum == cost ? path : SightPath{.status = Status::corrupt};
}

}  // namespace portolan
