// SPDX-License-Identifier: BSL-1.0
// Costs of many shortest paths between positions at once, from block labels.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/waypoints/block_kernels.hpp"
#include "portolan/waypoints/block_labels.hpp"
#include "portolan/waypoints/shared_hubs.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace portolan {

/// A question of a batch: what does the way from here to there cost?
struct TilePair {
  Tile from;
  Tile to;
};

/// The answer to it: found, unreachable (proven), bad_start, bad_goal, corrupt.
struct BatchAnswer {
  Status status = Status::unreachable;
  Cost cost = 0;  ///< least; 0 unless found
  friend constexpr bool operator==(const BatchAnswer&, const BatchAnswer&) = default;
};

/// A reusable searcher over one set of block labels, for costs alone: on sound labels those of BlockQuery. The next
/// queries' blocks are on their way from memory while one is answered; only hubs of both blocks are weighed, and only
/// the vias that lead to them measured. Memory: 4 bytes a hub and 4 MB, committed as used. Nothing is allocated after
/// construction. One thread at a time; many may share the labels.
class BlockBatch {
 public:
  /// All must outlive the searcher. If they do not fit together, every answer is `corrupt`.
  BlockBatch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels& blocks, SimdLevel level = widest_simd());

  /// answers[i] = from pairs[i].from to pairs[i].to. `answers` must be as long as `pairs`. O(parts of both blocks)
  /// each.
  void pairs(std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept;
  /// answers[i] = from one position to goals[i]. `answers` must be as long as `goals`. The start is worked out once,
  /// and consecutive goals in one block share the look-up of their hubs.
  void one_to_many(Tile start, std::span<const Tile> goals, std::span<BatchAnswer> answers) noexcept;

 private:
  static constexpr std::size_t kBounds = 256;
  static constexpr std::size_t kNoBlock = ~std::size_t{0};

  /// One end of a query.
  struct End {
    BlockView block;
    ZeroedArray<std::uint16_t> own_via;  ///< by hub of the block: itself as a via, kNoOwnVia if it is none
    ZeroedArray<std::uint32_t> leg;      ///< by hub weighed: the least way to it, kUnseen if there is none
  };
  /// Ways to hubs from an end that sees their vias.
  struct Ways {
    ZeroedArray<ViaOffset> via;
    ZeroedArray<std::uint64_t> seen;    ///< of the via
    ZeroedArray<std::uint32_t> length;  ///< to the via
    ZeroedArray<std::uint32_t> rest;    ///< from there to the hub
    ZeroedArray<std::uint16_t> hub;     ///< number among those weighed
  };
  /// The hubs that a goal's block shares with the start's.
  struct LookUp {
    std::size_t block = kNoBlock;
    HubId hub_end = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] bool stands(Tile position) const noexcept;
  [[nodiscard]] bool sees(Tile start, Tile goal) const noexcept;
  [[nodiscard]] BatchAnswer direct(Tile start, Tile goal) const noexcept;
  void prefetch_offset(Tile position) const noexcept;
  void prefetch_block(Tile position) const noexcept;
  [[nodiscard]] HubId hubs_wanted(Tile start, Tile goal) const noexcept;
  [[nodiscard]] bool enter(End& end, std::size_t block) const noexcept;
  [[nodiscard]] PlaceInBlock place_of(Tile position) const noexcept;
  void fill_table(HubId hub_end) noexcept;
  [[nodiscard]] std::size_t look_up(HubId hub_end) noexcept;
  template <class HubAt>
  [[nodiscard]] bool weigh(End& end, const PlaceInBlock& place, std::size_t count, HubAt&& hub_at) noexcept;
  template <class StartLeg>
  [[nodiscard]] BatchAnswer least_sum(std::size_t count, StartLeg&& start_leg) const noexcept;
  [[nodiscard]] BatchAnswer join(Tile start, Tile goal) noexcept;
  [[nodiscard]] bool begin_start(Tile start) noexcept;
  [[nodiscard]] BatchAnswer join_goal(Tile start, Tile goal, LookUp& last) noexcept;

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
  ZeroedArray<std::uint32_t> table_;  ///< by hub: the round above the hub's number in the start's block
  std::uint32_t round_ = 0;
  ZeroedArray<SharedHub> shared_;
  Ways ways_;
};

}  // namespace portolan
