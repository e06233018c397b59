// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/declared_prices.hpp"

#include <algorithm>

namespace portolan {

DeclaredPrices::DeclaredPrices(const TileMap& map, const MovementProfile& profile)
    : map_(map), side_(std::max(1, profile.footprint)) {
  for (const Terrain& terrain : map.palette()) {
    TerrainCost price = has_default_costs(profile) ? terrain.default_cost : 0;
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

DeclaredMoves::DeclaredMoves(const TileMap& map, const MovementProfile& profile)
    : side_(std::max(1, profile.footprint)) {
  const auto put = [&](Tile from, Tile to, std::uint64_t cost) {
    std::uint64_t& known = costs_[{from.x, from.y, to.x, to.y}];
    known = std::max(known, cost);
  };
  for (const Move& move : map.moves()) {
    put(move.from, move.to, move.cost);
    if (move.direction == LinkDirection::both) put(move.to, move.from, move.cost);
  }
}

std::uint64_t DeclaredMoves::of_edge(Tile from, Tile to) const {
  const auto known = costs_.find({from.x, from.y, to.x, to.y});
  return known == costs_.end() ? 0 : known->second;
}

std::uint64_t DeclaredMoves::of_step(Tile a, Tile b) const {
  std::uint64_t dearest = 0;
  for (std::int32_t y = 0; y < side_ && !costs_.empty(); ++y) {
    for (std::int32_t x = 0; x < side_; ++x) {
      const Tile from{a.x + x, a.y + y};
      const Tile to{b.x + x, b.y + y};
      // Both ways round; a straight step has one, of which one half leads nowhere.
      for (const Tile beside : {Tile{to.x, from.y}, Tile{from.x, to.y}}) {
        dearest = std::max({dearest, of_edge(from, beside), of_edge(beside, to)});
      }
    }
  }
  return dearest;
}

}  // namespace portolan
