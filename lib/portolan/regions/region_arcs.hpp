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

/// The arcs found for one region: those of its i-th member are [first[i], first[i+1]), by ascending target.
struct RegionArcs {
  std::vector<std::uint32_t> first;
  std::vector<std::uint16_t> target;  ///< member of the region
  std::vector<Cost> weight;
  [[nodiscard]] ArcsView view() const noexcept { return {first, target, {}, {}, weight}; }
  friend bool operator==(const RegionArcs&, const RegionArcs&) = default;
};

/// Finds the arcs of one region at a time. Reusable scratch: once it has seen a region as large it allocates nothing.
/// One thread at a time; the topology must outlive it. @throws std::length_error while it finds more than `max_arcs`.
class RegionCustomiser {
 public:
  explicit RegionCustomiser(const RegionTopologyView& topology, SimdLevel level = widest_simd(),
                            std::uint64_t max_arcs = kMaxLevelArcs)
      : loader_(topology), lanes_(level), max_arcs_(max_arcs) {}

  /// The arcs of a region of level 0, valid until the next call; null if the topology points outside.
  [[nodiscard]] const RegionArcs* base(const GridView& grid, std::size_t number);
  /// The arcs of a region of a level >= 1 from those of the regions below, given in the order of for_each_child; valid
  /// until the next call. Null if the topology or these arcs point outside.
  [[nodiscard]] const RegionArcs* upper(int level, std::size_t number, std::span<const ArcsView> children);
  /// The arcs of a region of level 0 that differs from the topology's, valid until the next call; null if its members
  /// point outside.
  [[nodiscard]] const RegionArcs* base(const GridView& grid, const RegionMembers& region);
  /// The arcs of a region of a level >= 1 that differs from the topology's, from its children; valid until the next
  /// call. Null if members or arcs point outside.
  [[nodiscard]] const RegionArcs* upper(const RegionMembers& region, std::span<const ChildRegion> children);

 private:
  struct Found {
    std::uint32_t source;
    std::uint32_t target;
    Cost weight;
  };
  const RegionArcs* thin();
  [[nodiscard]] bool thin_by_lanes();
  void thin_by_dijkstra();

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

/// The arcs of all regions of one level, owned. ArcsView::region cuts out those of a region.
struct LevelArcs {
  std::vector<std::uint32_t> first;
  std::vector<std::uint16_t> target;
  std::vector<SmallWeight> small;
  std::vector<std::uint32_t> narrow;
  std::vector<Cost> wide;
  [[nodiscard]] ArcsView view() const noexcept { return {first, target, small, narrow, wide}; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return first.size() * sizeof(first[0]) + target.size() * sizeof(target[0]) + small.size() * sizeof(small[0]) +
           narrow.size() * sizeof(narrow[0]) + wide.size() * sizeof(wide[0]);
  }
};

/// Bytes that an arc takes while the arcs of a level are joined.
inline constexpr std::uint64_t kBytesPerArcMade = 16;

/// The arcs of level 0, the same for any number of threads (0: one a core) and any instructions. While they are joined
/// an arc takes kBytesPerArcMade. @throws std::length_error beyond `max_arcs`, itself at most kMaxLevelArcs
[[nodiscard]] LevelArcs customise_base(const GridView& grid, const RegionTopologyView& topology, unsigned threads,
                                       SimdLevel simd = widest_simd(), std::uint64_t max_arcs = kMaxLevelArcs);

/// The arcs of `level` >= 1 from those of the level below, the same for any number of threads (0: one a core) and any
/// instructions. While they are joined an arc takes kBytesPerArcMade. @throws std::length_error beyond `max_arcs`,
/// itself at most kMaxLevelArcs
[[nodiscard]] LevelArcs customise_level(const RegionTopologyView& topology, int level, const ArcsView& below,
                                        unsigned threads, SimdLevel simd = widest_simd(),
                                        std::uint64_t max_arcs = kMaxLevelArcs);

}  // namespace portolan
