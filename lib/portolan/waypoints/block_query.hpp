// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths between positions: direct sight, else the labels of their blocks.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/waypoints/block_kernels.hpp"
#include "portolan/waypoints/block_labels.hpp"
#include "portolan/waypoints/sight_path.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher over one set of block labels: the hubs of the start's block enter a table, those of the goal's
/// look themselves up, and only the hubs of both are weighed. Memory: 4 bytes a hub, 16 a waypoint (committed as used)
/// and 1.5 MB. Nothing is allocated after construction. O(parts of the two blocks + points of the path), and O(hubs)
/// once in 2^16 queries. One thread at a time; many may share the labels.
///
/// Among equal paths the answer takes the first hub, then the first via of either end.
class BlockQuery {
 public:
  /// All must outlive the searcher. If they do not fit together, every query answers `corrupt`.
  BlockQuery(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels& blocks, SimdLevel level = widest_simd());

  /// The shortest path between two positions. status: found, unreachable (proven), bad_start, bad_goal (outside or
  /// blocked), corrupt. The path's segments add up to its cost; that each is free is left to whoever walks it.
  [[nodiscard]] SightPath find(Tile start, Tile goal) noexcept;
  /// The same without points and length.
  [[nodiscard]] SightPath cost(Tile start, Tile goal) noexcept;

 private:
  /// A hub in the blocks of both ends, by its numbers there.
  struct Shared {
    std::uint16_t at_start;
    std::uint16_t at_goal;
  };
  /// One end of a query.
  struct End {
    BlockView block;
    ZeroedArray<std::uint32_t> length;   ///< by via of the block: from the position
    ZeroedArray<std::uint16_t> own_via;  ///< by hub of the block: itself as a via, kNoVia if it is none
  };
  struct Leg {
    std::uint64_t cost;
    std::uint16_t via;
  };
  struct Meeting {
    Status status = Status::unreachable;
    Cost cost = 0;
    HubId hub = 0;
    std::uint16_t start_via = 0;
    std::uint16_t goal_via = 0;
  };
  /// Where a way to a hub has come to.
  struct Walk {
    WaypointId waypoint;
    std::uint32_t entry;  ///< of that waypoint, for the hub
  };

  [[nodiscard]] Status look(Tile start, Tile goal) const noexcept;
  void prefetch_block(Tile position) const noexcept;
  [[nodiscard]] bool enter(End& end, Tile position) const noexcept;
  [[nodiscard]] HubId hubs_wanted(Cost lower_bound) const noexcept;
  [[nodiscard]] std::size_t find_shared(HubId hub_end) noexcept;
  [[nodiscard]] Leg best_leg(const End& end, std::size_t hub) const noexcept;
  [[nodiscard]] Meeting meet(Tile start, Tile goal) noexcept;
  [[nodiscard]] Walk walk_from(const End& end, std::uint16_t via, HubId hub) const noexcept;
  [[nodiscard]] SightPath trace(Point start, Point goal, const Meeting& meeting) noexcept;

  SightSpace space_;
  BlockGrid grid_;
  WaypointGraphView graph_;
  HubLabels labels_;
  BlockLabels blocks_;
  bool well_formed_;
  MeasureVias measure_;
  End start_;
  End goal_;
  ZeroedArray<Shared> shared_;
  ZeroedArray<std::uint32_t> table_;  ///< by hub: the query's number above the hub's number in the start's block
  std::uint32_t stamp_ = 0;
  ZeroedArray<Point> path_;
};

}  // namespace portolan
