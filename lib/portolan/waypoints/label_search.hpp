// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths between any two points: direct sight, else the hub labels of the waypoints that the ends see.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/sight_path.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <span>

namespace portolan {

/// A reusable searcher over the labels of one graph. Memory: 56 bytes a waypoint and 128 a square of width, committed
/// as used. Nothing is allocated after construction. O(sweeps from the ends + entries of the waypoints they see +
/// points of the path). One thread at a time; many may share the labels.
class LabelSearch {
 public:
  /// All must outlive the searcher. If they do not fit together, every query answers `corrupt`.
  LabelSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
              SimdLevel level = widest_simd());

  /// The shortest path between two positions. status: found, unreachable (proven), bad_start, bad_goal (outside,
  /// blocked, or off the lattice for Contact::square), corrupt. The path's segments add up to its cost; that each is
  /// free is left to whoever walks it.
  [[nodiscard]] SightPath find(Point start, Point goal) noexcept;

 private:
  [[nodiscard]] std::span<const GraphEnd> connect(Point end, ZeroedArray<GraphEnd>& ends) noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  bool well_formed_;
  LabelQuery query_;
  SightSweep sweep_;
  ZeroedArray<GraphEnd> sources_;
  ZeroedArray<GraphEnd> targets_;
  ZeroedArray<NodeId> nodes_;
  ZeroedArray<Point> path_;
};

}  // namespace portolan
