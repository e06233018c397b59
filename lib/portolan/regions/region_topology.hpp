// SPDX-License-Identifier: BSL-1.0
// Which tiles the region graph stands on: the portals of each level. Depends on passability alone, never on costs.
//
// A portal is a tile of a border line that some shortest path may need to cross at. For each side of its line a border
// tile either has a legal step to that side or not. It is a portal if it has one to both sides, or to one side while a
// passable neighbour along the line lacks that side (a path that comes in here, or slides along the line first, must do
// so at such a tile), or if two lines cross at it. A path's longest stretch inside one region therefore always starts
// and ends at a portal, or at the path's own ends: the region graph loses no path, whatever the costs.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/regions/region_layout.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// No place: see LevelTopologyView::places.
inline constexpr std::uint32_t kNoPlace = 0xFFFF'FFFF;

/// The portals of one level, region by region. Views: own nothing.
struct LevelTopologyView {
  std::uint32_t nodes = 0;  ///< nodes [0, nodes) are portals of this level
  /// Region r (numbered row by row) has the members [first[r], first[r+1]): its portals, by ascending node.
  std::span<const std::uint32_t> first;
  std::span<const NodeId> members;
  /// Per node its index in `members`, one for each region around it, by RegionLayout::corner; kNoPlace where there is
  /// none.
  std::span<const std::array<std::uint32_t, 4>> places;
};

struct RegionTopologyView {
  RegionLayout layout;
  std::span<const Tile> tiles;  ///< where each node is; nodes of higher levels come first
  int levels = 0;               ///< levels present, at most layout.levels()
  std::array<LevelTopologyView, kMaxRegionLevels> level;
};

struct LevelTopology {
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> first;
  std::vector<NodeId> members;
  std::vector<std::array<std::uint32_t, 4>> places;
  [[nodiscard]] LevelTopologyView view() const noexcept { return {nodes, first, members, places}; }
};

/// Owning form. Immutable once made.
struct RegionTopology {
  RegionLayout layout;
  std::vector<Tile> tiles;
  std::vector<LevelTopology> level;
  [[nodiscard]] RegionTopologyView view() const noexcept;
};

/// Finds the portals of all levels. O(border tiles * levels).
[[nodiscard]] RegionTopology find_portals(const GridView& grid);

}  // namespace portolan
