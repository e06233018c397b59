// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths over a waypoint graph: direct sight, else A* (Hart, Nilsson, Raphael, 1968) from the waypoints
// that the start sees to those that see the goal; by landmarks, over levels of edges and past cells, where the graph
// has them.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/dead_ends.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/cell_unpacker.hpp"
#include "portolan/waypoints/open_cells.hpp"
#include "portolan/waypoints/sight_path.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"
#include "portolan/waypoints/waypoint_guides.hpp"
#include "portolan/waypoints/waypoint_links.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// A reusable searcher over one graph, with memory for any query: about 72 bytes a waypoint, twice that where it has
/// cells, and 64 a square of the plane's width, committed as used. Nothing is allocated after construction. One thread
/// at a time; many searchers may share the graph.
class WaypointSearch {
 public:
  /// What is given must outlive the searcher. If space and graph do not fit together, every query answers `corrupt`.
  /// `links`: those that the graph has; nullptr: none. `guides`, which are not trusted, change what is settled, and
  /// which of equal paths is found.
  WaypointSearch(const SightSpace& space, const WaypointGraphView& graph, const LinkTable* links = nullptr,
                 const WaypointGuides& guides = {});

  /// The shortest path between two positions. The first call reads all waypoints once, to see whether they fit the
  /// space, and takes O(waypoints) for it. Settles at most `budget` waypoints. Its status is found, unreachable
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
  /// What is known of a waypoint near the goal.
  struct NearGoal {
    Cost cost;  ///< from there straight to the goal; of a waypoint that does not see it kInfiniteCost
    std::uint32_t stamp;
    std::uint32_t least;  ///< level below which no arc that leads there leads on to the goal with falling levels
  };

  SightPath search(Point start, Point goal, std::uint64_t budget, const DeadEndFilter& needless) noexcept;
  SightPath search_with_links(Point start, Point goal, Cost straight, std::uint64_t budget,
                              const DeadEndFilter& needless) noexcept;
  template <class InPlane, class Search>
  [[nodiscard]] SearchOutcome search_by(const InPlane& in_plane, const WaypointLandmarkBound& by_landmarks,
                                        Search&& search) noexcept;
  template <class BestFirst>
  [[nodiscard]] SearchOutcome run(BestFirst& best_first, const SearchLimits& limits, bool& corrupt) noexcept;
  template <class BestFirst>
  [[nodiscard]] SearchOutcome run_over_levels(BestFirst& best_first, Point start, const SearchLimits& limits,
                                              bool& corrupt) noexcept;
  [[nodiscard]] bool leaves_out(const DeadEndFilter& needless, Vertex at) const noexcept;
  [[nodiscard]] bool is_sound() noexcept;
  void note_near(WaypointId id, Cost cost, std::uint32_t least) noexcept;
  WaypointLandmarkBound connect_goal(Point goal) noexcept;
  void connect_levels(Point goal) noexcept;
  [[nodiscard]] SightPath path_past_cells(Point start, Point goal, std::uint64_t settled,
                                          std::uint64_t budget) noexcept;
  [[nodiscard]] bool has_levels() const noexcept { return !guides_.levels.words.empty(); }
  [[nodiscard]] bool has_cells() noexcept { return is_sound() && links_.empty() && !guides_.cells.members.empty(); }
  [[nodiscard]] bool is_near_goal(NodeId node) const noexcept { return near_goal_.touched(node); }

  SightSpace space_;
  WaypointGraphView graph_;
  WaypointGuides guides_;
  std::optional<bool> sound_;  ///< whether graph and guides fit together, once that is asked
  WaypointLinks links_;
  SightSweep sweep_;
  StampedLabels labels_;
  StampedArray<NearGoal> near_goal_;  ///< by waypoint
  ZeroedArray<WaypointId> near_;      ///< those of which something is known, with levels
  std::size_t near_count_ = 0;
  OpenCells open_cells_;
  CellUnpacker unpacker_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<Point> path_;
  ZeroedArray<WaypointId> nodes_;  ///< of a path that may take links
  ZeroedArray<LinkHop> hops_;
};

}  // namespace portolan
