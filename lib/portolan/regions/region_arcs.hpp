// SPDX-License-Identifier: BSL-1.0
// What it costs to cross a region from portal to portal: the arcs of each level, found bottom-up ("customisation").
//
// The scheme is customizable route planning (Delling, Goldberg, Pajor, Werneck, 2011) on regions that share their
// border tiles. An arc between two portals of a region is the exact least cost inside the region, and is kept only if
// no least path passes another portal of that region: what is dropped can be put together from what is kept. Level 0
// searches the tiles of a region; every level above searches the arcs of the four regions below.
#pragma once

#include "portolan/regions/region_topology.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The arcs of one level. The arcs of the member at place p (LevelTopologyView::places) are [first[p], first[p+1]), all
/// to members of the same region, and symmetric. Views: own nothing.
struct LevelArcsView {
  std::span<const std::uint32_t> first;
  std::span<const NodeId> target;
  std::span<const std::uint32_t> narrow;  ///< the weights, if all fit in 32 bits; else empty
  std::span<const Cost> wide;             ///< the weights otherwise
  [[nodiscard]] Cost weight(std::size_t arc) const noexcept { return narrow.empty() ? wide[arc] : narrow[arc]; }
};

/// Owning form.
struct LevelArcs {
  std::vector<std::uint32_t> first;
  std::vector<NodeId> target;
  std::vector<std::uint32_t> narrow;
  std::vector<Cost> wide;
  [[nodiscard]] LevelArcsView view() const noexcept { return {first, target, narrow, wide}; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return first.size() * sizeof(first[0]) + target.size() * sizeof(target[0]) + narrow.size() * sizeof(narrow[0]) +
           wide.size() * sizeof(wide[0]);
  }
};

/// The arcs of level 0, by Dijkstra on the tiles of each region. The same result for any number of threads (0: one a
/// core).
/// @throws std::length_error beyond 2^32-1 arcs.
[[nodiscard]] LevelArcs customise_base(const GridView& grid, const RegionTopologyView& topology, unsigned threads);

/// The arcs of `level` >= 1 from those of the level below, by Dijkstra on the latter. Result and errors as above.
[[nodiscard]] LevelArcs customise_level(const RegionTopologyView& topology, int level, const LevelArcsView& below,
                                        unsigned threads);

}  // namespace portolan
