// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/joint_step.hpp"

#include "portolan/core/split_mix.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan::crowd {

JointStep::JointStep(CrowdState& state)
    : state_(state), costs_(std::min(kMostInCluster, state.units.size()) * ClusterWindow::kPlaces) {
  before_.fill(kNobody);
  behind_.fill(kNobody);
}

void JointStep::take(const Cluster& cluster) noexcept {
  window_ = cluster.window;
  area_ = cluster.area;
  count_ = cluster.count;
  if (++stamp_ == 0) {
    known_.fill(0);
    stamp_ = 1;
  }
  salt_ = scrambled(state_.seed + scrambled(state_.now));
  all_of_difference(area_, {}, [&](Tile tile) {
    const Claim claim = state_.claims.at(tile);
    blocked_[window_.place_of(tile)] = claim.holder != kNoUnit || claim.successor != kNoUnit;
    return true;
  });
  for (std::size_t i = 0; i < count_; ++i) {
    members_[i] = state_.units[cluster.units[i]];
    blocked_[window_.place_of(members_[i].tile)] = false;
  }
}

/// Asked for by blocks, as the goals of others come in between.
Cost JointStep::cost_of(std::size_t member, Place place) noexcept {
  const Tile tile = window_.tile_of(place);
  const Tile base{std::max(window_.first.x, 0) / kBlockSide, std::max(window_.first.y, 0) / kBlockSide};
  const Tile block{tile.x / kBlockSide, tile.y / kBlockSide};
  const auto number = static_cast<std::size_t>((block.y - base.y) * kBlocks + block.x - base.x);
  Cost* const costs = costs_.data() + member * ClusterWindow::kPlaces;
  std::uint32_t& known = known_[member * kBlocks * kBlocks + number];
  if (known != stamp_) {
    known = stamp_;
    Potential& potential = state_.aimed(members_[member]);
    const Tile first{block.x * kBlockSide, block.y * kBlockSide};
    const Rect inside = intersection({first, {first.x + kBlockSide, first.y + kBlockSide}}, area_);
    all_of_difference(inside, {}, [&](Tile one) {
      costs[window_.place_of(one)] = potential.at(one);
      return true;
    });
  }
  return costs[place];
}

void JointStep::begin(std::span<const Place> places) noexcept {
  looks_ = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    from_[i] = places[i];
    to_[i] = ClusterWindow::kNoPlace;
    before_[places[i]] = static_cast<std::uint8_t>(i);
  }
}

void JointStep::end() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    before_[from_[i]] = behind_[from_[i]] = kNobody;
    if (has_chosen(i)) behind_[to_[i]] = kNobody;
  }
}

void JointStep::reset() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (has_chosen(i)) behind_[to_[i]] = kNobody;
    to_[i] = ClusterWindow::kNoPlace;
  }
}

/// Where a member can step to.
JointStep::Choices JointStep::steps_from(std::size_t member, Place from) noexcept {
  Choices steps;
  Unit& unit = members_[member];
  unit.tile = window_.tile_of(from);
  for (const Step& step : state_.steps_of(unit)) {
    if (!area_.contains(step.to.tile)) continue;
    const Place place = window_.place_of(step.to.tile);
    if (!blocked_[place]) steps.places[steps.count++] = place;
  }
  return steps;
}

bool JointStep::is_step(std::size_t member, Place to) noexcept {
  const Choices steps = steps_from(member, from_[member]);
  return std::ranges::find(steps.all(), to) != steps.all().end();
}

/// Where a member can be next, by what is left to its goal, then rather where it is, then where nobody is.
JointStep::Choices JointStep::choices_of(std::size_t member) noexcept {
  struct Choice {
    Cost cost;
    std::uint32_t rank;
    Place place;
  };
  std::array<Choice, StepList::kRoom + 1> found;
  std::size_t count = 0;
  found[count++] = {cost_of(member, from_[member]), 0, from_[member]};
  std::uint64_t ties = scrambled(salt_ + (std::uint64_t{member} << 16) + from_[member]);
  const Choices steps = steps_from(member, from_[member]);
  for (const Place place : steps.all()) {
    ties >>= 7;
    const std::uint32_t taken = before_[place] != kNobody ? 0x100 : 0;
    const Choice choice{cost_of(member, place), 1 + taken + static_cast<std::uint32_t>(ties & 0x7F), place};
    std::size_t at = count++;
    const auto goes_before = [](const Choice& a, const Choice& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.rank < b.rank;
    };
    for (; at != 0 && goes_before(choice, found[at - 1]); --at) found[at] = found[at - 1];
    found[at] = choice;
  }
  Choices choices;
  for (std::size_t i = 0; i < count; ++i) choices.places[i] = found[i].place;
  choices.count = count;
  return choices;
}

bool JointStep::may_choose(std::size_t member, Place to) const noexcept {
  if (behind_[to] != kNobody) return false;
  const Place from = from_[member];
  const auto goes = [&](Place start, Place end) {
    const std::uint8_t other = before_[start];
    return other != kNobody && to_[other] == end;
  };
  if (to != from && goes(to, from)) return false;
  const Tile a = window_.tile_of(from);
  const Tile b = window_.tile_of(to);
  if (std::abs(a.x - b.x) != 1 || std::abs(a.y - b.y) != 1) return true;
  const Place beside = window_.place_of({b.x, a.y});
  const Place across = window_.place_of({a.x, b.y});
  return !goes(beside, across) && !goes(across, beside);
}

void JointStep::choose(std::size_t member, Place to) noexcept {
  to_[member] = to;
  behind_[to] = static_cast<std::uint8_t>(member);
}

/// Goes one tile on along a corridor, from `behind` over `here`; kNoPlace where it forks or ends. Bays whose tenants
/// are on their goals are no forks.
JointStep::Passage JointStep::follow(std::size_t member, Place behind, Place here) noexcept {
  ++looks_;
  Passage passage;
  const Choices steps = steps_from(member, here);
  for (const Place place : steps.all()) {
    if (place == behind) continue;
    const std::uint8_t tenant = before_[place];
    const bool kept = tenant != kNobody && cost_of(tenant, place) == 0 && steps_from(tenant, place).count == 1;
    if (kept) continue;
    passage.next = place;
    ++passage.ways;
  }
  return passage;
}

/// Whether `pusher` would drive `puller` before it to where both cannot be on their ways.
bool JointStep::swap_required(std::size_t pusher, std::size_t puller, Place behind, Place ahead) noexcept {
  while (cost_of(pusher, ahead) < cost_of(pusher, behind)) {
    const Passage passage = follow(pusher, behind, ahead);
    if (passage.ways >= 2) return false;
    if (passage.ways == 0) break;
    behind = std::exchange(ahead, passage.next);
  }
  return cost_of(puller, behind) < cost_of(puller, ahead) &&
         (cost_of(pusher, behind) == 0 || cost_of(pusher, ahead) < cost_of(pusher, behind));
}

/// Whether a corridor, away from `behind`, comes to a fork at which two can change places.
bool JointStep::swap_possible(std::size_t member, Place behind, Place ahead) noexcept {
  const Place origin = behind;
  for (std::int32_t steps = 0; steps < 2 * ClusterWindow::kSide && ahead != origin; ++steps) {
    const Passage passage = follow(member, behind, ahead);
    if (passage.ways >= 2) return true;
    if (passage.ways == 0) return false;
    behind = std::exchange(ahead, passage.next);
  }
  return false;
}

/// With whom a member has to change places, where it must go back for that; kNobody if with none.
std::uint8_t JointStep::swap_partner(std::size_t member, const Choices& choices) noexcept {
  const Place here = from_[member];
  const Place best = choices.places[0];
  if (best == here) return kNobody;
  const std::uint8_t holder = before_[best];
  if (holder != kNobody && !has_chosen(holder) && swap_required(member, holder, here, best) &&
      swap_possible(member, best, here)) {
    return holder;
  }
  for (const Place place : choices.all()) {
    const std::uint8_t other = before_[place];
    if (other == kNobody || place == here || place == best) continue;
    if (swap_required(other, member, here, best) && swap_possible(member, best, here)) return other;
  }
  return kNobody;
}

/// Priority inheritance with backtracking, for one step. Who has to change places with another in a corridor goes back
/// and draws the other after it (the swap of LaCAM*, Okumura 2023).
bool JointStep::push(std::size_t member) noexcept {  // NOLINT(misc-no-recursion): as deep as there are members
  Choices choices = choices_of(member);
  const std::uint8_t partner = swap_partner(member, choices);
  if (partner != kNobody) std::reverse(choices.places.begin(), choices.places.begin() + choices.count);
  for (std::size_t i = 0; i < choices.count; ++i) {
    const Place to = choices.places[i];
    if (!may_choose(member, to)) continue;
    choose(member, to);
    const std::uint8_t other = before_[to];
    if (other != kNobody && !has_chosen(other) && !push(other)) continue;
    const bool draws = i == 0 && partner != kNobody && !has_chosen(partner) && is_step(partner, from_[member]) &&
                       may_choose(partner, from_[member]);
    if (draws) choose(partner, from_[member]);
    return true;
  }
  choose(member, from_[member]);
  return false;
}

}  // namespace portolan::crowd
