// SPDX-License-Identifier: BSL-1.0
// The map of a world of which nothing is known yet (world/veil.hpp).
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

namespace portolan {

/// A map of the size, floors and links of another, with the terrain `unknown` on every tile: its palette is that of the
/// other and `unknown` after it, so that terrains keep their ids. Errors: usage (`unknown` is in the palette, the map
/// has moves, which a Veil cannot show); limit (the palette is full), syntax (a name or cost that no terrain can have).
/// O(tiles).
[[nodiscard]] Result<TileMap> blank_map(const TileMap& map, Terrain unknown);

}  // namespace portolan
