// SPDX-License-Identifier: BSL-1.0
// What it costs to cross a region from portal to portal: the arcs of each level, found bottom-up ("customisation").
//
// The scheme is customizable route planning (Delling, Goldberg, Pajor, Werneck, 2011) on regions that share their
// border tiles. An arc between two members of a region is the exact least cost inside the region, and is kept only if
// no least path passes another member of that region: what is dropped can be put together from what is kept. Level 0
// searches the tiles of a region; every level above searches the arcs of the four regions below.
#pragma once

#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_topology.hpp"
#include "portolan/regions/thinning.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The most arcs of a level.
inline constexpr std::uint64_t kMaxLevelArcs = 0xFFFF'FFFE;

/// Finds the arcs of one region at a time. Reusable scratch: once it has seen a region as large it allocates nothing.
/// One thread at a time. @throws std::length_error while it finds more than `max_arcs`.
class RegionCustomiser {
 public:
  explicit RegionCustomiser(SimdLevel level = widest_simd(), std::uint64_t max_arcs = kMaxLevelArcs)
      : lanes_(level), max_arcs_(max_arcs) {}

  /// The arcs of a region, valid until the next call, by what lies inside: on level 0 a grid, on others the children
  /// (InnerGraphLoader). Nothing if one of them points outside.
  template <class Inside>
  [[nodiscard]] const RegionArcs* find(const Inside& inside, const RegionMembers& region) {
    return loader_.load(inside, region, graph_) ? &find(graph_) : nullptr;
  }
  /// The same of a graph, whose tiles and ids of nodes do not matter.
  [[nodiscard]] const RegionArcs& find(const InnerGraph& graph);

 private:
  struct Found {
    std::uint32_t source;
    std::uint32_t target;
    Cost weight;
  };
  [[nodiscard]] bool thin_by_lanes(const InnerGraph& graph);
  void thin_by_dijkstra(const InnerGraph& graph);

  InnerGraphLoader loader_;
  InnerGraph graph_;
  LaneSearch lanes_;
  std::uint64_t max_arcs_;  ///< of a region
  ThinningSearch dijkstra_;
  std::vector<Found> found_;
  std::array<std::vector<Found>, kSweepLanes> found_by_lane_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> targets_;  ///< members that have a node
  std::vector<std::uint32_t> nodes_;    ///< the nodes of targets_
  std::vector<std::uint16_t> direct_;   ///< by place in targets_: bits of the lanes that reach it directly
  std::vector<std::uint32_t> member_at_;
  RegionArcs arcs_;
};

/// Bytes that an arc takes while the regions of a level are put together.
inline constexpr std::uint64_t kBytesPerArcMade = 16;

/// A level of which the members are known. A view: owns nothing.
struct LevelInMaking {
  const RegionLayout& layout;
  int level = 0;
  std::span<const Tile> tiles;  ///< by node
  const LevelTopology& members;

  [[nodiscard]] RegionMembers region(std::size_t number) const noexcept {
    return {layout.area(level, layout.region(level, number)), tiles, members.of(number)};
  }
};

/// The regions of level 0, the same for any number of threads (0: one a core) and any instructions. While they are put
/// together an arc takes kBytesPerArcMade. @throws std::length_error beyond `max_arcs`, itself at most kMaxLevelArcs
[[nodiscard]] RegionRecords customise_base(const GridView& grid, const LevelInMaking& made, unsigned threads,
                                           SimdLevel simd = widest_simd(), std::uint64_t max_arcs = kMaxLevelArcs);

/// Those of a level >= 1 from the level below, likewise.
[[nodiscard]] RegionRecords customise_level(const LevelInMaking& made, const RegionRecordsView& below, unsigned threads,
                                            SimdLevel simd = widest_simd(), std::uint64_t max_arcs = kMaxLevelArcs);

}  // namespace portolan
