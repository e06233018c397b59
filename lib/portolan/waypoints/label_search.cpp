// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/label_search.hpp"

#include "portolan/waypoints/visible_waypoints.hpp"

namespace portolan {

LabelSearch::LabelSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                         SimdLevel level)
    : space_(space),
      graph_(graph),
      well_formed_(is_well_formed(space, graph) && is_well_formed(labels) && labels.size() == graph.size()),
      query_(labels, level),
      sweep_(space.width),
      sources_(graph.size()),
      targets_(graph.size()),
      nodes_(graph.size()),
      path_(graph.size() + 2) {}

SightPath LabelSearch::find(Point start, Point goal) noexcept {
  if (!well_formed_) return {.status = Status::corrupt};
  if (!can_stand(space_, start)) return {.status = Status::bad_start};
  if (!can_stand(space_, goal)) return {.status = Status::bad_goal};
  std::size_t count = 0;
  path_[count++] = start;
  Cost cost = 0;
  if (in_sight(space_, start, goal)) {
    cost = graph_.metric.length(start, goal);
  } else {
    const auto sources = connect(start, sources_);
    const auto targets = connect(goal, targets_);
    const GraphPath path =
        query_.path(sources, targets, graph_.metric.lower_bound(start, goal), {nodes_.data(), nodes_.size()});
    // Labels of a well-formed file need no more room than there is.
    if (path.status == Status::out_of_budget) return {.status = Status::corrupt};
    if (path.status != Status::found) return {.status = path.status};
    for (const NodeId node : path.nodes) path_[count++] = to_point(graph_.points[node]);
    cost = path.cost;
  }
  if (start != goal) path_[count++] = goal;
  return measured_path(graph_.metric, cost, {path_.data(), count});
}

std::span<const GraphEnd> LabelSearch::connect(Point end, ZeroedArray<GraphEnd>& ends) noexcept {
  std::size_t count = 0;
  visit_visible(space_, graph_, end, sweep_, [&](WaypointId id) {
    if (count == ends.size()) return;
    ends[count++] = {id, graph_.metric.length(end, to_point(graph_.points[id]))};
  });
  return {ends.data(), count};
}

}  // namespace portolan
