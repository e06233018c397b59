// SPDX-License-Identifier: BSL-1.0
// How a mover on tiles walks along a line of sight. The rule is public, so that a game can follow a leg from its two
// ends alone.
//
// There are three walks between the ends, all of the same length: two of them in two straight runs, which turn once,
// and one close to the line. A leg takes the first of them, in the order of SightWalk, that is free for the mover:
// every step is legal, and every tile has the price that the profile's file has for all terrain. The one along the line
// always is. The way back follows the same rule from its own start, so it need not pass the same tiles: on open ground
// both begin with their diagonal run. Legs of the region tier are walked in straight runs in the same order where one
// of the two costs what the leg does.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/movement_profile.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace portolan {

/// How to walk from one tile to another if nothing is in the way.
enum class SightWalk : std::uint8_t {
  diagonal_first,  ///< a diagonal run, then one along an axis; with 4 neighbours one along x, then one along y
  diagonal_last,   ///< the same runs in the other order
  along_line,      ///< never a tile or more beside the straight line between the ends
};

/// In the order in which they are tried.
inline constexpr std::array<SightWalk, 3> kSightWalks{SightWalk::diagonal_first, SightWalk::diagonal_last,
                                                      SightWalk::along_line};

/// Steps of every walk between two tiles: max(|dx|, |dy|), with 4 neighbours |dx| + |dy|.
[[nodiscard]] constexpr std::int32_t sight_steps(Tile from, Tile to, Neighbours neighbours) noexcept {
  const std::int32_t wide = std::abs(to.x - from.x);
  const std::int32_t high = std::abs(to.y - from.y);
  return neighbours == Neighbours::four ? wide + high : std::max(wide, high);
}

/// Whether the walks between two tiles are all the same: one straight run.
[[nodiscard]] constexpr bool is_one_run(Tile from, Tile to, Neighbours neighbours) noexcept {
  const std::int32_t wide = std::abs(to.x - from.x);
  const std::int32_t high = std::abs(to.y - from.y);
  return wide == 0 || high == 0 || (neighbours == Neighbours::eight && wide == high);
}

/// Where a walk is after `step` of sight_steps() steps. With M tiles to go along the major axis, the longer one, x if
/// both are equal, and m along the minor one, the walk along the line has moved by floor(k * m / M) on the minor axis
/// when it has by k on the major one; with 4 neighbours its diagonal steps are two, the major axis moved first. Where
/// the line of sight between two positions is free, so is every step of that walk, for 8 neighbours that never cut
/// corners; its cost is the octile distance of the ends. O(1).
[[nodiscard]] constexpr Tile sight_step(Tile from, Tile to, Neighbours neighbours, SightWalk walk,
                                        std::int32_t step) noexcept {
  const std::int32_t wide = std::abs(to.x - from.x);
  const std::int32_t high = std::abs(to.y - from.y);
  const bool along_x = wide >= high;
  const std::int32_t major = std::max(wide, high);
  const std::int32_t minor = std::min(wide, high);
  std::int32_t moved_x = 0;
  std::int32_t moved_y = 0;
  if (walk == SightWalk::along_line) {
    const std::int64_t steps = neighbours == Neighbours::four ? std::int64_t{major} + minor : major;
    // The tile of the line that comes last before the next step: with 8 neighbours this one.
    const std::int64_t line = neighbours == Neighbours::four && steps != 0
                                  ? ((std::int64_t{step} + 1) * major - 1) / steps
                                  : std::int64_t{step};
    const auto moved_minor = static_cast<std::int32_t>(major == 0 ? 0 : line * minor / major);
    const std::int32_t moved_major = neighbours == Neighbours::four ? step - moved_minor : step;
    moved_x = along_x ? moved_major : moved_minor;
    moved_y = along_x ? moved_minor : moved_major;
  } else if (neighbours == Neighbours::four) {
    moved_x = walk == SightWalk::diagonal_first ? std::min(step, wide) : std::max(step - high, 0);
    moved_y = step - moved_x;
  } else {
    const std::int32_t moved_minor =
        walk == SightWalk::diagonal_first ? std::min(step, minor) : std::max(step - (major - minor), 0);
    moved_x = along_x ? step : moved_minor;
    moved_y = along_x ? moved_minor : step;
  }
  return {from.x + (to.x < from.x ? -moved_x : moved_x), from.y + (to.y < from.y ? -moved_y : moved_y)};
}

}  // namespace portolan
