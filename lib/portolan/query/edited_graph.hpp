// SPDX-License-Identifier: BSL-1.0
// The coarse graph as edits have left it: that of the file, but for the dirty regions, whose arcs are the steps between
// their tiles, or those of the tables that were made for them since.
#pragma once

#include "portolan/grid/move_rules.hpp"
#include "portolan/query/coarse_graph.hpp"
#include "portolan/query/edited_regions.hpp"

#include <optional>

namespace portolan {

/// A view, which models CoarseGraph: its parts must outlive it. Safe to read from any number of threads.
class EditedGraph {
 public:
  /// `grid` is what the overlay shows. The numbers of tiles in `regions` must begin above the nodes of the file.
  EditedGraph(const LevelGraph& file, const EditedRegions& regions, const GridView& grid) noexcept
      : file_(file), regions_(regions), grid_(grid) {}

  [[nodiscard]] const RegionLayout& layout() const noexcept { return file_.layout(); }
  [[nodiscard]] NodeId size() const noexcept { return regions_.end_node(); }
  [[nodiscard]] Tile tile_of(NodeId node) const noexcept {
    return node < file_.size() ? file_.tile_of(node) : regions_.tile(node);
  }
  [[nodiscard]] FileNode file_node(NodeId node) const noexcept {
    return node < file_.size() ? FileNode{node} : FileNode::none;
  }
  [[nodiscard]] std::optional<NodeId> edited_node_at(Tile t) const noexcept { return regions_.node_at(t); }

  [[nodiscard]] LevelRegion largest_region(RegionIndex r, int most) const noexcept {
    return region_above(r, regions_.closed_level(r, most));
  }
  [[nodiscard]] bool has_steps(const LevelRegion& region) const noexcept {
    return region.level == 0 && regions_.open_slot(region.index).has_value();
  }
  [[nodiscard]] std::optional<NodeId> node_by_steps(RegionIndex r, Tile t) const noexcept {
    const auto slot = regions_.open_slot(r);
    return slot ? std::optional(regions_.node(*slot, t)) : std::nullopt;
  }

  template <class Visit>
  [[nodiscard]] bool for_each_member(RegionIndex r, Visit&& visit) const {
    const RegionTable* const table = regions_.table(0, r);
    if (table == nullptr) return file_.for_each_member(r, visit);
    for (std::size_t i = 0; i < table->tiles.size(); ++i) visit(regions_.node(*table, i), table->tiles[i]);
    return true;
  }

  /// Nodes that are not a member of a region around them have no arcs there.
  template <class Visit>
  [[nodiscard]] bool for_each_arc(NodeId node, const LevelRegion& in, Visit&& visit) const {
    if (const auto slot = in.level == 0 ? regions_.open_slot(in.index) : std::nullopt) {
      for_each_step_of(node, in, *slot, visit);
      return true;
    }
    const RegionTable* const table = regions_.table(in.level, in.index);
    if (table == nullptr) return node >= file_.size() || file_.for_each_arc(node, in, visit);
    const auto member = table->find(tile_of(node));
    if (!member) return true;
    for (std::uint32_t arc = table->arcs.first[*member]; arc < table->arcs.first[*member + 1]; ++arc) {
      visit(regions_.node(*table, table->arcs.target[arc]), table->arcs.weight[arc]);
    }
    return true;
  }

  /// Whether a region around a node has this arc. O(log arcs of the node).
  [[nodiscard]] bool has_arc(NodeId from, NodeId to, Cost cost, const LevelRegion& in) const noexcept;

 private:
  template <class Visit>
  void for_each_step_of(NodeId node, const LevelRegion& in, EditedRegions::Slot slot, Visit&& visit) const {
    const StepList steps = list_steps(grid_, layout().area(0, in.index), tile_of(node));
    for (std::size_t i = 0; i < steps.count; ++i) visit(regions_.node(slot, steps.to[i]), steps.cost[i]);
  }

  const LevelGraph& file_;
  const EditedRegions& regions_;
  const GridView& grid_;
};

}  // namespace portolan
