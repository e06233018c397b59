// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_state.hpp"

#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan::crowd {
namespace {

/// Tiles that a search for a distance makes at a time.
std::size_t tiles_ahead(std::size_t distance_tiles, std::size_t room) noexcept {
  return std::clamp<std::size_t>(distance_tiles / std::max<std::size_t>(room, 1), 1, 64);
}

std::vector<std::unique_ptr<Potential>> potentials_for(const World& world, std::span<const std::size_t> profiles,
                                                       DistanceArena& arena, std::size_t ahead) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (const std::size_t profile : profiles)
    potentials.push_back(std::make_unique<Potential>(world, profile, arena, ahead));
  return potentials;
}

std::vector<BodyTiles> bodies_for(std::span<const std::unique_ptr<Potential>> potentials, const Guides& guides) {
  std::vector<BodyTiles> bodies;
  for (const auto& potential : potentials) {
    const BodyMoves* const moves = guides.moves(static_cast<std::uint8_t>(bodies.size()));
    const auto footprint = static_cast<std::int32_t>(potential->snapshot().grid().rules->footprint);
    if (moves == nullptr) {
      bodies.emplace_back(footprint);
    } else {
      bodies.emplace_back(footprint, moves->rules());
    }
  }
  return bodies;
}

}  // namespace

CrowdState::CrowdState(const World& world, std::span<const std::size_t> profiles, std::size_t room,
                       std::size_t distance_tiles, std::uint64_t given_seed)
    : units(room),
      arena(distance_tiles),
      potentials(potentials_for(world, profiles, arena, tiles_ahead(distance_tiles, room))),
      guides(world, profiles, potentials, units),
      bodies(bodies_for(potentials, guides)),
      claims(world.bounds(), units, bodies),
      moved(room),
      seed(given_seed) {}

Tick CrowdState::duration(const Unit& unit, Cost step) const noexcept {
  if (unit.ticks_per_tile.numerator == 0) return 1;
  const MoveRules& rules = *potentials[unit.mover]->snapshot().grid().rules;
  // Prices are declared in ten-thousandths of a tile: in those a link has less than 60 bits, and ratios have 12.
  const std::uint64_t tile = std::uint64_t{kCostScale} * rules.straight * (rules.halving == 1 ? 1 : 2);
  const BodyMoves* const moves = guides.moves(unit.mover);
  const std::uint64_t scale = moves == nullptr ? 1 : moves->rules().scale;
  const std::uint64_t per = tile * unit.ticks_per_tile.denominator * scale;
  constexpr Cost kLongest = Cost{1} << 60;
  const std::uint64_t length = std::min(step, kLongest / rules.cost_unit) * rules.cost_unit;
  const std::uint64_t numerator = unit.ticks_per_tile.numerator;
  return std::max<Tick>(1, length / per * numerator + (length % per * numerator + per / 2) / per);
}

StepList CrowdState::steps_of(const Unit& unit) const noexcept {
  StepList steps;
  const ProfileSnapshot& snapshot = potentials[unit.mover]->snapshot();
  const GridView& grid = snapshot.grid();
  const BodyMoves* const moves = guides.moves(unit.mover);
  if (moves == nullptr) {
    if (grid.cost(unit.tile) == 0) return steps;
    for_each_step(grid, grid.bounds(), unit.tile, [&](Tile to, Cost cost) { steps.add({{to}, cost}); });
  } else {
    if (!moves->stands(unit.tile, unit.heading)) return steps;
    moves->for_each_move({unit.tile, unit.heading}, [&](const MoverState& to, Cost cost) {
      steps.add({{to.tile, to.heading}, cost});
    });
  }
  if (!snapshot.links().empty()) {
    const std::uint32_t scale = moves == nullptr ? 1 : moves->rules().scale;
    const auto rest = [&](const Step& step) {
      Potential& potential = *potentials[unit.mover];
      potential.aim(unit.goal);
      return potential.at(step.to.tile);
    };
    snapshot.links().for_each_leaving(unit.tile, [&](const LinkArc& arc) {
      if (arc.other == unit.tile || (moves != nullptr && !moves->stands(arc.other, unit.heading))) return;
      steps.add_link({{arc.other, unit.heading}, arc.cost * scale}, rest);
    });
  }
  return steps;
}

/// Whether a tile that a unit would newly cover can be claimed.
Access CrowdState::access_of(const Unit& unit, UnitId id, Tile tile, Tick end) const noexcept {
  const Claim claim = claims.at(tile);
  if (claim.successor != kNoUnit) return Access::closed;
  if (claim.holder == kNoUnit) return Access::free;
  const Unit& holder = units[claim.holder];
  if (holder.moving()) {
    const bool leaves = !body(holder).covers(holder.next(), tile);
    return leaves && holder.end <= end && !follows(claim.holder, id) ? Access::free : Access::closed;
  }
  return !decided(holder) && !holder.holding && holder.side == unit.side ? Access::held : Access::closed;
}

/// Whether a unit that moves is coming to where another one stands: then that one cannot follow it in turn.
bool CrowdState::follows(UnitId leader, UnitId id) const noexcept {
  const Unit& unit = units[id];
  return !body(unit).all_covered(unit.at(), [&](Tile tile) { return claims.at(tile).successor != leader; });
}

/// Whether a step takes the one diagonal of a square of four tiles while another unit is on the other.
bool CrowdState::crosses(const Unit& unit, Tile to) const noexcept {
  const auto is_single = [](const Unit& one) { return one.size == 1 && !one.turns(); };
  if (!is_single(unit) || std::abs(to.x - unit.tile.x) != 1 || std::abs(to.y - unit.tile.y) != 1) return false;
  const Tile a{to.x, unit.tile.y};
  const Tile b{unit.tile.x, to.y};
  const auto goes = [&](Tile from, Tile other) {
    const UnitId holder = claims.at(from).holder;
    return holder != kNoUnit && units[holder].moving() && is_single(units[holder]) && units[holder].to == other;
  };
  return goes(a, b) || goes(b, a);
}

/// Whether a step leaves all tiles that another unit is coming to, which a large body may go on covering.
bool CrowdState::leaves_claimed(const Unit& unit, const Placement& to) const noexcept {
  if (unit.size == 1 && !unit.turns()) return true;
  return body(unit).all_kept(unit.at(), to, [&](Tile tile) { return claims.at(tile).successor == kNoUnit; });
}

Access CrowdState::access(UnitId id, const Placement& to, Tick end) const noexcept {
  const Unit& unit = units[id];
  Access access = Access::free;
  body(unit).all_entered(unit.at(), to, [&](Tile tile) {
    access = std::max(access, access_of(unit, id, tile, end));
    return access != Access::closed;
  });
  if (access == Access::closed || crosses(unit, to.tile) || !leaves_claimed(unit, to)) return Access::closed;
  return access;
}

UnitId CrowdState::blocker(UnitId id) const noexcept {
  const Unit& unit = units[id];
  UnitId blocker = kNoUnit;
  body(unit).all_entered(unit.at(), unit.next(), [&](Tile tile) {
    const UnitId holder = claims.at(tile).holder;
    if (holder != kNoUnit && !units[holder].moving()) blocker = holder;
    return blocker == kNoUnit;
  });
  return blocker;
}

void CrowdState::start(UnitId id, const Placement& to, Tick end) noexcept {
  Unit& unit = units[id];
  unit.to = to.tile;
  unit.to_heading = to.heading;
  unit.begin = now;
  unit.end = end;
  unit.decided = now + 1;
  unit.waited = false;
  claims.claim(id);
  moved[moved_count++] = id;
}

void CrowdState::stay(UnitId id) noexcept {
  units[id].decided = now + 1;
  units[id].waited = true;
}

/// What is left to its goal; kInfiniteCost if that is not known of a unit that turns.
Cost CrowdState::rest_of(UnitId id) noexcept {
  const Unit& unit = units[id];
  return unit.turns() ? guides.rest(id) : aimed(unit).at(unit.tile);
}

void CrowdState::note_nearest(UnitId id) noexcept {
  ++decisions;
  Unit& unit = units[id];
  const Cost rest = unit.ordered ? rest_of(id) : kInfiniteCost;
  if (rest < unit.nearest) {
    unit.start_at(rest);
  } else {
    ++unit.delayed;
  }
}

void CrowdState::note_planned(UnitId id) noexcept {
  ++decisions;
  Unit& unit = units[id];
  if (!unit.ordered) return;
  const Cost rest = rest_of(id);
  if (rest < unit.nearest) unit.start_at(rest);
}

void CrowdState::undo(std::size_t moves) noexcept {
  while (moved_count > moves) {
    const UnitId id = moved[--moved_count];
    claims.give_back(id);
    units[id].to = units[id].tile;
    units[id].to_heading = units[id].heading;
    units[id].decided = 0;
  }
}

}  // namespace portolan::crowd
