// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/blank_map.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace portolan {

Result<TileMap> blank_map(const TileMap& map, Terrain unknown) {
  if (std::ranges::find(map.palette(), unknown.name, &Terrain::name) != map.palette().end()) {
    return Error{ErrorCode::usage, "the map has a terrain '" + unknown.name + "' of its own"};
  }
  if (!map.moves().empty()) return Error{ErrorCode::usage, "the map has moves, which cannot be veiled"};
  if (map.palette().size() == kMaxTerrains)
    return Error{ErrorCode::limit, "the palette has no room for another terrain"};
  std::vector<Terrain> palette(map.palette().begin(), map.palette().end());
  const auto id = static_cast<TerrainId>(palette.size());
  palette.push_back(std::move(unknown));
  std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
  const auto width = static_cast<std::size_t>(map.width());
  for (std::size_t place = 0; place < tiles.size(); ++place) {
    if (map.floors().row(static_cast<std::int32_t>(place / width)) < map.floors().height) tiles[place] = id;
  }
  auto blank = TileMap::create(map.width(), map.height(), std::move(palette), std::move(tiles));
  if (!blank) return blank;
  if (const Outcome set = blank->set_origin(map.origin()); !set) return set.error();
  if (map.floors().count > 1) {
    if (const Outcome set = blank->set_floors(map.floors()); !set) return set.error();
  }
  if (const Outcome set = blank->set_links({map.links().begin(), map.links().end()}); !set) return set.error();
  return blank;
}

}  // namespace portolan
