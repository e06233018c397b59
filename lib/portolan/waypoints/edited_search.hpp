// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths at any angle on a map that is being edited: direct sight, else A* (Hart, Nilsson, Raphael, 1968)
// over the waypoints of the map as it is now, whose sight edges are found when the search comes to them. Those edges
// are all that a shortest path needs (build_waypoint_graph). A waypoint that sees nothing of what edits have changed
// has the edges that it has in the file (waypoints/DECISIONS.md).
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/edited_plane.hpp"
#include "portolan/waypoints/sight_path.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher over one plane. The edges of a waypoint are kept until the plane changes, as far as there is
/// room; answers and their work do not depend on what is kept. Reserves 4 MB for searches and 16 MB for edges, and 64
/// bytes a square of the plane's width, committed as used; a query allocates nothing. One thread at a time.
class EditedSearch {
 public:
  /// Most waypoints of a plane that is searched.
  static constexpr std::size_t kMostWaypoints = 32'768;

  /// As EditedPlane takes them. @throws std::bad_alloc
  EditedSearch(const SightSpace& file, const WaypointGraphView& graph);

  /// Takes a grid as an overlay shows it; find() may be called if true. See EditedPlane::follow.
  [[nodiscard]] bool follow(const GridView& edited, const TerrainPages& pages, std::uint32_t price);

  /// The shortest path between two positions. Settles at most `budget` waypoints. Its status is found, unreachable
  /// (proven), bad_start or bad_goal (outside, blocked, or off the lattice for Contact::square), out_of_budget or
  /// corrupt.
  [[nodiscard]] SightPath find(Point start, Point goal, std::uint64_t budget) noexcept;

  /// Calls visit(Point, settled) for the waypoints that the last search touched. O(waypoints).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (NodeId node = 0; node < graph_.size(); ++node) {
      if (labels_.touched(node)) visit(to_point(graph_.points[node]), labels_.slot(node) == kClosedSlot);
    }
  }

 private:
  /// The edges of a waypoint among those kept, if they are.
  struct Kept {
    std::uint32_t stamp;
    std::uint32_t first;
    std::uint32_t count;
  };

  [[nodiscard]] SightPath search(Point start, Point goal, std::uint64_t budget) noexcept;
  template <class Visit>
  void visit_edges_of(WaypointId id, Visit&& visit) noexcept;
  [[nodiscard]] bool sees_changes(WaypointId id) noexcept;
  [[nodiscard]] bool take_from_file(WaypointId id) noexcept;
  void connect_goal(Point goal) noexcept;

  WaypointGraphView file_;
  EditedPlane plane_;
  SightSpace space_;         ///< of the plane as it is now,
  WaypointGraphView graph_;  ///< and its waypoints
  SightSweep sweep_;
  StampedLabels labels_;
  ZeroedArray<Cost> goal_cost_;  ///< by waypoint: cost from there to the goal, where goal_stamp_ is goals_
  ZeroedArray<std::uint32_t> goal_stamp_;
  std::uint32_t goals_ = 0;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<Point> path_;
  ZeroedArray<Kept> kept_;  ///< by waypoint; known where its stamp is planes_
  ZeroedArray<WaypointId> edges_;
  std::size_t edge_count_ = 0;
  std::uint32_t planes_ = 0;
};

}  // namespace portolan
