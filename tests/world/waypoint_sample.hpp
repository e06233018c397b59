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
inline AlignedBytes make_waypoint_sample(const BuildOptions& options) {
  constexpr std::int32_t kWidth = 12;
  constexpr std::int32_t kHeight = 5;
  std::vector<TerrainId> tiles(std::size_t{kWidth} * kHeight, 0);
  for (const std::size_t y : {0U, 1U, 3U, 4U}) tiles[y * kWidth + 6] = 1;
  const TileMap map = *TileMap::create(kWidth, kHeight, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  const MovementProfile profile;
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1, "sight_length": 9,
          "waypoints": [{"name": "A", "x": 1, "y": 0}, {"name": "B", "x": 5, "y": 2}, {"name": "C", "x": 7, "y": 2},
                        {"name": "D", "x": 10, "y": 0}, {"name": "E", "x": 10, "y": 4}],
          "ways": [{"from": "A", "to": "E", "cost": 2}, {"from": "A", "to": "D"}], "closed": [["D", "E"]]})",
      "w", kWidth, {1, kHeight});
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  return build_world(map, std::span(&profile, 1), *drawn, options)->bytes();
}

}  // namespace portolan::test
