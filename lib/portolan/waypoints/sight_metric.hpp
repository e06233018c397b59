// SPDX-License-Identifier: BSL-1.0
// Lengths of straight segments in the integer unit of a profile.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/simd.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/move_rules.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// How the length of a segment follows from its extent along both axes.
enum class Norm : std::uint8_t { euclidean = 0, octile = 1, manhattan = 2 };

/// How long a segment is. Plain data.
///
/// Euclidean: the unit is 2^-fraction_bits tile; weights are rounded up and bounds down, so that the triangle
/// inequality and the consistency of the bound survive rounding. Octile and Manhattan measure between vertices,
/// exactly, in the unit of the steps given.
struct SightMetric {
  Norm norm = Norm::euclidean;
  std::uint32_t fraction_bits = 20;  ///< Euclidean: binary digits below a tile, kSubBits to 20
  std::uint32_t straight = 5741;     ///< octile, Manhattan: cost of a straight step of one tile
  std::uint32_t diagonal = 8119;     ///< octile: cost of a diagonal step

  /// The cost of the segment a-b, rounded up. O(1).
  [[nodiscard]] Cost length(Point a, Point b) const noexcept;
  /// A lower bound of the cost of any path a-b: its straight length, rounded down. O(1).
  [[nodiscard]] Cost lower_bound(Point a, Point b) const noexcept;
};

/// How straight segments are measured under these rules where all terrain on the map has one price. Nothing where
/// straight segments do not make shortest paths: grid rules that cut corners. Grid segments cost what their steps cost;
/// Euclidean ones are lengths, to be multiplied by the price, in the finest unit.
[[nodiscard]] std::optional<SightMetric> sight_metric(const MoveRules& rules) noexcept;

/// The sum of SightMetric::length over the segments of a path. O(points).
[[nodiscard]] Cost path_length(const SightMetric& metric, std::span<const Point> points,
                               SimdLevel level = widest_simd()) noexcept;

}  // namespace portolan
