// SPDX-License-Identifier: BSL-1.0
// What the searchers over waypoints answer.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/point.hpp"
#include "portolan/grid/link_hop.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The answer to one query. The cost is in the unit of the metric, exact; the work, waypoints settled, is 0 where
/// labels answer.
struct SightPath : Answer {
  std::span<const Point> points{};  ///< start, turning points, goal; valid until the next query
  std::span<const LinkHop> hops{};  ///< links between two of the points, ascending; as long
};

/// The shortest path, over these points, found by settling `work` waypoints; `corrupt` if its segments do not add up to
/// the cost. Whether each segment is free is not looked at. O(points).
[[nodiscard]] SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points,
                                      std::uint64_t work = 0) noexcept;

}  // namespace portolan
