// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd.hpp"

#include "portolan/core/split_mix.hpp"
#include "portolan/crowd/ahead.hpp"
#include "portolan/crowd/crowd_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>
#include <vector>

namespace portolan {

using crowd::Listing;
using crowd::Unit;

namespace {

std::span<const std::size_t> checked(const World& world, std::span<const std::size_t> profiles) {
  const bool known = std::all_of(profiles.begin(), profiles.end(),
                                 [&](std::size_t profile) { return profile < world.profiles().size(); });
  if (profiles.empty() || profiles.size() > Crowd::kMaxProfiles || !known) {
    throw std::invalid_argument("a crowd needs profiles of its world");
  }
  for (const std::size_t profile : profiles) {
    const ProfileView& view = world.profiles()[profile];
    if (view.rules.metric != Metric::grid || view.grid.edges != nullptr)
      throw std::invalid_argument("a crowd needs profiles of the grid metric, on a map without moves");
  }
  return profiles;
}

/// Whether a body stands there, with the heading or with some.
bool stands(const BodyMoves& moves, const Placement& at) noexcept {
  for (int i = 0; i < kHeadings; i += moves.rules().eighths) {
    const auto heading = static_cast<Heading>(i);
    if ((at.heading == Heading::any || at.heading == heading) && moves.stands(at.tile, heading)) return true;
  }
  return false;
}

}  // namespace

Crowd::Crowd(const World& world, std::span<const std::size_t> profiles, const CrowdOptions& options)
    : parts_(std::make_unique<Parts>(world, checked(world, profiles), options)) {}
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;
Crowd::~Crowd() = default;

void Crowd::use(std::shared_ptr<const Overlay> overlay) {
  for (Unit& unit : parts_->state.units) {
    unit.start_at(kInfiniteCost);
  }
  parts_->show(std::move(overlay));
}

AddedUnit Crowd::add(const UnitSpec& spec) noexcept {
  Parts& p = *parts_;
  const auto profile = std::find(p.profiles.begin(), p.profiles.end(), spec.profile);
  if (profile == p.profiles.end() || (spec.ticks_per_tile && !crowd::is_pace(*spec.ticks_per_tile))) {
    return {{.status = Status::bad_request, .why = Why::does_not_fit}};
  }
  const auto mover = static_cast<std::uint8_t>(profile - p.profiles.begin());
  const BodyMoves* const moves = p.state.guides.moves(mover);
  if (moves != nullptr && !moves->rules().has(spec.heading)) {
    return {{.status = Status::bad_request, .why = Why::does_not_fit}};
  }
  const GridView& grid = p.state.potentials[mover]->snapshot().grid();
  if (!grid.contains(spec.tile)) return {{.status = Status::bad_start, .why = Why::outside}};
  Unit unit;
  unit.tile = unit.to = unit.goal = spec.tile;
  unit.since = unit.home = p.state.now;
  if (spec.ticks_per_tile) unit.ticks_per_tile = *spec.ticks_per_tile;
  unit.mover = mover;
  unit.size = static_cast<std::uint8_t>(p.state.bodies[mover].size());
  if (moves != nullptr) unit.heading = unit.to_heading = spec.heading;
  unit.side = spec.side;
  unit.present = true;
  const bool stands = moves == nullptr ? grid.cost(spec.tile) != 0 : moves->stands(spec.tile, spec.heading);
  if (!stands || !p.state.claims.free(p.state.body(unit), unit.at())) {
    return {{.status = Status::bad_start, .why = Why::blocked}};
  }
  if (p.free.empty()) return {{.status = Status::out_of_budget, .why = Why::no_room}};
  const UnitId id = p.free.back();
  p.free.pop_back();
  p.state.units[id] = unit;
  p.state.guides.forget(id);
  p.state.claims.put(id);
  ++p.count;
  return {{.status = Status::found}, id};
}

void Crowd::remove(UnitId id) noexcept {
  if (!contains(id)) return;
  Parts& p = *parts_;
  p.clusters.release(p.state.units[id]);
  p.state.claims.take_away(id);
  for (std::vector<UnitId>* list : {&p.deciding, &p.next, &p.moving}) {
    list->erase(std::remove(list->begin(), list->end(), id), list->end());
  }
  p.state.units[id] = {};
  p.free.push_back(id);
  --p.count;
}

Answer Crowd::order_facing(UnitId id, const Placement& to, Avoidance avoidance) noexcept {
  if (!contains(id)) return {.status = Status::bad_request, .why = Why::no_such_node};
  Parts& p = *parts_;
  Unit& unit = p.state.units[id];
  const auto& [goal, heading] = to;
  const ProfileSnapshot& snapshot = p.state.potentials[unit.mover]->snapshot();
  const BodyMoves* const moves = p.state.guides.moves(unit.mover);
  if (heading != Heading::any && (moves == nullptr || !moves->rules().has(heading))) {
    return {.status = Status::bad_request, .why = Why::does_not_fit};
  }
  if (!snapshot.grid().contains(goal)) return {.status = Status::bad_goal, .why = Why::outside};
  if (!(moves == nullptr ? snapshot.grid().passable(goal) : stands(*moves, to)))
    return {.status = Status::bad_goal, .why = Why::blocked};
  if (snapshot.grid().passable(unit.to) && snapshot.known_apart(unit.to, goal)) {
    return {.status = Status::unreachable, .why = Why::different_islands, .lower_bound = kInfiniteCost};
  }
  p.clusters.release(unit);
  p.state.guides.forget(id);
  if (!unit.ordered && unit.at_goal()) unit.since = p.state.now;
  unit.goal = goal;
  unit.goal_heading = heading;
  unit.avoidance = avoidance;
  unit.ordered = true;
  unit.holding = false;
  unit.start_at(kInfiniteCost);
  p.list(id);
  return {.status = Status::found};
}

Answer Crowd::set_pace(UnitId id, std::optional<Ratio> ticks_per_tile) noexcept {
  if (!contains(id)) return {.status = Status::bad_request, .why = Why::no_such_node};
  if (ticks_per_tile && !crowd::is_pace(*ticks_per_tile)) {
    return {.status = Status::bad_request, .why = Why::does_not_fit};
  }
  Unit& unit = parts_->state.units[id];
  const Ratio pace = ticks_per_tile.value_or(Unit{}.ticks_per_tile);
  // A plan is of units that take one tick a step.
  if (!(unit.ticks_per_tile == pace)) parts_->clusters.release(unit);
  unit.ticks_per_tile = pace;
  return {.status = Status::found};
}

void Crowd::hold(UnitId id) noexcept {
  if (!contains(id)) return;
  Unit& unit = parts_->state.units[id];
  parts_->clusters.release(unit);
  parts_->state.guides.forget(id);
  unit.goal = unit.to;
  unit.goal_heading = Heading::any;
  unit.ordered = false;
  unit.holding = true;
  parts_->list(id);
}

/// Takes in who has something to decide now, and leaves out who has not.
void Crowd::Parts::sort_deciding() noexcept {
  std::size_t kept = 0;
  for (const UnitId id : deciding) {
    Unit& unit = state.units[id];
    if (unit.listing == Listing::misplaced) {
      unit.listing = Listing::next;
    } else if (unit.busy()) {
      deciding[kept++] = id;
    } else {
      unit.listing = Listing::none;
    }
  }
  deciding.resize(kept);
  const auto by_order = [this](UnitId a, UnitId b) { return before(a, b); };
  std::sort(next.begin(), next.end(), by_order);
  std::size_t old = kept;
  std::size_t young = next.size();
  deciding.resize(kept + next.size());
  for (std::size_t end = deciding.size(); young != 0; --end) {
    const bool old_is_last = old != 0 && before(next[young - 1], deciding[old - 1]);
    deciding[end - 1] = old_is_last ? deciding[--old] : next[--young];
  }
  for (const UnitId id : next) state.units[id].listing = Listing::listed;
  next.clear();
}

void Crowd::Parts::decide(UnitId id) noexcept {
  const Unit& unit = state.units[id];
  if (unit.moving() || unit.holding || state.decided(unit) || unit.at_goal()) return;
  if (unit.turns()) look_for_way(id);
  if (!unit.ordered || unit.avoidance == Avoidance::cooperate) {
    pushes += pusher.push(id, options.max_pushes - pushes);
  } else if (unit.avoidance == Avoidance::withhold) {
    pusher.withhold(id);
  } else if (unit.turns()) {
    pusher.withhold(id);
  } else {
    detour.decide(id);
  }
}

/// Decisions that bring a unit which turns no nearer, after which it looks for a way around others; again after twice
/// as many, and so on.
constexpr std::uint32_t patience_of(Avoidance avoidance) noexcept {
  return avoidance == Avoidance::around ? 1 : 8;
}

/// A unit that turns finds out where to go next.
void Crowd::Parts::look_for_way(UnitId id) noexcept {
  const Unit& unit = state.units[id];
  state.guides.find(id, way_states, options.max_way_states);
  if (unit.avoidance == Avoidance::withhold || !state.guides.next(id)) return;
  if (unit.delayed >= patience_of(unit.avoidance) && std::has_single_bit(unit.delayed)) detour.lay(id);
}

/// Reports a unit with those on the next tiles of its way.
void Crowd::Parts::note_stuck(UnitId id) noexcept {
  Unit& unit = state.units[id];
  unit.reported = true;
  const std::size_t first = blocker_count;
  crowd::for_each_ahead(state, id, [&](UnitId other) {
    const auto known = std::span(blockers).subspan(first, blocker_count - first);
    const bool is_new = std::find(known.begin(), known.end(), other) == known.end();
    if (is_new && known.size() < crowd::kMostBlockers) blockers[blocker_count++] = other;
  });
  stuck.push_back({id, std::span(blockers).subspan(first, blocker_count - first)});
}

void Crowd::Parts::arrive(UnitId id) noexcept {
  Unit& unit = state.units[id];
  unit.since = state.now;
  unit.ordered = false;
  unit.forget_delay();
  arrived.push_back(id);
}

/// A unit that has come to rest on its goal, or where it held, sets out.
void Crowd::Parts::leave_home(UnitId id) noexcept {
  Unit& unit = state.units[id];
  if (state.now - unit.home >= kStuckDecisions) unit.forget_delay();
  clusters.note_delay(unit);
  list(id);
}

UnitMove Crowd::Parts::move_of(UnitId id) const noexcept {
  const Unit& unit = state.units[id];
  return {id, unit.tile, unit.to, unit.begin, unit.end, unit.heading, unit.to_heading};
}

/// A unit that turns has set out.
void Crowd::Parts::note_turning(UnitId id) noexcept {
  const Unit& unit = state.units[id];
  hash = scrambled(hash + SplitMix::kStep + static_cast<std::uint64_t>(unit.to_heading));
  for (const crowd::Step& step : state.steps_of(unit)) {
    if (step.to == unit.next()) return state.guides.note_move(id, step.cost);
  }
}

/// Ends the moves that end now.
void Crowd::Parts::land() noexcept {
  const auto ends = [this](UnitId id) { return state.units[id].end <= state.now; };
  for (const UnitId id : moving) {
    if (ends(id)) state.claims.leave(id);
  }
  std::size_t kept = 0;
  for (const UnitId id : moving) {
    if (!ends(id)) {
      moving[kept++] = id;
      continue;
    }
    state.claims.arrive(id);
    Unit& unit = state.units[id];
    ended.push_back(move_of(id));
    unit.tile = unit.to;
    unit.heading = unit.to_heading;
    if (!unit.at_goal()) {
      clusters.note_delay(unit);
      continue;
    }
    unit.home = state.now;
    if (unit.ordered) arrive(id);
  }
  moving.resize(kept);
}

CrowdReport Crowd::tick() noexcept {
  Parts& p = *parts_;
  p.clear_report();
  p.pushes = 0;
  p.way_states = p.options.max_way_states;
  p.state.decisions = 0;
  p.state.moved_count = 0;
  p.sort_deciding();
  for (const UnitId id : p.deciding) {
    const Unit& unit = p.state.units[id];
    if (unit.ordered && !unit.moving() && unit.at_goal()) p.arrive(id);
  }
  p.clusters.decide(p.deciding);
  for (const UnitId id : p.deciding) p.decide(id);
  std::uint64_t waits = 0;
  for (const UnitId id : p.deciding) {
    const Unit& unit = p.state.units[id];
    if (!p.state.decided(unit)) continue;
    waits += unit.moving() || unit.at_goal() ? 0 : 1;
    if (unit.delayed < kStuckDecisions) continue;
    p.clusters.note_delay(unit);
    if (unit.ordered && !unit.reported) p.note_stuck(id);
  }
  const std::span<UnitId> moved = std::span(p.state.moved).first(p.state.moved_count);
  std::sort(moved.begin(), moved.end());
  for (const UnitId id : moved) {
    const Unit& unit = p.state.units[id];
    p.started.push_back(p.move_of(id));
    p.moving.push_back(id);
    if (unit.turns()) p.note_turning(id);
    if (unit.listing == Listing::none) p.leave_home(id);
    for (const auto word : {std::uint64_t{id}, static_cast<std::uint64_t>(unit.to.x),
                            static_cast<std::uint64_t>(unit.to.y), unit.begin, unit.end}) {
      p.hash = scrambled(p.hash + SplitMix::kStep + word);
    }
  }
  ++p.state.now;
  p.land();
  const auto by_unit = [](const UnitMove& a, const UnitMove& b) { return a.unit < b.unit; };
  std::sort(p.ended.begin(), p.ended.end(), by_unit);
  std::sort(p.arrived.begin(), p.arrived.end());
  return {.tick = p.state.now,
          .started = p.started,
          .ended = p.ended,
          .arrived = p.arrived,
          .stuck = p.stuck,
          .decisions = p.state.decisions,
          .pushes = p.pushes,
          .waits = waits,
          .planned = p.clusters.plans().walked(),
          .hash = p.hash};
}

const World& Crowd::world() const noexcept {
  return parts_->world();
}

std::shared_ptr<const Overlay> Crowd::overlay() const noexcept {
  return parts_->overlay;
}

Tick Crowd::now() const noexcept {
  return parts_->state.now;
}

std::size_t Crowd::size() const noexcept {
  return parts_->count;
}

std::size_t Crowd::settled() const noexcept {
  const auto& units = parts_->state.units;
  return parts_->count - static_cast<std::size_t>(
                             std::count_if(units.begin(), units.end(), [](const Unit& unit) { return unit.busy(); }));
}

bool Crowd::contains(UnitId id) const noexcept {
  return id < parts_->state.units.size() && parts_->state.units[id].present;
}

UnitView Crowd::unit(UnitId id) const noexcept {
  const Unit& unit = parts_->state.units[id];
  UnitState about = UnitState::idle;
  if (unit.holding) about = UnitState::holding;
  if (unit.ordered) about = unit.delayed < kStuckDecisions ? UnitState::going : UnitState::stuck;
  return {
      .tile = unit.tile,
      .to = unit.to,
      .begin = unit.begin,
      .end = unit.end,
      .goal = unit.goal,
      .profile = parts_->profiles[unit.mover],
      .side = unit.side,
      .avoidance = unit.avoidance,
      .state = about,
      .ticks_per_tile = unit.ticks_per_tile.numerator == 0 ? std::nullopt : std::optional<Ratio>(unit.ticks_per_tile),
      .heading = unit.heading,
      .to_heading = unit.to_heading,
      .goal_heading = unit.goal_heading};
}

UnitId Crowd::holder(Tile tile) const noexcept {
  return parts_->state.claims.at(tile).holder;
}

UnitId Crowd::successor(Tile tile) const noexcept {
  return parts_->state.claims.at(tile).successor;
}

Tick Crowd::duration(UnitId id, Cost step) const noexcept {
  return parts_->state.duration(parts_->state.units[id], step);
}

}  // namespace portolan
