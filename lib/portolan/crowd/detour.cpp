// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/detour.hpp"

#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan::crowd {

Detour::Detour(CrowdState& state)
    : state_(state),
      labels_(static_cast<std::size_t>(kSide) * kSide * kHeadings),
      open_(static_cast<std::size_t>(kSide) * kSide * kHeadings) {}

/// What it costs besides to be at a placement; kInfiniteCost where somebody stands who does not move.
Cost Detour::surcharge(UnitId id, const Placement& at, Cost step) const noexcept {
  Cost most = 0;
  state_.body(state_.units[id]).all_covered(at, [&](Tile tile) {
    const Claim claim = state_.claims.at(tile);
    if (claim.successor != kNoUnit && claim.successor != id) most = kDearSteps * step;
    if (claim.holder == kNoUnit || claim.holder == id) return true;
    const Unit& holder = state_.units[claim.holder];
    const bool passed = holder.moving() && !state_.body(holder).covers(holder.next(), tile);
    if (passed) return true;
    const bool stands = !holder.moving() && (holder.waited || holder.holding || !holder.ordered);
    most = stands ? kInfiniteCost : kDearSteps * step;
    return !stands;
  });
  return most;
}

/// The least way on; only where the unit is if it had better stay.
Detour::Way Detour::look(UnitId id) noexcept {
  const Unit& unit = state_.units[id];
  Potential& potential = state_.aimed(unit);
  const GridView& grid = potential.snapshot().grid();
  way_[0] = unit.at();
  Way way{std::span(way_).first(1)};
  if (grid.cost(unit.tile) == 0 || potential.at(unit.tile) == kInfiniteCost) return way;
  const BodyMoves* const moves = state_.guides.moves(unit.mover);
  const Cost scale = moves == nullptr ? 1 : moves->rules().scale;
  const NodeId headings = moves == nullptr ? 1 : kHeadings;
  const Tile first{unit.tile.x - kRadius, unit.tile.y - kRadius};
  const Rect window = intersection({first, {first.x + kSide, first.y + kSide}}, grid.bounds());
  const Cost straight = grid.rules->straight_step(grid.rules->least_cost, grid.rules->least_cost) * scale;
  const auto node_of = [&](const Placement& at) {
    const auto place = static_cast<NodeId>((at.tile.y - first.y) * kSide + at.tile.x - first.x);
    return headings == 1 ? place : place * headings + static_cast<NodeId>(at.heading);
  };
  const auto placement_of = [&](NodeId node) {
    const auto number = static_cast<std::int32_t>(node / headings);
    return Placement{{first.x + number % kSide, first.y + number / kSide},
                     headings == 1 ? Heading::any : static_cast<Heading>(node % headings)};
  };
  const auto estimate = [&](NodeId node) { return potential.at(placement_of(node).tile) * scale; };
  labels_.clear();
  BestFirst search(labels_, std::span(open_.data(), open_.size()), estimate);
  const SearchLimits limits{.expansions = moves == nullptr ? kMostSettled : kMostPlacements};
  const NodeId start = node_of(unit.at());
  search.seed({start, 0, kNoNode}, limits);
  NodeId target = start;
  Cost nearest = potential.at(unit.tile);
  Unit probe = unit;
  search.run(limits, [&](NodeId node, Cost, auto&& relax) {
    const Placement at = placement_of(node);
    probe.tile = at.tile;
    probe.heading = at.heading;
    const Cost rest = potential.at(at.tile);
    if (rest < nearest) {
      nearest = rest;
      target = node;
    }
    if (probe.at_goal() || std::max(std::abs(at.tile.x - unit.tile.x), std::abs(at.tile.y - unit.tile.y)) == kRadius) {
      target = node;
      return search.abandon();
    }
    for (const Step& step : state_.steps_of(probe)) {
      if (!window.contains(step.to.tile) || potential.at(step.to.tile) == kInfiniteCost) continue;
      const Cost more = surcharge(id, step.to, straight);
      if (more != kInfiniteCost) relax(node_of(step.to), step.cost + more);
    }
  });
  std::size_t count = 1;
  for (NodeId node = target; node != start; node = labels_.parent(node)) ++count;
  NodeId node = target;
  for (std::size_t i = count; i-- > 0; node = labels_.parent(node)) way_[i] = placement_of(node);
  way.placements = std::span(way_).first(count);
  way.cost = labels_.cost(target) + potential.at(way_[count - 1].tile) * scale;
  return way;
}

void Detour::decide(UnitId id) noexcept {
  const Unit& unit = state_.units[id];
  state_.note_nearest(id);
  const std::span<const Placement> way = look(id).placements;
  const Placement next = way[way.size() == 1 ? 0 : 1];
  for (const Step& step : state_.steps_of(unit)) {
    if (!(step.to == next)) continue;
    const Tick end = state_.now + state_.duration(unit, step.cost);
    if (state_.access(id, next, end) == Access::free) return state_.start(id, next, end);
  }
  state_.stay(id);
}

void Detour::lay(UnitId id) noexcept {
  const Way way = look(id);
  if (way.placements.size() > 1) state_.guides.lay(id, way.placements, way.cost);
}

}  // namespace portolan::crowd
