// SPDX-License-Identifier: BSL-1.0
// The graph inside one region: its tiles on level 0, the arcs of the up to four regions below it on every other.
#pragma once

#include "portolan/regions/region_topology.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The graph of one region, nodes numbered from 0 by rows of tiles. Reusable: loading keeps the memory.
struct InnerGraph {
  std::vector<std::uint32_t> first;    ///< nodes + 1: arcs of node i are [first[i], first[i+1])
  std::vector<std::uint32_t> target;   ///< by arc
  std::vector<Cost> weight;            ///< by arc, above 0
  std::vector<std::uint8_t> marked;    ///< by node: 1 for members of the region
  std::vector<Tile> tiles;             ///< by node
  std::vector<NodeId> nodes;           ///< by node its id in the topology; empty on level 0
  std::vector<std::uint32_t> members;  ///< by member of the region its node; kNoPlace if its tile is not passable
  /// Members that have a node, along the region's border and then inside: neighbours in this order see alike.
  std::vector<std::uint32_t> order;
  [[nodiscard]] std::size_t size() const noexcept { return marked.size(); }
};

/// A region whose arcs are to be found: where it lies and which nodes are its members. A view: owns nothing.
struct RegionMembers {
  Rect area;
  std::span<const Tile> tiles;      ///< by node; no tile twice
  std::span<const NodeId> members;  ///< of the region
};

/// Calls visit(number) for the up to four regions of `level`-1 inside a region of `level`.
template <class Visit>
void for_each_child(const RegionLayout& layout, int level, RegionIndex r, Visit&& visit) {
  for (std::int32_t y = 2 * r.y; y < std::min(2 * r.y + 2, layout.rows(level - 1)); ++y) {
    for (std::int32_t x = 2 * r.x; x < std::min(2 * r.x + 2, layout.columns(level - 1)); ++x) {
      visit(layout.number(level - 1, {x, y}));
    }
  }
}

/// The children of a region. A view but for the list.
class ChildRegions {
 public:
  void add(const RegionView& child) noexcept { items_[count_++] = child; }
  [[nodiscard]] std::span<const RegionView> view() const noexcept { return {items_.data(), count_}; }

 private:
  std::array<RegionView, 4> items_;
  std::size_t count_ = 0;
};

/// The children of a region of a level >= 1, in the order of for_each_child, whose members are nodes as in the parent's
/// RegionMembers; `below` is their level. Nothing where an entry points outside.
[[nodiscard]] std::optional<ChildRegions> children_of(const RegionLayout& layout, int level, std::size_t number,
                                                      const RegionRecordsView& below) noexcept;

/// Loads graphs of regions. One thread at a time.
class InnerGraphLoader {
 public:
  InnerGraphLoader();

  /// The steps between the tiles of a region of level 0. False if a member points outside.
  [[nodiscard]] bool load(const GridView& grid, const RegionMembers& region, InnerGraph& graph);
  /// A region of a level >= 1, from its children. False if a member or an arc points outside.
  [[nodiscard]] bool load(std::span<const RegionView> children, const RegionMembers& region, InnerGraph& graph);

 private:
  [[nodiscard]] bool gather_children(const RegionMembers& region, std::span<const RegionView> children,
                                     InnerGraph& graph);
  std::vector<std::uint32_t> local_;   ///< by tile of a region, or by node given: its number; else kNoPlace
  std::vector<std::uint32_t> places_;  ///< by child and member its node
};

}  // namespace portolan
