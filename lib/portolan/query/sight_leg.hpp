// SPDX-License-Identifier: BSL-1.0
// How a mover on tiles walks along a line of sight. The rule is public, so that a game can follow a leg from its two
// ends alone.
#pragma once

#include "portolan/core/geometry.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace portolan {

/// Steps of a sight leg along its major axis, the longer one, x if both are equal: max(|dx|, |dy|).
[[nodiscard]] constexpr std::int32_t sight_steps(Tile from, Tile to) noexcept {
  return std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
}

/// Where the leg is after `step` of sight_steps(from, to) steps: on the minor axis it has then moved by
/// floor(step * |minor| / |major|). Where the line of sight between two positions is free, so is every step of this
/// walk, for 8 neighbours that never cut corners; its cost is the octile distance of the ends. O(1).
[[nodiscard]] constexpr Tile sight_step(Tile from, Tile to, std::int32_t step) noexcept {
  const std::int32_t dx = to.x - from.x;
  const std::int32_t dy = to.y - from.y;
  const std::int32_t major = sight_steps(from, to);
  if (major == 0) return from;
  const auto part = [&](std::int32_t d) {
    const auto moved = static_cast<std::int32_t>(std::int64_t{step} * std::abs(d) / major);
    return d < 0 ? -moved : moved;
  };
  return {from.x + part(dx), from.y + part(dy)};
}

/// With 4 neighbours a diagonal step of the walk becomes two: this is the tile between, the major axis moved first.
[[nodiscard]] constexpr Tile sight_elbow(Tile from, Tile to, Tile step_from, Tile step_to) noexcept {
  const bool along_x = std::abs(to.x - from.x) >= std::abs(to.y - from.y);
  return along_x ? Tile{step_to.x, step_from.y} : Tile{step_from.x, step_to.y};
}

}  // namespace portolan
