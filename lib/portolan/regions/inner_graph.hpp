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

/// A weight below 2^24, the least significant byte first.
using SmallWeight = std::array<std::uint8_t, 3>;
/// The largest SmallWeight.
inline constexpr Cost kMaxSmallWeight = 0xFF'FFFF;
/// The value of a SmallWeight.
[[nodiscard]] inline Cost cost_of(SmallWeight w) noexcept {
  return static_cast<Cost>(w[0] | w[1] << 8 | w[2] << 16);
}

/// The arcs of members of regions. Those of member i of a region are [first[i], first[i+1]), where `first` starts at
/// the region's first member. The weights are in one of `small`, `narrow` and `wide`, the smallest that holds all of
/// them; the other two are empty. A view: owns nothing.
struct ArcsView {
  std::span<const std::uint32_t> first;
  std::span<const std::uint16_t> target;  ///< by arc: which member of the same region it leads to
  std::span<const SmallWeight> small;     ///< weights by arc, where all fit 24 bits
  std::span<const std::uint32_t> narrow;  ///< weights by arc, where all fit 32 bits
  std::span<const Cost> wide;             ///< weights by arc
  /// The weight of an arc.
  [[nodiscard]] Cost weight(std::size_t arc) const noexcept {
    if (!small.empty()) return cost_of(small[arc]);
    return narrow.empty() ? wide[arc] : narrow[arc];
  }
  /// The arcs of `members` members from place `begin` on. The places must exist.
  [[nodiscard]] ArcsView region(std::size_t begin, std::size_t members) const noexcept {
    return {first.subspan(begin, members + 1), target, small, narrow, wide};
  }
};

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

/// Loads graphs of regions. One thread at a time; the topology must outlive it.
class InnerGraphLoader {
 public:
  explicit InnerGraphLoader(const RegionTopologyView& topology);

  /// Loads the tiles of a region of level 0. Returns false if a member points outside.
  [[nodiscard]] bool load_base(const GridView& grid, const RegionMembers& region, InnerGraph& graph);
  /// Loads a region of a level >= 1 from its children. Returns false if a member or an arc points outside.
  [[nodiscard]] bool load_upper(const RegionMembers& region, std::span<const ChildRegion> children, InnerGraph& graph);

  /// Loads a region of level 0 of the topology, by its number. Returns false if a member points outside.
  [[nodiscard]] bool load_base(const GridView& grid, std::size_t number, InnerGraph& graph);
  /// Loads a region of a level >= 1 of the topology, by its number; `children` are the arcs of its children in the
  /// order of for_each_child. Returns false if a member or an arc points outside.
  [[nodiscard]] bool load_upper(int level, std::size_t number, std::span<const ArcsView> children, InnerGraph& graph);

 private:
  [[nodiscard]] bool gather_children(const RegionMembers& region, std::span<const ChildRegion> children,
                                     InnerGraph& graph);
  const RegionTopologyView& topology_;
  std::vector<std::uint32_t> local_;   ///< number by tile of a region, or by node of the topology; else kNoPlace
  std::vector<std::uint32_t> places_;  ///< by child and member its node
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

/// The arcs of the children of a region of a level >= 1, out of those of the whole level below.
class ChildArcs {
 public:
  ChildArcs(const RegionTopologyView& topology, int level, std::size_t number, const ArcsView& below) noexcept;
  /// The arcs in the order of for_each_child; fewer than there are children if the topology points outside.
  [[nodiscard]] std::span<const ArcsView> view() const noexcept { return {arcs_.data(), count_}; }

 private:
  std::array<ArcsView, 4> arcs_;
  std::size_t count_ = 0;
};

}  // namespace portolan
