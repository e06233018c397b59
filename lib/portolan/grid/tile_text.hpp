// SPDX-License-Identifier: BSL-1.0
// Tiles as people read them.
#pragma once

#include "portolan/grid/floors.hpp"

#include <string>

namespace portolan {

/// How tiles are called: by their place on their floor, and by which numbers the first one of each floor goes.
struct TileNames {
  FloorStack floors;
  Tile origin{};  ///< World::origin, or 0,0 for the numbers of this library

  TileNames(const FloorStack& floors_of_map, Tile first = {}) : floors(floors_of_map), origin(first) {}  // NOLINT
};

/// A tile as "x,y", on a map of several floors as "x,y,floor".
[[nodiscard]] inline std::string text_of(Tile t, const TileNames& names) {
  const std::int32_t floor = names.floors.count == 1 ? 0 : names.floors.floor(t.y);
  const std::int32_t row = t.y - names.floors.tile(floor, {0, 0}).y;
  const std::string text = std::to_string(t.x + names.origin.x) + "," + std::to_string(row + names.origin.y);
  return names.floors.count == 1 ? text : text + "," + std::to_string(floor);
}

}  // namespace portolan
