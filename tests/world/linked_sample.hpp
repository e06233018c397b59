// SPDX-License-Identifier: BSL-1.0
// A small world with floors and links. Header only, so that fuzz targets can share it.
#pragma once

#include "portolan/offline/build_world.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace portolan::test {

/// Three floors of 70 x 24 tiles, joined by links of every kind: for a walker, one with a footprint, a mover that goes
/// straight and takes no links, and one to whom all terrain has one price, with a waypoint graph and indexes.
inline AlignedBytes make_linked_sample() {
  std::vector<TileMap> floors;
  std::uint32_t state = 11;
  for (int floor = 0; floor < 3; ++floor) {
    std::vector<TerrainId> tiles;
    for (int i = 0; i < 70 * 24; ++i) {
      state = state * 1'664'525U + 1'013'904'223U;
      const std::uint32_t drawn = state >> 24;
      tiles.push_back(static_cast<TerrainId>(drawn < 20 ? 0 : 1 + drawn % 2));
    }
    tiles[70 * 5 + 5] = tiles[70 * 20 + 60] = tiles[70 * 12 + 32] = 1;
    auto map = TileMap::create(70, 24, {{"wall", 0}, {"road", kCostScale}, {"mud", 5 * kCostScale}}, std::move(tiles));
    if (!map) std::abort();
    floors.push_back(std::move(*map));
  }
  auto map = TileMap::stack(floors);
  if (!map) std::abort();
  const FloorStack& stack = map->floors();
  const Outcome set =
      map->set_links({{"stairs", stack.tile(0, {5, 5}), stack.tile(1, {5, 5}), 3 * kCostScale},
                      {"", stack.tile(1, {60, 20}), stack.tile(2, {60, 20}), 0},
                      {"chute", stack.tile(2, {32, 12}), stack.tile(0, {32, 12}), 12'345, LinkDirection::one_way},
                      {"ferry", stack.tile(0, {60, 20}), stack.tile(0, {5, 5}), 10 * kCostScale},
                      {"stairs", stack.tile(0, {5, 5}), stack.tile(1, {5, 5}), 4 * kCostScale}});
  if (!set) std::abort();
  std::vector<MovementProfile> profiles(4);
  profiles[1].name = "large";
  profiles[1].footprint = 2;
  profiles[2].name = "point";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  profiles[3].name = "wader";
  profiles[3].prices = {{"road", kCostScale}, {"mud", kCostScale}};
  BuildOptions options;
  options.indexes = {IndexKind::ch, IndexKind::labels};
  options.threads = 1;
  auto image = build_world(*map, profiles, options);
  if (!image) std::abort();
  return image->bytes();
}

}  // namespace portolan::test
