// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <set>

namespace portolan {

Result<TileMap> TileMap::create(std::int32_t width, std::int32_t height, std::vector<Terrain> palette,
                                std::vector<TerrainId> tiles) {
  const auto size_text = std::to_string(width) + "x" + std::to_string(height);
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide) {
    return Error{ErrorCode::limit,
                 "a map of " + size_text + " tiles: sides must be from 1 to " + std::to_string(kMaxSide)};
  }
  if (palette.empty() || palette.size() > kMaxTerrains) {
    return Error{ErrorCode::limit,
                 std::to_string(palette.size()) + " terrains: must be from 1 to " + std::to_string(kMaxTerrains)};
  }
  std::set<std::string_view> names;
  for (const Terrain& terrain : palette) {
    if (terrain.name.empty() || terrain.name.size() > 255) {
      return Error{ErrorCode::syntax, "a terrain's name must have 1 to 255 bytes"};
    }
    if (!names.insert(terrain.name).second) {
      return Error{ErrorCode::syntax, "terrain '" + terrain.name + "' is declared twice"};
    }
    if (terrain.default_cost > kMaxTerrainCost) {
      return Error{ErrorCode::limit,
                   "terrain '" + terrain.name + "' costs more than " + std::to_string(kMaxTerrainCost / kCostScale)};
    }
  }
  if (tiles.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    return Error{ErrorCode::syntax, "a map of " + size_text + " with " + std::to_string(tiles.size()) + " tiles"};
  }
  if (*std::max_element(tiles.begin(), tiles.end()) >= palette.size()) {
    return Error{ErrorCode::syntax, "a tile's terrain is not in the palette"};
  }
  TileMap map;
  map.width_ = width;
  map.height_ = height;
  map.palette_ = std::move(palette);
  map.tiles_ = std::move(tiles);
  return map;
}

}  // namespace portolan
