// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/waypoint_links.hpp"

#include "portolan/graph/best_first.hpp"
#include "portolan/graph/search_answer.hpp"

#include <algorithm>

namespace portolan {
namespace {

Tile tile_of(Vertex v) noexcept {
  return {v.x, v.y};
}

Point point_at(Tile link_end) noexcept {
  return to_point(Vertex{link_end.x, link_end.y});
}

}  // namespace

std::uint8_t waypoint_mask(const SightSpace& space, const LinkTable& links, Vertex v) noexcept {
  const bool is_link_end = !links.empty() && !space.vertices.test(v.x, v.y) && links.find(tile_of(v));
  return is_link_end ? kLinkEndCorners : corner_mask(space, v);
}

WaypointLinks::WaypointLinks(const WaypointGraphView& graph, const LinkTable* table) : graph_(graph), table_(table) {
  if (table == nullptr || table->empty()) return;
  const auto width = static_cast<std::int32_t>(graph.column_first.size()) - 1;
  const auto height = static_cast<std::int32_t>(graph.line_first.size()) - 1;
  for (const Tile link_end : table->link_ends()) {
    const bool on_plane = link_end.x >= 0 && link_end.x < width && link_end.y >= 0 && link_end.y < height;
    const WaypointRange found =
        on_plane ? waypoints_on_line(graph, link_end.y, link_end.x, link_end.x) : WaypointRange{};
    ends_.push_back(found.begin == found.end ? kNoNode : found.begin);
  }
}

std::optional<WaypointId> WaypointLinks::link_end_at(Point at) const noexcept {
  if (empty()) return {};
  const auto link_end = table_->find(tile_at(at));
  return link_end && ends_[*link_end] != kNoNode ? std::optional(ends_[*link_end]) : std::nullopt;
}

Cost WaypointLinks::bound_to(Point goal) const noexcept {
  Cost least = kInfiniteCost;
  for (std::size_t link_end = 0; link_end < ends_.size(); ++link_end) {
    for (const LinkArc& arc : table_->arriving(link_end)) {
      least = std::min(least, arc.cost + graph_.metric.lower_bound(point_at(table_->link_ends()[link_end]), goal));
    }
  }
  return least;
}

/// The link that the arc from one waypoint to another is; nullptr if it is a sight edge, or there is none.
const LinkArc* WaypointLinks::find(WaypointId from, WaypointId to) const noexcept {
  if (graph_.corners[from] != kLinkEndCorners || graph_.corners[to] != kLinkEndCorners) return nullptr;
  const auto link_end = table_->find(tile_of(graph_.points[from]));
  if (!link_end) return nullptr;
  const std::size_t end = std::min<std::size_t>(graph_.first[from + 1], graph_.target.size());
  const std::size_t begin = std::min<std::size_t>(graph_.first[from], end);
  const auto row = graph_.target.subspan(begin, end - begin);
  const auto at = std::lower_bound(row.begin(), row.end(), to);
  if (at == row.end() || *at != to) return nullptr;
  const Cost weight = graph_.weight[begin + static_cast<std::size_t>(at - row.begin())];
  const Tile other = tile_of(graph_.points[to]);
  const std::span<const LinkArc> arcs = table_->leaving(*link_end);
  const auto link =
      std::ranges::find_if(arcs, [&](const LinkArc& arc) { return arc.other == other && arc.cost == weight; });
  return link == arcs.end() ? nullptr : &*link;
}

SightPath WaypointLinks::path(Point start, std::span<const WaypointId> nodes, Point goal, Cost cost, const Room& room,
                              std::uint64_t work) const noexcept {
  if (nodes.size() + 2 > room.points.size() || nodes.size() > room.hops.size() + 1) return {corrupt_answer(work)};
  std::size_t points = 0;
  std::size_t hops = 0;
  Cost sum = 0;
  room.points[points++] = start;
  const auto walk = [&](Point to) {
    const Point from = room.points[points - 1];
    if (from == to) return;
    sum += graph_.metric.length(from, to);
    room.points[points++] = to;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Point at = to_point(graph_.points[nodes[i]]);
    const LinkArc* const link = i == 0 ? nullptr : find(nodes[i - 1], nodes[i]);
    if (link == nullptr) {
      walk(at);
      continue;
    }
    sum += link->cost;
    room.hops[hops++] = {points - 1, link->link};
    room.points[points++] = at;
  }
  walk(goal);
  if (sum != cost) return {corrupt_answer(work)};
  return {answer_of({SearchEnd::reached, work}, cost), room.points.first(points), room.hops.first(hops)};
}

}  // namespace portolan
