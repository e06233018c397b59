// SPDX-License-Identifier: BSL-1.0
// How long segments are, by the definition.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace portolan::test {

/// The length of a segment in tiles: hypot, or a + b * sqrt(2) of the steps, or |dx| + |dy|.
inline double length_in_tiles(Norm norm, Point a, Point b) {
  const double dx = std::abs(static_cast<double>(b.x) - a.x) / kSubUnits;
  const double dy = std::abs(static_cast<double>(b.y) - a.y) / kSubUnits;
  if (norm == Norm::euclidean) return std::hypot(dx, dy);
  if (norm == Norm::manhattan) return dx + dy;
  return std::max(dx, dy) + (std::numbers::sqrt2 - 1) * std::min(dx, dy);
}

}  // namespace portolan::test
