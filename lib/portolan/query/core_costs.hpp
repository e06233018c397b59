// SPDX-License-Identifier: BSL-1.0
// What a mover's core pays to a goal, from whoever knows it best: labels of the file, a block at a time, or a search.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/core_distance.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/waypoints/label_tiles.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// Costs from tiles to one goal in the grid metric, consistent lower bounds at any rate. Where the file has block
/// labels they are its own, at no work; that is exact on the file, and on overlays that ease nothing below what is true
/// now. Else they are those of CoreDistance. Blocks that are worked out are kept as long as the goal is, 8 bytes a
/// tile.
///
/// Allocates nothing after construction. One thread at a time; the snapshot must outlive it.
class CoreCosts {
 public:
  /// @throws std::bad_alloc
  explicit CoreCosts(const ProfileSnapshot& snapshot);
  CoreCosts(const CoreCosts&) = delete;
  CoreCosts& operator=(const CoreCosts&) = delete;

  /// Takes the snapshot as it is now, and forgets the goal.
  void use() noexcept;

  /// From now on for paths to `goal`, most of which will be asked for near a way from `start`. Both must be passable.
  /// Work is taken from the budget, which must outlive its use. O(links); with labels O(parts of a block).
  void aim(Tile goal, Tile start, WorkBudget& budget) noexcept;

  /// No path from a passable tile of the map to the goal costs less; kInfiniteCost if there is none, or if the budget
  /// denies what that would take. With labels O(parts of a block) for the first of a block, then O(1).
  [[nodiscard]] Cost to_goal(Tile tile) noexcept {
    if (!by_labels_) return search_.to_goal(tile);
    constexpr std::uint32_t kSide = kBlockSide;
    const std::size_t block =
        static_cast<std::uint32_t>(tile.y) / kSide * columns_ + static_cast<std::uint32_t>(tile.x) / kSide;
    std::uint32_t& place = places_[block];
    if (place == 0 && !fill(tile, block)) return kInfiniteCost;
    return tiles_[place - 1][bit_of(tile)];
  }

  /// Whether the file has contradicted itself since aim(), so that nothing is known.
  [[nodiscard]] bool corrupt() const noexcept { return corrupt_; }

 private:
  [[nodiscard]] bool fill(Tile tile, std::size_t block) noexcept;
  void forget() noexcept;

  const ProfileSnapshot& snapshot_;
  CoreDistance search_;
  std::optional<LabelTiles> labels_;
  std::size_t columns_;  ///< blocks a row
  bool by_labels_ = false;
  bool corrupt_ = false;
  std::optional<Tile> goal_;           ///< that the labels are aimed at
  ZeroedArray<std::uint32_t> places_;  ///< by block: where its costs are, counted from 1; 0: nowhere yet
  ZeroedArray<std::uint32_t> filled_;  ///< the blocks that have costs
  ZeroedArray<TileCosts> tiles_;       ///< in that order
  std::uint32_t count_ = 0;
};

}  // namespace portolan
