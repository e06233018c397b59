// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/declared_prices.hpp"

#include <algorithm>

namespace portolan {

DeclaredPrices::DeclaredPrices(const TileMap& map, const MovementProfile& profile)
    : map_(map), side_(std::max(1, profile.footprint)) {
  for (const Terrain& terrain : map.palette()) {
    TerrainCost price = profile.prices.empty() ? terrain.default_cost : 0;
    for (const TerrainPrice& p : profile.prices) {
      if (p.terrain == terrain.name) price = p.cost;
    }
    by_terrain_.push_back(price);
  }
}

TerrainCost DeclaredPrices::of_position(Tile t) const {
  TerrainCost dearest = 0;
  for (std::int32_t y = t.y; y < t.y + side_; ++y) {
    for (std::int32_t x = t.x; x < t.x + side_; ++x) {
      const TerrainCost price = of_tile({x, y});
      if (price == 0) return 0;
      dearest = std::max(dearest, price);
    }
  }
  return dearest;
}

}  // namespace portolan
