// SPDX-License-Identifier: BSL-1.0
// Where paths may need to cross a line between regions; region_topology.hpp gives the rule.
#pragma once

#include "portolan/grid/grid_view.hpp"

#include <cstdint>

namespace portolan {

// Directions of steps, as bits.
inline constexpr std::uint8_t kToWest = 1;
inline constexpr std::uint8_t kToEast = 2;
inline constexpr std::uint8_t kToNorth = 4;
inline constexpr std::uint8_t kToSouth = 8;

/// The ways that the steps from a tile of the map lead which terrain allows, whatever moves cost, as bits; a diagonal
/// step leads two ways. 0 if there are no steps.
[[nodiscard]] inline std::uint8_t step_ways(const GridView& grid, Tile t) {
  std::uint8_t ways = 0;
  if (grid.cost(t) == 0) return ways;
  GridView ground = grid;
  ground.edges = nullptr;
  for_each_step(ground, grid.bounds(), t, [&](Tile to, Cost) {
    const int x = to.x < t.x ? kToWest : (to.x > t.x ? kToEast : 0);
    const int y = to.y < t.y ? kToNorth : (to.y > t.y ? kToSouth : 0);
    ways = static_cast<std::uint8_t>(ways | x | y);
  });
  return ways;
}

/// Whether a tile of a line is one of its portals, from the ways of the tile and of its neighbours along the line (0
/// outside the map). `across` are the two ways that leave the line.
[[nodiscard]] constexpr bool is_crossing(std::uint8_t here, std::uint8_t before, std::uint8_t after,
                                         std::uint8_t across) noexcept {
  const int sides = here & across;
  if (sides == across) return true;
  return (before != 0 && (sides & ~before) != 0) || (after != 0 && (sides & ~after) != 0);
}

}  // namespace portolan
