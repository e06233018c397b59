// SPDX-License-Identifier: BSL-1.0
// Hub labels of positions as they stand: what block labels hold of one, or the labels of all waypoints that it sees.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/hub_buckets.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/block_kernels.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// Which hubs of a label are wanted: those to which the way, and what comes after it, are no longer than `most`.
struct WantedHubs {
  std::span<const std::uint32_t> after;  ///< by hub: what comes after it at least; if empty, all hubs are wanted
  Cost most = 0;

  [[nodiscard]] bool all() const noexcept { return after.empty(); }
  [[nodiscard]] bool operator()(HubId hub, std::uint64_t way) const noexcept { return way + after[hub] <= most; }
};

/// The label of one position.
struct PositionLabel {
  Status status = Status::found;           ///< or corrupt
  std::span<const HubDistance> entries{};  ///< no hub twice; in no order that matters
};

/// Gives labels such that the least sum of the distances of one hub in two of them is the cost of the least path
/// between both positions, or above it only where one sees the other. By blocks in O(parts of the block); where there
/// are none, or one is left out, in O(waypoints seen x entries of theirs). Memory: 12 bytes a hub, 64 a square of the
/// plane's width, 768 kB with blocks, committed as used. Nothing is allocated after construction. One thread at a time.
class PositionLabels {
 public:
  /// All must outlive this; `blocks` may be missing. If they do not fit together, every label is `corrupt`.
  PositionLabels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                 const BlockLabels* blocks, SimdLevel level = widest_simd());

  [[nodiscard]] std::size_t hubs() const noexcept { return labels_.size(); }
  /// Has what the label of a position of the map is read from on its way from memory.
  void prefetch(Tile position) const noexcept;
  /// The label of a position where the mover stands, towards others, but for hubs that are not wanted; in this one's
  /// memory until the next call. WantedHubs::after must be empty or as long as there are hubs.
  [[nodiscard]] PositionLabel leaving(Tile position, const WantedHubs& wanted) noexcept {
    return label(position, labels_.out, wanted);
  }
  /// The whole label of one, from others to it.
  [[nodiscard]] PositionLabel arriving(Tile position) noexcept { return label(position, labels_.in, {}); }

 private:
  [[nodiscard]] PositionLabel label(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept;
  /// A hub of a block that may be wanted.
  struct ChosenHub {
    std::uint32_t number = 0;   ///< in the block
    std::uint32_t own_via = 0;  ///< the number of the via that it is, if it is one
  };

  [[nodiscard]] std::optional<std::size_t> choose(const BlockView& block, const WantedHubs& wanted) noexcept;
  [[nodiscard]] PositionLabel read_block(const BlockView& block, Tile position, const WantedHubs& wanted) noexcept;
  [[nodiscard]] PositionLabel look_around(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  HubLabels labels_;
  bool well_formed_;
  std::optional<BlockLabels> blocks_;
  BlockGrid grid_;
  MeasureVias measure_;
  ZeroedArray<std::uint32_t> length_;  ///< by via of a block: how far it is, or kUnseen
  ZeroedArray<ChosenHub> chosen_;
  SightSweep sweep_;
  ZeroedArray<HubDistance> entries_;
  ZeroedArray<std::uint32_t> place_;  ///< by hub: one above its place in the entries, 0 between calls
};

}  // namespace portolan
