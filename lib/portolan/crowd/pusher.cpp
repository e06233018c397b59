// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/pusher.hpp"

#include "portolan/core/split_mix.hpp"

#include <algorithm>

namespace portolan::crowd {

Pusher::Pusher(CrowdState& state)
    : state_(state), frames_(std::min(kMostInARow, std::max<std::size_t>(1, state.units.size()))) {}

void Pusher::enter(UnitId id, Tick by) noexcept {
  Frame& frame = frames_[depth_++];
  frame.unit = id;
  frame.by = by;
  frame.pushing = frame.slow = frame.given_up = false;
  list(frame);
}

/// What a unit can do, itself first, with what each is worth: where all moves take as long, what is left to the goal
/// from there; else, that and the move. What a unit that turns has left to its core says only where to step aside.
void Pusher::list(Frame& frame) noexcept {
  const Unit& unit = state_.units[frame.unit];
  if (unit.turns()) return list_turning(frame);
  Potential& potential = state_.aimed(unit);
  const GridView& grid = potential.snapshot().grid();
  const bool lasting = unit.ticks_per_tile.numerator != 0;
  const Cost here = potential.at(unit.tile);
  const std::uint32_t price = std::max<std::uint32_t>(grid.cost(unit.tile), 1);
  frame.candidates[0] = {.step = {unit.at(), 0},
                         .key = std::min(kInfiniteCost, here + (lasting ? grid.rules->straight_step(price, price) : 0)),
                         .stays = true};
  frame.count = 1;
  std::uint64_t ties = scrambled(state_.seed + scrambled((std::uint64_t{frame.unit} << 32) + state_.now));
  for (const Step& step : state_.steps_of(unit)) {
    const Cost rest = potential.at(step.to.tile);
    frame.candidates[frame.count++] = {.step = step,
                                       .key = std::min(kInfiniteCost, rest + (lasting ? step.cost : 0)),
                                       .tie = static_cast<std::uint8_t>(ties)};
    ties >>= 7;
  }
}

/// The same of a unit that turns: on along its way, or else where it is, and only for others elsewhere.
void Pusher::list_turning(Frame& frame) noexcept {
  const Unit& unit = state_.units[frame.unit];
  Potential& potential = state_.aimed(unit);
  const std::optional<Placement> next = unit.at_goal() ? std::nullopt : state_.guides.next(frame.unit);
  frame.candidates[0] = {.step = {unit.at(), 0}, .key = 1, .stays = true};
  frame.count = 1;
  std::uint64_t ties = scrambled(state_.seed + scrambled((std::uint64_t{frame.unit} << 32) + state_.now));
  for (const Step& step : state_.steps_of(unit)) {
    const bool on_way = next && *next == step.to;
    const Cost rest = std::min(kInfiniteCost - 2, potential.at(step.to.tile));
    frame.candidates[frame.count++] = {
        .step = step, .key = on_way ? 0 : 2 + rest, .tie = static_cast<std::uint8_t>(ties)};
    ties >>= 7;
  }
}

/// The better of two: nearer to the goal, then rather itself, then where nobody stands.
bool Pusher::before(const Unit& unit, const Candidate& a, const Candidate& b) const noexcept {
  if (a.key != b.key) return a.key < b.key;
  if (a.stays != b.stays) return a.stays;
  const auto taken = [&](const Candidate& candidate) {
    const UnitId holder = state_.claims.at(candidate.step.to.tile).holder;
    return holder != kNoUnit && !state_.units[holder].moving() && &state_.units[holder] != &unit;
  };
  const bool a_taken = taken(a);
  const bool b_taken = taken(b);
  return a_taken != b_taken ? b_taken : a.tie < b.tie;
}

Pusher::Candidate* Pusher::choose(Frame& frame) const noexcept {
  Candidate* best = nullptr;
  for (std::size_t i = 0; i < frame.count; ++i) {
    Candidate& candidate = frame.candidates[i];
    if (!candidate.tried && (best == nullptr || before(state_.units[frame.unit], candidate, *best))) best = &candidate;
  }
  if (best != nullptr) best->tried = true;
  return best;
}

/// Nobody is coming to where it stands.
bool Pusher::may_stay(UnitId id) const noexcept {
  const Unit& unit = state_.units[id];
  return state_.body(unit).all_covered(unit.at(),
                                       [&](Tile tile) { return state_.claims.at(tile).successor == kNoUnit; });
}

/// A unit has no better step than to stay.
Pusher::Result Pusher::settle(const Frame& frame) noexcept {
  if (frame.slow && frame.by != kNoTick) return Result::slow;
  state_.stay(frame.unit);
  return Result::stayed;
}

std::uint64_t Pusher::push(UnitId id, std::uint64_t most) noexcept {
  std::uint64_t pushes = 0;
  depth_ = 0;
  enter(id, kNoTick);
  state_.note_nearest(id);
  std::optional<Result> ended;  // of the frame above
  while (depth_ != 0) {
    Frame& frame = frames_[depth_ - 1];
    const UnitId unit = frame.unit;
    if (ended && frame.given_up) {
      ended = Result::stayed;
      --depth_;
      continue;
    }
    if (ended && *ended != Result::moved) {
      state_.undo(frame.mark);
      frame.pushing = false;
      if (*ended == Result::slow) {
        // The other one starts all the same, but nothing of what it does may depend on this move.
        const UnitId other = frames_[depth_].unit;
        state_.stay(unit);
        frame.given_up = true;
        ended.reset();
        enter(other, kNoTick);
        continue;
      }
    }
    ended.reset();
    if (frame.pushing) {
      const UnitId other = state_.blocker(unit);
      if (other == kNoUnit) {
        ended = Result::moved;
        --depth_;
      } else if (depth_ == frames_.size() || pushes == most || state_.decided(state_.units[other])) {
        state_.undo(frame.mark);
        frame.pushing = false;
      } else {
        ++pushes;
        enter(other, state_.units[unit].end);
      }
      continue;
    }
    Candidate* const candidate = choose(frame);
    if (candidate == nullptr || (candidate->stays && may_stay(unit))) {
      ended = settle(frame);
      --depth_;
      continue;
    }
    if (candidate->stays) continue;
    const Tick end = state_.now + state_.duration(state_.units[unit], candidate->step.cost);
    if (end > frame.by) {
      frame.slow = true;
      continue;
    }
    if (state_.access(unit, candidate->step.to, end) == Access::closed) continue;
    frame.mark = state_.moved_count;
    state_.start(unit, candidate->step.to, end);
    frame.pushing = true;
  }
  return pushes;
}

void Pusher::withhold(UnitId id) noexcept {
  Unit& unit = state_.units[id];
  alone_.unit = id;
  list(alone_);
  Potential& potential = state_.aimed(unit);
  const Cost here = potential.at(unit.tile);
  state_.note_nearest(id);
  if (here < kInfiniteCost) {
    for (Candidate* next = choose(alone_); next != nullptr; next = choose(alone_)) {
      const bool leads_on = unit.turns() ? next->key == 0 : potential.at(next->step.to.tile) + next->step.cost == here;
      if (next->stays || !leads_on) continue;
      const Tick end = state_.now + state_.duration(unit, next->step.cost);
      if (state_.access(id, next->step.to, end) != Access::free) continue;
      return state_.start(id, next->step.to, end);
    }
  }
  state_.stay(id);
}

}  // namespace portolan::crowd
