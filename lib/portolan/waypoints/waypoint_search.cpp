// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/waypoint_search.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>

namespace portolan {

WaypointSearch::WaypointSearch(const SightSpace& space, const WaypointGraphView& graph, const LinkTable* links)
    : space_(space),
      graph_(graph),
      well_formed_(is_well_formed(space, graph)),
      links_(well_formed_ ? WaypointLinks(graph, links) : WaypointLinks()),
      sweep_(space.width),
      labels_(graph.size() + 1),
      goal_cost_(graph.size()),
      goal_stamp_(graph.size()),
      open_(graph.size() + 1),
      path_(graph.size() + 2),
      nodes_(links_.empty() ? 0 : graph.size()),
      hops_(nodes_.size()) {}

SightPath WaypointSearch::find(Point start, Point goal, std::uint64_t budget, const DeadEndFilter& needless) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  labels_.clear();
  const PointPlane plane{space_};
  const EndsVerdict ends = judge_ends(plane, start, goal);
  if (!links_.empty() && (ends == EndsVerdict::apart || ends == EndsVerdict::in_sight)) {
    const Cost straight = ends == EndsVerdict::in_sight ? graph_.metric.length(start, goal) : kInfiniteCost;
    return search_with_links(start, goal, straight, budget, needless);
  }
  if (ends == EndsVerdict::apart) return search(start, goal, budget, needless);
  return answer_of_ends(ends, plane, graph_.metric, start, goal, std::span<Point>(path_.data(), path_.size()));
}

void WaypointSearch::connect_goal(Point goal) noexcept {
  if (++stamp_ == 0) {
    for (std::size_t i = 0; i < goal_stamp_.size(); ++i) goal_stamp_[i] = 0;
    stamp_ = 1;
  }
  const auto connect = [&](WaypointId id) {
    goal_stamp_[id] = stamp_;
    goal_cost_[id] = graph_.metric.length(to_point(graph_.points[id]), goal);
  };
  if (const auto link_end = links_.link_end_at(goal)) return connect(*link_end);
  visit_visible(space_, graph_, goal, sweep_, connect);
}

/// A point mover meets the tiles around a corner, the others stand on a lattice point.
bool WaypointSearch::leaves_out(const DeadEndFilter& needless, Vertex at) const noexcept {
  const std::int32_t row = space_.width + (space_.contact == Contact::square ? 1 : 0);
  const auto is_needless = [&](std::int32_t x, std::int32_t y) {
    return needless.leaves_out(static_cast<std::size_t>(y) * static_cast<std::size_t>(row) +
                               static_cast<std::size_t>(x));
  };
  if (space_.contact == Contact::square) return is_needless(at.x, at.y);
  for (const std::int32_t y : {at.y - 1, at.y}) {
    for (const std::int32_t x : {at.x - 1, at.x}) {
      if (!space_.squares.test(x, y) && !is_needless(x, y)) return false;
    }
  }
  return true;
}

/// Settles waypoints until the goal is reached.
template <class BestFirst>
SearchOutcome WaypointSearch::run(BestFirst& best_first, const SearchLimits& limits, bool& corrupt) noexcept {
  const NodeId goal_node = limits.goal;
  return best_first.run(limits, [&, goal_node](NodeId node, Cost, auto&& relax) noexcept {
    if (goal_stamp_[node] == stamp_) relax(goal_node, goal_cost_[node]);
    const std::size_t end = std::min<std::size_t>(graph_.first[node + 1], graph_.target.size());
    for (std::size_t arc = graph_.first[node]; arc < end; ++arc) {
      if (graph_.target[arc] < goal_node) {
        relax(graph_.target[arc], graph_.weight[arc]);
      } else {
        corrupt = true;
      }
    }
  });
}

SightPath WaypointSearch::search(Point start, Point goal, std::uint64_t budget,
                                 const DeadEndFilter& needless) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  connect_goal(goal);
  const bool all = needless.empty();
  const auto to_goal = [&, all](NodeId node) noexcept {
    if (node == goal_node) return Cost{0};
    if (!all && leaves_out(needless, graph_.points[node])) return kInfiniteCost;
    return graph_.metric.lower_bound(to_point(graph_.points[node]), goal);
  };
  BestFirst best_first(labels_, std::span(open_.data(), open_.size()), to_goal);
  const SearchLimits limits{.goal = goal_node, .expansions = budget};
  visit_visible(space_, graph_, start, sweep_, [&](WaypointId id) {
    best_first.seed({.node = id, .cost = graph_.metric.length(start, to_point(graph_.points[id]))}, limits);
  });
  bool corrupt = false;
  const SearchOutcome outcome = run(best_first, limits, corrupt);
  if (corrupt || outcome.end != SearchEnd::reached) {
    return {corrupt ? corrupt_answer(outcome.expansions) : answer_of(outcome, 0)};
  }

  std::size_t count = 0;
  path_[count++] = goal;
  for (NodeId node = labels_.parent(goal_node); node != kNoNode; node = labels_.parent(node)) {
    path_[count++] = to_point(graph_.points[node]);
  }
  path_[count++] = start;
  std::reverse(path_.data(), path_.data() + count);
  return measured_path(graph_.metric, labels_.cost(goal_node), {path_.data(), count}, outcome.expansions);
}

/// The same where links may be shorter than a straight line, and where that costs `straight`, if there is one.
SightPath WaypointSearch::search_with_links(Point start, Point goal, Cost straight, std::uint64_t budget,
                                            const DeadEndFilter& needless) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  connect_goal(goal);
  const Cost by_links = links_.bound_to(goal);
  const auto to_goal = [&](NodeId node) noexcept {
    if (node == goal_node) return Cost{0};
    if (!needless.empty() && leaves_out(needless, graph_.points[node])) return kInfiniteCost;
    return std::min(by_links, graph_.metric.lower_bound(to_point(graph_.points[node]), goal));
  };
  BestFirst best_first(labels_, std::span(open_.data(), open_.size()), to_goal);
  const SearchLimits limits{.goal = goal_node, .expansions = budget};
  const auto seed = [&](WaypointId id) {
    best_first.seed({.node = id, .cost = graph_.metric.length(start, to_point(graph_.points[id]))}, limits);
  };
  if (straight != kInfiniteCost) best_first.seed({.node = goal_node, .cost = straight}, limits);
  if (const auto link_end = links_.link_end_at(start)) {
    seed(*link_end);
  } else {
    visit_visible(space_, graph_, start, sweep_, seed);
  }
  bool corrupt = false;
  const SearchOutcome outcome = run(best_first, limits, corrupt);
  if (corrupt || outcome.end != SearchEnd::reached) {
    return {corrupt ? corrupt_answer(outcome.expansions) : answer_of(outcome, 0)};
  }
  std::size_t count = 0;
  for (NodeId node = labels_.parent(goal_node); node != kNoNode; node = labels_.parent(node)) nodes_[count++] = node;
  std::reverse(nodes_.data(), nodes_.data() + count);
  return links_.path(start, {nodes_.data(), count}, goal, labels_.cost(goal_node),
                     {{path_.data(), path_.size()}, {hops_.data(), hops_.size()}}, outcome.expansions);
}

}  // namespace portolan
