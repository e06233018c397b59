// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths over a waypoint graph: direct sight, else A* (Hart, Nilsson, Raphael, 1968) from the waypoints
// that the start sees to those that see the goal.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/dead_ends.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/sight_path.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"
#include "portolan/waypoints/waypoint_links.hpp"

#include <cstdint>

namespace portolan {

/// A reusable searcher over one graph, with memory for any query: about 64 bytes a waypoint, and 64 a square of the
/// plane's width, committed as used. Nothing is allocated after construction. One thread at a time; many searchers may
/// share the graph.
class WaypointSearch {
 public:
  /// What is given must outlive the searcher. If space and graph do not fit together, every query answers `corrupt`.
  /// `links`: those that the graph has; nullptr: none.
  WaypointSearch(const SightSpace& space, const WaypointGraphView& graph, const LinkTable* links = nullptr);

  /// The shortest path between two positions. Settles at most `budget` waypoints. Its status is found, unreachable
  /// (proven), bad_start or bad_goal (outside, blocked, or off the lattice for Contact::square), out_of_budget or
  /// corrupt.
  ///
  /// `needless`: what may be left out of the positions of the mover between these, which must be tiles; a waypoint is
  /// if all positions are that a path meets there.
  [[nodiscard]] SightPath find(Point start, Point goal, std::uint64_t budget,
                               const DeadEndFilter& needless = {}) noexcept;

  /// Calls visit(Point, settled) for the waypoints that the last search touched. O(waypoints).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (NodeId node = 0; node < graph_.size(); ++node) {
      if (labels_.touched(node)) visit(to_point(graph_.points[node]), labels_.slot(node) == kClosedSlot);
    }
  }

 private:
  SightPath search(Point start, Point goal, std::uint64_t budget, const DeadEndFilter& needless) noexcept;
  SightPath search_with_links(Point start, Point goal, Cost straight, std::uint64_t budget,
                              const DeadEndFilter& needless) noexcept;
  template <class BestFirst>
  [[nodiscard]] SearchOutcome run(BestFirst& best_first, const SearchLimits& limits, bool& corrupt) noexcept;
  [[nodiscard]] bool leaves_out(const DeadEndFilter& needless, Vertex at) const noexcept;
  void connect_goal(Point goal) noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  bool well_formed_;
  WaypointLinks links_;
  SightSweep sweep_;
  StampedLabels labels_;
  ZeroedArray<Cost> goal_cost_;  ///< by waypoint: cost from there to the goal, where goal_stamp_ is stamp_
  ZeroedArray<std::uint32_t> goal_stamp_;
  std::uint32_t stamp_ = 0;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<Point> path_;
  ZeroedArray<WaypointId> nodes_;  ///< of a path that may take links
  ZeroedArray<LinkHop> hops_;
};

}  // namespace portolan
