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
/// takes the least of those that it sees. A position that sees the goal goes straight there, which labels do not know:
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
  void measure_vias(const BlockView& block, TileCosts& costs) noexcept;
  void measure_wide(std::size_t count, TileCosts& costs) const noexcept;
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
  SightSweep sweep_;
  Tile goal_{};
  std::size_t filled_ = 0;              ///< blocks since aim()
  ZeroedArray<std::uint64_t> visible_;  ///< by block: the positions that see the goal, once they are marked
  ZeroedArray<std::uint32_t> marked_;   ///< the blocks with such positions
  std::size_t marked_count_ = 0;
  ZeroedArray<std::uint32_t> table_;  ///< by hub: one above what leads from there to the goal; 0: nothing does
  ZeroedArray<HubId> spread_;         ///< the hubs in the table
  std::size_t spread_count_ = 0;
  ZeroedArray<Cost> from_hub_;         ///< by hub of the block, from 1 on: what leads from there to the goal
  ZeroedArray<std::uint16_t> begins_;  ///< by entry of the block: how many hubs' entries begin there
  ZeroedArray<Cost> rest_;             ///< by via of the block: what leads from there to the goal
  ZeroedArray<ViaOffset> offset_;      ///< of the vias from which a way leads,
  ZeroedArray<std::uint64_t> seen_;    ///< the positions that see them,
  ZeroedArray<std::uint32_t> above_;   ///< and by how much the rest is above the least
};

}  // namespace portolan
