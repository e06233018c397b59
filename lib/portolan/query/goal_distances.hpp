// SPDX-License-Identifier: BSL-1.0
// Who works out distance tiles: the exact costs from the 64 positions of a block to one goal.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/distance_arena.hpp"
#include "portolan/query/goal_search.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/waypoints/label_tiles.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// Distance tiles of one snapshot, by labels where these serve, else by a search from the goal over regions, in the
/// grid metric without moves, whose arcs it takes against their direction; else by nobody. What a tile is, and what it
/// takes, do not depend on what was asked before, nor on what an arena holds.
///
/// Memory: what a LabelTiles and a GoalSearch take. After construction no call but use() allocates. One thread at a
/// time; the snapshot must outlive it, and so must the arena.
class GoalDistances {
 public:
  /// `arena` may be missing: then all is made anew. @throws std::bad_alloc
  GoalDistances(const ProfileSnapshot& snapshot, DistanceArena* arena);
  GoalDistances(const GoalDistances&) = delete;
  GoalDistances& operator=(const GoalDistances&) = delete;

  /// Takes the snapshot as it is now, and forgets the goal. @throws as GoalSearch::use
  void use();
  void use_file() noexcept;

  /// labels, regions, or automatic: nobody.
  [[nodiscard]] Tier tier() const noexcept { return tier_; }

  /// Takes a goal, a passable tile. O(1), but once in 2^32 calls O(portals).
  void aim(Tile goal) noexcept;

  /// The tile that a position lies in. found, with what it takes as Answer::work; out_of_budget, or corrupt. tier()
  /// must not be automatic.
  [[nodiscard]] Answer fill(Tile position, std::uint64_t budget, DistanceTile& tile) noexcept;
  /// The same by labels, which know the file alone, whoever answers; corrupt if there are none.
  [[nodiscard]] Answer fill_by_labels(Tile position, DistanceTile& tile) noexcept;
  [[nodiscard]] bool has_labels() const noexcept { return labels_.has_value(); }
  /// Tiles that fill() has worked out so far, rather than found in the arena.
  [[nodiscard]] std::uint64_t made() const noexcept { return made_; }

 private:
  void choose_tier() noexcept;
  [[nodiscard]] Answer make(Tile position, std::uint64_t budget, DistanceTile& tile) noexcept;

  const ProfileSnapshot& snapshot_;
  DistanceArena* arena_;
  Tier tier_ = Tier::automatic;
  std::uint64_t scope_ = 0;  ///< of the snapshot in use
  std::uint32_t columns_;    ///< blocks a row
  Tile goal_{};
  bool labels_aimed_ = false;
  bool search_aimed_ = false;
  std::uint64_t made_ = 0;
  std::optional<LabelTiles> labels_;
  std::optional<GoalSearch> search_;
};

}  // namespace portolan
