// SPDX-License-Identifier: BSL-1.0
// The dirty regions of an overlay as a search needs them: which they are, at every level, and their tiles as nodes.
//
// A dirty region of level 0 is one whose members are all its tiles and whose arcs are their steps; members chosen at
// will lose no path (region_topology.hpp), so the graph stays exact. A tile that is a node of the file, on the border,
// keeps that node, which the regions beyond know; any other belongs to the first dirty region around it. A dirty region
// that was customised since (RefreshedRegion) has the members and arcs of its table instead.
#pragma once

#include "portolan/world/overlay.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Tables over the regions of a profile: 8 bytes a region of level 0 and 4 of the others, taken once there are edits.
/// The topology must outlive it.
class EditedRegions {
 public:
  /// Nodes for tiles that a dirty region takes.
  static constexpr std::size_t kTilesPerRegion = static_cast<std::size_t>(kRegionSide + 1) * (kRegionSide + 1);
  /// Numbers above are left to searches, for what is no node.
  static constexpr NodeId kMostNodes = kNoNode - 8;
  /// Place of a region among the dirty ones.
  using Slot = std::uint32_t;

  /// Nodes for tiles are counted from `first_node`, which is above all others.
  EditedRegions(const RegionTopologyView& topology, NodeId first_node) noexcept
      : topology_(topology), first_node_(first_node) {}

  /// Takes the regions of an overlay, which must outlive their use here. O(regions taken), the first time O(regions).
  /// @throws std::bad_alloc, std::length_error if nodes would be too many
  void assign(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed);
  void clear() noexcept;

  [[nodiscard]] bool empty() const noexcept { return dirty_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return dirty_.size(); }
  /// One above the last node for tiles.
  [[nodiscard]] NodeId end_node() const noexcept {
    return first_node_ + static_cast<NodeId>(dirty_.size() * kTilesPerRegion);
  }

  /// The slot of a region of level 0 that must be searched tile by tile; nothing if it need not. There must be dirty
  /// ones.
  [[nodiscard]] std::optional<Slot> open_slot(RegionIndex r) const noexcept {
    return state(0, r) == kOpened ? std::optional(slots_[topology_.layout.number(0, r)] - 1) : std::nullopt;
  }
  /// The highest level up to `level` at which the region above r is clean or has a table; 0 if r is dirty and has none.
  [[nodiscard]] int closed_level(RegionIndex r, int level) const noexcept;
  /// The table of a region; nullptr if it is as in the file, or not customised.
  [[nodiscard]] const RegionTable* table(int level, RegionIndex r) const noexcept;
  /// The node of a member of a table.
  [[nodiscard]] NodeId node(const RegionTable& table, std::size_t member) const noexcept {
    const NodeId node = table.nodes[member];
    return node != kNoNode ? node : first_owned_node(table.tiles[member]);
  }

  /// The node of a tile in a dirty region around it; nothing if all are clean or as in the file, or it is no member.
  [[nodiscard]] std::optional<NodeId> node_at(Tile t) const noexcept;
  /// The node of a tile of a dirty region.
  [[nodiscard]] NodeId node(Slot slot, Tile t) const noexcept;
  /// The tile of a node for tiles.
  [[nodiscard]] Tile tile(NodeId node) const noexcept;

 private:
  static constexpr std::int32_t kRow = kRegionSide + 1;
  /// What is known of a region: as in the file, opened, or from kFirstTable on the number of its table.
  using State = std::uint32_t;
  static constexpr State kAsInFile = 0;
  static constexpr State kOpened = 1;
  static constexpr State kFirstTable = 2;

  [[nodiscard]] State& state(int level, RegionIndex r) noexcept {
    return states_[static_cast<std::size_t>(level)][topology_.layout.number(level, {r.x >> level, r.y >> level})];
  }
  [[nodiscard]] State state(int level, RegionIndex r) const noexcept {
    return states_[static_cast<std::size_t>(level)][topology_.layout.number(level, {r.x >> level, r.y >> level})];
  }
  [[nodiscard]] NodeId own_node(Slot slot, Tile t) const noexcept;
  [[nodiscard]] NodeId first_owned_node(Tile t) const noexcept;

  const RegionTopologyView& topology_;
  NodeId first_node_;
  std::span<const DirtyRegion> dirty_;
  std::span<const RefreshedRegion> refreshed_;
  std::vector<RegionIndex> regions_;                         ///< by slot
  std::vector<Slot> slots_;                                  ///< by number on level 0: slot + 1, 0 if clean
  std::array<std::vector<State>, kMaxRegionLevels> states_;  ///< by level and number
};

}  // namespace portolan
