// SPDX-License-Identifier: BSL-1.0
// Which waypoints a position sees. visit_visible() is the whole, the functions before it are its parts.
#pragma once

#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

namespace portolan {

/// Calls visit(WaypointId) if the segment from `from` to the waypoint is taut at the waypoint's end.
template <class Visit>
inline void visit_if_taut(const WaypointGraphView& graph, Point from, WaypointId id, Visit&& visit) {
  const Point at = to_point(graph.points[id]);
  if (is_taut(graph.corners[id], from.x - at.x, from.y - at.y)) visit(id);
}

/// Visits the visible waypoints of the lines in one half plane between two bearings, save those with the x of `from`.
template <class Visit>
inline void visit_half(const SightSpace& space, const WaypointGraphView& graph, Point from, Half half, Bearing left,
                       Bearing right, SightSweep& sweep, Visit&& visit) {
  for (sweep.start(space, from, half, left, right); !sweep.done(); sweep.advance()) {
    for (const Cone& cone : sweep.cones()) {
      const WaypointRange range = waypoints_on_line(graph, sweep.line(), cone.first, cone.last);
      for (WaypointId id = range.begin; id < range.end; ++id) {
        if (graph.points[id].x * kSubUnits != from.x) visit_if_taut(graph, from, id, visit);
      }
    }
  }
}

/// Visits the visible waypoints straight east of `from`, which lies on a line of the lattice.
template <class Visit>
inline void visit_east(const SightSpace& space, const WaypointGraphView& graph, Point from, Visit&& visit) {
  const WaypointRange range =
      waypoints_on_line(graph, floor_to_tile(from.y), floor_to_tile(from.x) + 1, east_end(space, from));
  for (WaypointId id = range.begin; id < range.end; ++id) visit_if_taut(graph, from, id, visit);
}

/// Visits the visible waypoints straight west of `from`, which lies on a line of the lattice.
template <class Visit>
inline void visit_west(const SightSpace& space, const WaypointGraphView& graph, Point from, Visit&& visit) {
  const WaypointRange range =
      waypoints_on_line(graph, floor_to_tile(from.y), west_end(space, from), ceil_to_tile(from.x) - 1);
  for (WaypointId id = range.begin; id < range.end; ++id) visit_if_taut(graph, from, id, visit);
}

/// Visits the waypoints of the column of `from` from first_y to last_y, which must be visible.
template <class Visit>
inline void visit_column(const WaypointGraphView& graph, Point from, std::int32_t first_y, std::int32_t last_y,
                         Visit&& visit) {
  const WaypointRange range = waypoints_on_column(graph, floor_to_tile(from.x), first_y, last_y);
  for (std::uint32_t i = range.begin; i < range.end; ++i) visit_if_taut(graph, from, graph.column_points[i], visit);
}

/// Visits the visible waypoints straight south of `from`, which lies on a column of the lattice.
template <class Visit>
inline void visit_south(const SightSpace& space, const WaypointGraphView& graph, Point from, Visit&& visit) {
  visit_column(graph, from, floor_to_tile(from.y) + 1, south_end(space, from), visit);
}

/// Visits the visible waypoints straight north of `from`, which lies on a column of the lattice.
template <class Visit>
inline void visit_north(const SightSpace& space, const WaypointGraphView& graph, Point from, Visit&& visit) {
  visit_column(graph, from, north_end(space, from), ceil_to_tile(from.y) - 1, visit);
}

/// Calls visit(WaypointId) once for every waypoint that the position `from` sees and that a shortest path from there
/// may turn at, in a fixed order; never for a waypoint at `from` itself. A position on a waypoint is no exception:
/// edges of the graph are taut at both ends, the first edge of a path need not be taut at its start.
template <class Visit>
inline void visit_visible(const SightSpace& space, const WaypointGraphView& graph, Point from, SightSweep& sweep,
                          Visit&& visit) {
  visit_half(space, graph, from, Half::up, kWest, kEast, sweep, visit);
  if (on_lattice(from.y)) {
    visit_west(space, graph, from, visit);
    visit_east(space, graph, from, visit);
  }
  if (on_lattice(from.x)) {
    visit_north(space, graph, from, visit);
    visit_south(space, graph, from, visit);
  }
  visit_half(space, graph, from, Half::down, kWest, kEast, sweep, visit);
}

/// Calls visit(WaypointId) once for every waypoint that a sight edge joins to this one: seen, and taut at both ends.
template <class Visit>
inline void visit_edges(const SightSpace& space, const WaypointGraphView& graph, WaypointId id, SightSweep& sweep,
                        Visit&& visit) {
  const Point from = to_point(graph.points[id]);
  const std::uint8_t corners = graph.corners[id];
  if (is_taut(corners, -1, 0)) visit_west(space, graph, from, visit);
  if (is_taut(corners, 1, 0)) visit_east(space, graph, from, visit);
  if (is_taut(corners, 0, -1)) visit_north(space, graph, from, visit);
  if (is_taut(corners, 0, 1)) visit_south(space, graph, from, visit);
  for (const Half half : {Half::up, Half::down}) {
    const bool west = is_taut(corners, -1, static_cast<std::int32_t>(half));
    const bool east = is_taut(corners, 1, static_cast<std::int32_t>(half));
    if (!west && !east) continue;
    visit_half(space, graph, from, half, west ? kWest : kStraight, east ? kEast : kStraight, sweep, visit);
  }
}

}  // namespace portolan
