// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/formation.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

std::uint32_t steps_between(Tile a, Tile b) noexcept {
  return static_cast<std::uint32_t>(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)));
}

/// Whether one takes longer over a tile. Without a ratio a step takes the one tick that is the least there is.
bool slower(const std::optional<Ratio>& a, const std::optional<Ratio>& b) noexcept {
  if (!a || !b) return a.has_value() && !b;
  return std::uint64_t{a->numerator} * b->denominator > std::uint64_t{b->numerator} * a->denominator;
}

/// A unit as the key of a table.
Tile key_of(UnitId unit) noexcept {
  return {static_cast<std::int32_t>(unit), 0};
}

/// The leader goes on while no more than one member in kFewIn is out of its place, and none farther than kFar times the
/// reach.
constexpr std::size_t kFewIn = 24;
constexpr std::uint32_t kFar = 8;
/// For more than one member in kRaggedIn that is not yet quite in its slot it waits too, but kRaggedSteps at most.
constexpr std::size_t kRaggedIn = 16;
constexpr Tick kRaggedSteps = 4;

/// Swaps that a member may make until the leader's next step, on an average.
constexpr std::size_t kMostSwaps = 8;

}  // namespace

Formation::Formation(FormationGuide& guide, const FormationOptions& options) : guide_(&guide), options_(options) {
  options_.patience = std::clamp<std::uint32_t>(options.patience, 1, 65'535);
}

Heading Formation::heading() const noexcept {
  if (way_.empty()) return Heading::any;
  return state_ == FormationState::arriving || state_ == FormationState::arrived ? final_heading_ : way_[at_].heading;
}

Answer Formation::form(Crowd& crowd, std::span<const UnitId> units, FormationShape shape) {
  const auto refused = [](Why why) { return Answer{.status = Status::bad_request, .why = why}; };
  if (units.empty() || units.size() > FormationShape::kMostSlots) return refused(Why::wrong_size);
  if (shape.spacing() < guide_->footprint()) return refused(Why::does_not_fit);
  std::vector<UnitId> sorted(units.begin(), units.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return refused(Why::no_such_node);
  for (const UnitId unit : sorted) {
    if (!crowd.contains(unit)) return refused(Why::no_such_node);
    if (crowd.unit(unit).profile != guide_->profile()) return refused(Why::does_not_fit);
  }
  std::vector<Member> members;
  members.reserve(sorted.size());
  crowd::RankList ranks;
  ranks.reserve(sorted.size() + 1);
  taken_.reserve(sorted.size());
  places_.reserve(sorted.size());
  disband(crowd);
  for (const UnitId unit : sorted) members.push_back({.unit = unit, .pace = crowd.unit(unit).ticks_per_tile});
  members_ = std::move(members);
  ranks_ = std::move(ranks);
  shape_ = std::move(shape);
  find_slowest();
  return {.status = Status::found};
}

Answer Formation::reshape(Crowd& crowd, FormationShape shape) noexcept {
  if (shape.spacing() < guide_->footprint()) return {.status = Status::bad_request, .why = Why::does_not_fit};
  // What is under way was measured for the other shape, and ends where members stand.
  free_paces(crowd);
  shape_ = std::move(shape);
  state_ = FormationState::idle;
  way_.clear();
  at_ = 0;
  return {.status = Status::found};
}

/// Whom all go as slowly as: of several as slow the one with the least number, in whichever order they are.
void Formation::find_slowest() noexcept {
  const auto slowest = std::max_element(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
    return slower(b.pace, a.pace) || (!slower(a.pace, b.pace) && a.unit > b.unit);
  });
  slowest_ = slowest == members_.end() ? kNoUnit : slowest->unit;
  pace_ = slowest == members_.end() ? std::nullopt : slowest->pace;
}

/// Members have left.
void Formation::note_gone(Crowd& crowd) noexcept {
  const std::optional<Ratio> before = pace_;
  find_slowest();
  if (members_.empty()) state_ = FormationState::idle;
  if (pace_ == before) return;
  for (const Member& member : members_) {
    if (member.in_step) (void)crowd.set_pace(member.unit, pace_);
  }
}

/// The tile of the member that is nearest to the mean of all, the first of those.
Tile Formation::middle(const Crowd& crowd) const noexcept {
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (const Member& member : members_) {
    const Tile at = crowd.unit(member.unit).to;
    x += at.x;
    y += at.y;
  }
  const auto count = static_cast<std::int64_t>(members_.size());
  Tile best{};
  std::int64_t least = -1;
  for (const Member& member : members_) {
    const Tile at = crowd.unit(member.unit).to;
    const std::int64_t far = std::abs(at.x * count - x) + std::abs(at.y * count - y);
    if (least < 0 || far < least || (far == least && row_by_row(at, best))) {
      least = far;
      best = at;
    }
  }
  return best;
}

Answer Formation::order(Crowd& crowd, const FormationOrder& order) {
  if (drop_absent(crowd)) note_gone(crowd);
  if (members_.empty()) return {.status = Status::bad_request, .why = Why::wrong_size};
  const ProfileSnapshot& snapshot = guide_->snapshot();
  if (snapshot.grid().passable(order.goal)) {
    for (const Member& member : members_) {
      const Tile at = crowd.unit(member.unit).to;
      if (!snapshot.grid().passable(at) || !snapshot.known_apart(at, order.goal)) continue;
      return {.status = Status::unreachable, .why = Why::different_islands, .lower_bound = kInfiniteCost};
    }
  }
  std::vector<FormationWayTile> way;
  std::vector<Tile> finals;
  const Answer found = guide_->find_way(middle(crowd), order.goal, shape_, way);
  if (found.status != Status::found) return found;
  const Heading heading = order.heading == Heading::any ? way.back().heading : order.heading;
  if (!guide_->place(order.goal, heading, shape_, members_.size(), finals)) {
    return {.status = Status::bad_goal, .why = Why::no_room};
  }
  way_ = std::move(way);
  finals_ = std::move(finals);
  final_heading_ = heading;
  state_ = FormationState::marching;
  ready_ = crowd.now();
  stride_ = 1;
  swaps_left_ = static_cast<std::uint32_t>(kMostSwaps * members_.size());
  for (Member& member : members_) member.behind_since = kNoTick;
  sort_along(crowd, way_.front().heading);
  // The leader begins so far along the way that all ranks have room behind it.
  const std::size_t last = way_.size() - 1;
  const auto width = static_cast<std::size_t>(shape_.width());
  at_ = std::min(last, static_cast<std::size_t>(shape_.depth() * shape_.spacing()));
  for (;;) {
    const std::size_t placed = compose(crowd, Pass::count);
    if (placed == members_.size() || at_ == last) break;
    at_ = std::min(last, at_ + 1 + (members_.size() - placed) / width * static_cast<std::size_t>(shape_.spacing()));
  }
  if (compose(crowd, Pass::count) == members_.size()) {
    compose(crowd, Pass::assign);
  } else {
    state_ = FormationState::arriving;
    take_finals(crowd);
  }
  return found;
}

/// Sorts those of a rank from left to right as they are now.
void Formation::sort_across(const Crowd& crowd, std::size_t first, std::size_t count, Heading heading) noexcept {
  const Tile right = unit_step(turned(heading, -2));
  const auto rank = std::span(members_).subspan(first, count);
  for (std::size_t i = 0; i < count; ++i) {
    // Equals stay in their order.
    rank[i].key = dot(crowd.unit(rank[i].unit).to, right) * static_cast<std::int64_t>(FormationShape::kMostSlots) +
                  static_cast<std::int64_t>(i);
  }
  std::sort(rank.begin(), rank.end(), [](const Member& a, const Member& b) { return a.key < b.key; });
}

/// Sorts all from the front to the rear as they are now.
void Formation::sort_along(const Crowd& crowd, Heading heading) noexcept {
  const Tile ahead = unit_step(heading);
  for (Member& member : members_) member.key = -dot(crowd.unit(member.unit).to, ahead);
  std::sort(members_.begin(), members_.end(),
            [](const Member& a, const Member& b) { return a.key != b.key ? a.key < b.key : a.unit < b.unit; });
}

/// The slots of one rank at a tile of the way, at most so many: those of the shape where all can be used, else others
/// near them, as many if there are, in order from left to right. `rank` is the next one of the shape.
void Formation::choose_slots(const FormationWayTile& way, std::int32_t row, std::size_t& rank, std::size_t most,
                             const crowd::SlotClaims& claims, RankSlots& slots) const noexcept {
  std::array<SlotOffset, FormationShape::kMostFiles> wanted;
  std::size_t count = 0;
  if (rank < shape_.ranks()) {
    const auto own = shape_.rank(rank);
    if (own.front().y > row) return;
    ++rank;
    for (const SlotOffset& slot : own) wanted[count++] = slot;
  } else {
    for (std::int32_t x = shape_.left(); x <= shape_.right(); ++x) wanted[count++] = {x, row};
  }
  const auto from_middle = [](const SlotOffset& a, const SlotOffset& b) {
    return std::abs(a.x) != std::abs(b.x) ? std::abs(a.x) < std::abs(b.x) : a.x > b.x;
  };
  std::sort(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(count), from_middle);
  count = std::min(count, most);
  const GridView& grid = guide_->snapshot().grid();
  constexpr std::int32_t kSide = 63;
  std::array<bool, 2 * kSide + 1> usable{};
  for (std::int32_t x = -kSide; x <= kSide; ++x) {
    const std::uint64_t side = x < 0 ? way.left : way.right;
    if (x != 0 && (side >> (std::abs(x) - 1) & 1) == 0) continue;
    const Tile tile = shape_.tile({x, 0}, way.tile, way.heading);
    usable[static_cast<std::size_t>(x + kSide)] = grid.passable(tile) && claims.free(tile);
  }
  const auto take = [&](std::int32_t x) {
    bool& there = usable[static_cast<std::size_t>(x + kSide)];
    if (!there) return false;
    there = false;
    slots.x[slots.count++] = x;
    return true;
  };
  std::size_t missing = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!take(wanted[i].x)) wanted[missing++] = wanted[i];
  }
  for (std::size_t i = 0; i < missing; ++i) {
    const std::int32_t x = wanted[i].x;
    const auto within = [](std::int32_t at) { return at >= -kSide && at <= kSide; };
    bool found = false;
    for (std::int32_t far = 1; !found && far <= 2 * kSide; ++far) {
      const std::int32_t inward = x > 0 ? -far : far;
      found = (within(x + inward) && take(x + inward)) || (within(x - inward) && take(x - inward));
    }
    if (!found) break;
  }
  std::sort(slots.x.begin(), slots.x.begin() + static_cast<std::ptrdiff_t>(slots.count));
}

/// Lays ranks from the leader back along the way. Returns how many members have slots in them.
std::size_t Formation::compose(const Crowd& crowd, Pass pass) noexcept {
  crowd::SlotClaims claims(taken_, guide_->footprint());
  if (pass == Pass::assign) ranks_.clear();
  std::size_t placed = 0;
  std::size_t rank = 0;
  std::size_t place = at_;
  for (std::int32_t row = 0; placed < members_.size(); ++row) {
    const FormationWayTile& way = way_[place];
    RankSlots slots;
    choose_slots(way, row, rank, members_.size() - placed, claims, slots);
    if (pass == Pass::assign && slots.count != 0) {
      ranks_.push_back(static_cast<std::uint32_t>(placed));
      sort_across(crowd, placed, slots.count, way.heading);
    }
    for (std::size_t i = 0; i < slots.count; ++i) {
      const Tile tile = shape_.tile({slots.x[i], 0}, way.tile, way.heading);
      claims.take(tile);
      if (pass == Pass::assign) members_[placed + i].slot = tile;
    }
    placed += slots.count;
    if (place < static_cast<std::size_t>(shape_.spacing())) break;
    place -= static_cast<std::size_t>(shape_.spacing());
  }
  if (pass == Pass::assign && placed < members_.size()) queue_rest(crowd, placed, claims);
  return placed;
}

/// Those for whom the way behind has no ranks: on free tiles of the way, the last first; else where they are.
void Formation::queue_rest(const Crowd& crowd, std::size_t first, crowd::SlotClaims& claims) noexcept {
  ranks_.push_back(static_cast<std::uint32_t>(first));
  const GridView& grid = guide_->snapshot().grid();
  std::size_t place = 0;
  for (std::size_t i = first; i < members_.size(); ++i) {
    Member& member = members_[i];
    while (place < at_ && !(grid.passable(way_[place].tile) && claims.free(way_[place].tile))) ++place;
    const Tile tile = place < at_ ? way_[place].tile : crowd.unit(member.unit).to;
    const bool fits = grid.passable(tile) && claims.free(tile);
    member.slot = fits ? tile : kNoTile;
    if (fits) claims.take(tile);
  }
}

/// Gives out the tiles around the goal.
void Formation::take_finals(const Crowd& crowd) noexcept {
  if (eighths_between(way_[at_].heading, final_heading_) >= 2 || ranks_.empty()) sort_along(crowd, final_heading_);
  ranks_.clear();
  const Tile right = unit_step(turned(final_heading_, -2));
  std::size_t first = 0;
  for (std::size_t rank = 0; first < members_.size(); ++rank) {
    std::size_t count = members_.size() - first;
    if (rank < shape_.ranks()) count = std::min(count, shape_.rank(rank).size());
    ranks_.push_back(static_cast<std::uint32_t>(first));
    sort_across(crowd, first, count, final_heading_);
    const auto tiles = std::span(finals_).subspan(first, count);
    std::sort(tiles.begin(), tiles.end(), [&](Tile a, Tile b) {
      const std::int64_t at_a = dot(a, right);
      const std::int64_t at_b = dot(b, right);
      return at_a != at_b ? at_a < at_b : row_by_row(a, b);
    });
    for (std::size_t i = 0; i < count; ++i) members_[first + i].slot = tiles[i];
    first += count;
  }
}

/// Takes a member out; of each rank behind the one nearest to the gap moves up into it.
void Formation::close_gap(std::size_t place) noexcept {
  auto rank = static_cast<std::size_t>(std::upper_bound(ranks_.begin(), ranks_.end(), place) - ranks_.begin());
  for (; rank < ranks_.size(); ++rank) {
    const std::size_t first = ranks_[rank];
    const std::size_t end = rank + 1 < ranks_.size() ? ranks_[rank + 1] : members_.size();
    if (first >= end) continue;
    std::size_t nearest = first;
    for (std::size_t i = first; i < end; ++i) {
      if (steps_between(members_[i].slot, members_[place].slot) <
          steps_between(members_[nearest].slot, members_[place].slot)) {
        nearest = i;
      }
    }
    const Tile gap = members_[place].slot;
    members_[place] = std::exchange(members_[nearest], Member{.slot = members_[nearest].slot});
    members_[place].slot = gap;
    place = nearest;
  }
  for (std::size_t i = place; i + 1 < members_.size(); ++i) {
    const Tile slot = members_[i].slot;
    members_[i] = members_[i + 1];
    members_[i].slot = slot;
  }
  members_.pop_back();
  while (!ranks_.empty() && ranks_.back() >= members_.size()) ranks_.pop_back();
}

/// Leaves out members that the crowd does not have any more. Whether there were any.
bool Formation::drop_absent(const Crowd& crowd) noexcept {
  const std::size_t before = members_.size();
  for (std::size_t i = before; i-- > 0;) {
    if (!crowd.contains(members_[i].unit)) close_gap(i);
  }
  return members_.size() != before;
}

void Formation::remove(Crowd& crowd, UnitId unit) noexcept {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (members_[i].unit != unit) continue;
    set_pace(crowd, members_[i], false);
    close_gap(i);
    note_gone(crowd);
    return;
  }
}

void Formation::disband(Crowd& crowd) noexcept {
  free_paces(crowd);
  members_.clear();
  ranks_.clear();
  way_.clear();
  finals_.clear();
  at_ = 0;
  state_ = FormationState::idle;
}

void Formation::set_pace(Crowd& crowd, Member& member, bool in_step) noexcept {
  if (member.in_step == in_step || !crowd.contains(member.unit)) return;
  member.in_step = in_step;
  (void)crowd.set_pace(member.unit, in_step ? pace_ : member.pace);
}

void Formation::free_paces(Crowd& crowd) noexcept {
  for (Member& member : members_) set_pace(crowd, member, false);
}

/// Notes who is in its place. Whether the leader waits for those who are not.
bool Formation::note_behind(const Crowd& crowd) noexcept {
  const Tick now = crowd.now();
  std::size_t late = 0;
  std::size_t ragged = 0;
  bool far_behind = false;
  for (Member& member : members_) {
    const bool placed = !(member.slot == kNoTile);
    const UnitView unit = crowd.unit(member.unit);
    const std::uint32_t far = placed ? steps_between(unit.to, member.slot) : 0;
    if (placed && far <= options_.reach) {
      ragged += unit.tile == member.slot ? 0 : 1;
      member.behind_since = kNoTick;
      continue;
    }
    if (member.behind_since == kNoTick) member.behind_since = now;
    if (now - member.behind_since >= options_.patience * stride_) continue;
    ++late;
    far_behind = far_behind || !placed || far > std::uint64_t{kFar} * options_.reach;
  }
  if (far_behind || late * kFewIn > members_.size()) return true;
  return (late + ragged) * kRaggedIn > members_.size() && now < ready_ + kRaggedSteps * stride_;
}

/// The leader's next step, or its arrival.
void Formation::step(const Crowd& crowd) noexcept {
  if (at_ + 1 == way_.size()) {
    state_ = FormationState::arriving;
    swaps_left_ = static_cast<std::uint32_t>(kMostSwaps * members_.size());
    take_finals(crowd);
    return;
  }
  const Cost cost = guide_->step(way_[at_].tile, way_[at_ + 1].tile);
  if (cost >= kInfiniteCost) {
    state_ = FormationState::cut;
    return;
  }
  ++at_;
  stride_ = crowd.duration(slowest_, cost);
  ready_ = crowd.now() + stride_;
  swaps_left_ = static_cast<std::uint32_t>(kMostSwaps * members_.size());
  compose(crowd, Pass::assign);
}

/// Swaps the slots of a member and another unit if that helps.
bool Formation::try_swap(const Crowd& crowd, std::size_t one, UnitId other) noexcept {
  if (other == kNoUnit || other == members_[one].unit) return false;
  const std::uint32_t* const place = places_.find(key_of(other));
  if (place == nullptr || members_[*place].pace != members_[one].pace || members_[*place].slot == kNoTile) return false;
  Member& a = members_[one];
  const std::size_t two = *place;
  Member& b = members_[two];
  const Tile at_a = crowd.unit(a.unit).to;
  const Tile at_b = crowd.unit(b.unit).to;
  const std::uint32_t own_a = steps_between(at_a, a.slot);
  const std::uint32_t own_b = steps_between(at_b, b.slot);
  const std::uint32_t new_a = steps_between(at_a, b.slot);
  const std::uint32_t new_b = steps_between(at_b, a.slot);
  const bool better =
      new_a + new_b != own_a + own_b ? new_a + new_b < own_a + own_b : std::max(new_a, new_b) < std::max(own_a, own_b);
  if (!better) return false;
  std::swap(a, b);
  std::swap(a.slot, b.slot);
  places_.change(key_of(a.unit), static_cast<std::uint32_t>(one));
  places_.change(key_of(b.unit), static_cast<std::uint32_t>(two));
  return true;
}

std::size_t Formation::swap_slots(const Crowd& crowd) noexcept {
  const Rect map = guide_->snapshot().grid().bounds();
  places_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    places_.insert(key_of(members_[i].unit), static_cast<std::uint32_t>(i));
  }
  const std::int32_t body = guide_->footprint();
  std::size_t swaps = 0;
  for (std::size_t i = 0; i < members_.size() && swaps_left_ != 0; ++i) {
    const Tile slot = members_[i].slot;
    const UnitView unit = crowd.unit(members_[i].unit);
    if (slot == kNoTile || unit.to == slot) continue;
    const auto beside = [&](std::int32_t to, std::int32_t at) { return to > at ? at + body : to < at ? at - 1 : at; };
    const Tile ahead{beside(slot.x, unit.to.x), beside(slot.y, unit.to.y)};
    for (const Tile tile : {ahead, slot}) {
      if (!map.contains(tile) || !try_swap(crowd, i, crowd.holder(tile))) continue;
      ++swaps;
      --swaps_left_;
      break;
    }
  }
  return swaps;
}

FormationReport Formation::advance(Crowd& crowd) noexcept {
  FormationReport report;
  const bool gone = drop_absent(crowd);
  if (gone) note_gone(crowd);
  report.members = members_.size();
  report.state = state_;
  if (state_ == FormationState::idle || state_ == FormationState::cut) return report;
  const bool waits = note_behind(crowd);
  if (state_ == FormationState::marching) {
    if (crowd.now() >= ready_ && !waits) {
      step(crowd);
    } else if (gone) {
      compose(crowd, Pass::assign);
    }
    if (state_ == FormationState::cut) {
      free_paces(crowd);
      report.state = state_;
      return report;
    }
  }
  report.swaps = swap_slots(crowd);
  bool all_there = true;
  for (Member& member : members_) {
    if (member.slot == kNoTile) {
      ++report.behind;
      all_there = false;
      continue;
    }
    const UnitView unit = crowd.unit(member.unit);
    const std::uint32_t far = steps_between(unit.to, member.slot);
    report.behind += far > options_.reach ? 1 : 0;
    all_there = all_there && unit.to == member.slot && unit.tile == member.slot;
    if (state_ != FormationState::arrived) {
      if (far <= options_.reach) set_pace(crowd, member, true);
      if (far > std::uint64_t{2} * options_.reach) set_pace(crowd, member, false);
    }
    if (unit.goal == member.slot && unit.state != UnitState::holding) continue;
    report.orders += crowd.order(member.unit, member.slot).status == Status::found ? 1 : 0;
  }
  if (state_ == FormationState::arriving && all_there) {
    state_ = FormationState::arrived;
    free_paces(crowd);
  }
  report.state = state_;
  return report;
}

}  // namespace portolan
