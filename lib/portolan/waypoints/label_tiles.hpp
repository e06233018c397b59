// SPDX-License-Identifier: BSL-1.0
// The costs from all 64 positions of a block to one goal at once, from block labels or hub labels.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/position_labels.hpp"
#include "portolan/waypoints/tile_kernels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// Costs by bit_of() the position in its block; kInfiniteCost where there is no way, or nowhere to stand.
using TileCosts = std::array<Cost, kBlockPositions>;

/// Works out costs to a goal block by block: those that BlockQuery finds. The label of the goal is spread over a table
/// of hubs once; then the rest of the way from each via of a block is the least sum over its entries, and a position
/// takes the least of those that it sees. Vias that are too far off to be the least for any position are left out. A
/// position that sees the goal goes straight there, which labels do not know:
/// each is asked, or after some blocks, where positions are vertices, all are marked that a sweep around the goal
/// meets.
///
/// Memory: what PositionLabels and a SightSweep take, 8 bytes a hub, 12 a block and 2 MB. Nothing is allocated
/// after construction. One thread at a time; many may share the labels.
class LabelTiles {
 public:
  /// All must outlive this; `blocks` may be missing. Costs along the arcs and against them must be alike. If the parts
  /// do not fit together, every status is `corrupt`.
  LabelTiles(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels* blocks, SimdLevel level = widest_simd());

  /// Takes a goal. found, or corrupt, also where the mover cannot stand. O(parts of its block).
  [[nodiscard]] Status aim(Tile goal) noexcept;
  /// Sets the costs, in the unit of the metric, from the block of a position to the goal taken last. found or corrupt.
  /// O(parts of the block + 64 vias); where there are no blocks, or this one is left out, 64 times what PositionLabels
  /// takes.
  [[nodiscard]] Status fill(Tile position, TileCosts& costs) noexcept;

 private:
  [[nodiscard]] bool weigh_vias(const BlockView& block) noexcept;
  void lead(std::uint16_t via, Cost rest) noexcept;
  void measure_vias(const BlockView& block, TileCosts& costs) noexcept;
  /// What a choice of vias does for the positions of a block.
  struct Measured {
    alignas(64) std::array<std::uint32_t, kBlockPositions> above;  ///< by position: its least way, above `base`
    Cost base = kInfiniteCost;                                     ///< the least rest
    std::uint64_t found = 0;                                       ///< the positions that have a way
  };
  void measure_those(const BlockView& block, Cost below, std::uint64_t seeing, Measured& measured) noexcept;
  void measure_wide(const BlockView& block, TileCosts& costs) const noexcept;
  [[nodiscard]] Status fill_one_by_one(Tile origin, TileCosts& costs) noexcept;
  void look_straight(std::size_t block, TileCosts& costs) noexcept;
  void mark_visible() noexcept;
  void mark_row(std::int32_t y, std::int32_t first, std::int32_t last) noexcept;

  SightSpace space_;
  SightMetric metric_;
  BlockGrid grid_;
  const BlockLabels* blocks_;
  bool well_formed_;
  PositionLabels labels_;
  LeastOverVias least_over_vias_;
  FindKnown find_known_;
  SightSweep sweep_;
  Tile goal_{};
  std::size_t filled_ = 0;              ///< blocks since aim()
  ZeroedArray<std::uint64_t> visible_;  ///< by block: the positions that see the goal, once they are marked
  ZeroedArray<std::uint32_t> marked_;   ///< the blocks with such positions
  std::size_t marked_count_ = 0;
  ZeroedArray<std::uint32_t> table_;  ///< by hub: one above what leads from there to the goal; 0: nothing does
  ZeroedArray<HubId> spread_;         ///< the hubs in the table
  std::size_t spread_count_ = 0;
  ZeroedArray<KnownHub> known_;  ///< the hubs of the block that are in the table
  ZeroedArray<Cost> rest_;       ///< by via of the block: what leads from there to the goal
  /// A via of the block from which a way leads.
  struct LeadingVia {
    Cost at_least = 0;  ///< no position goes that way for less
    std::uint16_t number = 0;
  };
  ZeroedArray<LeadingVia> leading_;
  std::size_t leading_count_ = 0;
  ZeroedArray<ViaOffset> offset_;     ///< of the vias that are measured,
  ZeroedArray<std::uint64_t> seen_;   ///< the positions that see them,
  ZeroedArray<std::uint32_t> above_;  ///< and by how much the rest is above the least
};

}  // namespace portolan
