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
  std::string fault;         ///< empty: every step is legal; else the first that is not, and why
  double cost = 0;           ///< sum over the steps of length x mean terrain cost, in tiles at cost 1
  std::size_t straight = 0;  ///< number of straight steps
  std::size_t diagonal = 0;  ///< number of diagonal steps
  [[nodiscard]] bool legal() const noexcept { return fault.empty(); }
};

/// Judges a path given tile by tile (a position at a time, ends included). O(steps * footprint^2).
/// Where all terrain on the way has one price, cost is computed as price * (straight + diagonal * sqrt(2)); otherwise
/// the steps are added in path order.
[[nodiscard]] PathMeasure measure_path(const TileMap& map, const MovementProfile& profile, std::span<const Tile> path);

}  // namespace portolan
