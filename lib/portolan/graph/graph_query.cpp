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

GraphQuery::GraphQuery(const CsrGraph& graph, const GraphEstimate& estimate)
    : graph_(graph),
      estimate_(estimate),
      well_formed_(are_well_formed(graph, estimate)),
      labels_(well_formed_ ? graph.size() : 0),
      open_(labels_.size()),
      marked_((labels_.size() + kWordBits - 1) / kWordBits) {}

Status GraphQuery::status_of(const SearchOutcome& outcome) const noexcept {
  if (corrupt_ || outcome.end == SearchEnd::overflow) return Status::corrupt;
  return outcome.end == SearchEnd::budget ? Status::out_of_budget : Status::found;
}

GraphPath GraphQuery::cost(NodeId from, NodeId to, std::uint64_t budget) noexcept {
  if (!well_formed_ || from >= graph_.size() || to >= graph_.size()) return {.status = Status::corrupt};
  const SearchLimits limits{.goal = to, .limit = kUnreachableBound, .expansions = budget};
  const auto all = [](NodeId, Cost) noexcept { return true; };
  const SearchOutcome outcome = std::visit(
      [&](const auto& kind) noexcept { return search(from, limits, bound_to(kind, from, to), all); }, estimate_);
  GraphPath answer{.status = status_of(outcome), .settled = outcome.expansions};
  if (answer.status != Status::found) return answer;
  if (outcome.end == SearchEnd::reached) {
    answer.cost = labels_.cost(to);
  } else {
    answer.status = Status::unreachable;
  }
  return answer;
}

GraphPath GraphQuery::path(NodeId from, NodeId to, std::uint64_t budget, std::span<NodeId> room) noexcept {
  GraphPath answer = cost(from, to, budget);
  if (answer.status != Status::found) return answer;
  std::size_t count = 0;
  for (NodeId node = to; node != kNoNode; node = labels_.parent(node)) {
    if (count == room.size()) return {.status = Status::out_of_budget, .settled = answer.settled};
    room[count++] = node;
  }
  answer.nodes = room.first(count);
  std::reverse(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  return answer;
}

ReachedNodes GraphQuery::within(NodeId from, Cost most, std::uint64_t budget, std::span<ReachedNode> room) noexcept {
  if (!well_formed_ || from >= graph_.size()) return {.status = Status::corrupt};
  const SearchLimits limits{.limit = std::min(most, kInfiniteCost - 1) + 1, .expansions = budget};
  std::size_t count = 0;
  bool fits_in = true;
  const SearchOutcome outcome = search(from, limits, NoEstimate{}, [&](NodeId node, Cost cost) noexcept {
    fits_in = count < room.size();
    if (fits_in) room[count++] = {cost, node};
    return fits_in;
  });
  ReachedNodes answer{.status = status_of(outcome), .settled = outcome.expansions};
  if (answer.status == Status::found && !fits_in) answer.status = Status::out_of_budget;
  if (answer.status != Status::found) return answer;
  answer.nodes = room.first(count);
  // Costs ascend already; ids of equal ones need not.
  std::sort(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  return answer;
}

Status GraphQuery::one_to_many(NodeId from, std::span<const NodeId> targets, std::uint64_t budget,
                               std::span<Cost> costs) noexcept {
  const auto exists = [&](NodeId node) { return node < graph_.size(); };
  if (!well_formed_ || !exists(from) || !std::all_of(targets.begin(), targets.end(), exists)) return Status::corrupt;
  if (costs.size() != targets.size()) return Status::corrupt;
  if (targets.empty()) return Status::found;
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
  return status_of(outcome);
}

Status GraphQuery::many_to_many(std::span<const NodeId> sources, std::span<const NodeId> targets, std::uint64_t budget,
                                std::span<Cost> costs) noexcept {
  if (costs.size() != sources.size() * targets.size()) return Status::corrupt;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Status status = one_to_many(sources[i], targets, budget, costs.subspan(i * targets.size(), targets.size()));
    if (status != Status::found) return status;
  }
  return Status::found;
}

}  // namespace portolan

// NOLINTEND(bugprone-exception-escape)
