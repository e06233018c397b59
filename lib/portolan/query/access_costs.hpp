// SPDX-License-Identifier: BSL-1.0
// What it costs to go from an end of a query to the tiles of the region around it.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/simd.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/query/local_matrix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Least costs from one tile to all tiles of a rectangle, by paths inside it. No path is kept, so no order of search is
/// needed: rows are relaxed against their neighbours as vectors, downwards and upwards in turn, until nothing becomes
/// less (fast sweeping, H. Zhao, 2005, here on a graph, where the fixed point is exact). Where ways wind so much that
/// this takes long, costs are too large for 32 bits, or moves make steps differ both ways, Dijkstra's search answers
/// instead: the same costs.
///
/// Allocates nothing. One thread at a time.
class AccessCosts {
 public:
  /// Side of the largest rectangle, in tiles.
  static constexpr std::int32_t kSide = 33;

  explicit AccessCosts(SimdLevel level = widest_simd()) noexcept;

  /// Forgets the last rectangle and takes this one, which must lie on the map. Returns how many of its tiles are
  /// passable, that is the most that measure() can settle. O(tiles).
  std::uint64_t load(const GridView& grid, const Rect& area) noexcept;
  /// Measures the rectangle loaded from a grid, from a passable tile inside; towards that tile, if the grid is
  /// reversed(). As often as one likes after one load(). O(tiles) where ways are straight, O(tiles log tiles) at worst.
  void measure(const GridView& grid, Tile from) noexcept;
  /// What is known of a tile of the rectangle.
  struct KnownCost {
    Tile tile;
    std::uint32_t cost;  ///< so that no sum with a way inside reaches kFar
  };
  /// The least sums of a known cost and a way from its tile. False, and nothing is measured, where costs of the
  /// rectangle do not fit 32 bits or steps may differ both ways. O(tiles * turns of ways).
  [[nodiscard]] bool measure_from(std::span<const KnownCost> known) noexcept;
  /// Least cost to a tile of the rectangle; kInfiniteCost if it cannot be reached.
  [[nodiscard]] Cost cost(Tile t) const noexcept {
    if (!swept_) return matrix_.reached(t) ? matrix_.cost(t) : kInfiniteCost;
    const std::uint32_t cost = rows_.cost[place(t)];
    return cost < kFar ? cost : kInfiniteCost;
  }

  /// More than a cost that is swept. Twice of it fits into 32 bits.
  static constexpr std::uint32_t kFar = std::uint32_t{1} << 30;
  /// Rows with a border of impassable tiles, and room for whole vectors.
  static constexpr std::size_t kStride = 64;
  static constexpr std::size_t kRows = kSide + 2;
  struct Rows {
    std::array<std::uint32_t, kRows * kStride> price;  ///< of the terrain, 0: impassable
    std::array<std::uint32_t, kRows * kStride> step;   ///< from the tile to the left to this one, kFar: none
    std::array<std::uint32_t, kRows * kStride> cost;   ///< kFar: not reached
    std::size_t width;                                 ///< tiles in a row
    std::size_t height;                                ///< rows of tiles
    std::uint32_t straight;
    std::uint32_t diagonal;
    std::uint32_t halving;
    std::uint32_t open_beside;  ///< least number of passable tiles beside a diagonal step; 3: there are none
  };
  /// Lowers all costs from those in the `known` rows, a bit each, counted from 1, until no step lowers any, and returns
  /// true; or false when that takes more than so many rows.
  using Sweep = bool (*)(Rows& rows, std::uint64_t known, std::uint32_t budget) noexcept;

 private:
  [[nodiscard]] std::size_t place(Tile t) const noexcept {
    return static_cast<std::size_t>(t.y - area_.min.y + 1) * kStride + static_cast<std::size_t>(t.x - area_.min.x + 1);
  }

  void forget_costs() noexcept;

  Sweep sweep_;
  Rect area_{};
  bool fits_ = false;  ///< costs in the rectangle fit 32 bits, and follow from its terrain
  bool swept_ = false;
  Rows rows_{};
  LocalMatrix<kSide, Cost> matrix_;
};

}  // namespace portolan
