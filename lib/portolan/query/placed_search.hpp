// SPDX-License-Identifier: BSL-1.0
// The search of movers with a body: weighted A* over where they are, how they face and what an arc still needs.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/query/open_links.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/query/placed_states.hpp"
#include "portolan/query/work_budget.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// What bounds a search of this kind.
struct PlacedLimits {
  Rect within{};       ///< tiles that states may have
  Ratio weight{1, 1};  ///< of the lower bound, from 1 to kMaxWeight; the cost is at most so many times the least
  /// What the weight becomes when so many states have been settled as the patience says, one after the other as often,
  /// as far as they are larger.
  std::span<const Ratio> looser{};
  std::uint64_t patience = 0;
  Cost limit = kInfiniteCost;  ///< leave out what cannot lead to a path below this
  WhenSpent when_spent = WhenSpent::forget;
};

/// A state that a search has come to.
struct PlacedArrival {
  NodeId last = kNoNode;
  Cost cost = kInfiniteCost;
};

struct PlacedOutcome {
  enum class End : std::uint8_t { reached, exhausted, stopped, budget, no_room };
  End end = End::exhausted;
  Cost cost = 0;          ///< if reached,
  NodeId last = kNoNode;  ///< and the state there
  /// If it is to be remembered, where a path may end, among the settled: the least bound to the goal, first come first.
  PlacedArrival closest{};
  Ratio weight{1, 1};                ///< that the search ended with
  Cost lower_bound = kInfiniteCost;  ///< no path that ends there costs less
  bool left_out = false;             ///< whether there were states beyond the tiles or the limit
};

/// Weighted A* (I. Pohl, 1970) that settles every state once. With a consistent bound the cost is at most the weight
/// times the least (M. Likhachev, G. Gordon, S. Thrun, 2003), and no path costs less than the least sum of cost and
/// bound over the states that are open, left out, or were reached more cheaply after they had been settled. A weight
/// may rise on the way: whoever was settled under a lesser one was reached within it, which is all that the proof asks
/// of what lies before the states that are open.
/// Allocates nothing after construction. One thread at a time; body and links must outlive it.
class PlacedSearch {
 public:
  /// Room for states of about so many tiles: 320 bytes a tile where movers turn on the spot, committed where searches
  /// go. @throws std::bad_alloc
  PlacedSearch(const BodyMoves& body, const OpenLinks& links, std::uint64_t tiles)
      : body_(body),
        links_(links),
        states_(body.grid().width, body.grid().height, body.rules().gaits, tiles),
        open_(states_.size()) {}

  /// From a placement where the mover stands, or any of its headings that do, to another. Estimate: Cost(Tile, Heading)
  /// is a consistent lower bound, kInfiniteCost where there is no path. What it settles is taken from the budget, from
  /// which the estimate may take too. Watch: bool() is asked before every state that is settled whether to go on.
  template <class Estimate, class Watch>
  PlacedOutcome search(const Placement& from, const Placement& to, const PlacedLimits& limits, WorkBudget& budget,
                       Estimate&& estimate, Watch&& watch) noexcept;

  /// Whether the search has been at a tile with a heading, the start included.
  [[nodiscard]] bool met(Tile tile, Heading heading) const noexcept { return states_.met(tile, heading); }
  /// The cheapest of the states there in which a path may end; one of infinite cost if there is none.
  [[nodiscard]] PlacedArrival arrival(Tile tile, Heading heading) const noexcept {
    PlacedArrival best;
    states_.for_each_touched(tile, heading, [&](NodeId node) {
      if (states_.cost(node) < best.cost && body_.may_end(states_.state(node))) best = {node, states_.cost(node)};
    });
    return best;
  }

  /// How many states there is room for.
  [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }

  /// The states on the way to one, in reverse.
  template <class Visit>
  void for_each_back(NodeId last, Visit&& visit) const {
    for (NodeId node = last; node != kNoNode; node = states_.parent(node)) visit(states_.state(node));
  }

 private:
  const BodyMoves& body_;
  const OpenLinks& links_;
  PlacedStates states_;
  ZeroedArray<OpenEntry> open_;
};

template <class Estimate, class Watch>
PlacedOutcome PlacedSearch::search(const Placement& from, const Placement& to, const PlacedLimits& limits,
                                   WorkBudget& budget, Estimate&& estimate, Watch&& watch) noexcept {
  Cost cost_weight = limits.weight.denominator;
  Cost rest_weight = limits.weight.numerator;
  PlacedOutcome outcome{.weight = limits.weight};
  std::span<const Ratio> looser = limits.looser;
  std::uint64_t patience = limits.patience;
  std::size_t open_count = 0;
  bool full = false;
  Cost closest = kInfiniteCost;  // bound to the goal, if that is to be remembered
  states_.clear();
  OpenList<PlacedStates> open(std::span(open_.data(), open_.size()), states_);

  const auto relax = [&](const MoverState& state, Cost cost, NodeId parent) noexcept {
    const bool inside = limits.within.contains(state.tile);
    const NodeId node = inside ? states_.node(state) : kNoNode;
    const bool known = node != kNoNode && states_.touched(node);
    if (known && cost >= states_.cost(node)) return;
    const Cost rest = estimate(state.tile, state.heading);
    if (rest == kInfiniteCost) return;
    if (!inside || cost + rest >= limits.limit) {
      outcome.lower_bound = std::min({outcome.lower_bound, cost + rest, limits.limit});
      outcome.left_out = true;
      return;
    }
    if (node == kNoNode || (known && states_.slot(node) == kClosedSlot)) {
      full = full || node == kNoNode;
      outcome.lower_bound = std::min(outcome.lower_bound, cost + rest);
      return;
    }
    states_.cost(node) = cost;
    states_.set_parent(node, parent);
    const OpenEntry entry{cost_weight * cost + rest_weight * rest, cost, node};
    if (known) {
      open.improve(entry);
    } else {
      states_.touch(node);
      (void)open.insert(entry);
      ++open_count;
    }
  };

  Cost least = kInfiniteCost;  // of any path, as the estimate has it
  for (int i = 0; i < kHeadings; i += body_.rules().eighths) {
    const auto heading = static_cast<Heading>(i);
    if (from.heading != Heading::any && from.heading != heading) continue;
    if (!body_.stands(from.tile, heading)) continue;
    least = std::min(least, estimate(from.tile, heading));
    relax({from.tile, heading, kAtRest}, 0, kNoNode);
  }
  if (budget.denied) least = 0;
  while (!open.empty() && !full && budget.take()) {
    if (!watch()) {
      outcome.end = PlacedOutcome::End::stopped;
      break;
    }
    if (!looser.empty() && patience-- == 0) {
      patience = limits.patience;
      const Ratio next = looser.front();
      looser = looser.subspan(1);
      if (Cost{next.numerator} * cost_weight > rest_weight * next.denominator) {
        // Entries are put back where they would have been: the heap grows over those that are read already.
        open.clear();
        for (std::size_t i = 0; i < open_count; ++i) {
          OpenEntry entry = open_[i];
          const Cost rest = (entry.estimate - cost_weight * entry.cost) / rest_weight;
          entry.estimate = next.denominator * entry.cost + next.numerator * rest;
          (void)open.insert(entry);
        }
        outcome.weight = next;
        cost_weight = next.denominator;
        rest_weight = next.numerator;
      }
    }
    const OpenEntry entry = open.pop();
    --open_count;
    const MoverState at = states_.state(entry.node);
    if (at.tile == to.tile && (to.heading == Heading::any || to.heading == at.heading) && body_.may_end(at)) {
      outcome.end = PlacedOutcome::End::reached;
      outcome.cost = entry.cost;
      outcome.last = entry.node;
      outcome.lower_bound = std::min(outcome.lower_bound, entry.cost);
      break;
    }
    if (limits.when_spent == WhenSpent::remember && body_.may_end(at)) {
      const Cost rest = (entry.estimate - cost_weight * entry.cost) / rest_weight;
      if (rest < closest) {
        closest = rest;
        outcome.closest = {entry.node, entry.cost};
      }
    }
    body_.for_each_move(
        at, [&](const MoverState& next, Cost step) noexcept { relax(next, entry.cost + step, entry.node); });
    if (links_.empty() || !body_.may_take_link(at)) continue;
    links_.for_each_leaving(at.tile, [&](const LinkArc& arc) noexcept {
      if (!body_.stands(arc.other, at.heading)) return;
      relax({arc.other, at.heading, kAtRest}, entry.cost + arc.cost * body_.rules().scale, entry.node);
    });
  }
  if (full) outcome.end = PlacedOutcome::End::no_room;
  if (budget.denied) outcome.end = PlacedOutcome::End::budget;
  // The open list is a heap, which lies in its memory without holes.
  for (const OpenEntry& entry : std::span(open_.data(), open_count)) {
    const Cost rest = (entry.estimate - cost_weight * entry.cost) / rest_weight;
    outcome.lower_bound = std::min(outcome.lower_bound, entry.cost + rest);
  }
  // Where an estimate was denied later, what it was for is nowhere in the list.
  if (budget.denied) outcome.lower_bound = least;
  return outcome;
}

}  // namespace portolan
