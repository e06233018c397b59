// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/index_search.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

namespace portolan {

IndexSearch::IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const ContractionHierarchy& hierarchy,
                         const LinkTable* links)
    : space_(space),
      graph_(graph),
      query_(std::in_place_type<HierarchyQuery>, hierarchy),
      well_formed_(is_well_formed(space, graph) && hierarchy.size() == graph.size()) {
  prepare(links);
}

IndexSearch::IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                         SimdLevel level, const LinkTable* links)
    : space_(space),
      graph_(graph),
      query_(std::in_place_type<LabelQuery>, labels, level),
      well_formed_(is_well_formed(space, graph) && labels.size() == graph.size()) {
  prepare(links);
}

void IndexSearch::prepare(const LinkTable* links) {
  sweep_ = SightSweep(space_.width);
  sources_ = ZeroedArray<GraphEnd>(graph_.size());
  targets_ = ZeroedArray<GraphEnd>(graph_.size());
  if (well_formed_) links_ = WaypointLinks(graph_, links);
  // Over arcs that cost nothing, as links may, a path by labels may come to a node twice.
  const std::size_t most = links_.empty() ? graph_.size() : 2 * graph_.size();
  nodes_ = ZeroedArray<NodeId>(most);
  path_ = ZeroedArray<Point>(most + 2);
  if (!links_.empty()) hops_ = ZeroedArray<LinkHop>(most);
}

/// The waypoints that an end sees, with their distances. A link end is one itself, with all its edges.
std::span<const GraphEnd> IndexSearch::connect(const End& end, ZeroedArray<GraphEnd>& ends) noexcept {
  if (end.seen) return *end.seen;
  if (const auto link_end = links_.link_end_at(end.at)) {
    ends[0] = {*link_end, 0};
    return {ends.data(), 1};
  }
  std::size_t count = 0;
  visit_visible(space_, graph_, end.at, sweep_, [&](WaypointId id) {
    if (count < ends.size()) ends[count++] = {id, graph_.metric.length(end.at, to_point(graph_.points[id]))};
  });
  return {ends.data(), count};
}

GraphPath IndexSearch::join(const End& from, const End& to, Cost lower_bound, std::uint64_t budget) noexcept {
  const std::span<const GraphEnd> sources = connect(from, sources_);
  const std::span<const GraphEnd> targets = connect(to, targets_);
  const std::span<NodeId> room(nodes_.data(), nodes_.size());
  const GraphPath found = std::holds_alternative<HierarchyQuery>(query_)
                              ? std::get<HierarchyQuery>(query_).path(sources, targets, budget, room)
                              : std::get<LabelQuery>(query_).path(sources, targets, lower_bound, room);
  // The ends are what the file says that positions see.
  return found.status == Status::bad_request ? GraphPath{corrupt_answer()} : found;
}

SightPath IndexSearch::find(const End& from, const End& to, std::uint64_t budget) noexcept {
  const Point start = from.at;
  const Point goal = to.at;
  if (!well_formed_) return {corrupt_answer()};
  const std::span<Point> points(path_.data(), path_.size());
  const PointPlane plane{space_};
  const EndsVerdict ends = judge_ends(plane, start, goal);
  if (!links_.empty()) return find_by_links(from, to, ends, budget);
  if (ends != EndsVerdict::apart) return answer_of_ends(ends, plane, graph_.metric, start, goal, points);
  const GraphPath found = join(from, to, graph_.metric.lower_bound(start, goal), budget);
  if (found.status != Status::found) return {found};
  std::size_t count = 0;
  points[count++] = start;
  for (const NodeId node : found.nodes) points[count++] = to_point(graph_.points[node]);
  points[count++] = goal;
  return measured_path(graph_.metric, found.cost, points.first(count), found.work);
}

/// Ends that see each other may be nearer by a link, and no distance in the plane bounds a path.
SightPath IndexSearch::find_by_links(const End& from, const End& to, EndsVerdict ends, std::uint64_t budget) noexcept {
  const std::span<Point> points(path_.data(), path_.size());
  const bool stand = ends == EndsVerdict::apart || ends == EndsVerdict::in_sight;
  const GraphPath found = stand ? join(from, to, 0, budget) : GraphPath{};
  const bool failed = found.status != Status::found && found.status != Status::unreachable;
  if (stand && failed) return {found};
  const Cost straight = ends == EndsVerdict::in_sight ? graph_.metric.length(from.at, to.at) : kInfiniteCost;
  if (found.status == Status::found && found.cost < straight) {
    return links_.path(from.at, found.nodes, to.at, found.cost, {points, {hops_.data(), hops_.size()}}, found.work);
  }
  if (ends == EndsVerdict::apart) return {found};
  SightPath path = answer_of_ends(ends, PointPlane{space_}, graph_.metric, from.at, to.at, points);
  path.work += found.work;
  return path;
}

}  // namespace portolan
