// SPDX-License-Identifier: BSL-1.0
// The graph of waypoints: vertices where shortest paths turn, joined by taut sight edges. Made by
// offline/waypoint_builder; read here from memory that may be a mapped file.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The number of a waypoint, counted row by row.
using WaypointId = std::uint32_t;

/// Waypoints and sight edges of one profile. Waypoints are numbered row by row (by y, then x).
template <template <class> class Store>
struct BasicWaypointGraph {
  SightMetric metric;
  Store<Vertex> points;               ///< by id
  Store<std::uint8_t> corners;        ///< by id: corner masks
  Store<std::uint32_t> line_first;    ///< height + 2: the waypoints of line y are [line_first[y], line_first[y+1])
  Store<std::uint32_t> column_first;  ///< width + 2: the same for columns, into column_points
  Store<WaypointId> column_points;    ///< waypoints by x, then y
  Store<std::uint32_t> first;         ///< points + 1: the arcs of waypoint i are [first[i], first[i+1])
  Store<WaypointId> target;     ///< by arc; ascending per waypoint; every sight edge is two arcs, but where a link is
                                ///< cheaper one way; links are arcs
  Store<std::uint32_t> weight;  ///< by arc, in the unit of the metric

  /// The number of waypoints.
  [[nodiscard]] std::size_t size() const noexcept { return points.size(); }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, const SightSpace& space = {}) {
    visitor.value(self.metric);
    visitor.array(SectionKind::waypoints, kAnyCount, self.points);
    visitor.array(SectionKind::waypoint_corners, self.size(), self.corners);
    visitor.array(SectionKind::waypoint_lines, static_cast<std::size_t>(space.height) + 2, self.line_first);
    visitor.array(SectionKind::waypoint_columns, static_cast<std::size_t>(space.width) + 2, self.column_first);
    visitor.array(SectionKind::waypoint_by_column, self.size(), self.column_points);
    visitor.array(SectionKind::sight_first, self.size() + 1, self.first);
    visitor.array(SectionKind::sight_target, kAnyCount, self.target);
    visitor.array(SectionKind::sight_weight, self.target.size(), self.weight);
  }
  [[nodiscard]] BasicWaypointGraph<Viewed> view() const noexcept { return view_of<BasicWaypointGraph<Viewed>>(*this); }
};
/// A view: owns nothing, safe to read from any number of threads.
using WaypointGraphView = BasicWaypointGraph<Viewed>;

/// Whether the tables over the waypoints fit the space and each other, so that everything but the arcs can be followed
/// without further checks: sizes, offsets, coordinates, ids. O(points + width + height).
[[nodiscard]] bool is_well_formed(const SightSpace& space, const WaypointGraphView& graph) noexcept;

/// A range of ids of waypoints, or of indices into column_points.
struct WaypointRange {
  WaypointId begin = 0;
  WaypointId end = 0;
};
/// The ids of the waypoints of line y with first_x <= x <= last_x. O(log waypoints).
[[nodiscard]] WaypointRange waypoints_on_line(const WaypointGraphView& graph, std::int32_t y, std::int32_t first_x,
                                              std::int32_t last_x) noexcept;
/// The indices into column_points of the waypoints of column x with first_y <= y <= last_y. O(log waypoints).
[[nodiscard]] WaypointRange waypoints_on_column(const WaypointGraphView& graph, std::int32_t x, std::int32_t first_y,
                                                std::int32_t last_y) noexcept;

}  // namespace portolan
