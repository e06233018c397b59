// SPDX-License-Identifier: BSL-1.0
// The levels of regions as a graph to be searched: nodes of a topology, and arcs inside regions of any level.
//
// Values may come from a file that nobody has verified, so each is checked before it is followed. What calls a visitor
// returns whether everything it met was sound; what it visited before that is.
#pragma once

#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_topology.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// A node by its number in the file, as paths name it. A graph that is searched numbers its nodes as it likes (NodeId).
enum class FileNode : NodeId { none = kNoNode };

/// A region of one of the levels.
struct LevelRegion {
  int level = 0;
  RegionIndex index;
  friend constexpr bool operator==(const LevelRegion&, const LevelRegion&) = default;
};

/// The region of a level above one of level 0.
[[nodiscard]] constexpr LevelRegion region_above(RegionIndex r, int level) noexcept {
  return {level, {r.x >> level, r.y >> level}};
}

/// The lowest level at which a region above one of level 0 is also above one of `around`, a rectangle of them.
[[nodiscard]] constexpr int meeting_level(const Rect& around, RegionIndex r) noexcept {
  const auto axis = [](std::int32_t low, std::int32_t high, std::int32_t v) {
    return std::min(std::bit_width(static_cast<std::uint32_t>(low ^ v)),
                    std::bit_width(static_cast<std::uint32_t>((high - 1) ^ v)));
  };
  return static_cast<int>(std::max(axis(around.min.x, around.max.x, r.x), axis(around.min.y, around.max.y, r.y)));
}

/// Up to four regions around a tile, none twice.
class RegionList {
 public:
  void add(const LevelRegion& region) noexcept {
    for (const LevelRegion& item : *this) {
      if (item == region) return;
    }
    items_[count_++] = region;
  }
  [[nodiscard]] const LevelRegion* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const LevelRegion* end() const noexcept { return items_.data() + count_; }

 private:
  std::array<LevelRegion, 4> items_;
  std::size_t count_ = 0;
};

/// Calls visit(RegionIndex) for the regions of level 0 around a tile, row by row.
template <class Visit>
void for_each_region_around(const RegionLayout& layout, Tile t, Visit&& visit) {
  const Rect around = layout.around(t);
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) visit(RegionIndex{x, y});
  }
}

/// Whether arcs [first, last) have one to this target, at this cost; targets ascend. O(log arcs).
[[nodiscard]] inline bool has_arc_among(const ArcsView& arcs, std::uint32_t first, std::uint32_t last,
                                        std::size_t target, Cost cost) noexcept {
  while (first < last) {
    const std::uint32_t middle = first + (last - first) / 2;
    if (arcs.target(middle) == target) return arcs.weight(middle) == cost;
    if (arcs.target(middle) < target) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return false;
}

/// A view, which models CoarseGraph (query/coarse_graph.hpp): the topology must outlive it. Safe to read from any
/// number of threads.
class LevelGraph {
 public:
  explicit LevelGraph(const RegionTopologyView& topology) noexcept : topology_(topology) {}

  [[nodiscard]] const RegionLayout& layout() const noexcept { return topology_.layout; }
  [[nodiscard]] NodeId size() const noexcept { return static_cast<NodeId>(topology_.tiles.size()); }
  [[nodiscard]] Tile tile_of(NodeId node) const noexcept { return topology_.tiles[node]; }
  /// The node of the topology that a node is.
  [[nodiscard]] static FileNode file_node(NodeId node) noexcept { return FileNode{node}; }
  /// The node of a tile on which edits have put one.
  [[nodiscard]] static std::optional<NodeId> edited_node_at(Tile) noexcept { return {}; }

  /// The largest region above one of level 0 that arcs can be asked of, of a level up to `most`.
  [[nodiscard]] static LevelRegion largest_region(RegionIndex r, int most) noexcept { return region_above(r, most); }
  /// Whether the arcs of a region are the steps between its tiles.
  [[nodiscard]] static bool has_steps(const LevelRegion&) noexcept { return false; }
  /// The node that a tile of a region with has_steps() is.
  [[nodiscard]] static std::optional<NodeId> node_by_steps(RegionIndex, Tile) noexcept { return {}; }

  /// Calls visit(NodeId, Tile) for the members of a region of level 0.
  template <class Visit>
  [[nodiscard]] bool for_each_member(RegionIndex r, Visit&& visit) const {
    if (topology_.levels == 0) return true;
    const auto members = topology_.level[0].records.members(topology_.layout.number(0, r));
    if (!members) return false;
    const Rect area = topology_.layout.area(0, r);
    for (const auto& [node, arc] : *members) {
      if (node >= topology_.tiles.size() || !area.contains(topology_.tiles[node])) return false;
      visit(node, topology_.tiles[node]);
    }
    return true;
  }

  /// Calls visit(NodeId to, Cost) for the arcs of a node inside a region around it. The tile that `to` stands on is not
  /// checked.
  template <class Visit>
  [[nodiscard]] bool for_each_arc(NodeId node, const LevelRegion& in, Visit&& visit) const {
    const NodeId nodes = topology_.level[static_cast<std::size_t>(in.level)].nodes;
    const auto from = member(node, in);
    if (!from) return false;
    const auto& [members, arcs] = from->region;
    for (std::uint32_t arc = from->first; arc < from->last; ++arc) {
      const Cost weight = arcs.weight(arc);
      const MemberIndex target = arcs.target(arc);
      if (target >= members.size()) return false;
      const NodeId to = members[target].node;
      if (to >= nodes || weight >= kInfiniteCost) return false;
      visit(to, weight);
    }
    return true;
  }

  /// Whether a region around a node has this arc. O(log arcs of the node).
  [[nodiscard]] bool has_arc(NodeId from, NodeId to, Cost cost, const LevelRegion& in) const noexcept {
    const RegionLevelView& level = topology_.level[static_cast<std::size_t>(in.level)];
    if (from >= level.nodes || to >= level.nodes) return false;
    const auto source = member(from, in);
    if (!source) return false;
    const auto& [members, arcs] = source->region;
    const std::size_t target = place(to, in);
    if (target >= members.size() || members[target].node != to) return false;
    return has_arc_among(arcs, source->first, source->last, target, cost);
  }

 private:
  /// A node among the members of a region, with its arcs [first, last).
  struct Member {
    RegionView region;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  [[nodiscard]] MemberIndex place(NodeId node, const LevelRegion& in) const noexcept {
    return topology_.level[static_cast<std::size_t>(in.level)]
        .places[node][topology_.layout.corner(in.level, in.index, topology_.tiles[node])];
  }

  /// Nothing where a value points nowhere.
  [[nodiscard]] std::optional<Member> member(NodeId node, const LevelRegion& in) const noexcept {
    const RegionLevelView& level = topology_.level[static_cast<std::size_t>(in.level)];
    const auto region = level.records.region(topology_.layout.number(in.level, in.index));
    if (!region || node >= level.nodes) return {};
    const std::size_t number = place(node, in);
    if (number >= region->members.size()) return {};
    const std::uint32_t first = region->members[number].first;
    const std::uint32_t last = region->end_of(number);
    if (first > last || last > region->arcs.size()) return {};
    return Member{*region, first, last};
  }

  const RegionTopologyView& topology_;
};

}  // namespace portolan
