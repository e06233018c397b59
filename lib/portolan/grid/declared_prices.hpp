// SPDX-License-Identifier: BSL-1.0
// What the judges of paths and maps know of terrain: prices as the profile declares them, shared with no search.
#pragma once

#include "portolan/grid/movement_profile.hpp"

#include <array>
#include <cstdint>
#include <map>
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

/// The moves of a map as it declares them: of several over one edge the dearest. Safe to use from any number of
/// threads.
class DeclaredMoves {
 public:
  /// O(moves * log). @throws std::bad_alloc
  DeclaredMoves(const TileMap& map, const MovementProfile& profile);

  [[nodiscard]] bool empty() const noexcept { return costs_.empty(); }
  /// In ten-thousandths of a tile what crossing from a tile to one beside it adds; kBlockedMove, which is more than any
  /// other, if nobody may. O(log moves).
  [[nodiscard]] std::uint64_t of_edge(Tile from, Tile to) const;
  /// The dearest edge that a tile of the mover crosses in a step from a to b. O(footprint^2 * log moves).
  [[nodiscard]] std::uint64_t of_step(Tile a, Tile b) const;

 private:
  std::int32_t side_;
  std::map<std::array<std::int32_t, 4>, std::uint64_t> costs_;  ///< by both tiles
};

}  // namespace portolan
