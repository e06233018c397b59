// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/cluster_search.hpp"

#include "portolan/core/split_mix.hpp"

#include <algorithm>
#include <bit>

namespace portolan::crowd {

ClusterSearch::ClusterSearch(CrowdState& state, std::size_t most_moves)
    : step_(state),
      nodes_(most_moves + 2),
      places_(most_moves + 2 * kMostInCluster),
      ages_(most_moves + 2 * kMostInCluster),
      open_(most_moves + 2),
      table_(std::bit_ceil(most_moves + most_moves / 2 + 4)) {}

/// How near to its goal a member is to come. A goal that somebody keeps who is not of the cluster, or a member before
/// it has as well, is not asked for.
Cost ClusterSearch::demand(const Cluster& cluster, std::size_t member) noexcept {
  const Unit& unit = step_.unit(member);
  const Cost here = step_.cost_of(member, step_.place_of(unit.tile));
  if (here == kInfiniteCost) return kNoDemand;
  const bool inside = step_.inside(unit.goal);
  bool kept = inside && step_.blocked(unit.goal);
  for (std::size_t other = 0; other < member; ++other) kept = kept || step_.unit(other).goal == unit.goal;
  if (member == 0 && unit.ordered) return std::min(unit.nearest, here + 1) - 1;
  if (member == 0) return inside && !kept ? 0 : here - 1;
  if (kept) return kNoDemand;
  if (unit.ordered) return unit.nearest == kInfiniteCost ? here : std::max<Cost>(unit.nearest, 1) - 1;
  if (cluster.idle == IdleDemand::none) return kNoDemand;
  return inside ? 0 : here;
}

/// Takes in a cluster as it is now. False if nothing can be asked for.
bool ClusterSearch::prepare(const Cluster& cluster) noexcept {
  step_.take(cluster);
  count_ = cluster.count;
  if (++stamp_ == 0) {
    for (std::size_t i = 0; i < table_.size(); ++i) table_[i].stamp = 0;
    stamp_ = 1;
  }
  for (std::size_t i = 0; i < count_; ++i) enough_[i] = demand(cluster, i);
  node_count_ = open_count_ = 0;
  return enough_[0] != kNoDemand;
}

/// Has the first units of the order go where the next constraints say.
ClusterSearch::Made ClusterSearch::constrain(Node& node) noexcept {
  while (true) {
    std::uint32_t digits = node.number;
    bool fits = true;
    for (std::uint32_t i = 0; i < node.depth; ++i) {
      const std::size_t member = order_[i];
      const JointStep::Choices choices = step_.choices_of(member);
      const Place to = choices.places[digits % choices.count];
      digits /= static_cast<std::uint32_t>(choices.count);
      fits = fits && step_.may_choose(member, to);
      if (fits) step_.choose(member, to);
    }
    if (digits == 0) {
      ++node.number;
      return fits ? Made::successor : Made::nothing;
    }
    if (node.depth == count_) return Made::all;
    step_.reset();
    ++node.depth;
    node.number = 0;
  }
}

/// Those who have waited for longest to be where they are wanted come first.
void ClusterSearch::sort_order(Index index) noexcept {
  const std::uint16_t* const ages = ages_.data() + std::size_t{index} * count_;
  for (std::size_t i = 0; i < count_; ++i) {
    std::size_t at = i;
    for (; at != 0 && ages[i] > ages[order_[at - 1]]; --at) order_[at] = order_[at - 1];
    order_[at] = static_cast<std::uint8_t>(i);
  }
}

/// Leaves the next successor of a node in the step.
ClusterSearch::Made ClusterSearch::make_successor(Index index) noexcept {
  sort_order(index);
  step_.begin(places_of(index));
  Made made = constrain(nodes_[index]);
  for (std::size_t i = 0; i < count_ && made == Made::successor; ++i) {
    if (!step_.has_chosen(order_[i]) && !step_.push(order_[i])) made = Made::nothing;
  }
  step_.end();
  return made;
}

/// Where a configuration is in the table, or would be.
ClusterSearch::Slot& ClusterSearch::slot_of(std::span<const Place> places) noexcept {
  std::uint64_t hash = 0;
  for (const Place place : places) hash = scrambled(hash + SplitMix::kStep + place);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = static_cast<std::size_t>(hash) & mask;; at = (at + 1) & mask) {
    Slot& slot = table_[at];
    if (slot.stamp != stamp_ || std::ranges::equal(places_of(slot.node), places)) return slot;
  }
}

ClusterSearch::Index ClusterSearch::add(std::span<const Place> places, Index parent) noexcept {
  const auto index = static_cast<Index>(node_count_++);
  nodes_[index] = {.parent = parent, .steps = parent == kNone ? 0 : nodes_[parent].steps + 1, .depth = 0, .number = 0};
  for (std::size_t i = 0; i < count_; ++i) {
    places_[std::size_t{index} * count_ + i] = places[i];
    const bool wanted = step_.cost_of(i, places[i]) > enough_[i];
    const int age = parent == kNone ? static_cast<int>(count_ - i) : ages_[std::size_t{parent} * count_ + i] + 1;
    ages_[std::size_t{index} * count_ + i] = static_cast<std::uint16_t>(wanted ? std::min(age, 0xFFFF) : 0);
  }
  open_[open_count_++] = index;
  return index;
}

bool ClusterSearch::frees(std::span<const Place> places) noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (step_.cost_of(i, places[i]) > enough_[i]) return false;
  }
  return true;
}

bool ClusterSearch::trace(Index last) noexcept {
  length_ = 0;
  for (Index at = last; nodes_[at].parent != kNone; at = nodes_[at].parent) ++length_;
  if (length_ == 0 || length_ > kMostSteps) return false;
  std::size_t step = length_;
  for (Index at = last; at != kNone; at = nodes_[at].parent) way_[step--] = at;
  return true;
}

bool ClusterSearch::find(const Cluster& cluster, std::uint64_t& left) noexcept {
  if (!prepare(cluster)) return false;
  std::array<Place, kMostInCluster> places{};
  for (std::size_t i = 0; i < count_; ++i) places[i] = step_.place_of(step_.unit(i).tile);
  const std::span<const Place> root(places.data(), count_);
  if (frees(root)) return false;
  slot_of(root) = {stamp_, add(root, kNone)};
  while (open_count_ != 0 && left >= count_) {
    const Index index = open_[open_count_ - 1];
    const Made made = make_successor(index);
    if (made == Made::all) {
      --open_count_;
      continue;
    }
    left -= std::min(left, count_ + step_.looks());
    if (made == Made::nothing) continue;
    const std::span<const Place> next = step_.chosen();
    Slot& slot = slot_of(next);
    if (slot.stamp != stamp_) {
      const Index found = add(next, index);
      slot = {stamp_, found};
      if (frees(next)) return trace(found);
      continue;
    }
    if (slot.node == index) continue;
    // As in LaCAM* a shorter way to a known configuration is kept. `steps` never falls behind those of descendants, so
    // that no configuration comes after itself.
    Node& known = nodes_[slot.node];
    if (nodes_[index].steps + 1 < known.steps) {
      known.steps = nodes_[index].steps + 1;
      known.parent = index;
    }
    // Every other time any configuration comes up again instead of the known one, so that a search leaves a corner
    // before it has tried all successors there.
    const std::uint64_t dice = scrambled(step_.salt() + left);
    open_[open_count_++] = dice % 2 == 0 ? static_cast<Index>((dice >> 1) % node_count_) : slot.node;
  }
  return false;
}

}  // namespace portolan::crowd
