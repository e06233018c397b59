// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/waypoint_search.hpp"

#include "portolan/core/prefetch.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

/// Whether guides have the sizes that the graph wants.
bool fit(const WaypointGuides& guides, const WaypointGraphView& graph) noexcept {
  const std::size_t rows = guides.landmarks.rows.size();
  const std::size_t words = guides.levels.words.size();
  constexpr std::size_t kPerWord = SightLevels::kPerWord;
  return (rows == 0 || rows == graph.size()) && guides.landmarks.shift <= kMaxLandmarkShift &&
         (words == 0 || words == (graph.target.size() + kPerWord - 1) / kPerWord) &&
         (words != 0 || guides.cells.members.empty()) && fit(guides.cells, graph);
}

/// Arcs of which a search looks at the heads together.
constexpr std::size_t kArcsAtOnce = 64;

/// How a waypoint was reached, as the note of its label: by an arc of this level of cells, and what level of edges may
/// follow.
constexpr std::uint32_t note_of(std::uint32_t cell_level, std::uint32_t least) noexcept {
  return cell_level << 8 | least;
}
constexpr std::uint32_t cell_level_in(std::uint32_t note) noexcept {
  return note >> 8;
}
constexpr std::uint32_t least_in(std::uint32_t note) noexcept {
  return note & 0xFF;
}

/// From one point to another.
Vertex between(Point from, Point to) noexcept {
  return {to.x - from.x, to.y - from.y};
}

}  // namespace

WaypointSearch::WaypointSearch(const SightSpace& space, const WaypointGraphView& graph, const LinkTable* links,
                               const WaypointGuides& guides)
    : space_(space),
      graph_(graph),
      guides_(guides),
      links_(links != nullptr && !links->empty() && is_sound() ? WaypointLinks(graph, links) : WaypointLinks()),
      sweep_(space.width),
      labels_(graph.size() + 1),
      near_goal_(graph.size()),
      near_(has_levels() ? graph.size() : 0),
      open_cells_(has_cells() ? OpenCells(guides_.cells, graph_) : OpenCells()),
      unpacker_(has_cells() ? CellUnpacker(graph_, guides_) : CellUnpacker()),
      open_(graph.size() + 1),
      path_(graph.size() + 2),
      nodes_(links_.empty() ? 0 : graph.size()),
      hops_(nodes_.size()) {}

bool WaypointSearch::is_sound() noexcept {
  if (!sound_) sound_ = is_well_formed(space_, graph_) && fit(guides_, graph_);
  return *sound_;
}

SightPath WaypointSearch::find(Point start, Point goal, std::uint64_t budget, const DeadEndFilter& needless) noexcept {
  if (!is_sound()) return {corrupt_answer()};
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

void WaypointSearch::note_near(WaypointId id, Cost cost, std::uint32_t least) noexcept {
  const bool is_new = !is_near_goal(id);
  near_goal_.touch(id);
  if (is_new && has_levels()) near_[near_count_++] = id;
  near_goal_[id].cost = cost;
  near_goal_[id].least = least;
}

/// Says of all waypoints near the goal what is known, and how far the others are.
WaypointLandmarkBound WaypointSearch::connect_goal(Point goal) noexcept {
  near_goal_.clear();
  near_count_ = 0;
  WaypointLandmarkBound bound(guides_.landmarks);
  const auto connect = [&](WaypointId id) {
    const Cost cost = graph_.metric.length(to_point(graph_.points[id]), goal);
    // In a wrong file one may be seen twice.
    note_near(id, cost, 0);
    bound.add(id, cost);
  };
  if (const auto link_end = links_.link_end_at(goal)) {
    connect(*link_end);
  } else {
    visit_visible(space_, graph_, goal, sweep_, connect);
  }
  if (has_levels()) connect_levels(goal);
  if (!open_cells_.empty()) {
    open_cells_.clear();
    for (std::size_t i = 0; i < near_count_; ++i) open_cells_.open(near_[i]);
  }
  return bound;
}

/// Goes from the goal over arcs of rising levels, one a level at most, and says of their tails from which level on.
void WaypointSearch::connect_levels(Point goal) noexcept {
  for (std::uint32_t level = 0; level < kCoreLevel; ++level) {
    const std::size_t before = near_count_;
    for (std::size_t i = 0; i < before; ++i) {
      const WaypointId head = near_[i];
      const Vertex at = graph_.points[head];
      const std::size_t end = std::min<std::size_t>(graph_.first[head + 1], graph_.target.size());
      for (std::size_t arc = graph_.first[head]; arc < end; ++arc) {
        const WaypointId tail = graph_.target[arc];
        if (guides_.levels[arc] != level || tail >= graph_.size() || is_near_goal(tail)) continue;
        // What follows an arc of level 0 is the goal.
        const Vertex from = graph_.points[tail];
        const bool leads_on =
            level != 0 || may_bend(graph_.corners[head], {at.x - from.x, at.y - from.y}, between(to_point(at), goal));
        if (!leads_on) continue;
        note_near(tail, kInfiniteCost, level + 1);
      }
    }
  }
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
    if (const NearGoal* const near = near_goal_.find(node)) relax(goal_node, near->cost);
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

/// The same over levels: on the way from the start by arcs of ever higher ones, by those of the core, and near the goal
/// by arcs that lead there with falling levels. A path of the least cost is never left out: it bends at all of its
/// waypoints as may_bend() says, so it is made of such arcs; the same is true of any other that comes to one of its
/// waypoints at the same cost. Arcs of cells stand for arcs of the core between their ends.
template <class BestFirst>
SearchOutcome WaypointSearch::run_over_levels(BestFirst& best_first, Point start, const SearchLimits& limits,
                                              bool& corrupt) noexcept {
  const NodeId goal_node = limits.goal;
  const SightLevels& levels = guides_.levels;
  return best_first.run(limits, [&, goal_node, start](NodeId node, Cost cost, auto&& relax) noexcept {
    const Vertex at = graph_.points[node];
    const NodeId parent = labels_.parent(node);
    const Vertex in = between(parent == kNoNode ? start : to_point(graph_.points[parent]), to_point(at));
    const std::uint8_t corners = graph_.corners[node];
    const std::uint32_t least = least_in(labels_.note(node));
    // Which way an arc of a cell ends is not known.
    const bool from_anywhere = cell_level_in(labels_.note(node)) != 0;
    const auto take = [&](WaypointId target, std::uint32_t weight, std::uint32_t note) noexcept {
      relax(target, weight);
      if (labels_.parent(target) == node && labels_.cost(target) == cost + weight) labels_.set_note(target, note);
    };
    const auto is_open_to = [&](WaypointId target) noexcept {
      const Vertex to = graph_.points[target];
      return from_anywhere || may_bend(corners, in, {to.x - at.x, to.y - at.y});
    };
    // What is asked of the heads of many arcs lies anywhere in memory: it is sent for before it is needed.
    struct Arc {
      WaypointId target;
      std::uint32_t weight;
    };
    std::array<Arc, kArcsAtOnce> arcs;
    std::size_t count = 0;
    const auto take_all = [&](std::uint32_t cell_level) noexcept {
      std::size_t left = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Arc arc = arcs[i];
        if (cell_level == 0 && !is_open_to(arc.target)) continue;
        if (!guides_.landmarks.rows.empty()) prefetch(&guides_.landmarks.rows[arc.target]);
        arcs[left] = arc;
        left += labels_.touched(arc.target) && labels_.slot(arc.target) == kClosedSlot ? 0 : 1;
      }
      for (std::size_t i = 0; i < left; ++i) take(arcs[i].target, arcs[i].weight, note_of(cell_level, kCoreLevel));
      count = 0;
    };
    const auto gather = [&](WaypointId target, std::uint32_t weight, std::uint32_t cell_level) noexcept {
      if (target >= goal_node) {
        corrupt = true;
        return;
      }
      prefetch(&graph_.points[target]);
      arcs[count++] = {target, weight};
      if (count == arcs.size()) take_all(cell_level);
    };
    const std::size_t begin = graph_.first[node];
    const std::size_t end = std::min<std::size_t>(graph_.first[node + 1], graph_.target.size());
    const std::uint32_t cell_level = open_cells_.empty() ? 0 : open_cells_.level(node);
    if (cell_level != 0) {
      const OpenCells::Arcs past = open_cells_.arcs(cell_level, node);
      for (std::size_t arc = past.begin; arc < past.end; ++arc) {
        gather(guides_.cells.target[arc], guides_.cells.weight[arc], cell_level);
      }
      take_all(cell_level);
    }
    const NearGoal* const near = near_goal_.find(node);
    const bool is_near = near != nullptr;
    if (is_near && near->cost != kInfiniteCost) relax(goal_node, near->cost);
    if (!is_near && least == kCoreLevel) {
      if (cell_level != 0) return;
      for_each_core_arc(levels, begin, end,
                        [&](std::size_t arc) noexcept { gather(graph_.target[arc], graph_.weight[arc], 0); });
      take_all(0);
      return;
    }
    const auto follow = [&](std::size_t arc, std::uint32_t least_after) noexcept {
      const WaypointId target = graph_.target[arc];
      if (target >= goal_node) {
        corrupt = true;
      } else if (is_open_to(target)) {
        take(target, graph_.weight[arc], note_of(0, least_after));
      }
    };
    for (std::size_t arc = begin; arc < end; ++arc) {
      const std::uint32_t level = levels[arc];
      if (level == kCoreLevel && cell_level != 0) continue;
      if (level >= least) {
        follow(arc, std::min(level + 1, kCoreLevel));
      } else if (is_near) {
        const WaypointId target = graph_.target[arc];
        const NearGoal* const next = target < goal_node ? near_goal_.find(target) : nullptr;
        const bool falls = next != nullptr && next->least <= level;
        if (falls) follow(arc, kCoreLevel);
      }
    }
  });
}

/// Calls search(BestFirst&) with the best estimate that there is; `in_plane` is one. Consistent if that is.
template <class InPlane, class Search>
SearchOutcome WaypointSearch::search_by(const InPlane& in_plane, const WaypointLandmarkBound& by_landmarks,
                                        Search&& search) noexcept {
  const std::span<OpenEntry> open(open_.data(), open_.size());
  if (guides_.landmarks.rows.empty()) {
    BestFirst best_first(labels_, open, in_plane);
    return search(best_first);
  }
  const auto goal_node = static_cast<NodeId>(graph_.size());
  const auto estimate = [&, goal_node](NodeId node) noexcept {
    return node == goal_node ? Cost{0} : std::max(in_plane(node), by_landmarks(node));
  };
  BestFirst best_first(labels_, open, estimate);
  return search(best_first);
}

SightPath WaypointSearch::search(Point start, Point goal, std::uint64_t budget,
                                 const DeadEndFilter& needless) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  const WaypointLandmarkBound by_landmarks = connect_goal(goal);
  const bool all = needless.empty();
  const auto in_plane = [&, all, goal_node](NodeId node) noexcept {
    if (node == goal_node) return Cost{0};
    if (!all && leaves_out(needless, graph_.points[node])) return kInfiniteCost;
    return graph_.metric.lower_bound(to_point(graph_.points[node]), goal);
  };
  const SearchLimits limits{.goal = goal_node, .expansions = budget};
  bool corrupt = false;
  const SearchOutcome outcome = search_by(in_plane, by_landmarks, [&](auto& best_first) noexcept {
    visit_visible(space_, graph_, start, sweep_, [&](WaypointId id) {
      best_first.seed({.node = id, .cost = graph_.metric.length(start, to_point(graph_.points[id]))}, limits);
      labels_.set_note(id, 0);
    });
    return has_levels() ? run_over_levels(best_first, start, limits, corrupt) : run(best_first, limits, corrupt);
  });
  if (corrupt || outcome.end != SearchEnd::reached) {
    return {corrupt ? corrupt_answer(outcome.expansions) : answer_of(outcome, 0)};
  }

  if (!open_cells_.empty()) return path_past_cells(start, goal, outcome.expansions, budget);
  std::size_t count = 0;
  path_[count++] = goal;
  for (NodeId node = labels_.parent(goal_node); node != kNoNode; node = labels_.parent(node)) {
    path_[count++] = to_point(graph_.points[node]);
  }
  path_[count++] = start;
  std::reverse(path_.data(), path_.data() + count);
  return measured_path(graph_.metric, labels_.cost(goal_node), {path_.data(), count}, outcome.expansions);
}

/// The path that labels show, with what lies within cells.
SightPath WaypointSearch::path_past_cells(Point start, Point goal, std::uint64_t settled,
                                          std::uint64_t budget) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  const std::span<CellStep> room = unpacker_.room();
  std::size_t count = 0;
  for (NodeId node = labels_.parent(goal_node); node != kNoNode; node = labels_.parent(node)) {
    const NodeId parent = labels_.parent(node);
    room[count++] = {node, cell_level_in(labels_.note(node)),
                     labels_.cost(node) - (parent == kNoNode ? Cost{0} : labels_.cost(parent))};
  }
  std::reverse(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  const CellUnpacker::Unpacked unpacked = unpacker_.unpack(count, open_cells_, budget - settled);
  const std::uint64_t work = settled + unpacked.expansions;
  if (unpacked.end == SearchEnd::budget) return {spent_answer(work)};
  if (unpacked.end != SearchEnd::reached) return {corrupt_answer(work)};
  count = 0;
  path_[count++] = start;
  for (const CellStep& step : unpacked.steps) path_[count++] = to_point(graph_.points[step.waypoint]);
  path_[count++] = goal;
  return measured_path(graph_.metric, labels_.cost(goal_node), {path_.data(), count}, work);
}

/// The same where links may be shorter than a straight line, and where that costs `straight`, if there is one.
SightPath WaypointSearch::search_with_links(Point start, Point goal, Cost straight, std::uint64_t budget,
                                            const DeadEndFilter& needless) noexcept {
  const auto goal_node = static_cast<NodeId>(graph_.size());
  const WaypointLandmarkBound by_landmarks = connect_goal(goal);
  const Cost by_links = links_.bound_to(goal);
  const auto in_plane = [&, goal_node](NodeId node) noexcept {
    if (node == goal_node) return Cost{0};
    if (!needless.empty() && leaves_out(needless, graph_.points[node])) return kInfiniteCost;
    return std::min(by_links, graph_.metric.lower_bound(to_point(graph_.points[node]), goal));
  };
  const SearchLimits limits{.goal = goal_node, .expansions = budget};
  bool corrupt = false;
  const SearchOutcome outcome = search_by(in_plane, by_landmarks, [&](auto& best_first) noexcept {
    const auto seed = [&](WaypointId id) {
      best_first.seed({.node = id, .cost = graph_.metric.length(start, to_point(graph_.points[id]))}, limits);
    };
    if (straight != kInfiniteCost) best_first.seed({.node = goal_node, .cost = straight}, limits);
    if (const auto link_end = links_.link_end_at(start)) {
      seed(*link_end);
    } else {
      visit_visible(space_, graph_, start, sweep_, seed);
    }
    return run(best_first, limits, corrupt);
  });
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
