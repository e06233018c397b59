// SPDX-License-Identifier: BSL-1.0
// Who is in the way of a unit.
#pragma once

#include "portolan/crowd/crowd_state.hpp"

namespace portolan::crowd {

/// How far a stuck unit looks for those who stand in its way.
inline constexpr int kTilesAhead = 8;

/// Calls visit(UnitId) for those who hold or come to the next tiles of a least path of a unit, in the order of the
/// tiles; for one that holds several of them again. O(1) tiles of its body.
template <class Visit>
void for_each_ahead(CrowdState& state, UnitId id, Visit&& visit) {
  const Unit& unit = state.units[id];
  Potential& potential = state.aimed(unit);
  Unit ahead = unit;
  for (int i = 0; i < kTilesAhead && ahead.tile != unit.goal; ++i) {
    Cost least = potential.at(ahead.tile);
    Tile best = ahead.tile;
    for (const Step& step : state.steps_of(ahead)) {
      const Cost rest = potential.at(step.to);
      if (rest >= least) continue;
      least = rest;
      best = step.to;
    }
    if (best == ahead.tile) break;
    ahead.tile = best;
    all_of_difference(cover_of(unit, best), {}, [&](Tile tile) {
      const Claim claim = state.claims.at(tile);
      for (const UnitId other : {claim.holder, claim.successor}) {
        if (other != kNoUnit && other != id) visit(other);
      }
      return true;
    });
  }
}

}  // namespace portolan::crowd
