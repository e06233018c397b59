// SPDX-License-Identifier: BSL-1.0
// Chooses the landmarks of a coarse graph.
#pragma once

#include "portolan/core/shared_array.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_landmarks.hpp"
#include "portolan/regions/region_topology.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// Rows that own their memory.
using RegionLandmarkArrays = BasicRegionLandmarks<Shared>;

/// What a choice of landmarks may take.
struct LandmarkLimits {
  unsigned threads = 0;    ///< 0: one a core
  std::uint64_t room = 0;  ///< bytes of private memory
};

/// Chooses landmarks by the arcs of all levels and links, and gives the rows of all nodes, the same for any number of
/// threads. On each island the landmarks are nodes, the first as far as can be from some node, each other one as far as
/// can be from those before it (`farthest`: Goldberg and Harrelson, 2005). At least one level.
/// Nine searches of the whole graph: O((nodes + arcs) log nodes). Nothing where that takes more memory. @throws as
/// Scratch::allocate, for the rows
[[nodiscard]] std::optional<RegionLandmarkArrays> choose_region_landmarks(const RegionTopologyView& topology,
                                                                          const LinkTable& links,
                                                                          const LandmarkLimits& limits,
                                                                          const Scratch& scratch);

/// The most bytes of private memory that choose_region_landmarks takes where no path costs as much as 2^31; where one
/// does it may take kSearchBytesPerNode (landmark_search.hpp) a node more. At least one level.
[[nodiscard]] std::uint64_t region_landmark_memory(const RegionTopologyView& topology, const Scratch& scratch) noexcept;

}  // namespace portolan
