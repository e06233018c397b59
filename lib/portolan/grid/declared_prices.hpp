// SPDX-License-Identifier: BSL-1.0
// What the judges of paths and maps know of terrain: prices as the profile declares them, shared with no search.
#pragma once

#include "portolan/grid/movement_profile.hpp"

#include <vector>

namespace portolan {

/// Prices of one profile on one map, to which it keeps a reference. Safe to use from any number of threads.
class DeclaredPrices {
 public:
  DeclaredPrices(const TileMap& map, const MovementProfile& profile);

  /// The price of a terrain of the map's palette; 0 if it is impassable.
  [[nodiscard]] TerrainCost of_terrain(TerrainId id) const { return by_terrain_[id]; }
  /// The price of a tile; 0 where it is impassable or outside the map.
  [[nodiscard]] TerrainCost of_tile(Tile t) const {
    return map_.bounds().contains(t) ? by_terrain_[map_.terrain(t)] : 0;
  }
  /// The price of the dearest tile under the mover's square when its top-left tile is t (footprint 0: of t alone); 0 if
  /// one of them is impassable. O(footprint^2).
  [[nodiscard]] TerrainCost of_position(Tile t) const;

 private:
  const TileMap& map_;
  std::int32_t side_;
  std::vector<TerrainCost> by_terrain_;
};

}  // namespace portolan
