// SPDX-License-Identifier: BSL-1.0
// Regions customised one by one at run time, where terrain is no longer that of the file.
//
// A region keeps the nodes of the file that are still passable, portals or not: any tile may be a relay. On level 0 it
// gains the portals that the edited terrain asks for; every other level takes those of the children that lie on its
// lines. Clean regions beside it know all portals on the line between: what decides them lies in both
// (world/overlay.hpp, DirtyRegion).
#pragma once

#include "portolan/regions/region_arcs.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A region with members and arcs of its own. Immutable once made.
struct RegionTable {
  std::vector<Tile> tiles;    ///< by member, row by row
  std::vector<NodeId> nodes;  ///< by member: its node in the file's topology, kNoNode for a new portal
  RegionArcs arcs;

  /// The number of a tile among the members; nothing if it is none. O(log members).
  [[nodiscard]] std::optional<std::size_t> find(Tile t) const noexcept;
  friend bool operator==(const RegionTable&, const RegionTable&) = default;
};

/// The tables of a region's children, in the order of for_each_child; null for those that are as in the topology.
using RegionChildren = std::array<std::shared_ptr<const RegionTable>, 4>;

/// Whether a region has the same members and arcs in the topology. O(arcs * log).
[[nodiscard]] bool is_same(const RegionTopologyView& topology, int level, std::size_t number, const RegionTable& table);

/// Makes tables for one topology, which must outlive it. Reusable scratch; one thread at a time. The same tables for
/// any instructions.
class RegionTableMaker {
 public:
  explicit RegionTableMaker(const RegionTopologyView& topology) : topology_(topology) {}

  /// The table of a region of level 0. Null if the topology points outside.
  [[nodiscard]] std::shared_ptr<const RegionTable> base(const GridView& grid, std::size_t number);
  /// The table of a region of a level >= 1 from its children. Null if the topology points outside, or members
  /// become too many.
  [[nodiscard]] std::shared_ptr<const RegionTable> upper(int level, std::size_t number, const RegionChildren& children);

 private:
  struct Member {
    Tile tile;
    NodeId node;
  };

  void sort_members();
  [[nodiscard]] bool serves(const Member& member, int level) const noexcept;
  [[nodiscard]] std::shared_ptr<const RegionTable> make_table(const RegionArcs* arcs) const;

  const RegionTopologyView& topology_;
  RegionCustomiser customiser_;
  std::vector<Member> members_;  ///< of the region, or of all its children
  std::vector<Tile> tiles_;      ///< by place in members_: its tile
  std::vector<NodeId> chosen_;   ///< members of the region, by place in members_
  std::array<std::vector<Tile>, 4> child_tiles_;
  std::array<std::vector<RegionMember>, 4> child_members_;  ///< by place in members_
};

}  // namespace portolan
