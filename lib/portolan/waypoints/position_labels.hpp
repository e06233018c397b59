// SPDX-License-Identifier: BSL-1.0
// Hub labels of positions as they stand: what block labels hold of one, or the labels of all waypoints that it sees.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/hub_buckets.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/label_join.hpp"

#include <optional>
#include <span>

namespace portolan {

/// The label of one position.
struct PositionLabel {
  Status status = Status::found;           ///< or corrupt
  std::span<const HubDistance> entries{};  ///< no hub twice; in no order that matters
};

/// Gives labels such that the least sum of the distances of one hub in two of them is the cost of the least path
/// between both positions, or above it only where one sees the other. By blocks in O(parts of the block); where there
/// are none, or one is left out, in O(waypoints seen x entries of theirs). Memory: that of a LabelJoin, 12 bytes a hub,
/// 64 a square of the plane's width. Nothing is allocated after construction. One thread at a time.
class PositionLabels {
 public:
  /// All must outlive this; `blocks` may be missing. If they do not fit together, every label is `corrupt`.
  PositionLabels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                 const BlockLabels* blocks, SimdLevel level = widest_simd());

  [[nodiscard]] std::size_t hubs() const noexcept { return labels_.size(); }
  /// The label of a position where the mover stands, towards others, but for hubs that are not wanted; in this one's
  /// memory until the next call. WantedHubs::after must be empty or as long as there are hubs.
  [[nodiscard]] PositionLabel leaving(Tile position, const WantedHubs& wanted) noexcept {
    return label(position, labels_.out, wanted);
  }
  /// The whole label of one, from others to it.
  [[nodiscard]] PositionLabel arriving(Tile position) noexcept { return label(position, labels_.in, {}); }

 private:
  [[nodiscard]] PositionLabel label(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept;
  [[nodiscard]] PositionLabel look_around(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  HubLabels labels_;
  bool well_formed_;
  std::optional<LabelJoin> join_;
  SightSweep sweep_;
  ZeroedArray<HubDistance> entries_;
  ZeroedArray<std::uint32_t> place_;  ///< by hub: one above its place in the entries, 0 between calls
};

}  // namespace portolan
