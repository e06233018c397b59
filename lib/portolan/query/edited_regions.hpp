// SPDX-License-Identifier: BSL-1.0
// The dirty regions of an overlay as a search needs them: which they are, at every level, and their tiles as nodes.
//
// A dirty region of level 0 is one whose members are all its tiles and whose arcs are their steps; members chosen at
// will lose no path (region_topology.hpp), so the graph stays exact. A tile that is a node of the file, on the border,
// keeps that node, which the regions beyond know; any other belongs to the first dirty region around it.
#pragma once

#include "portolan/world/overlay.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Tables over the regions of a profile: 4 bytes a region of level 0 and 1 of the others, taken once there are edits.
/// The topology must outlive it.
class EditedRegions {
 public:
  /// Place of a region among the dirty ones.
  using Slot = std::uint32_t;

  /// Nodes for tiles are counted from `first_node`, which is above all others.
  EditedRegions(const RegionTopologyView& topology, NodeId first_node) noexcept
      : topology_(topology), first_node_(first_node) {}

  /// Takes the dirty regions of an overlay, which must outlive their use here. O(regions taken), the first time
  /// O(regions). @throws std::bad_alloc, std::length_error if nodes would be too many
  void assign(std::span<const DirtyRegion> dirty);
  void clear() noexcept;

  [[nodiscard]] bool empty() const noexcept { return dirty_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return dirty_.size(); }
  /// One above the last node for tiles.
  [[nodiscard]] NodeId end_node() const noexcept {
    return first_node_ + static_cast<NodeId>(dirty_.size() * kTilesPerRegion);
  }

  /// The slot of a region of level 0; nothing if it is clean. There must be dirty ones.
  [[nodiscard]] std::optional<Slot> slot(RegionIndex r) const noexcept {
    const Slot slot = slots_[topology_.layout.number(0, r)];
    return slot == 0 ? std::nullopt : std::optional(slot - 1);
  }
  /// The highest level up to `level` at which the region above a clean one is clean.
  [[nodiscard]] int clean_level(RegionIndex r, int level) const noexcept;

  /// The node of a tile of a dirty region.
  [[nodiscard]] NodeId node(Slot slot, Tile t) const noexcept;
  /// The tile of a node for tiles.
  [[nodiscard]] Tile tile(NodeId node) const noexcept;

 private:
  static constexpr std::int32_t kRow = kRegionSide + 1;
  static constexpr std::size_t kTilesPerRegion = static_cast<std::size_t>(kRow) * kRow;

  void mark(RegionIndex r, std::uint8_t value) noexcept;
  [[nodiscard]] NodeId own_node(Slot slot, Tile t) const noexcept;

  const RegionTopologyView& topology_;
  NodeId first_node_;
  std::span<const DirtyRegion> dirty_;
  std::vector<RegionIndex> regions_;                                ///< by slot
  std::vector<Slot> slots_;                                         ///< by number on level 0: slot + 1, 0 if clean
  std::array<std::vector<std::uint8_t>, kMaxRegionLevels> opened_;  ///< by level >= 1 and number: 1 above dirty ones
};

}  // namespace portolan
