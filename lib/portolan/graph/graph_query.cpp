// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/graph_query.hpp"

// An estimate always holds one of its kinds, so that std::visit does not throw.
// NOLINTBEGIN(bugprone-exception-escape)

namespace portolan {
namespace {

constexpr std::size_t kWordBits = 64;

bool are_well_formed(const CsrGraph& graph, const GraphEstimate& estimate) noexcept {
  const std::size_t nodes = graph.size();
  if (nodes > kMaxGraphQueryNodes || graph.weight.size() != graph.target.size()) return false;
  if (nodes != 0 && !are_row_offsets(graph.first, nodes, graph.target.size())) return false;
  return is_well_formed(estimate, nodes);
}

NoEstimate bound_to(const NoEstimate& none, NodeId, NodeId) noexcept {
  return none;
}
auto bound_to(const StraightLine& line, NodeId, NodeId goal) noexcept {
  return [&line, goal](NodeId node) noexcept { return straight_bound(line, node, goal); };
}
LandmarkBound bound_to(const Landmarks& landmarks, NodeId source, NodeId goal) noexcept {
  return {landmarks, source, goal};
}

}  // namespace

GraphQuery::GraphQuery(const CsrGraph& graph, const GraphEstimate& estimate, const DeadEndsView& dead_ends)
    : graph_(graph),
      estimate_(estimate),
      dead_ends_(dead_ends),
      well_formed_(are_well_formed(graph, estimate)),
      labels_(well_formed_ ? graph.size() : 0),
      open_(labels_.size()),
      marked_((labels_.size() + kWordBits - 1) / kWordBits) {}

DeadEndFilter GraphQuery::needless_between(NodeId from, NodeId to) const noexcept {
  return dead_ends_.empty() ? DeadEndFilter() : DeadEndFilter(dead_ends_, dead_ends_.at(from), dead_ends_.at(to));
}

GraphPath GraphQuery::cost(NodeId from, NodeId to, std::uint64_t budget) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  if (from >= graph_.size() || to >= graph_.size()) return {bad_node_answer()};
  const SearchLimits limits{.goal = to, .limit = kUnreachableBound, .expansions = budget};
  const auto all = [](NodeId, Cost) noexcept { return true; };
  const DeadEndFilter needless = needless_between(from, to);
  const SearchOutcome outcome = std::visit(
      [&](const auto& kind) noexcept {
        const auto bound = [&needless, to_goal = bound_to(kind, from, to)](NodeId node) noexcept {
          return needless.leaves_out(node) ? kInfiniteCost : to_goal(node);
        };
        return search(from, limits, bound, all);
      },
      estimate_);
  if (corrupt_) return {corrupt_answer(outcome.expansions)};
  return {answer_of(outcome, outcome.end == SearchEnd::reached ? labels_.cost(to) : 0)};
}

/// By the graph's own estimate; that it proves there to be no path is for a search to find.
Cost GraphQuery::lower_bound(NodeId from, NodeId to) const noexcept {
  return std::visit([&](const auto& kind) noexcept { return bound_to(kind, from, to)(from); }, estimate_);
}

GraphPath GraphQuery::cost_by(const NodeEstimate& estimate, Consistency known, NodeId from, NodeId to,
                              std::uint64_t budget) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  if (from >= graph_.size() || to >= graph_.size()) return {bad_node_answer()};
  const DeadEndFilter needless = needless_between(from, to);
  // Whatever it says, only what dead ends hold is left out, and no sum with a cost is too large.
  const auto bound = [&](NodeId node) noexcept {
    return needless.leaves_out(node) ? kInfiniteCost
                                     : std::min(estimate.of(estimate.user, node, to), kUnreachableBound - 1);
  };
  const SearchLimits limits{.goal = to, .expansions = budget};
  const SearchOutcome outcome = search(from, limits, bound, [](NodeId, Cost) noexcept { return true; });
  if (corrupt_) return {corrupt_answer(outcome.expansions)};
  GraphPath answer{answer_of(outcome, outcome.end == SearchEnd::reached ? labels_.cost(to) : 0)};
  if (answer.status == Status::found && known == Consistency::unknown) {
    answer.lower_bound = std::min(answer.cost, lower_bound(from, to));
  }
  return answer;
}

GraphPath GraphQuery::path(NodeId from, NodeId to, std::uint64_t budget, std::span<NodeId> room) noexcept {
  return traced(cost(from, to, budget), to, room);
}

GraphPath GraphQuery::path_by(const NodeEstimate& estimate, Consistency known, NodeId from, NodeId to,
                              std::uint64_t budget, std::span<NodeId> room) noexcept {
  return traced(cost_by(estimate, known, from, to, budget), to, room);
}

/// The answer with the path that the last search found.
GraphPath GraphQuery::traced(GraphPath answer, NodeId to, std::span<NodeId> room) const noexcept {
  if (answer.status != Status::found) return answer;
  std::size_t count = 0;
  for (NodeId node = to; node != kNoNode; node = labels_.parent(node)) {
    if (count == room.size()) return {no_room_answer(answer.work)};
    room[count++] = node;
  }
  answer.nodes = room.first(count);
  std::reverse(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  return answer;
}

ReachedNodes GraphQuery::within(NodeId from, Cost most, std::uint64_t budget, std::span<ReachedNode> room) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  if (from >= graph_.size()) return {bad_node_answer()};
  const SearchLimits limits{.limit = std::min(most, kInfiniteCost - 1) + 1, .expansions = budget};
  std::size_t count = 0;
  bool fits_in = true;
  const SearchOutcome outcome = search(from, limits, NoEstimate{}, [&](NodeId node, Cost cost) noexcept {
    fits_in = count < room.size();
    if (fits_in) room[count++] = {cost, node};
    return fits_in;
  });
  if (corrupt_) return {corrupt_answer(outcome.expansions)};
  if (!fits_in) return {no_room_answer(outcome.expansions)};
  ReachedNodes answer{answer_of_all(outcome)};
  if (answer.status != Status::found) return answer;
  answer.nodes = room.first(count);
  // Costs ascend already; ids of equal ones need not.
  std::sort(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  return answer;
}

Answer GraphQuery::one_to_many(NodeId from, std::span<const NodeId> targets, std::uint64_t budget,
                               std::span<Cost> costs) noexcept {
  const auto exists = [&](NodeId node) { return node < graph_.size(); };
  if (!well_formed_) return corrupt_answer();
  if (!exists(from) || !std::all_of(targets.begin(), targets.end(), exists)) return bad_node_answer();
  if (costs.size() != targets.size()) return bad_size_answer();
  if (targets.empty()) return {.status = Status::found};
  std::size_t left = 0;
  for (const NodeId target : targets) {
    std::uint64_t& word = marked_[target / kWordBits];
    const std::uint64_t bit = std::uint64_t{1} << (target % kWordBits);
    left += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }
  const SearchOutcome outcome = search(from, {.expansions = budget}, NoEstimate{}, [&](NodeId node, Cost) noexcept {
    left -= (marked_[node / kWordBits] >> (node % kWordBits)) & 1;
    return left != 0;
  });
  for (std::size_t i = 0; i < targets.size(); ++i) {
    marked_[targets[i] / kWordBits] = 0;
    costs[i] = labels_.touched(targets[i]) ? labels_.cost(targets[i]) : kInfiniteCost;
  }
  return corrupt_ ? corrupt_answer(outcome.expansions) : answer_of_all(outcome);
}

Answer GraphQuery::many_to_many(std::span<const NodeId> sources, std::span<const NodeId> targets, std::uint64_t budget,
                                std::span<Cost> costs) noexcept {
  if (!is_table(sources.size(), targets.size(), costs.size())) return bad_size_answer();
  std::uint64_t work = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Answer row = one_to_many(sources[i], targets, budget - work, costs.subspan(i * targets.size(), targets.size()));
    work += row.work;
    row.work = work;
    if (row.status != Status::found) return row;
  }
  return {.status = Status::found, .work = work};
}

}  // namespace portolan

// NOLINTEND(bugprone-exception-escape)
