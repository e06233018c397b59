// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/given_estimates.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace portolan {
namespace {

/// Places of one column that are reported.
constexpr std::size_t kPlacesTold = 3;

using NodeNumbers = std::unordered_map<std::string_view, NodeId>;

NodeNumbers numbers_of(const BoardDraft& draft) {
  NodeNumbers numbers;
  for (NodeId node = 0; node < draft.nodes.size(); ++node) numbers.emplace(draft.nodes[node].name, node);
  return numbers;
}

/// What an estimate comes to in units of 10^-decimals, rounded down; nothing if that is negative or too much.
std::optional<Cost> in_units(Decimal estimate, std::uint32_t decimals) {
  if (estimate.digits < 0) return {};
  while (estimate.decimals > decimals) {
    estimate.digits /= 10;
    --estimate.decimals;
  }
  const auto whole = scaled(make_decimal(estimate.digits, estimate.decimals), decimals);
  if (!whole || static_cast<Cost>(*whole) >= kMaxGivenEstimate) return {};
  return static_cast<Cost>(*whole);
}

/// The node that a column is for; nothing if that is not clear.
std::optional<NodeId> goal_of(const EstimateColumn& column, const NodeNumbers& numbers) {
  if (!column.goal.empty()) {
    const auto named = numbers.find(column.goal);
    return named == numbers.end() ? std::nullopt : std::optional(named->second);
  }
  std::optional<NodeId> goal;
  for (const DraftEstimate& estimate : column.estimates) {
    if (estimate.cost.digits != 0) continue;
    if (goal) return {};
    goal = estimate.node;
  }
  return goal;
}

/// A column of a draft without errors, in the unit of its costs.
struct Column {
  Column(const BoardDraft& draft, const EstimateColumn& written, const NodeNumbers& numbers, std::uint32_t decimals)
      : goal(*goal_of(written, numbers)), estimates(draft.nodes.size(), 0) {
    for (const DraftEstimate& estimate : written.estimates)
      estimates[estimate.node] = *in_units(estimate.cost, decimals);
  }
  /// Calls tell(arc, weight) for the arcs over which the estimate falls by more than they weigh.
  template <class Tell>
  void for_each_fall(const BoardDraft& draft, std::uint32_t decimals, Tell&& tell) const {
    for (const DraftArc& arc : draft.arcs) {
      const Cost weight = weight_of(draft, arc, decimals).value_or(0);
      if (estimates[arc.from] > weight + estimates[arc.to]) tell(arc, weight);
    }
  }

  NodeId goal;
  std::vector<Cost> estimates;  ///< by node
};

}  // namespace

std::vector<Finding> estimate_errors_in(const BoardDraft& draft) {
  std::vector<Finding> found;
  if (draft.estimates.empty()) return found;
  if (draft.estimates.size() > kMaxGivenEstimates / std::max<std::size_t>(1, draft.nodes.size())) {
    return {{draft.estimates.front().place, "h for " + std::to_string(draft.estimates.size()) + " goals on " +
                                                std::to_string(draft.nodes.size()) + " nodes is more than " +
                                                std::to_string(kMaxGivenEstimates) + " estimates"}};
  }
  const NodeNumbers numbers = numbers_of(draft);
  const std::uint32_t decimals = cost_decimals(draft);
  std::unordered_map<NodeId, const EstimateColumn*> known;
  for (const EstimateColumn& column : draft.estimates) {
    for (const DraftEstimate& estimate : column.estimates) {
      if (in_units(estimate.cost, decimals)) continue;
      found.push_back({estimate.place,
                       "h " + to_text(estimate.cost) + (estimate.cost.digits < 0 ? " is negative" : " is too large")});
    }
    const auto goal = goal_of(column, numbers);
    if (goal && known.emplace(*goal, &column).second) continue;
    if (goal) {
      found.push_back({column.place, "there are two columns of h for " + in_quotes(draft.nodes[*goal].name)});
    } else if (!column.goal.empty()) {
      found.push_back({column.place, "h is for " + in_quotes(column.goal) + ", and no node is called that"});
    } else {
      found.push_back({column.place,
                       "h must be 0 for one node, the goal, and for no other: or name the goal, in a table by a "
                       "column h:NAME, in JSON by \"h\": {\"NAME\": ...}"});
    }
  }
  return found;
}

std::vector<Finding> estimate_warnings_in(const BoardDraft& draft) {
  std::vector<Finding> found;
  const NodeNumbers numbers = numbers_of(draft);
  const std::uint32_t decimals = cost_decimals(draft);
  for (const EstimateColumn& written : draft.estimates) {
    const Column column(draft, written, numbers, decimals);
    const auto name = [&](NodeId node) { return in_quotes(draft.nodes[node].name); };
    const auto text = [&](NodeId node) {
      return to_text(make_decimal(static_cast<std::int64_t>(column.estimates[node]), decimals));
    };
    std::vector<SourcePlace> places(draft.nodes.size());
    for (const DraftEstimate& estimate : written.estimates) places[estimate.node] = estimate.place;
    const std::string consequence =
        ": not consistent, so paths to " + name(column.goal) + " by it are legal, but not proven to be the cheapest";
    std::size_t falls = 0;
    if (column.estimates[column.goal] != 0)
      found.push_back({places[column.goal], "h of the goal " + name(column.goal) + " is not 0" + consequence});
    column.for_each_fall(draft, decimals, [&](const DraftArc& arc, Cost weight) {
      if (++falls > kPlacesTold) return;
      found.push_back({places[arc.from], "h of " + name(arc.from) + " is " + text(arc.from) + ", but from there to " +
                                             name(arc.to) + ", where it is " + text(arc.to) + ", it costs " +
                                             to_text(make_decimal(static_cast<std::int64_t>(weight), decimals)) +
                                             consequence});
    });
    if (falls > kPlacesTold) {
      found.push_back({written.place, "h for " + name(column.goal) + " is not consistent on " +
                                          std::to_string(falls - kPlacesTold) + " more arcs"});
    }
  }
  sort_findings(found);
  return found;
}

void add_estimates(const BoardDraft& draft, Board& board) {
  if (draft.estimates.empty()) return;
  const NodeNumbers numbers = numbers_of(draft);
  std::vector<std::pair<NodeId, const EstimateColumn*>> columns;
  for (const EstimateColumn& written : draft.estimates) columns.emplace_back(*goal_of(written, numbers), &written);
  std::sort(columns.begin(), columns.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  board.estimates.reserve(columns.size() * draft.nodes.size());
  for (const auto& [goal, written] : columns) {
    const Column column(draft, *written, numbers, board.cost_decimals);
    bool consistent = column.estimates[column.goal] == 0;
    column.for_each_fall(draft, board.cost_decimals, [&](const DraftArc&, Cost) { consistent = false; });
    board.estimate_goals.push_back({column.goal, consistent ? 1U : 0U});
    board.estimates.insert(board.estimates.end(), column.estimates.begin(), column.estimates.end());
  }
}

}  // namespace portolan
