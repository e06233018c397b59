// SPDX-License-Identifier: BSL-1.0
// From region levels of cells and of what lies above them to the arrays of a world: nodes are numbered over the whole
// map, members and arcs permuted to that order. Internal to the module.
#pragma once

#include "portolan/core/shared_array.hpp"
#include "portolan/offline/region_cells.hpp"
#include "portolan/offline/region_parts.hpp"
#include "portolan/regions/region_topology.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The region tier of a mover.
struct RegionArrays {
  RegionLayout layout;
  SharedArray<Tile> tiles;                       ///< by node
  std::vector<BasicRegionLevel<Shared>> levels;  ///< from 0 on

  [[nodiscard]] RegionTopologyView view() const noexcept;
};

/// The levels of one cell, whose tiles count from its first.
struct CellLevels {
  RegionCell cell;
  RegionLevelsView levels;
};

/// Whether the cells of a map, each sound, say the same of the nodes that they share: those on the lines between them
/// are nodes of all cells around, and serve up to the same level. O(nodes log nodes). @throws std::bad_alloc
[[nodiscard]] bool agree(std::span<const CellLevels> cells);

/// The levels above those of the cells, up to `levels` - 1, none where there is one cell or one has not all of its
/// levels; and, in any case, the nodes that serve on the cells' own level or above, with the levels that they serve on
/// in the end. Ends as build_levels does.
[[nodiscard]] RegionLevels build_above(std::span<const CellLevels> cells, int levels,
                                       const RegionBuildOptions& options);

/// How many levels the cells all have, and with them what lies above.
[[nodiscard]] int levels_made(std::span<const CellLevels> cells, const RegionLevels& above);

/// About what an assembly takes, in bytes, by level.
[[nodiscard]] std::vector<std::uint64_t> assembled_bytes(std::span<const CellLevels> cells, const RegionLevels& above,
                                                         int levels);

/// The tier of the lowest `levels` of those made. Nodes are in NodeOrder, members of a region ascend, and so do the
/// targets of a member: the same arrays however the map was cut into cells. The views must be those of all cells of a
/// map, sound (unpack_levels), and agree. O((nodes + arcs) log). @throws std::length_error where a number outgrows 32
/// bits, and what Scratch::allocate throws
[[nodiscard]] RegionArrays assemble_regions(std::span<const CellLevels> cells, const RegionLevels& above, int levels,
                                            unsigned threads, const Scratch& scratch);

}  // namespace portolan
