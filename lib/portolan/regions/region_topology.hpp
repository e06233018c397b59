// SPDX-License-Identifier: BSL-1.0
// Which tiles the coarse graph stands on: portals and relays of each level. Valid for any terrain costs over the same
// passable tiles.
//
// A portal is a tile of a border line that some shortest path may need to cross at. For each side of its line a border
// tile either has a legal step to that side or not. It is a portal if it has one to both sides, or to one side while a
// passable neighbour along the line lacks that side (a path that comes in here, or slides along the line first, must do
// so at such a tile), or if two lines cross at it. A path's longest stretch inside one region therefore always starts
// and ends at a portal, or at the path's own ends: the coarse graph loses no path, whatever the costs.
//
// A relay is any other passable tile taken into the graph up to some level (region_builder.hpp says which and why). As
// arcs go from member to member of a region and are put together from others where they can, the graph stays exact for
// any choice of relays. The ends of links are relays of all levels: so a path that takes links is cut at them, and what
// lies between is a path of steps, whichever regions it is searched in.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/regions/region_layout.hpp"
#include "portolan/regions/region_records.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace portolan {

/// Stands for no place, or no number.
inline constexpr std::uint32_t kNoPlace = 0xFFFF'FFFF;

/// The members of one level in the making, region by region.
struct LevelTopology {
  std::uint32_t nodes = 0;  ///< nodes [0, nodes) are portals or relays of this level
  /// Region r (numbered row by row) has the members [first[r], first[r+1]): its portals and relays, by ascending node.
  std::vector<std::uint32_t> first;
  std::vector<NodeId> members;
  /// Per node its number in each region around it, by RegionLayout::corner; kNoMember where there is none.
  std::vector<std::array<MemberIndex, 4>> places;

  /// The members of a region.
  [[nodiscard]] std::span<const NodeId> of(std::size_t number) const noexcept {
    return std::span(members).subspan(first[number], first[number + 1] - first[number]);
  }
};

/// One level, made.
template <template <class> class Store>
struct BasicRegionLevel {
  std::uint32_t nodes = 0;                   ///< as LevelTopology::nodes
  BasicRegionRecords<Store> records;         ///< of its regions
  Store<std::array<MemberIndex, 4>> places;  ///< as LevelTopology::places

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t regions = 0) {
    visitor.value(self.nodes);
    BasicRegionRecords<Store>::visit(self.records, visitor, regions);
    visitor.array(SectionKind::region_places, kAnyCount, self.places);
  }
  [[nodiscard]] BasicRegionLevel<Viewed> view() const noexcept { return view_of<BasicRegionLevel<Viewed>>(*this); }
};
/// A view: owns nothing.
using RegionLevelView = BasicRegionLevel<Viewed>;

/// The nodes of the coarse graph and the regions they belong to. A view: owns nothing, safe to read from any number of
/// threads.
struct RegionTopologyView {
  RegionLayout layout;
  std::span<const Tile> tiles;  ///< where each node is; nodes of higher levels come first
  int levels = 0;               ///< levels present, at most layout.levels(), or one where there are link ends
  std::span<const Tile>
      link_ends;  ///< ends of links, row by row; where the mover can stand they are nodes of all levels
  std::array<RegionLevelView, kMaxRegionLevels> level;
};

/// The nodes of all levels, and their members, before there are arcs. Immutable once made.
struct RegionTopology {
  RegionLayout layout;
  std::vector<Tile> tiles;  ///< as RegionTopologyView::tiles
  std::vector<LevelTopology> level;
};

/// A tile of the coarse graph and the highest level it serves on.
struct RegionNode {
  Tile tile;
  int level = 0;
  friend bool operator==(const RegionNode&, const RegionNode&) = default;
};

/// Whether a tile is the end of a link. O(log link ends).
[[nodiscard]] bool is_link_end(const RegionTopologyView& topology, Tile t) noexcept;

/// By link end its node, kNoNode where the mover cannot stand. O(link ends * members of a region).
[[nodiscard]] std::vector<NodeId> find_link_end_nodes(const RegionTopologyView& topology);

/// Calls visit(NodeId from, NodeId to, Cost) for every direction of a link, open or not, between link ends that have a
/// node.
template <class Visit>
void for_each_link_arc(std::span<const NodeId> link_ends, const LinkTable& links, Visit&& visit) {
  for (std::size_t i = 0; i < link_ends.size(); ++i) {
    for (const LinkArc& arc : links.leaving(i)) {
      const NodeId to = link_ends[*links.find(arc.other)];
      if (link_ends[i] != kNoNode && to != kNoNode) visit(link_ends[i], to, arc.cost);
    }
  }
}

/// Whether a tile of the map is a portal. The answer depends on what is passable up to two tiles away.
[[nodiscard]] bool is_portal(const GridView& grid, const RegionLayout& layout, Tile t);

/// The portals of all levels, row by row. O(border tiles).
[[nodiscard]] std::vector<RegionNode> find_portals(const GridView& grid, const RegionLayout& layout);
/// Those in a part of the map.
[[nodiscard]] std::vector<RegionNode> find_portals(const GridView& grid, const RegionLayout& layout, const Rect& part);

/// The order of nodes: higher levels first, so that each level's nodes are a prefix; then region by region on all
/// levels at once, so that what a search reads together lies together.
class NodeOrder {
 public:
  explicit NodeOrder(const RegionLayout& layout) noexcept : layout_(layout) {}
  [[nodiscard]] bool operator()(const RegionNode& a, const RegionNode& b) const noexcept { return key(a) < key(b); }
  /// Where the square of a tile (RegionLayout::square) stands among all: in Z-order (G. Morton, 1966), so that those of
  /// one region, of whatever level, have numbers without a gap.
  [[nodiscard]] std::uint64_t square(Tile t) const noexcept;

 private:
  [[nodiscard]] std::tuple<int, std::uint64_t, std::int32_t, std::int32_t> key(const RegionNode& node) const noexcept {
    return {-node.level, square(node.tile), node.tile.y, node.tile.x};
  }

  RegionLayout layout_;
};

/// The topology of these nodes, given in any order: distinct, all portals among them, and none on a line above its
/// level. It has at most `levels` levels, and ends below the first that has a region of more than kMaxRegionMembers.
/// O(nodes * (levels + log nodes)).
[[nodiscard]] RegionTopology make_topology(const RegionLayout& layout, int levels, std::vector<RegionNode> nodes);

/// Whether no region has more than kMaxRegionMembers.
[[nodiscard]] bool fits(const LevelTopology& level) noexcept;

/// The members of one level: the nodes whose level is at least that. `nodes` of the result counts all nodes given.
[[nodiscard]] LevelTopology collect_members(const RegionLayout& layout, int level, std::span<const RegionNode> nodes);

}  // namespace portolan
