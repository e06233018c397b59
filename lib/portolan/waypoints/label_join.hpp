// SPDX-License-Identifier: BSL-1.0
// The least way between two positions by the labels of their blocks: what single queries and batches have in common.
#pragma once

#include "portolan/core/prefetch.hpp"
#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/graph_path.hpp"
#include "portolan/waypoints/block_kernels.hpp"
#include "portolan/waypoints/block_labels.hpp"
#include "portolan/waypoints/shared_hubs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// Works out ways between positions of one set of block labels: the hubs of the start's block enter a table, those of
/// the goal's look themselves up, only hubs of both are weighed, and only the vias that lead to them measured. Memory:
/// 4 bytes a hub and 4 MB, committed as used. Nothing is allocated after construction. One thread at a time; many joins
/// may share the labels.
class LabelJoin {
 public:
  /// All must outlive this. Unless well_formed() is true then, nothing else may be called.
  LabelJoin(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels, const BlockLabels& blocks,
            SimdLevel level);

  /// Whether graph, labels and blocks fit together.
  [[nodiscard]] bool well_formed() const noexcept { return well_formed_; }

  /// Has what says where the block of a position lies, and whether one can stand there, on its way from memory.
  [[gnu::always_inline]] inline void prefetch_offset(Tile position) const noexcept;
  /// Has the block of a position on its way from memory. Reads what prefetch_offset asks for.
  [[gnu::always_inline]] inline void prefetch_block(Tile position) const noexcept;

  /// The point of the plane where a mover at a position is.
  [[nodiscard]] Point point(Tile position) const noexcept { return point_of(space_.contact, position); }
  /// Whether the mover can stand at a position, which may be outside the map.
  [[nodiscard]] bool stands(Tile position) const noexcept;
  /// Whether one position, where the mover stands, sees another.
  [[nodiscard]] bool sees(Tile start, Tile goal) const noexcept;

  /// The least way between two positions over a hub.
  struct Way {
    Status status = Status::unreachable;  ///< found, unreachable, undecided (a block is left out) or corrupt
    Cost cost = 0;                        ///< in the unit of the metric
    std::size_t hub = 0;                  ///< number of the hub among those that both blocks have
  };
  /// The least way between two positions where the mover stands. O(parts of both blocks).
  [[nodiscard]] Way join(Tile start, Tile goal) noexcept;

  /// Weighs all hubs of the block of a start, from which several goals are to be joined. Returns found, undecided (that
  /// block is left out) or corrupt; join_begun may be called after `found` only. O(parts of the block).
  [[nodiscard]] Status begin(Tile start) noexcept;
  /// The least way to a goal from the start that begin() was called with. Goals in the block of the goal before share
  /// the look-up of its hubs. O(parts of the goal's block).
  [[nodiscard]] Way join_begun(Tile start, Tile goal) noexcept;

  /// Writes the vias of a position, where the mover stands, with their distances: by them alone hub labels lead along
  /// shortest paths. Nothing if its block is left out, contradicts itself or has more vias than there is room. O(hubs
  /// of the block).
  [[nodiscard]] std::optional<std::span<const GraphEnd>> vias(Tile position, std::span<GraphEnd> room) const noexcept;

  /// Calls visit(Vertex) for every via that a position, where the mover stands, sees. False if its block is left out or
  /// contradicts itself. O(vias of the block).
  template <class Visit>
  [[nodiscard]] bool visit_vias(Tile position, Visit&& visit) const noexcept;

  /// The hubs that a way goes over.
  struct Turns {
    HubId hub = 0;        ///< where both labels meet
    HubId start_via = 0;  ///< the hub that is the via of the start
    HubId goal_via = 0;   ///< the hub that is the via of the goal
  };
  /// The turns of a way, which must be what the last call of join() found between these positions.
  [[nodiscard]] Turns turns(Tile start, Tile goal, const Way& way) const noexcept;

 private:
  static constexpr std::size_t kBounds = 256;
  static constexpr std::size_t kNoBlock = ~std::size_t{0};

  /// One end of a query.
  struct End {
    BlockView block;
    ZeroedArray<std::uint16_t> own_via;  ///< by hub of the block: its number among the vias, kNoOwnVia if it is none
    ZeroedArray<std::uint32_t> leg;      ///< by hub weighed: the least way to it, kUnseen if there is none
  };
  /// Ways to hubs from an end that sees their vias.
  struct Ways {
    ZeroedArray<ViaOffset> via;         ///< by way: its via
    ZeroedArray<std::uint64_t> seen;    ///< by way: the positions that see its via
    ZeroedArray<std::uint32_t> length;  ///< by way: from the end to its via
    ZeroedArray<std::uint32_t> rest;    ///< by way: from its via to the hub
    ZeroedArray<std::uint16_t> hub;     ///< by way: number of its hub among those weighed
  };
  /// The hubs that the goal's block shares with the start's.
  struct LookUp {
    std::size_t block = kNoBlock;
    HubId hub_end = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] HubId hubs_wanted(Tile start, Tile goal) const noexcept;
  [[nodiscard]] Status enter(End& end, std::size_t block) const noexcept;
  void fill_table(HubId hub_end) noexcept;
  [[nodiscard]] std::size_t look_up(HubId hub_end) noexcept;
  template <class HubAt>
  [[nodiscard]] bool weigh(End& end, const PlaceInBlock& place, std::size_t count, HubAt&& hub_at) noexcept;
  template <class StartLeg>
  [[nodiscard]] Way least_sum(std::size_t count, StartLeg&& start_leg) const noexcept;
  [[nodiscard]] HubId via_of(const End& end, Tile position, std::size_t hub, std::uint32_t leg) const noexcept;

  SightSpace space_;
  BlockGrid grid_;
  SightMetric metric_;
  BlockLabels blocks_;
  bool well_formed_;
  MeasureVias measure_;
  FindShared find_shared_;
  NumberVias number_vias_;
  unsigned bound_shift_ = 0;
  std::array<HubId, kBounds> hub_end_{};  ///< by lower bound >> bound_shift_
  End start_;
  End goal_;
  ZeroedArray<std::uint32_t> table_;  ///< by hub: its number in the start's block above the round, see kHubRound
  std::uint32_t round_ = 0;
  ZeroedArray<SharedHub> shared_;
  LookUp last_;  ///< of the goal joined last to the start begun
  Ways ways_;
};

inline void LabelJoin::prefetch_offset(Tile position) const noexcept {
  if (!grid_.contains(position)) return;
  prefetch(&blocks_.first[grid_.block_of(position)]);
  const BitView& bits = space_.contact == Contact::square ? space_.vertices : space_.squares;
  prefetch(bits.row(position.y) + static_cast<std::size_t>(position.x + 1) / 64);
}

template <class Visit>
bool LabelJoin::visit_vias(Tile position, Visit&& visit) const noexcept {
  const std::size_t id = grid_.block_of(position);
  const std::optional<BlockView> block = view_of(blocks_, id);
  if (!block || block->left_out) return false;
  const Tile origin = grid_.origin_of(id);
  const unsigned bit = bit_of(position);
  for (std::size_t via = 0; via < block->via_seen.size(); ++via) {
    if (((block->via_seen[via] >> bit) & 1) == 0) continue;
    const ViaOffset offset = block->via_offset[via];
    visit(Vertex{origin.x + offset.x, origin.y + offset.y});
  }
  return true;
}

inline void LabelJoin::prefetch_block(Tile position) const noexcept {
  if (grid_.contains(position)) portolan::prefetch_block(blocks_, grid_.block_of(position));
}

}  // namespace portolan
