// SPDX-License-Identifier: BSL-1.0
// The graph of waypoints: vertices where shortest paths turn, joined by taut sight edges. Made by
// offline/waypoint_builder; read here from memory that may be a mapped file.
#pragma once

#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_metric.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The number of a waypoint, counted row by row.
using WaypointId = std::uint32_t;

/// Waypoints and sight edges of one profile; every edge is two arcs. Waypoints are numbered row by row (by y, then x).
/// A view: owns nothing, safe to read from any number of threads.
struct WaypointGraphView {
  SightMetric metric;
  std::span<const Vertex> points;         ///< by waypoint: where it is
  std::span<const std::uint8_t> corners;  ///< by waypoint: its corner mask
  /// height + 2 entries: the waypoints of line y are [line_first[y], line_first[y+1]).
  std::span<const std::uint32_t> line_first;
  /// width + 2 entries: column x has the entries [column_first[x], column_first[x+1]) of column_points.
  std::span<const std::uint32_t> column_first;
  std::span<const WaypointId> column_points;  ///< waypoints by x, then y
  std::span<const std::uint32_t> first;       ///< points + 1 entries: the arcs of waypoint i are [first[i], first[i+1])
  std::span<const WaypointId> target;         ///< by arc: the waypoint it leads to, ascending per waypoint
  std::span<const std::uint32_t> weight;      ///< by arc, in the unit of the metric

  /// The number of waypoints.
  [[nodiscard]] std::size_t size() const noexcept { return points.size(); }
};

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
