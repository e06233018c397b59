// SPDX-License-Identifier: BSL-1.0
// What fuzzers of drawings over a map do with what was read.
#pragma once

#include "fuzz/use_draft.hpp"
#include "portolan/boards/area_drawing.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <string>
#include <vector>

namespace portolan::fuzz {

/// A small map with some walls.
inline const TileMap& small_map() {
  static const TileMap map = [] {
    std::vector<TerrainId> tiles(12 * 9, 0);
    for (std::size_t i = 5; i < tiles.size(); i += 7) tiles[i] = 1;
    return *TileMap::create(12, 9, {{"floor", kCostScale}, {"wall", 0}}, tiles);
  }();
  return map;
}

/// Lays a drawing over the map that it was read for, for one mover.
inline void draw_for(const AreaDrawing& drawing, const TileMap& map, const MovementProfile& profile) {
  const auto drawn = draw_areas(drawing, map, profile, 1);
  if (!drawn) {
    require(drawn.error().message.find('\n') == std::string::npos, "a bad message");
    return;
  }
  for (const Finding& finding : drawn->warnings) {
    require(text_of(drawing.draft, finding).find('\n') == std::string::npos, "a finding on two lines");
  }
  const auto rules = make_move_rules(profile, map);
  const GridView grid{.terrain = TerrainPlane::in_rows(map.tiles(), map.width()), .rules = &*rules};
  require(fault_of(drawn->view(), grid).empty(), "areas that contradict the map");
  require(fault_of(drawn->board.view()).empty(), "a graph that contradicts itself");
  const bool told = !drawn->view().by_sight() || drawn->ways.size() == drawn->board.arcs.target.size();
  require(told, "an arc between waypoints that stands for nothing");
}

/// Lays what was read over its map, waypoints for a mover at any angle too.
inline void use_drawing(const Result<AreaDrawing>& drawing, const TileMap& map = small_map()) {
  if (!drawing) {
    require(!drawing.error().message.empty() && drawing.error().message.find('\n') == std::string::npos,
            "a bad message");
    return;
  }
  draw_for(*drawing, map, MovementProfile{});
  MovementProfile straight;
  straight.metric = Metric::any_angle;
  straight.footprint = 0;
  if (drawing->sight_length) draw_for(*drawing, map, straight);
}

}  // namespace portolan::fuzz
