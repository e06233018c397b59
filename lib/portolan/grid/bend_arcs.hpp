// SPDX-License-Identifier: BSL-1.0
// The arcs by which movers with a turning radius round the bends of their paths.
//
// A path bends by 45 degrees at the middle of its core. The arc touches the way before and behind the bend a tangent's
// length from there, which is radius * (sqrt(2) - 1), so that all of its points are whole sums of the radius and of the
// radius over sqrt(2) away from the bend: exact where they are given so, within half a unit where as Points.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/kinematics.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// whole + half_root / sqrt(2).
struct RootNumber {
  std::int32_t whole = 0;
  std::int32_t half_root = 0;
  friend constexpr bool operator==(const RootNumber&, const RootNumber&) = default;
};
struct RootPoint {
  RootNumber x;
  RootNumber y;
  friend constexpr bool operator==(const RootPoint&, const RootPoint&) = default;
};

/// The way in which a mover drives around a bend.
enum class DriveWay : std::uint8_t { forward, backward };

/// An arc of radius 1 around a bend at the origin.
struct UnitArc {
  RootPoint centre;
  RootPoint from;
  RootPoint to;
};
/// That of a turn between headings 45 degrees apart.
[[nodiscard]] UnitArc unit_arc(Heading before, Heading after, DriveWay way) noexcept;

/// An arc of a path.
struct BendArc {
  std::size_t placement = 0;  ///< the number of the placement after the turn, which lies at the bend
  Point centre{};
  Point from{};  ///< where the straight way before the bend ends
  Point to{};    ///< where the one behind it begins
  friend constexpr bool operator==(const BendArc&, const BendArc&) = default;
};
/// That around the turn at placements[i], i > 1, of a body with a core of so many tiles; radius in ten-thousandths of a
/// tile. O(1).
[[nodiscard]] BendArc bend_arc(std::span<const Placement> placements, std::size_t i, std::int32_t core,
                               std::uint32_t radius) noexcept;

/// Calls visit(const BendArc&) for the arcs of a path that PlacedQuery has found, in their order; none where movers
/// turn on the spot. O(placements).
template <class Visit>
void for_each_bend_arc(std::span<const Placement> placements, std::int32_t core, std::uint32_t radius, Visit&& visit) {
  if (radius == 0) return;
  for (std::size_t i = 2; i < placements.size(); ++i) {
    if (placements[i].tile == placements[i - 1].tile) visit(bend_arc(placements, i, core, radius));
  }
}

}  // namespace portolan
