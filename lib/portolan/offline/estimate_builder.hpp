// SPDX-License-Identifier: BSL-1.0
// Chooses what A* over a graph expects of the rest of a path.
#pragma once

#include "portolan/graph/graph_query.hpp"
#include "portolan/offline/landmark_builder.hpp"

#include <span>
#include <vector>

namespace portolan {

/// An estimate that owns its arrays; empty ones make the zero estimate.
struct EstimateArrays {
  BasicStraightLine<Owned> line;
  LandmarkArrays landmarks;

  /// A view of the arrays, valid as long as they stay.
  [[nodiscard]] GraphEstimate view() const noexcept;
};

/// An estimate is worth its evaluation if it lets A* settle at most one node of so many that Dijkstra's search settles:
/// on road graphs a node takes 1.4 times as long with positions, and 1.9 times with landmarks.
inline constexpr std::uint64_t kWorthwhileShare = 2;

/// The number of landmarks that are tried.
inline constexpr std::size_t kChosenLandmarks = 16;

/// The first estimate that lets A* settle at most half as many nodes as Dijkstra's search, summed over up to 32 drawn
/// pairs of nodes with a path: positions, if there are any (one a node; finite), scaled as the arcs allow; landmarks;
/// else none. Nodes are counted, nothing is timed: the same everywhere. Needs is_well_formed(graph),
/// kMaxGraphQueryNodes nodes at most. O(searches x (nodes + arcs) log nodes).
[[nodiscard]] EstimateArrays choose_estimate(const CsrGraph& graph, std::span<const GraphPosition> positions);

}  // namespace portolan
