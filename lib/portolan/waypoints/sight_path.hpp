// SPDX-License-Identifier: BSL-1.0
// What the searchers over waypoints answer.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/status.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The answer to one query.
struct SightPath {
  Status status = Status::unreachable;
  Cost cost = 0;                    ///< in the unit of the metric, exact; 0 unless found
  std::span<const Point> points{};  ///< start, turning points, goal; valid until the next query
  Why why = Why::none;              ///< of an undecided one
  std::uint64_t expansions = 0;     ///< waypoints settled; 0 where labels answer
};

/// The path found over these points; `corrupt` if its segments do not add up to the cost. Whether each
/// segment is free is not looked at. O(points).
[[nodiscard]] SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points) noexcept;

}  // namespace portolan
