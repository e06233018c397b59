// SPDX-License-Identifier: BSL-1.0
// A map and what tells whether it was read from the same files.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <cstdint>

namespace portolan {

/// A map and the hash of what it was read from.
struct HashedMap {
  TileMap map;
  std::uint64_t hash = 0;
};

}  // namespace portolan
