// SPDX-License-Identifier: BSL-1.0
// The dirty regions of an overlay as a search needs them: which they are, at every level, and their tiles as nodes.
//
// A dirty region of level 0 is one whose members are all its tiles and whose arcs are their steps; members chosen at
// will lose no path (region_topology.hpp), so the graph stays exact. A tile that is a node of the file, on the border,
// keeps that node, which the regions beyond know; any other belongs to the first dirty region around it. A dirty region
// that was customised since (RefreshedRegion) has the members and arcs of its table instead.
//
// A search may begin with the dirty regions hidden, that is as the file has them: then the graph costs no more than the
// edited world does, but for paths by what was eased there, and a path of it that can be walked for its cost is a least
// one of all others. Those in which a path fails, and those that may make it cheaper, are revealed (region_search.hpp).
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
  /// With more eased regions none of them is hidden.
  static constexpr std::size_t kMostEased = 128;

  /// Nodes for tiles are counted from `first_node`, which is above all others.
  EditedRegions(const RegionTopologyView& topology, NodeId first_node) noexcept
      : topology_(topology), first_node_(first_node) {}

  /// Takes the regions of an overlay, which must outlive their use here; all are shown as they are. O(regions taken),
  /// the first time O(regions). @throws std::bad_alloc, std::length_error if nodes would be too many
  void assign(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed);
  void clear() noexcept;

  [[nodiscard]] bool empty() const noexcept { return dirty_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return dirty_.size(); }
  /// One above the last node for tiles.
  [[nodiscard]] NodeId end_node() const noexcept {
    return first_node_ + static_cast<NodeId>(dirty_.size() * kTilesPerRegion);
  }

  /// Shows the dirty regions as the file has them, but where more than kMostEased have eased tiles for those with one
  /// in or near them. Where one is shown as it is, the regions above it are open, so that no table is used that is made
  /// of other arcs than are shown. Does nothing where that would hide nothing, or take away the tables of eased regions
  /// that are all customised. O(dirty regions * levels), as is reveal_all().
  void hide() noexcept;
  /// Shows a region of level 0 as it is, if it is hidden, and those that its eased tiles reach, with all that theirs
  /// reach; all of them where they are customised throughout.
  void reveal(RegionIndex r) noexcept;
  void reveal_all() noexcept;
  /// Whether some are hidden,
  [[nodiscard]] bool hiding() const noexcept { return hiding_; }
  /// and whether all are, so that the graph is that of the file.
  [[nodiscard]] bool as_in_file() const noexcept { return as_in_file_; }
  /// Whether a region is shown as in the file and is not.
  [[nodiscard]] bool hidden(int level, RegionIndex r) const noexcept { return (raw_state(level, r) & kHidden) != 0; }
  /// Whether a region is shown as in the file, with all regions in it.
  [[nodiscard]] bool throughout_as_in_file(int level, RegionIndex r) const noexcept {
    return empty() || hidden(level, r) || (raw_state(level, r) & kDirty) == 0;
  }

  /// The slot of a region of level 0; nothing if it is clean. There must be dirty ones.
  [[nodiscard]] std::optional<Slot> slot(RegionIndex r) const noexcept {
    const Slot slot = slots_[topology_.layout.number(0, r)];
    return slot != 0 ? std::optional(slot - 1) : std::nullopt;
  }
  [[nodiscard]] RegionIndex region(Slot slot) const noexcept { return regions_[slot]; }
  /// Those in which something was eased, ascending.
  [[nodiscard]] std::span<const Slot> eased() const noexcept { return eased_; }
  [[nodiscard]] const Rect& eased_in(Slot slot) const noexcept { return dirty_[slot].eased; }
  /// Whether the eased tiles of a region lie in or near a region around a tile, so that portals there may be new.
  [[nodiscard]] bool eased_reach(Slot slot, Tile t) const noexcept;
  [[nodiscard]] NodeId first_node() const noexcept { return first_node_; }

  /// The slot of a region of level 0 that must be searched tile by tile; nothing if it need not. There must be dirty
  /// ones.
  [[nodiscard]] std::optional<Slot> open_slot(RegionIndex r) const noexcept {
    return shown(raw_state(0, r)) == kOpened ? std::optional(slots_[topology_.layout.number(0, r)] - 1) : std::nullopt;
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
  /// What is known of a region: as in the file, opened, or from kFirstTable on the number of its table; with marks
  /// that say otherwise for now.
  using State = std::uint32_t;
  static constexpr State kAsInFile = 0;
  static constexpr State kOpened = 1;
  static constexpr State kFirstTable = 2;
  static constexpr State kHidden = State{1} << 31;  ///< shown as in the file
  static constexpr State kSplit = State{1} << 30;   ///< shown opened
  static constexpr State kPinned = State{1} << 29;  ///< never hidden: of regions near eased tiles, and those above
  static constexpr State kDirty = State{1} << 28;   ///< holds a dirty region, or is one
  static constexpr State kMarks = kHidden | kSplit | kPinned | kDirty;

  /// Of the region of a level above r, a region of level 0.
  [[nodiscard]] State& state_above(int level, RegionIndex r) noexcept {
    return states_[static_cast<std::size_t>(level)][topology_.layout.number(level, {r.x >> level, r.y >> level})];
  }
  /// Of a region of a level.
  [[nodiscard]] State raw_state(int level, RegionIndex r) const noexcept {
    return states_[static_cast<std::size_t>(level)][topology_.layout.number(level, r)];
  }
  [[nodiscard]] static State shown(State state) noexcept {
    return (state & kHidden) != 0 ? kAsInFile : (state & kSplit) != 0 ? kOpened : state & ~kMarks;
  }
  [[nodiscard]] State shown_above(int level, RegionIndex r) const noexcept {
    return shown(raw_state(level, {r.x >> level, r.y >> level}));
  }
  /// The regions, by columns and rows, in which a region's eased tiles may have made portals new.
  [[nodiscard]] Rect near_eased(Slot slot) const noexcept;
  /// Calls visit(RegionIndex) for the dirty ones among them.
  template <class Visit>
  void for_each_near_eased(Slot slot, Visit&& visit) const;
  void pin_eased() noexcept;
  void reveal_one(RegionIndex r) noexcept;
  [[nodiscard]] NodeId own_node(Slot slot, Tile t) const noexcept;
  [[nodiscard]] NodeId first_owned_node(Tile t) const noexcept;

  const RegionTopologyView& topology_;
  NodeId first_node_;
  std::span<const DirtyRegion> dirty_;
  std::span<const RefreshedRegion> refreshed_;
  std::vector<RegionIndex> regions_;                         ///< by slot
  std::vector<Slot> slots_;                                  ///< by number on level 0: slot + 1, 0 if clean
  std::array<std::vector<State>, kMaxRegionLevels> states_;  ///< by level and number
  std::vector<Slot> eased_;                                  ///< ascending
  std::size_t pinned_ = 0;                                   ///< regions of level 0
  bool whole_ = false;                                       ///< all dirty regions are customised
  bool hiding_ = false;
  bool as_in_file_ = false;
};

}  // namespace portolan
