// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_state.hpp"

#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace portolan::crowd {
namespace {

/// Tiles that a search for a distance makes at a time.
std::size_t tiles_ahead(std::size_t distance_tiles, std::size_t room) noexcept {
  return std::clamp<std::size_t>(distance_tiles / std::max<std::size_t>(room, 1), 1, 64);
}

}  // namespace

CrowdState::CrowdState(const World& world, std::span<const std::size_t> profiles, std::size_t room,
                       std::size_t distance_tiles, std::uint64_t given_seed)
    : units(room), arena(distance_tiles), claims(world.bounds(), units), moved(room), seed(given_seed) {
  for (const std::size_t profile : profiles) {
    potentials.push_back(std::make_unique<Potential>(world, profile, arena, tiles_ahead(distance_tiles, room)));
    if (!potentials.back()->serves()) {
      throw std::invalid_argument("a crowd needs profiles of the grid metric, on a map without moves");
    }
  }
}

Tick CrowdState::duration(const Unit& unit, Cost step) const noexcept {
  if (unit.ticks_per_tile.numerator == 0) return 1;
  const MoveRules& rules = *potentials[unit.mover]->snapshot().grid().rules;
  // Prices are declared in ten-thousandths of a tile: in those a step has less than 50 bits, and ratios have 12.
  const std::uint64_t tile = std::uint64_t{kCostScale} * rules.straight * (rules.halving == 1 ? 1 : 2);
  const std::uint64_t per = tile * unit.ticks_per_tile.denominator;
  constexpr Cost kLongest = Cost{1} << 50;
  const std::uint64_t length = std::min(step, kLongest / rules.cost_unit) * rules.cost_unit;
  return std::max<Tick>(1, (length * unit.ticks_per_tile.numerator + per / 2) / per);
}

StepList CrowdState::steps_of(const Unit& unit) const noexcept {
  StepList steps;
  const ProfileSnapshot& snapshot = potentials[unit.mover]->snapshot();
  const GridView& grid = snapshot.grid();
  if (grid.cost(unit.tile) == 0) return steps;
  for_each_step(grid, grid.bounds(), unit.tile, [&](Tile to, Cost cost) { steps.add({to, cost}); });
  if (!snapshot.links().empty()) {
    snapshot.links().for_each_leaving(unit.tile, [&](const LinkArc& arc) {
      if (arc.other != unit.tile) steps.add({arc.other, arc.cost});
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
    const bool leaves = !cover_of(holder, holder.to).contains(tile);
    return leaves && holder.end <= end && !follows(claim.holder, id, unit.tile) ? Access::free : Access::closed;
  }
  return !decided(holder) && !holder.holding && holder.side == unit.side ? Access::held : Access::closed;
}

/// Whether a unit that moves is coming to where another one stands: then that one cannot follow it in turn.
bool CrowdState::follows(UnitId leader, UnitId id, Tile to) const noexcept {
  return !all_of_difference(cover_of(units[id], to), {},
                            [&](Tile tile) { return claims.at(tile).successor != leader; });
}

/// Whether a step takes the one diagonal of a square of four tiles while another unit is on the other.
bool CrowdState::crosses(const Unit& unit, Tile to) const noexcept {
  if (unit.footprint != 1 || std::abs(to.x - unit.tile.x) != 1 || std::abs(to.y - unit.tile.y) != 1) return false;
  const Tile a{to.x, unit.tile.y};
  const Tile b{unit.tile.x, to.y};
  const auto goes = [&](Tile from, Tile other) {
    const UnitId holder = claims.at(from).holder;
    return holder != kNoUnit && units[holder].moving() && units[holder].footprint == 1 && units[holder].to == other;
  };
  return goes(a, b) || goes(b, a);
}

/// Whether a step leaves all tiles that another unit is coming to, which a large body may go on covering.
bool CrowdState::leaves_claimed(const Unit& unit, Tile to) const noexcept {
  if (unit.footprint == 1) return true;
  return all_of_difference(intersection(cover_of(unit, unit.tile), cover_of(unit, to)), {},
                           [&](Tile tile) { return claims.at(tile).successor == kNoUnit; });
}

Access CrowdState::access(UnitId id, Tile to, Tick end) const noexcept {
  const Unit& unit = units[id];
  Access access = Access::free;
  all_of_difference(cover_of(unit, to), cover_of(unit, unit.tile), [&](Tile tile) {
    access = std::max(access, access_of(unit, id, tile, end));
    return access != Access::closed;
  });
  if (access == Access::closed || crosses(unit, to) || !leaves_claimed(unit, to)) return Access::closed;
  return access;
}

UnitId CrowdState::blocker(UnitId id) const noexcept {
  const Unit& unit = units[id];
  UnitId blocker = kNoUnit;
  all_of_difference(cover_of(unit, unit.to), cover_of(unit, unit.tile), [&](Tile tile) {
    const UnitId holder = claims.at(tile).holder;
    if (holder != kNoUnit && !units[holder].moving()) blocker = holder;
    return blocker == kNoUnit;
  });
  return blocker;
}

void CrowdState::start(UnitId id, Tile to, Tick end) noexcept {
  Unit& unit = units[id];
  unit.to = to;
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

void CrowdState::note_nearest(UnitId id) noexcept {
  ++decisions;
  Unit& unit = units[id];
  const Cost rest = unit.ordered ? aimed(unit).at(unit.tile) : kInfiniteCost;
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
  const Cost rest = aimed(unit).at(unit.tile);
  if (rest < unit.nearest) unit.start_at(rest);
}

void CrowdState::undo(std::size_t moves) noexcept {
  while (moved_count > moves) {
    const UnitId id = moved[--moved_count];
    claims.give_back(id);
    units[id].to = units[id].tile;
    units[id].decided = 0;
  }
}

}  // namespace portolan::crowd
