// SPDX-License-Identifier: BSL-1.0
// Chooses the landmarks of a coarse graph.
#pragma once

#include "portolan/core/shared_array.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_landmarks.hpp"
#include "portolan/regions/region_topology.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Rows that own their memory.
using RegionLandmarkArrays = BasicRegionLandmarks<Shared>;

/// Chooses landmarks by arcs of level 0 and links, and gives the rows of all nodes. On each island the landmarks are
/// nodes, the first as far as can be from some node, each other one as far as can be from those before it (`farthest`:
/// Goldberg and Harrelson, 2005). Topology and arcs must be of one build, with at least one level. One thread; nine
/// searches of the whole graph: O((nodes + arcs) log nodes). @throws as Scratch::allocate, for the rows
[[nodiscard]] RegionLandmarkArrays choose_region_landmarks(const RegionTopologyView& topology, const ArcsView& base,
                                                           const LinkTable& links, const Scratch& scratch);

/// The most bytes of private memory that choose_region_landmarks takes.
[[nodiscard]] std::uint64_t region_landmark_memory(const RegionTopologyView& topology, const Scratch& scratch) noexcept;

}  // namespace portolan
