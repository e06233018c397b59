// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/index_search.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

namespace portolan {

IndexSearch::IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const ContractionHierarchy& hierarchy)
    : space_(space),
      graph_(graph),
      query_(std::in_place_type<HierarchyQuery>, hierarchy),
      well_formed_(is_well_formed(space, graph) && hierarchy.size() == graph.size()) {
  prepare();
}

IndexSearch::IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                         SimdLevel level)
    : space_(space),
      graph_(graph),
      query_(std::in_place_type<LabelQuery>, labels, level),
      well_formed_(is_well_formed(space, graph) && labels.size() == graph.size()) {
  prepare();
}

void IndexSearch::prepare() {
  sweep_ = SightSweep(space_.width);
  sources_ = ZeroedArray<GraphEnd>(graph_.size());
  targets_ = ZeroedArray<GraphEnd>(graph_.size());
  nodes_ = ZeroedArray<NodeId>(graph_.size());
  path_ = ZeroedArray<Point>(graph_.size() + 2);
}

/// The waypoints that an end sees, with their distances.
std::span<const GraphEnd> IndexSearch::connect(const End& end, ZeroedArray<GraphEnd>& ends) noexcept {
  if (end.seen) return *end.seen;
  std::size_t count = 0;
  visit_visible(space_, graph_, end.at, sweep_, [&](WaypointId id) {
    if (count < ends.size()) ends[count++] = {id, graph_.metric.length(end.at, to_point(graph_.points[id]))};
  });
  return {ends.data(), count};
}

SightPath IndexSearch::find(const End& from, const End& to, std::uint64_t budget) noexcept {
  const Point start = from.at;
  const Point goal = to.at;
  if (!well_formed_) return {corrupt_answer()};
  const std::span<Point> points(path_.data(), path_.size());
  const PointPlane plane{space_};
  const EndsVerdict ends = judge_ends(plane, start, goal);
  if (ends != EndsVerdict::apart) return answer_of_ends(ends, plane, graph_.metric, start, goal, points);
  const std::span<const GraphEnd> sources = connect(from, sources_);
  const std::span<const GraphEnd> targets = connect(to, targets_);
  const std::span<NodeId> room(nodes_.data(), nodes_.size());
  const GraphPath found =
      std::holds_alternative<HierarchyQuery>(query_)
          ? std::get<HierarchyQuery>(query_).path(sources, targets, budget, room)
          : std::get<LabelQuery>(query_).path(sources, targets, graph_.metric.lower_bound(start, goal), room);
  // The ends are what the file says that positions see.
  if (found.status == Status::bad_request) return {corrupt_answer()};
  if (found.status != Status::found) return {found};
  std::size_t count = 0;
  points[count++] = start;
  for (const NodeId node : found.nodes) points[count++] = to_point(graph_.points[node]);
  points[count++] = goal;
  return measured_path(graph_.metric, found.cost, points.first(count), found.work);
}

}  // namespace portolan
