// SPDX-License-Identifier: BSL-1.0
// Costs to one goal from everywhere, by Dijkstra's search (1959) from the goal over the portals of level 0, which goes
// on where it stopped.
//
// Once the portals of a region are settled, what its tiles cost follows from them by a search inside the region. The
// order in which portals are settled is that of their costs, whoever asks for what first; so what a block takes is a
// property of the block: the number of nodes settled before the last that it needs, and the tiles of its regions.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/access_costs.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_tier.hpp"
#include "portolan/waypoints/label_tiles.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace portolan {

/// A resumable searcher over the region tier of one snapshot, in the grid metric: exact for any terrain, links and
/// edits. Reserves 48 bytes a portal, committed where searches go, and 170 KB; a search allocates nothing. One thread
/// at a time; the snapshot must outlive it.
class GoalSearch {
 public:
  /// @throws std::bad_alloc
  explicit GoalSearch(const ProfileSnapshot& snapshot);
  GoalSearch(const GoalSearch&) = delete;
  GoalSearch& operator=(const GoalSearch&) = delete;

  /// Takes the snapshot as it is now, and forgets the goal. @throws as EditedRegions::assign
  void use();
  void use_file() noexcept { tier_.use_file(); }

  /// Takes a goal, a passable tile. O(1), but once in 2^32 calls O(portals).
  void aim(Tile goal) noexcept;

  /// Sets the costs from the positions of a block, whose first is `origin`, to the goal taken last. found,
  /// out_of_budget or corrupt. Answer::work is what the block takes, whatever was asked before.
  [[nodiscard]] Answer fill(Tile origin, std::uint64_t budget, TileCosts& costs) noexcept;

 private:
  static constexpr std::int32_t kRow = kRegionSide + 1;
  static constexpr std::size_t kTiles = static_cast<std::size_t>(kRow) * kRow;
  /// What is kept of regions, of which blocks side by side have some in common.
  static constexpr std::size_t kKept = 8;
  struct MeasuredRegion {
    std::uint64_t aim = 0;  ///< of which goal
    std::size_t number = 0;
    std::array<Cost, kTiles> cost{};
  };

  template <CoarseGraph Graph>
  [[nodiscard]] Answer fill_on(const Graph& graph, const Rect& block, std::uint64_t budget, TileCosts& costs) noexcept;
  template <CoarseGraph Graph>
  void seed(const Graph& graph) noexcept;
  template <CoarseGraph Graph>
  void run(const Graph& graph, std::uint64_t most) noexcept;
  template <CoarseGraph Graph, class Visit>
  [[nodiscard]] bool for_each_needed(const Graph& graph, RegionIndex r, const Rect& block,
                                     Visit&& visit) const noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] const MeasuredRegion& measured(const Graph& graph, RegionIndex r) noexcept;
  [[nodiscard]] bool settled(NodeId node) const noexcept {
    return labels_.touched(node) && labels_.slot(node) == kClosedSlot;
  }
  void make_room(std::size_t nodes);

  const ProfileSnapshot& snapshot_;
  RegionTier tier_;
  AccessCosts access_;
  StampedLabels labels_;  ///< the parent of a settled node is how many were settled with it
  ZeroedArray<OpenEntry> open_;
  std::optional<BestFirst<StampedLabels, NoEstimate>> search_;
  Tile goal_{};
  std::uint64_t aim_ = 0;  ///< the number of goals so far
  bool seeded_ = false;
  bool exhausted_ = false;
  bool sound_ = true;
  std::uint64_t access_tiles_ = 0;  ///< of the regions around the goal
  std::uint64_t settled_ = 0;
  StampedLabels tiles_;  ///< of one region
  ZeroedArray<OpenEntry> open_tiles_;
  std::unique_ptr<std::array<MeasuredRegion, kKept>> kept_;
  std::size_t next_kept_ = 0;
};

}  // namespace portolan
