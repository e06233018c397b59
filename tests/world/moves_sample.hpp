// SPDX-License-Identifier: BSL-1.0
// A small world with moves between its tiles. Header only, so that fuzz targets can share it.
#pragma once

#include "portolan/offline/build_world.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace portolan::test {

/// 80 x 40 tiles with a wall that has a window and a gate, a cliff, a current and single moves: for a walker, one with
/// a footprint, and a point that goes straight.
inline AlignedBytes make_moves_sample() {
  constexpr std::int32_t kWidth = 80;
  constexpr std::int32_t kHeight = 40;
  std::uint32_t state = 5;
  std::vector<TerrainId> tiles;
  for (std::int32_t i = 0; i < kWidth * kHeight; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const std::uint32_t drawn = state >> 24;
    tiles.push_back(static_cast<TerrainId>(drawn < 16 ? 0 : 1 + drawn % 2));
  }
  auto map =
      TileMap::create(kWidth, kHeight, {{"wall", 0}, {"road", kCostScale}, {"mud", 3 * kCostScale}}, std::move(tiles));
  if (!map) std::abort();
  std::vector<Move> moves;
  for (std::int32_t y = 2; y < 37; ++y) {
    const bool window = y == 8;
    const bool gate = y >= 20 && y < 23;
    if (!gate) moves.push_back({{31, y}, {32, y}, window ? 25'000 : kBlockedMove, LinkDirection::both});
  }
  for (std::int32_t x = 40; x < 75; ++x) moves.push_back({{x, 20}, {x, 19}, kBlockedMove, LinkDirection::one_way});
  for (std::int32_t x = 5; x < 25; ++x) {
    moves.push_back({{x + 1, 30}, {x, 30}, 15'000, LinkDirection::one_way});
    moves.push_back({{x + 1, 31}, {x, 31}, 12'345, LinkDirection::one_way});
  }
  moves.push_back({{60, 30}, {60, 31}, 1, LinkDirection::both});
  if (!map->set_moves(std::move(moves))) std::abort();
  std::vector<MovementProfile> profiles(3);
  profiles[1].name = "large";
  profiles[1].footprint = 2;
  profiles[2].name = "point";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  BuildOptions options;
  options.threads = 1;
  options.dead_ends = DeadEndRule::found;
  auto image = build_world(*map, profiles, options);
  if (!image) std::abort();
  return image->bytes();
}

}  // namespace portolan::test
