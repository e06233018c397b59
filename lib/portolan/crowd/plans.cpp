// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/plans.hpp"

#include <algorithm>

namespace portolan::crowd {

Plans::Plans(CrowdState& state) : state_(state), plans_(kMostPlans), places_(state.units.size() * kMostSteps) {}

void Plans::put(std::size_t number, const Plan& plan, std::span<const Place> tracks) noexcept {
  plans_[number] = plan;
  for (std::size_t i = 0; i < plan.count; ++i) {
    std::ranges::copy(tracks.subspan(i * plan.length, plan.length), places_.data() + plan.units[i] * kMostSteps);
  }
  ++active_;
}

void Plans::clear() noexcept {
  for (Plan& plan : plans_) plan = {};
  active_ = 0;
}

void Plans::begin(const Cluster& cluster, const ClusterSearch& search) noexcept {
  std::size_t number = 0;
  while (plans_[number].count != 0) ++number;
  plans_[number] = {.window = cluster.window,
                    .units = cluster.units,
                    .count = cluster.count,
                    .length = static_cast<std::uint32_t>(search.length())};
  for (std::size_t step = 0; step < search.length(); ++step) {
    const auto places = search.after(step + 1);
    for (std::size_t i = 0; i < cluster.count; ++i) places_[cluster.units[i] * kMostSteps + step] = places[i];
  }
  for (std::size_t i = 0; i < cluster.count; ++i) {
    state_.units[cluster.units[i]].plan = static_cast<std::uint32_t>(number);
  }
  ++active_;
  walk(number);
}

void Plans::cancel(std::uint32_t plan) noexcept {
  Plan& ended = plans_[plan];
  for (std::size_t i = 0; i < ended.count; ++i) state_.units[ended.units[i]].plan = kNoPlan;
  ended = {};
  --active_;
}

void Plans::walk() noexcept {
  walked_ = 0;
  if (active_ == 0) return;
  for (std::size_t number = 0; number < kMostPlans; ++number) {
    if (plans_[number].count != 0) walk(number);
  }
}

void Plans::walk(std::size_t number) noexcept {
  Plan& plan = plans_[number];
  const std::span<const UnitId> units(plan.units.data(), plan.count);
  const std::size_t mark = state_.moved_count;
  const Attempt attempt = make_step(number);
  if (attempt == Attempt::made) {
    walked_ += units.size();
    for (const UnitId id : units) state_.note_planned(id);
    plan.waited = 0;
    if (++plan.next == plan.length) cancel(static_cast<std::uint32_t>(number));
    return;
  }
  state_.undo(mark);
  if (attempt == Attempt::illegal || ++plan.waited > kPatience) {
    for (const UnitId id : units) state_.units[id].decided = 0;
    return cancel(static_cast<std::uint32_t>(number));
  }
  walked_ += units.size();
  for (const UnitId id : units) {
    state_.stay(id);
    state_.note_planned(id);
  }
}

Plans::Attempt Plans::make_step(std::size_t number) noexcept {
  const Plan& plan = plans_[number];
  for (std::size_t i = 0; i < plan.count; ++i) {
    const UnitId id = plan.units[i];
    const Tile to = plan.window.tile_of(track(id)[plan.next]);
    if (to == state_.units[id].tile) {
      state_.stay(id);
    } else if (const Attempt attempt = start(id, to); attempt != Attempt::made) {
      return attempt;
    }
  }
  for (std::size_t i = 0; i < plan.count; ++i) {
    const UnitId id = plan.units[i];
    if (state_.units[id].moving() && state_.blocker(id) != kNoUnit) return Attempt::blocked;
  }
  return Attempt::made;
}

/// Starts a move even where somebody still stands: units of the plan may leave in the same tick.
Plans::Attempt Plans::start(UnitId id, Tile to) noexcept {
  for (const Step& step : state_.steps_of(state_.units[id])) {
    if (!(step.to.tile == to)) continue;
    const Tick end = state_.now + state_.duration(state_.units[id], step.cost);
    if (state_.access(id, step.to, end) == Access::closed) return Attempt::blocked;
    state_.start(id, step.to, end);
    return Attempt::made;
  }
  return Attempt::illegal;
}

}  // namespace portolan::crowd
