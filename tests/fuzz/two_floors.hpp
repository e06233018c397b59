// SPDX-License-Identifier: BSL-1.0
// The map whose links and moves are fuzzed.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <vector>

/// Two floors of 20 x 10 tiles that all can pass.
inline portolan::TileMap two_floors() {
  using namespace portolan;
  const auto floor = TileMap::create(20, 10, {{"floor", kCostScale}}, std::vector<TerrainId>(200));
  return TileMap::stack(std::vector{*floor, *floor}).value();
}
