// SPDX-License-Identifier: BSL-1.0
// The independent judge of paths: reads the map and the profile as declared, and shares no code with any search.
#pragma once

#include "portolan/grid/movement_profile.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace portolan {

/// What a judged path turned out to be.
struct PathMeasure {
  std::string fault;         ///< empty if every step is legal; else which is the first that is not, and why
  double cost = 0;           ///< in tiles at cost 1: length x mean terrain cost of every step, the moves and the links
  std::size_t straight = 0;  ///< number of straight steps
  std::size_t diagonal = 0;  ///< number of diagonal steps
  std::size_t links = 0;     ///< number of links taken
  std::size_t moves = 0;     ///< number of steps that pay for an edge that they cross
  [[nodiscard]] bool legal() const noexcept { return fault.empty(); }
};

/// Judges a path given tile by tile (a position at a time, ends included). `by_link` says, ascending, which of its
/// tiles are left by a link of the map, the cheapest that leads to the next; all others are left by a step. Where all
/// terrain on the way has one price and no link or move is paid, cost is computed as price * (straight + diagonal * d),
/// with d the length of a diagonal step; otherwise the steps are added in path order. O(steps * footprint^2 + links
/// taken * links of the map + moves of the map * log).
[[nodiscard]] PathMeasure measure_path(const TileMap& map, const MovementProfile& profile, std::span<const Tile> path,
                                       std::span<const std::size_t> by_link = {});

}  // namespace portolan
