// SPDX-License-Identifier: BSL-1.0
// Paths of movers with a body as portolan draw shows them.
#pragma once

#include "commands.hpp"
#include "drawing/map_scale.hpp"
#include "drawing/sheet.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::tools {

/// A path of a mover with a body. Empty if there is none.
struct PlacedFound {
  int code = kDone;
  KinematicRules rules;
  std::int32_t core = 1;     ///< side of the body's core in tiles
  std::uint32_t radius = 0;  ///< of its arcs, in ten-thousandths of a tile
  std::vector<Placement> placements;

  /// From middle to middle of the core; with a radius, bends are arcs.
  [[nodiscard]] std::vector<Point> line() const;
};

/// Finds the path that the arguments ask for, of a profile with kinematics; that there is none is said on stderr.
/// Errors: usage.
Result<PlacedFound> find_placed(const DrawArguments& arguments, const World& world, std::size_t profile);

/// Draws the body at both ends of the path, where it changes between forwards and backwards, after every quarter of a
/// full turn, and often enough between for one not to cover the next; each with its outline and a mark at the nose.
void draw_bodies(const PlacedFound& found, MapScale scale, Sheet& sheet);

}  // namespace portolan::tools
