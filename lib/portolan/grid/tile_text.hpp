// SPDX-License-Identifier: BSL-1.0
// Tiles as people read them.
#pragma once

#include "portolan/grid/floors.hpp"

#include <string>

namespace portolan {

/// A tile as "x,y", on a map of several floors as "x,y,floor".
[[nodiscard]] inline std::string text_of(Tile t, const FloorStack& floors) {
  if (floors.count == 1) return std::to_string(t.x) + "," + std::to_string(t.y);
  return std::to_string(t.x) + "," + std::to_string(floors.row(t.y)) + "," + std::to_string(floors.floor(t.y));
}

}  // namespace portolan
