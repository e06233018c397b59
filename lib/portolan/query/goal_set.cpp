// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/goal_set.hpp"

#include <stdexcept>

namespace portolan {
namespace {

constexpr std::size_t kMostGoals = std::size_t{1} << 31;

}  // namespace

std::optional<PositionLabels> position_labels(const ProfileView& profile) {
  const auto& sight = profile.sight;
  if (!sight || !sight->graph || !sight->labels || !profile.links.empty()) return {};
  return std::optional<PositionLabels>(std::in_place, sight->space, *sight->graph, *sight->labels,
                                       sight->blocks ? &*sight->blocks : nullptr);
}

GoalSet::GoalSet(World world, std::size_t profile, std::size_t capacity)
    : world_(std::move(world)),
      number_(profile),
      profile_(world_.profiles()[profile]),
      layout_(profile_.regions.topology.layout),
      first_in_(layout_.regions(0), kNone),
      labels_(position_labels(profile_)) {
  if (capacity > kMostGoals) throw std::length_error("a set of more goals than there are numbers");
  goals_.resize(capacity);
  for (int level = 0; level <= top_level(); ++level) counts_.emplace_back(layout_.regions(level));
  if (labels_) buckets_.emplace(labels_->hubs(), capacity);
}

bool GoalSet::insert(GoalId goal, Tile tile) {
  if (goal >= goals_.size() || contains(goal) || !world_.bounds().contains(tile)) return false;
  GoalId& first = first_on_.try_emplace(key(tile), kNone).first->second;
  try {
    assign_label(goal, tile);
  } catch (...) {
    if (first == kNone) first_on_.erase(key(tile));
    throw;
  }
  enter(goal, tile, first);
  return true;
}

bool GoalSet::erase(GoalId goal) noexcept {
  if (!contains(goal)) return false;
  leave(goal);
  if (buckets_) buckets_->erase(goal);
  return true;
}

bool GoalSet::move(GoalId goal, Tile tile) {
  if (!contains(goal) || !world_.bounds().contains(tile)) return false;
  if (tile == goals_[goal].tile) return true;
  GoalId& first = first_on_.try_emplace(key(tile), kNone).first->second;
  try {
    assign_label(goal, tile);
  } catch (...) {
    if (first == kNone) first_on_.erase(key(tile));
    throw;
  }
  leave(goal);
  enter(goal, tile, first);
  return true;
}

void GoalSet::clear() noexcept {
  for (GoalId goal = 0; goal < goals_.size(); ++goal) erase(goal);
  broken_ = false;
}

/// Goals where nobody can stand on the file have no label.
void GoalSet::assign_label(GoalId goal, Tile tile) {
  if (!buckets_) return;
  if (!profile_.grid.passable(tile)) return buckets_->erase(goal);
  const PositionLabel label = labels_->arriving(tile);
  buckets_->assign(goal, label.entries);
  broken_ = broken_ || label.status != Status::found;
}

void GoalSet::enter(GoalId goal, Tile tile, GoalId& first_on_tile) noexcept {
  const auto join = [&](GoalId& first, Neighbours Goal::*list) {
    goals_[goal].*list = {.next = first};
    if (first != kNone) (goals_[first].*list).before = goal;
    first = goal;
  };
  goals_[goal].tile = tile;
  goals_[goal].held = true;
  join(first_on_tile, &Goal::on_tile);
  join(first_in_[layout_.number(0, home_of(tile))], &Goal::in_region);
  count(tile, [](std::uint32_t& goals) { ++goals; });
  ++size_;
}

void GoalSet::leave(GoalId goal) noexcept {
  const Tile tile = goals_[goal].tile;
  const auto part = [&](GoalId& first, Neighbours Goal::*list) {
    const Neighbours beside = goals_[goal].*list;
    (beside.before == kNone ? first : (goals_[beside.before].*list).next) = beside.next;
    if (beside.next != kNone) (goals_[beside.next].*list).before = beside.before;
  };
  const auto on_tile = first_on_.find(key(tile));
  part(on_tile->second, &Goal::on_tile);
  if (on_tile->second == kNone) first_on_.erase(on_tile);
  part(first_in_[layout_.number(0, home_of(tile))], &Goal::in_region);
  count(tile, [](std::uint32_t& goals) { --goals; });
  goals_[goal].held = false;
  --size_;
}

/// A goal counts in every region of level 0 around it, once for each in those above.
template <class Change>
void GoalSet::count(Tile tile, Change&& change) noexcept {
  for_each_region_around(layout_, tile, [&](RegionIndex r) {
    for (int level = 0; level <= top_level(); ++level) {
      change(counts_[static_cast<std::size_t>(level)][layout_.number(level, region_above(r, level).index)]);
    }
  });
}

}  // namespace portolan
