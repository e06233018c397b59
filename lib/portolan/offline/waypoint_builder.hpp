// SPDX-License-Identifier: BSL-1.0
// Builds the waypoint graph of one mover: one builder for points, squares and the grid, which differ in data only.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstdint>

namespace portolan {

/// A waypoint graph that owns its arrays.
using WaypointGraph = BasicWaypointGraph<Owned>;

/// How a waypoint graph is built, and what bounds it.
struct WaypointOptions {
  SightMetric metric;                                ///< a Euclidean one gives the finest unit wanted
  unsigned threads = 0;                              ///< 0: one per core
  std::uint64_t max_edges = std::uint64_t{1} << 31;  ///< undirected edges, before dominated ones are dropped
  std::uint64_t memory = ~std::uint64_t{0};          ///< bytes to build with
  const LinkTable* links = nullptr;  ///< those of the mover, if the metric is none of points; nullptr: none
};

/// Builds the sparse visibility graph: waypoints are the vertices with a corner mask, sight edges the pairs that see
/// each other and are taut at both ends. They suffice for shortest paths in every norm: in the plane the length of a
/// curve is an integral, over lines, of how often it crosses each line (Crofton), and a taut curve crosses every line
/// as rarely as its homotopy class allows. For octile and Manhattan lengths an edge u-w is dropped where edges u-v and
/// v-w are no longer together: both are shorter than u-w, so by induction the distances remain.
///
/// Where there are links their ends, if the mover can stand there, are waypoints that see all others along straight
/// walks, and every direction of a link is an arc, in the place of a sight edge that does not cost less. The distances
/// of the graph are then those over links too (waypoints/DECISIONS.md).
///
/// Time: for every waypoint the rows of squares that it sees in taut directions; memory O(edges). The same bytes for
/// any number of threads. Euclidean weights get the finest unit of 2^-20, 2^-18 and 2^-16 tile, not finer than asked
/// for, in which every edge fits 32 bits. Errors (limit): more waypoints than fit the memory, more edges than max_edges
/// or than fit it, which a sample foretells where there are more than twice as many; or an edge or a link that fits no
/// unit.
[[nodiscard]] Result<WaypointGraph> build_waypoint_graph(const SightSpace& space, const WaypointOptions& options);

}  // namespace portolan
