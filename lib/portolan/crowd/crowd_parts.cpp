// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_parts.hpp"

#include <utility>

namespace portolan {

using crowd::Unit;

StateWriter Crowd::Parts::kind() const {
  StateWriter kind;
  kind.put({state.potentials.front()->snapshot().file(), options.units, options.seed, options.max_pushes,
            options.max_cluster_moves, options.max_way_states, profiles.size()});
  for (const std::size_t profile : profiles) kind.put(profile);
  return kind;
}

void Crowd::Parts::show(std::shared_ptr<const Overlay> shown) {
  const auto use_on_all = [this](const std::shared_ptr<const Overlay>& one) {
    for (const auto& potential : state.potentials) potential->use(one);
    state.guides.use(one);
  };
  overlay = nullptr;
  try {
    use_on_all(shown);
  } catch (...) {
    use_on_all(nullptr);
    throw;
  }
  overlay = std::move(shown);
}

void Crowd::Parts::clear_report() noexcept {
  started.clear();
  ended.clear();
  arrived.clear();
  stuck.clear();
  blocker_count = 0;
}

/// Takes back the claims of the first units.
void Crowd::Parts::lift(std::size_t units) noexcept {
  for (std::size_t id = 0; id < units; ++id) {
    if (state.units[id].present) state.claims.take_away(static_cast<UnitId>(id));
  }
}

/// Claims all that units cover and come to, or nothing, if moves could not have begun like that.
bool Crowd::Parts::place() noexcept {
  const std::size_t room = state.units.size();
  for (std::size_t id = 0; id < room; ++id) {
    const Unit& unit = state.units[id];
    if (!unit.present) continue;
    if (!state.claims.free(state.body(unit), unit.at())) {
      lift(id);
      return false;
    }
    state.claims.put(static_cast<UnitId>(id));
  }
  const auto all_movers = [&](auto&& holds) {
    for (std::size_t id = 0; id < room; ++id) {
      const Unit& unit = state.units[id];
      if (unit.present && unit.moving() && !holds(static_cast<UnitId>(id), unit)) return false;
    }
    return true;
  };
  const bool distinct = all_movers([&](UnitId id, const Unit& unit) {
    const bool nobody_comes = state.body(unit).all_entered(
        unit.at(), unit.next(), [&](Tile tile) { return state.claims.at(tile).successor == kNoUnit; });
    if (nobody_comes) state.claims.claim(id);
    return nobody_comes;
  });
  const bool lawful = distinct && all_movers([&](UnitId id, const Unit& unit) {
                        state.claims.give_back(id);
                        const bool may_begin = state.access(id, unit.next(), unit.end) == crowd::Access::free;
                        state.claims.claim(id);
                        return may_begin;
                      });
  if (!lawful) lift(room);
  return lawful;
}

bool Crowd::Parts::replace(std::span<Unit> others) noexcept {
  lift(state.units.size());
  std::swap_ranges(others.begin(), others.end(), state.units.begin());
  if (place()) return true;
  std::swap_ranges(others.begin(), others.end(), state.units.begin());
  (void)place();
  return false;
}

}  // namespace portolan
