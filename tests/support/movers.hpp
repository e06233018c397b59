// SPDX-License-Identifier: BSL-1.0
// Movers that many tests ask for.
#pragma once

#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/sight_space.hpp"

#include <algorithm>
#include <cstdint>

namespace portolan::test {

/// A mover that goes straight, at the map's own prices; footprint 0 is a point.
inline MovementProfile straight_mover(std::int32_t footprint) {
  MovementProfile profile;
  profile.metric = Metric::any_angle;
  profile.footprint = footprint;
  return profile;
}

/// A mover that goes step by step and never cuts corners. For a point, which has no steps, it is a square of one tile:
/// both move on one plane.
inline MovementProfile stepping_mover(std::int32_t footprint, Neighbours neighbours = Neighbours::eight) {
  MovementProfile profile;
  profile.footprint = std::max(footprint, 1);
  profile.neighbours = neighbours;
  return profile;
}

/// What touches obstacles when a straight mover of a footprint moves.
inline Contact contact_of(std::int32_t footprint) {
  return footprint == 0 ? Contact::point : Contact::square;
}

/// The plane that a straight mover of a footprint moves in.
inline SightPlanes sight_planes(const GridView& grid, std::int32_t footprint) {
  return footprint == 0 ? SightPlanes::for_point(grid) : SightPlanes::for_square(grid);
}

}  // namespace portolan::test
