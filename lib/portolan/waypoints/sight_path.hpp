// SPDX-License-Identifier: BSL-1.0
// What the searchers over waypoints answer.
#pragma once

#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The answer to one query.
struct SightPath {
  Status status = Status::unreachable;
  Cost cost = 0;      ///< in the unit of the metric, exact; 0 unless found
  double length = 0;  ///< in tiles, recomputed from the points in path order; 0 where no points are asked for
  std::span<const Point> points{};  ///< start, turning points, goal; valid until the next query
  std::uint64_t expansions = 0;     ///< waypoints settled; 0 where labels answer
};

/// The answer `found`, with its points: every segment is measured and seen once more, so that arcs of a wrong file
/// cannot lead through walls. `corrupt` if one is not free, or they do not add up to found.cost. O(segments and what
/// they cross).
[[nodiscard]] SightPath measured_path(const SightSpace& space, const SightMetric& metric, std::span<const Point> points,
                                      SightPath found) noexcept;

}  // namespace portolan
