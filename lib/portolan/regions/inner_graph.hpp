// SPDX-License-Identifier: BSL-1.0
// The graph inside one region: its tiles on level 0, the arcs of the up to four regions below it on every other.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/regions/region_topology.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A weight below 2^24, the least significant byte first.
using SmallWeight = std::array<std::uint8_t, 3>;
/// The largest SmallWeight.
inline constexpr Cost kMaxSmallWeight = 0xFF'FFFF;
/// The value of a SmallWeight.
[[nodiscard]] inline Cost cost_of(SmallWeight w) noexcept {
  return static_cast<Cost>(w[0] | w[1] << 8 | w[2] << 16);
}
/// The SmallWeight of a cost up to kMaxSmallWeight.
[[nodiscard]] inline SmallWeight small_weight(Cost cost) noexcept {
  return {static_cast<std::uint8_t>(cost), static_cast<std::uint8_t>(cost >> 8), static_cast<std::uint8_t>(cost >> 16)};
}

/// The arcs of members of regions. Those of member i of a region are [first[i], first[i+1]), where `first` starts at
/// the region's first member.
template <template <class> class Store>
struct BasicLevelArcs {
  Store<std::uint32_t> first;
  Store<MemberIndex> target;  ///< by arc: which member of the same region it leads to
  /// The weights, in one of these that holds all of them; the others are empty.
  Store<SmallWeight> small;
  Store<std::uint32_t> narrow;
  Store<Cost> wide;
  [[nodiscard]] Cost weight(std::size_t arc) const noexcept {
    if (!small.empty()) return cost_of(small[arc]);
    return narrow.empty() ? wide[arc] : narrow[arc];
  }
  /// The arcs of the `count` members from place `begin` on. The places must exist.
  [[nodiscard]] BasicLevelArcs<Viewed> region(std::size_t begin, std::size_t count) const noexcept {
    return {std::span(first).subspan(begin, count + 1), target, small, narrow, wide};
  }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t members = 0) {
    visitor.array(SectionKind::arc_first, members + 1, self.first);
    visitor.array(SectionKind::arc_target, kAnyCount, self.target);
    visitor.array(SectionKind::arc_weight, self.target.size(), self.small, self.narrow, self.wide);
  }
  [[nodiscard]] BasicLevelArcs<Viewed> view() const noexcept { return view_of<BasicLevelArcs<Viewed>>(*this); }
};
/// A view: owns nothing.
using ArcsView = BasicLevelArcs<Viewed>;

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

/// A region by itself: where it lies and which nodes are its members. A view: owns nothing.
struct RegionMembers {
  Rect area;
  std::span<const Tile> tiles;      ///< by node; no tile twice
  std::span<const NodeId> members;  ///< of the region
};

/// A child of a region: its members, which are nodes as in the parent's RegionMembers, and their arcs. A view: owns
/// nothing.
struct ChildRegion {
  std::span<const NodeId> members;
  ArcsView arcs;
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

/// A region of a topology; nothing if its members are none.
[[nodiscard]] std::optional<RegionMembers> region_of(const RegionTopologyView& topology, int level,
                                                     std::size_t number) noexcept;

/// The children of a region. A view but for the list.
class ChildRegions {
 public:
  void add(const ChildRegion& child) noexcept { items_[count_++] = child; }
  [[nodiscard]] std::span<const ChildRegion> view() const noexcept { return {items_.data(), count_}; }

 private:
  std::array<ChildRegion, 4> items_;
  std::size_t count_ = 0;
};

/// A region of a topology with these arcs, as a child; nothing if its members are none or without arcs.
[[nodiscard]] std::optional<ChildRegion> child_of(const LevelTopologyView& level, const ArcsView& arcs,
                                                  std::size_t number) noexcept;
/// The children of a region of a level >= 1, in the order of for_each_child; `below` are the arcs of their level.
/// Nothing where one has no members or no arcs.
[[nodiscard]] std::optional<ChildRegions> children_of(const RegionTopologyView& topology, int level, std::size_t number,
                                                      const ArcsView& below) noexcept;

/// Loads graphs of regions. One thread at a time.
class InnerGraphLoader {
 public:
  InnerGraphLoader();

  /// The steps between the tiles of a region of level 0. False if a member points outside.
  [[nodiscard]] bool load(const GridView& grid, const RegionMembers& region, InnerGraph& graph);
  /// A region of a level >= 1, from its children. False if a member or an arc points outside.
  [[nodiscard]] bool load(std::span<const ChildRegion> children, const RegionMembers& region, InnerGraph& graph);

 private:
  [[nodiscard]] bool gather_children(const RegionMembers& region, std::span<const ChildRegion> children,
                                     InnerGraph& graph);
  std::vector<std::uint32_t> local_;   ///< by tile of a region, or by node given: its number; else kNoPlace
  std::vector<std::uint32_t> places_;  ///< by child and member its node
};

}  // namespace portolan
