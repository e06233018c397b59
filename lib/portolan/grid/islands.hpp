// SPDX-License-Identifier: BSL-1.0
// Connected components of the positions of one mover: tiles on different islands never reach each other; tiles on the
// same one do, unless it takes a link or a move that leads one way only.
#pragma once

#include "portolan/grid/grid_view.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// The island of every position, numbered from 1 in the order of their first tiles, row by row; 0 where impassable.
struct Islands {
  std::vector<std::uint32_t> label;  ///< by position, row by row
  std::uint32_t count = 0;           ///< number of islands
};

/// Labels the islands by joining the passable runs of neighbouring rows (two-pass labelling with union-find; A.
/// Rosenfeld and J. Pfaltz, 1966), and what links join, whichever way they lead; their ends must lie on the map.
/// Moves part what they block both ways, and no more. O(tiles + links log width) time, O(tiles) memory; with moves the
/// map must have fewer than 2^32 tiles.
[[nodiscard]] Islands label_islands(const GridView& grid, std::span<const Link> links = {});

}  // namespace portolan
