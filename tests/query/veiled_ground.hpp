// SPDX-License-Identifier: BSL-1.0
// A map and the blank world of those who do not know it, for tests of veils.
#pragma once

#include "portolan/offline/blank_map.hpp"
#include "portolan/world/veil.hpp"
#include "support/built_world.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {

inline const std::string kUnknown = "unknown";

/// A map that is explored, and what its players have: a blank world in which the dark has a price, or is closed.
struct Ground {
  TileMap map;
  MovementProfile mover;  ///< on the true map
  MovementProfile scout;  ///< the same mover on the blank one
  TileMap blank;
  BuiltWorld truth;
  BuiltWorld dark;

  [[nodiscard]] std::size_t place(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map.width()) + static_cast<std::size_t>(t.x);
  }
};

inline TerrainCost dearest(const TileMap& map) {
  TerrainCost most = kCostScale;
  for (const Terrain& terrain : map.palette()) most = std::max(most, terrain.default_cost);
  return most;
}

inline MovementProfile with_price(MovementProfile profile, TerrainCost unknown) {
  if (!profile.prices.empty() && unknown != 0) profile.prices.push_back({kUnknown, unknown});
  return profile;
}

inline TileMap blank_of(const TileMap& map, TerrainCost unknown) {
  auto blank = blank_map(map, {kUnknown, unknown});
  REQUIRE(blank.has_value());
  return std::move(*blank);
}

inline Ground make_ground(TileMap map, MovementProfile mover, TerrainCost unknown, const BuildOptions& options) {
  TileMap blank = blank_of(map, unknown);
  MovementProfile scout = with_price(mover, unknown);
  BuiltWorld truth(map, mover);
  BuiltWorld dark(blank, scout, options);
  return {std::move(map), std::move(mover), std::move(scout), std::move(blank), std::move(truth), std::move(dark)};
}

inline Veil veil_of(const World& truth, const World& blank) {
  auto veil = Veil::make(truth, blank, kUnknown);
  REQUIRE(veil.has_value());
  return std::move(*veil);
}

}  // namespace portolan::test
