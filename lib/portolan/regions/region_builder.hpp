// SPDX-License-Identifier: BSL-1.0
// Levels of regions made bottom-up: relays are chosen from the arcs between the members of the level below, then the
// arcs of the level are found, once.
//
// What a region of some level holds follows from its own tiles and from which tiles of its lines are portals. So levels
// are made of a whole map, or of one region of it as if it were the map, for all up to its own.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_topology.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Why no level follows on the last.
enum class LevelsEnd : std::uint8_t {
  all,      ///< there are as many as were asked for
  members,  ///< a region of the next has more than kMaxRegionMembers
  arcs,     ///< the next has more than there may be
};

/// Levels as they are made, with nodes in no order.
struct RegionLevels {
  int first = 0;                       ///< the lowest level
  std::vector<RegionNode> nodes;       ///< no tile twice
  std::vector<RegionRecords> records;  ///< from `first` on; members are numbers of `nodes`
  LevelsEnd end = LevelsEnd::all;
};

/// What levels are made with. Nothing of it changes those that are made.
struct RegionBuildOptions {
  unsigned threads = 0;  ///< 0: one a core
  SimdLevel simd = widest_simd();
  std::uint64_t max_arcs = kMaxLevelArcs;  ///< of a level; at most kMaxLevelArcs
};

/// The levels from 0 to `levels` - 1 over `nodes`: the portals, and what serves on higher levels besides. Tiles outside
/// `open` are no relays. Ends below the first level that has a region of more than kMaxRegionMembers.
/// @throws std::length_error if a level has more than max_arcs
[[nodiscard]] RegionLevels build_levels(const GridView& grid, const RegionLayout& layout, const Rect& open,
                                        std::vector<RegionNode> nodes, int levels, const RegionBuildOptions& options);

/// The levels above `below`, whose last level they are made from, up to `levels` - 1. Ends as build_levels does, and
/// below the first that has more than max_arcs.
[[nodiscard]] RegionLevels build_levels_above(const RegionLevels& below, const RegionLayout& layout, int levels,
                                              const RegionBuildOptions& options);

}  // namespace portolan
