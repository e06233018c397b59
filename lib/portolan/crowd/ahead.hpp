// SPDX-License-Identifier: BSL-1.0
// Who is in the way of a unit.
#pragma once

#include "portolan/crowd/crowd_state.hpp"

namespace portolan::crowd {

/// How far a stuck unit looks for those who stand in its way.
inline constexpr int kTilesAhead = 8;

/// Calls visit(UnitId) for those who hold or come to the tiles of a unit's body at a placement. A way that was read
/// from a file may lead a body off the map.
template <class Visit>
void for_each_at(CrowdState& state, UnitId id, const Placement& at, Visit&& visit) {
  const Unit& unit = state.units[id];
  const Rect map = state.potentials[unit.mover]->snapshot().grid().bounds();
  state.body(unit).all_covered(at, [&](Tile tile) {
    if (!map.contains(tile)) return true;
    const Claim claim = state.claims.at(tile);
    for (const UnitId other : {claim.holder, claim.successor}) {
      if (other != kNoUnit && other != id) visit(other);
    }
    return true;
  });
}

/// Calls visit(UnitId) for those who hold or come to the next tiles of a least path of a unit, or of one that turns on
/// the next moves of its way, in the order of the tiles; for one that holds several of them again. O(1) tiles of its
/// body.
template <class Visit>
void for_each_ahead(CrowdState& state, UnitId id, Visit&& visit) {
  const Unit& unit = state.units[id];
  if (unit.turns()) {
    state.guides.for_each_next(id, kTilesAhead, [&](const Placement& at) { for_each_at(state, id, at, visit); });
    return;
  }
  Potential& potential = state.aimed(unit);
  Unit ahead = unit;
  for (int i = 0; i < kTilesAhead && ahead.tile != unit.goal; ++i) {
    Cost least = potential.at(ahead.tile);
    Tile best = ahead.tile;
    for (const Step& step : state.steps_of(ahead)) {
      const Cost rest = potential.at(step.to.tile);
      if (rest >= least) continue;
      least = rest;
      best = step.to.tile;
    }
    if (best == ahead.tile) break;
    ahead.tile = best;
    for_each_at(state, id, {best}, visit);
  }
}

}  // namespace portolan::crowd
