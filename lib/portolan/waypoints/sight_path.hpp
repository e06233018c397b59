// SPDX-License-Identifier: BSL-1.0
// What a searcher over waypoints answers.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/status.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The path that a searcher found, or why there is none.
struct SightPath {
  Status status = Status::unreachable;
  Cost cost = 0;                    ///< in the unit of the metric, exact; 0 unless found
  std::span<const Point> points{};  ///< start, turning points, goal; valid until the searcher's next query
  Why why = Why::none;              ///< the reason behind `undecided`
  std::uint64_t expansions = 0;     ///< waypoints settled; 0 where labels answer
};

/// The path found over these points; `corrupt` if its segments do not add up to the cost. Whether each segment is free
/// is not looked at. O(points).
[[nodiscard]] SightPath measured_path(const SightMetric& metric, Cost cost, std::span<const Point> points) noexcept;

}  // namespace portolan
