// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/tile_map.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/grid/move_costs.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace portolan {

Result<TileMap> TileMap::create(std::int32_t width, std::int32_t height, std::vector<Terrain> palette,
                                SharedArray<TerrainId> tiles) {
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
    if (!is_name(terrain.name)) {
      return Error{ErrorCode::syntax, "terrain name " + in_quotes(terrain.name) + " is not " + std::string(kNameRule)};
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
  map.floors_.height = height;
  return map;
}

Result<TileMap> TileMap::stack(std::span<const TileMap> floors) {
  if (floors.size() == 1) return floors.front();
  if (floors.empty()) return Error{ErrorCode::syntax, "a map without floors"};
  const TileMap& first = floors.front();
  const FloorStack stack{static_cast<std::int32_t>(floors.size()), first.height_, 0};
  if (floors.size() > static_cast<std::size_t>(kMaxSide) || stack.rows() > kMaxSide) {
    return Error{ErrorCode::limit, std::to_string(floors.size()) + " floors of " + std::to_string(first.height_) +
                                       " rows: at most " + std::to_string(kMaxSide) + " rows in all"};
  }
  std::vector<Terrain> palette{{std::string(kBetweenFloors), 0}};
  std::map<std::string, std::size_t> ids{{std::string(kBetweenFloors), 0}};
  std::vector<TerrainId> tiles;
  std::vector<Link> links;
  std::vector<Move> moves;
  for (std::size_t number = 0; number < floors.size(); ++number) {
    const TileMap& floor = floors[number];
    const auto fault = [&](const std::string& what) {
      return Error{ErrorCode::syntax, "floor " + std::to_string(number) + ": " + what};
    };
    if (floor.bounds() != first.bounds()) return fault("is not as large as floor 0");
    if (floor.floors_.count != 1) return fault("has floors of its own");
    std::vector<TerrainId> id_here;
    for (const Terrain& terrain : floor.palette_) {
      if (terrain.name == kBetweenFloors) return fault("a terrain is called '" + terrain.name + "'");
      const auto [known, fresh] = ids.emplace(terrain.name, palette.size());
      if (fresh) {
        if (palette.size() == kMaxTerrains) return Error{ErrorCode::limit, "too many terrains on all floors"};
        palette.push_back(terrain);
      } else if (palette[known->second].default_cost != terrain.default_cost) {
        return fault("terrain '" + terrain.name + "' costs something else on a floor above");
      }
      id_here.push_back(static_cast<TerrainId>(known->second));
    }
    if (number != 0) tiles.insert(tiles.end(), static_cast<std::size_t>(first.width_), TerrainId{0});
    for (const TerrainId id : floor.tiles_) tiles.push_back(id_here[id]);
    for (Link link : floor.links_) {
      link.from = stack.tile(static_cast<std::int32_t>(number), link.from);
      link.to = stack.tile(static_cast<std::int32_t>(number), link.to);
      links.push_back(std::move(link));
    }
    for (Move move : floor.moves_) {
      move.from = stack.tile(static_cast<std::int32_t>(number), move.from);
      move.to = stack.tile(static_cast<std::int32_t>(number), move.to);
      moves.push_back(move);
    }
  }
  auto map = create(first.width_, static_cast<std::int32_t>(stack.rows()), std::move(palette), std::move(tiles));
  if (!map) return map;
  map->floors_ = stack;
  map->origin_ = first.origin_;
  map->links_ = std::move(links);
  if (Outcome set = map->set_moves(std::move(moves)); !set) return set.error();
  for (const TileMap& floor : floors) {
    map->remarks_.insert(map->remarks_.end(), floor.remarks_.begin(), floor.remarks_.end());
  }
  return map;
}

Outcome TileMap::set_floors(const FloorStack& floors) {
  const bool fits = floors.count >= 1 && floors.height >= 1 && floors.count <= kMaxSide && floors.height <= kMaxSide &&
                    floors.rows() == height_ && (floors.count == 1 || floors.between < palette_.size());
  if (!fits) return Error{ErrorCode::syntax, "floors that do not fit the map"};
  for (std::int32_t floor = 1; floor < floors.count; ++floor) {
    const std::int32_t y = floor * (floors.height + 1) - 1;
    for (std::int32_t x = 0; x < width_; ++x) {
      if (terrain({x, y}) != floors.between) {
        return Error{ErrorCode::syntax, "a row between floors is not of their terrain"};
      }
    }
  }
  floors_ = floors;
  return Success{};
}

Outcome TileMap::set_origin(Tile origin) {
  const auto fits = [](std::int32_t value) { return value >= -kMaxOrigin && value <= kMaxOrigin; };
  if (!fits(origin.x) || !fits(origin.y)) {
    return Error{ErrorCode::limit, "an origin at " + std::to_string(origin.x) + "," + std::to_string(origin.y)};
  }
  origin_ = origin;
  return Success{};
}

Outcome TileMap::set_links(std::vector<Link> links) {
  constexpr std::size_t kMostLinks = std::size_t{1} << 28;
  if (links.size() >= kMostLinks) return Error{ErrorCode::limit, std::to_string(links.size()) + " links"};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::string fault = link_fault(links[i], width_, floors_);
    if (!fault.empty()) return Error{ErrorCode::syntax, "link " + std::to_string(i) + ": " + fault};
  }
  links_ = std::move(links);
  return Success{};
}

Outcome TileMap::set_moves(std::vector<Move> moves) {
  constexpr std::size_t kMostTiles = 0xFFFF'FFFF;
  if (!moves.empty() && tiles_.size() >= kMostTiles) {
    return Error{ErrorCode::limit, "moves on a map of " + std::to_string(tiles_.size()) + " tiles"};
  }
  if (moves.size() > kMaxMoves) return Error{ErrorCode::limit, std::to_string(moves.size()) + " moves"};
  MoveCosts costs;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto wrong = [&](ErrorCode code, const std::string& reason) {
      return Error{code, "move " + std::to_string(i) + ": " + reason};
    };
    if (const std::string fault = move_fault(moves[i], width_, floors_); !fault.empty())
      return wrong(ErrorCode::syntax, fault);
    if (const Outcome counted = costs.add(moves[i].cost); !counted)
      return wrong(counted.error().code, counted.error().message);
  }
  moves_ = std::move(moves);
  return Success{};
}

std::string move_fault(const Move& move, std::int32_t width, const FloorStack& floors) {
  for (const Tile tile : {move.from, move.to}) {
    const bool inside = tile.x >= 0 && tile.x < width && tile.y >= 0 && tile.y < floors.rows();
    if (!inside || floors.row(tile.y) == floors.height) {
      return std::to_string(tile.x) + "," + std::to_string(tile.y) + " lies outside the map";
    }
  }
  const std::int32_t apart = std::abs(move.from.x - move.to.x) + std::abs(move.from.y - move.to.y);
  if (apart != 1) return "leads from a tile to one that shares no side with it";
  if (move.cost > kMaxMoveCost && move.cost != kBlockedMove) {
    return "costs more than " + std::to_string(kMaxMoveCost / kCostScale);
  }
  return {};
}

std::string link_fault(const Link& link, std::int32_t width, const FloorStack& floors) {
  for (const Tile end : {link.from, link.to}) {
    const bool inside = end.x >= 0 && end.x < width && end.y >= 0 && end.y < floors.rows();
    if (!inside || floors.row(end.y) == floors.height) {
      return std::to_string(end.x) + "," + std::to_string(end.y) + " lies outside the map";
    }
  }
  if (link.from == link.to) return "leads from a tile to itself";
  if (link.cost > kMaxLinkCost) return "costs more than " + std::to_string(kMaxLinkCost / kCostScale);
  if (!link.name.empty() && !is_name(link.name)) return "has a name that is not " + std::string(kNameRule);
  return {};
}

}  // namespace portolan
