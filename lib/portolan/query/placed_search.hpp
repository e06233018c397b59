// SPDX-License-Identifier: BSL-1.0
// The search of movers with a body: weighted A* over where they are, how they face and what an arc still needs.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/query/open_links.hpp"
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
  Cost limit = kInfiniteCost;  ///< leave out what cannot lead to a path below this
};

struct PlacedOutcome {
  enum class End : std::uint8_t { reached, exhausted, budget, no_room };
  End end = End::exhausted;
  Cost cost = 0;                     ///< if reached,
  NodeId last = kNoNode;             ///< and the state there
  Cost lower_bound = kInfiniteCost;  ///< no path that ends there costs less
  bool left_out = false;             ///< whether there were states beyond the tiles or the limit
};

/// Weighted A* (I. Pohl, 1970) that settles every state once. With a consistent bound the cost is at most the weight
/// times the least (M. Likhachev, G. Gordon, S. Thrun, 2003), and no path costs less than the least sum of cost and
/// bound over the states that are open, left out, or were reached more cheaply after they had been settled.
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
  /// which the estimate may take too.
  template <class Estimate>
  PlacedOutcome search(const Placement& from, const Placement& to, const PlacedLimits& limits, WorkBudget& budget,
                       Estimate&& estimate) noexcept;

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

template <class Estimate>
PlacedOutcome PlacedSearch::search(const Placement& from, const Placement& to, const PlacedLimits& limits,
                                   WorkBudget& budget, Estimate&& estimate) noexcept {
  const Cost cost_weight = limits.weight.denominator;
  const Cost rest_weight = limits.weight.numerator;
  PlacedOutcome outcome;
  std::size_t open_count = 0;
  bool full = false;
  states_.clear();
  OpenList<PlacedStates> open(std::span(open_.data(), open_.size()), states_);

  const auto relax = [&](const MoverState& state, Cost cost, NodeId parent) noexcept {
    const Cost rest = estimate(state.tile, state.heading);
    if (rest == kInfiniteCost) return;
    if (!limits.within.contains(state.tile) || cost + rest >= limits.limit) {
      outcome.lower_bound = std::min({outcome.lower_bound, cost + rest, limits.limit});
      outcome.left_out = true;
      return;
    }
    const NodeId node = states_.node(state);
    if (node == kNoNode) {
      full = true;
      outcome.lower_bound = std::min(outcome.lower_bound, cost + rest);
      return;
    }
    const OpenEntry entry{cost_weight * cost + rest_weight * rest, cost, node};
    if (!states_.touched(node)) {
      states_.cost(node) = cost;
      states_.set_parent(node, parent);
      (void)open.insert(entry);
      ++open_count;
    } else if (cost < states_.cost(node)) {
      if (states_.slot(node) == kClosedSlot) {
        outcome.lower_bound = std::min(outcome.lower_bound, cost + rest);
        return;
      }
      states_.cost(node) = cost;
      states_.set_parent(node, parent);
      open.improve(entry);
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
