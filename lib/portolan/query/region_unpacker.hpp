// SPDX-License-Identifier: BSL-1.0
// Unpacks coarse paths to legs that each lie in one region of level 0.
//
// An arc of a level is made of arcs of the level below. Where it is too cheap to leave a smaller region that has both
// its ends, it is unpacked there, on level 0 to a leg; often it is an arc of the level below as well; else A* on that
// level finds what it is made of, where anything dearer than the arc is left out.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/coarse_route.hpp"
#include "portolan/query/region_tier.hpp"

#include <cstdint>
#include <memory>

namespace portolan {

/// Unpacks any number of routes, in any order, and remembers none of them. Keeps what it notes in pages of a
/// SearchMemory; where that is full, its budget is spent. Unpacking allocates nothing. One thread at a time; the tier
/// must outlive it.
class RegionUnpacker {
 public:
  /// `memory` as for PagedArray. @throws std::bad_alloc
  explicit RegionUnpacker(const RegionTier& tier, std::shared_ptr<SearchMemory> memory = nullptr);
  RegionUnpacker(const RegionUnpacker&) = delete;
  RegionUnpacker& operator=(const RegionUnpacker&) = delete;

  /// To be called after the tier has taken other edits. @throws std::bad_alloc; then it may not be used until the tier
  /// shows the file again
  void make_room();

  /// Takes the next leg off a route, unpacked as far as that takes. Settles at most `budget` nodes, and deducts them.
  /// The route must have been found on the world and the snapshot that the tier shows; after anything but `leg` it can
  /// be asked again, with more budget or more memory: RegionTier::most_arcs() always are enough. O(levels) arcs
  /// unpacked a leg, each in one region.
  [[nodiscard]] Unpacked next_leg(CoarseRoute& route, RouteLeg& leg, std::uint64_t& budget) noexcept;

 private:
  template <CoarseGraph Graph>
  [[nodiscard]] Unpacked unpack_next(const Graph& graph, CoarseRoute& route, std::uint64_t& budget) noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] Unpacked search_below(const Graph& graph, const CoarseArc& arc, CoarseRoute& route,
                                      std::uint64_t& budget) noexcept;

  const RegionTier& tier_;
  std::shared_ptr<SearchMemory> memory_;
  PagedLabels labels_;
  ZeroedArray<OpenEntry> open_;
};

}  // namespace portolan
