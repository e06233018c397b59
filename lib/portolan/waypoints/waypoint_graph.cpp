// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/waypoint_graph.hpp"

#include "portolan/graph/best_first.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Offsets 0 = o[0] <= o[1] <= ... that end at `total`.
bool are_offsets(std::span<const std::uint32_t> offsets, std::size_t count, std::size_t total) noexcept {
  return offsets.size() == count && offsets.front() == 0 && offsets.back() == total &&
         std::is_sorted(offsets.begin(), offsets.end());
}

}  // namespace

bool is_well_formed(const SightSpace& space, const WaypointGraphView& graph) noexcept {
  const std::size_t count = graph.size();
  const auto inside = [&](const Vertex& v) {
    return v.x >= 0 && v.y >= 0 && v.x <= space.width && v.y <= space.height;
  };
  return count < kNoNode && graph.corners.size() == count && graph.first.size() == count + 1 &&
         graph.weight.size() == graph.target.size() && graph.column_points.size() == count &&
         are_offsets(graph.line_first, static_cast<std::size_t>(space.height) + 2, count) &&
         are_offsets(graph.column_first, static_cast<std::size_t>(space.width) + 2, count) &&
         graph.metric.fraction_bits >= kSubBits && graph.metric.fraction_bits <= 20 &&
         std::all_of(graph.points.begin(), graph.points.end(), inside) &&
         std::all_of(graph.column_points.begin(), graph.column_points.end(), [=](WaypointId id) { return id < count; });
}

WaypointRange waypoints_on_line(const WaypointGraphView& graph, std::int32_t y, std::int32_t first_x,
                                std::int32_t last_x) noexcept {
  const std::uint32_t begin = graph.line_first[static_cast<std::size_t>(y)];
  const auto line = graph.points.subspan(begin, graph.line_first[static_cast<std::size_t>(y) + 1] - begin);
  const auto from = std::partition_point(line.begin(), line.end(), [=](const Vertex& v) { return v.x < first_x; });
  auto to = from;
  while (to != line.end() && to->x <= last_x) ++to;
  return {begin + static_cast<WaypointId>(from - line.begin()), begin + static_cast<WaypointId>(to - line.begin())};
}

WaypointRange waypoints_on_column(const WaypointGraphView& graph, std::int32_t x, std::int32_t first_y,
                                  std::int32_t last_y) noexcept {
  const std::uint32_t begin = graph.column_first[static_cast<std::size_t>(x)];
  const auto column = graph.column_points.subspan(begin, graph.column_first[static_cast<std::size_t>(x) + 1] - begin);
  const auto from =
      std::partition_point(column.begin(), column.end(), [&](WaypointId id) { return graph.points[id].y < first_y; });
  auto to = from;
  while (to != column.end() && graph.points[*to].y <= last_y) ++to;
  return {begin + static_cast<std::uint32_t>(from - column.begin()),
          begin + static_cast<std::uint32_t>(to - column.begin())};
}

}  // namespace portolan
