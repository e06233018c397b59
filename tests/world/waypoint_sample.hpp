// SPDX-License-Identifier: BSL-1.0
// A small world with waypoints.
#pragma once

#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace portolan::test {

/// Waypoints in two rooms of 12 x 5 tiles, with a link, a way that is closed and one along a least path.
inline AlignedBytes make_waypoint_sample(const BuildOptions& options, const MovementProfile& profile = {}) {
  constexpr std::int32_t kWidth = 12;
  constexpr std::int32_t kHeight = 5;
  std::vector<TerrainId> tiles(std::size_t{kWidth} * kHeight, 0);
  for (const std::size_t y : {0U, 1U, 3U, 4U}) tiles[y * kWidth + 6] = 1;
  const TileMap map = *TileMap::create(kWidth, kHeight, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1, "sight_length": 9,
          "waypoints": [{"name": "A", "x": 1, "y": 0}, {"name": "B", "x": 5, "y": 2}, {"name": "C", "x": 7, "y": 2},
                        {"name": "D", "x": 10, "y": 0}, {"name": "E", "x": 10, "y": 4}],
          "ways": [{"from": "A", "to": "E", "cost": 2}, {"from": "A", "to": "D"}], "closed": [["D", "E"]]})",
      "w", kWidth, {1, kHeight});
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  return build_world(map, std::span(&profile, 1), *drawn, options)->bytes();
}

/// Waypoints on two floors of 5 x 4 tiles, on both ends of a stair and of a chute.
inline AlignedBytes make_waypoint_tower(const BuildOptions& options) {
  const std::vector<TileMap> floors(2, *TileMap::create(5, 4, {{"floor", kCostScale}}, std::vector<TerrainId>(20, 0)));
  TileMap map = *TileMap::stack(floors);
  const FloorStack stack = map.floors();
  const std::vector<Link> links{
      {.name = "stair", .from = {0, 0}, .to = stack.tile(1, {0, 0}), .cost = 2 * kCostScale},
      {.name = "chute", .from = stack.tile(1, {4, 3}), .to = {4, 3}, .direction = LinkDirection::one_way}};
  (void)map.set_links(links);
  const MovementProfile profile;
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1,
          "waypoints": [{"name": "Foot", "x": 0, "y": 0}, {"name": "Head", "x": 0, "y": 0, "floor": 1},
                        {"name": "Mouth", "x": 4, "y": 3, "floor": 1}, {"name": "End", "x": 4, "y": 3}]})",
      "w", map.width(), stack);
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  return build_world(map, std::span(&profile, 1), *drawn, options)->bytes();
}

}  // namespace portolan::test
