// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/detour.hpp"

#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan::crowd {

Detour::Detour(CrowdState& state)
    : state_(state), labels_(static_cast<std::size_t>(kSide) * kSide), open_(static_cast<std::size_t>(kSide) * kSide) {}

/// What it costs besides to be at a tile; kInfiniteCost where somebody stands who does not move.
Cost Detour::surcharge(UnitId id, Tile at, Cost step) const noexcept {
  Cost most = 0;
  all_of_difference(cover_of(state_.units[id], at), {}, [&](Tile tile) {
    const Claim claim = state_.claims.at(tile);
    if (claim.successor != kNoUnit && claim.successor != id) most = kDearSteps * step;
    if (claim.holder == kNoUnit || claim.holder == id) return true;
    const Unit& holder = state_.units[claim.holder];
    const bool passed = holder.moving() && !cover_of(holder, holder.to).contains(tile);
    if (passed) return true;
    const bool stands = !holder.moving() && (holder.waited || holder.holding || !holder.ordered);
    most = stands ? kInfiniteCost : kDearSteps * step;
    return !stands;
  });
  return most;
}

/// Where to go next; where the unit is if it stays.
Tile Detour::look(UnitId id) noexcept {
  const Unit& unit = state_.units[id];
  Potential& potential = state_.aimed(unit);
  const ProfileSnapshot& snapshot = potential.snapshot();
  const GridView& grid = snapshot.grid();
  if (grid.cost(unit.tile) == 0 || potential.at(unit.tile) == kInfiniteCost) return unit.tile;
  const Tile first{unit.tile.x - kRadius, unit.tile.y - kRadius};
  const Rect window = intersection({first, {first.x + kSide, first.y + kSide}}, grid.bounds());
  const Cost straight = grid.rules->straight_step(grid.rules->least_cost, grid.rules->least_cost);
  const auto node_of = [&](Tile tile) { return static_cast<NodeId>((tile.y - first.y) * kSide + tile.x - first.x); };
  const auto tile_of = [&](NodeId node) {
    const auto number = static_cast<std::int32_t>(node);
    return Tile{first.x + number % kSide, first.y + number / kSide};
  };
  const auto estimate = [&](NodeId node) { return potential.at(tile_of(node)); };
  labels_.clear();
  BestFirst search(labels_, std::span(open_.data(), open_.size()), estimate);
  const SearchLimits limits{.expansions = kMostSettled};
  const NodeId start = node_of(unit.tile);
  search.seed({start, 0, kNoNode}, limits);
  NodeId target = start;
  Cost nearest = potential.at(unit.tile);
  search.run(limits, [&](NodeId node, Cost, auto&& relax) {
    const Tile tile = tile_of(node);
    const Cost rest = potential.at(tile);
    if (rest < nearest) {
      nearest = rest;
      target = node;
    }
    if (tile == unit.goal || std::max(std::abs(tile.x - unit.tile.x), std::abs(tile.y - unit.tile.y)) == kRadius) {
      target = node;
      return search.abandon();
    }
    const auto consider = [&](Tile to, Cost step) {
      if (!window.contains(to) || potential.at(to) == kInfiniteCost) return;
      const Cost more = surcharge(id, to, straight);
      if (more != kInfiniteCost) relax(node_of(to), step + more);
    };
    for_each_step(grid, window, tile, consider);
    if (!snapshot.links().empty()) {
      snapshot.links().for_each_leaving(tile, [&](const LinkArc& arc) { consider(arc.other, arc.cost); });
    }
  });
  while (target != start && labels_.parent(target) != start) target = labels_.parent(target);
  return tile_of(target);
}

void Detour::decide(UnitId id) noexcept {
  const Unit& unit = state_.units[id];
  state_.note_nearest(id);
  const Tile next = look(id);
  for (const Step& step : state_.steps_of(unit)) {
    if (step.to != next) continue;
    const Tick end = state_.now + state_.duration(unit, step.cost);
    if (state_.access(id, next, end) == Access::free) return state_.start(id, next, end);
  }
  state_.stay(id);
}

}  // namespace portolan::crowd
