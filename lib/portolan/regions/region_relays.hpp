// SPDX-License-Identifier: BSL-1.0
// Relays: tiles inside regions that many least paths between portals share, taken into the coarse graph so that two
// arcs by way of one stand for many direct ones.
//
// Without them the portals around an open region have about as many arcs as there are pairs of opposite ones, at every
// size of region. Each relay is chosen greedily: the tile that lies on a least path of the most arcs not yet replaced,
// as long as that saves more than its own arcs cost. Least paths are those by the terrain costs of the moment; under
// other costs the same relays stay exact, and merely save less.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_topology.hpp"

#include <vector>

namespace portolan {

/// The topology of portals of all levels, of the passable ones of `link_ends` (row by row) as relays of all
/// levels, and of relays chosen for them: on level 0 among the tiles inside a region, on every other among the nodes of
/// the level below. Valid for any terrain costs over the same passable tiles. The same for any number of threads (0:
/// one a core) and any instructions. Costs about as much as customising, and makes the same arcs, at most `max_arcs` on
/// a level: where level 0 has more it throws as customise_base does, and above a level with more there are no relays.
[[nodiscard]] RegionTopology choose_relays(const GridView& grid, const RegionLayout& layout,
                                           std::span<const Tile> link_ends, unsigned threads,
                                           SimdLevel simd = widest_simd(), std::uint64_t max_arcs = kMaxLevelArcs);

}  // namespace portolan
