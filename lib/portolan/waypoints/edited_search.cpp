// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/edited_search.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan {
namespace {

/// Edges that are kept.
constexpr std::size_t kMostEdges = std::size_t{1} << 22;

/// Rectangles of changes up to which it costs less to find out whether a waypoint sees one than to look around.
constexpr std::size_t kMostAsked = 8;

/// Counts one up, and clears what bears older stamps where that wraps around.
template <class Clear>
void advance(std::uint32_t& stamp, Clear&& clear) noexcept {
  if (++stamp != 0) return;
  clear();
  stamp = 1;
}

/// Whether a vertex may see one of a rectangle of vertices, its border included. If it does, true. The rays to a
/// rectangle that lies all above or all below are those between two bearings, and all of them cross its nearest line.
bool may_see(const SightSpace& space, Vertex from, const Rect& area, SightSweep& sweep) noexcept {
  if (from.y >= area.min.y && from.y <= area.max.y) return true;
  const bool below = from.y < area.min.y;
  const std::int32_t near = below ? area.min.y - from.y : from.y - area.max.y;
  const std::int32_t far = near + area.height();
  const std::int32_t left = area.min.x - from.x;
  const std::int32_t right = area.max.x - from.x;
  const Point at = to_point(from);
  if (left <= 0 && right >= 0) {
    const std::int32_t end = below ? south_end(space, at) : north_end(space, at);
    if (std::abs(end - from.y) >= near) return true;
  }
  const auto bearing = [](std::int32_t dx, std::int32_t dy) { return Bearing{dx * kSubUnits, dy * kSubUnits}; };
  sweep.start(space, at, below ? Half::down : Half::up, bearing(left, left < 0 ? near : far),
              bearing(right, right > 0 ? near : far));
  while (!sweep.done() && std::abs(sweep.line() - from.y) < near) sweep.advance();
  return !sweep.done();
}

}  // namespace

EditedSearch::EditedSearch(const SightSpace& file, const WaypointGraphView& graph)
    : file_(graph),
      plane_(file, graph),
      space_(plane_.space()),
      sweep_(file.width),
      labels_(kMostWaypoints + 1),
      goal_cost_(kMostWaypoints),
      goal_stamp_(kMostWaypoints),
      open_(kMostWaypoints + 1),
      path_(kMostWaypoints + 2),
      kept_(kMostWaypoints),
      edges_(kMostEdges) {}

bool EditedSearch::follow(const GridView& edited, const TerrainPages& pages, std::uint32_t price) {
  labels_.clear();
  graph_ = {};
  edge_count_ = 0;
  advance(planes_, [&] {
    for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i].stamp = 0;
  });
  if (!plane_.follow(edited, pages, price, kMostWaypoints)) return false;
  space_ = plane_.space();
  graph_ = plane_.waypoints();
  return true;
}

SightPath EditedSearch::find(Point start, Point goal, std::uint64_t budget) noexcept {
  labels_.clear();
  const PointPlane plane{space_};
  const EndsVerdict ends = judge_ends(plane, start, goal);
  if (ends == EndsVerdict::apart) return search(start, goal, budget);
  return answer_of_ends(ends, plane, graph_.metric, start, goal, std::span<Point>(path_.data(), path_.size()));
}

void EditedSearch::connect_goal(Point goal) noexcept {
  advance(goals_, [&] {
    for (std::size_t i = 0; i < goal_stamp_.size(); ++i) goal_stamp_[i] = 0;
  });
  visit_visible(space_, graph_, goal, sweep_, [&](WaypointId id) {
    goal_stamp_[id] = goals_;
    goal_cost_[id] = graph_.metric.length(to_point(graph_.points[id]), goal);
  });
}

/// Whether a waypoint may see what edits have changed, or is there itself.
bool EditedSearch::sees_changes(WaypointId id) noexcept {
  const std::span<const Rect> changed = plane_.changed();
  return changed.size() > kMostAsked || std::ranges::any_of(changed, [&](const Rect& area) {
           return may_see(space_, graph_.points[id], area, sweep_);
         });
}

/// Adds the edges that a waypoint has in the file to those kept. False, and none is added, if there is no room or the
/// file contradicts itself.
bool EditedSearch::take_from_file(WaypointId id) noexcept {
  const WaypointId in_file = plane_.in_file(id);
  if (in_file == kNoNode) return false;
  const std::size_t begin = file_.first[in_file];
  const std::size_t end = file_.first[in_file + 1];
  if (begin > end || end > file_.target.size() || end - begin > edges_.size() - edge_count_) return false;
  for (std::size_t arc = begin; arc < end; ++arc) {
    const WaypointId target = file_.target[arc];
    const WaypointId now = target < file_.size() ? plane_.now(target) : kNoNode;
    if (now == kNoNode) return false;
    edges_[edge_count_ + (arc - begin)] = now;
  }
  edge_count_ += end - begin;
  return true;
}

/// What does not fit is found again when it is asked for.
template <class Visit>
void EditedSearch::visit_edges_of(WaypointId id, Visit&& visit) noexcept {
  Kept& kept = kept_[id];
  if (kept.stamp != planes_ && !sees_changes(id)) {
    const std::size_t before = edge_count_;
    if (take_from_file(id)) {
      kept = {planes_, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(edge_count_ - before)};
    }
  }
  if (kept.stamp == planes_) {
    for (std::size_t i = 0; i < kept.count; ++i) visit(edges_[kept.first + i]);
    return;
  }
  const std::size_t first = edge_count_;
  bool fits = true;
  visit_edges(space_, graph_, id, sweep_, [&](WaypointId other) {
    visit(other);
    fits = fits && edge_count_ < edges_.size();
    if (fits) edges_[edge_count_++] = other;
  });
  if (fits) {
    kept = {planes_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(edge_count_ - first)};
  } else {
    edge_count_ = first;
  }
}

SightPath EditedSearch::search(Point start, Point goal, std::uint64_t budget) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  const SightMetric& metric = graph_.metric;
  const auto point = [&](WaypointId id) { return to_point(graph_.points[id]); };
  connect_goal(goal);
  const auto to_goal = [&](NodeId node) noexcept {
    return node == goal_node ? Cost{0} : metric.lower_bound(point(node), goal);
  };
  BestFirst best_first(labels_, std::span(open_.data(), open_.size()), to_goal);
  const SearchLimits limits{.goal = goal_node, .expansions = budget};
  visit_visible(space_, graph_, start, sweep_,
                [&](WaypointId id) { best_first.seed({.node = id, .cost = metric.length(start, point(id))}, limits); });
  const SearchOutcome outcome = best_first.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    if (goal_stamp_[node] == goals_) relax(goal_node, goal_cost_[node]);
    visit_edges_of(node, [&](WaypointId other) { relax(other, metric.length(point(node), point(other))); });
  });
  if (outcome.end != SearchEnd::reached) return {answer_of(outcome, 0)};

  std::size_t count = 0;
  path_[count++] = goal;
  for (NodeId node = labels_.parent(goal_node); node != kNoNode; node = labels_.parent(node)) {
    path_[count++] = point(node);
  }
  path_[count++] = start;
  std::reverse(path_.data(), path_.data() + count);
  // Edges of a wrong file may lead anywhere.
  for (std::size_t i = 1; i < count; ++i) {
    const bool is_free = can_stand(space_, path_[i]) && in_sight(space_, path_[i - 1], path_[i]);
    if (!is_free) return {corrupt_answer(outcome.expansions)};
  }
  return measured_path(metric, labels_.cost(goal_node), {path_.data(), count}, outcome.expansions);
}

}  // namespace portolan
