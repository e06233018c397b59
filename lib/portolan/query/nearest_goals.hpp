// SPDX-License-Identifier: BSL-1.0
// The nearest goals so far, of those that come in any order and may come again.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/hub_buckets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Of a goal that is in no set.
inline constexpr GoalId kNoGoal = 0xFFFF'FFFF;

/// A goal with what it costs to get there, in the unit of the profile.
struct ReachedGoal {
  Cost cost = 0;
  Tile tile{};
  GoalId goal = kNoGoal;
  friend constexpr bool operator==(const ReachedGoal&, const ReachedGoal&) = default;
};

/// The order of goals, total over a set: by cost, then row by row, then by number.
[[nodiscard]] constexpr bool before(const ReachedGoal& a, const ReachedGoal& b) noexcept {
  if (a.cost != b.cost) return a.cost < b.cost;
  if (a.tile.y != b.tile.y) return a.tile.y < b.tile.y;
  if (a.tile.x != b.tile.x) return a.tile.x < b.tile.x;
  return a.goal < b.goal;
}

/// Keeps the first in their order, in memory of the caller's, of which `nearest` takes one place at least. 8 bytes a
/// goal that there can be. One thread at a time.
class NearestGoals {
 public:
  /// For goals numbered below this. @throws std::bad_alloc
  explicit NearestGoals(std::size_t goals) : places_(goals) {}

  /// Begins anew: the nearest for which there is room. O(1), but once in 2^32 calls O(goals).
  void start(std::span<ReachedGoal> room) noexcept { start(room, kInfiniteCost - 1, Wanted::nearest); }
  /// Begins anew: all that cost no more than `most`.
  void start_within(std::span<ReachedGoal> room, Cost most) noexcept {
    start(room, std::min(most, kInfiniteCost - 1), Wanted::all);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// How many can be kept.
  [[nodiscard]] std::size_t room() const noexcept { return room_.size(); }
  /// Whether only goals at a cost of those kept, or less, are wanted still.
  [[nodiscard]] bool full() const noexcept { return wanted_ == Wanted::nearest && size_ == room_.size(); }
  /// What costs more is not wanted.
  [[nodiscard]] Cost most() const noexcept { return full() ? room_[0].cost : most_; }
  /// Whether one of all did not fit.
  [[nodiscard]] bool lost_one() const noexcept { return lost_; }

  /// Takes a goal, or a lesser cost of one that it has, if it is wanted. O(log room).
  void offer(const ReachedGoal& goal) noexcept {
    if (goal.cost > most()) return;
    if (const std::size_t at = find(goal.goal); at != kNowhere) {
      if (goal.cost < room_[at].cost) sink(at, goal);
    } else if (size_ < room_.size()) {
      rise(size_++, goal);
    } else if (wanted_ == Wanted::all) {
      lost_ = true;
    } else if (before(goal, room_[0])) {
      forget(room_[0].goal);
      sink(0, goal);
    }
  }

  /// Those kept, ascending. Nothing may be offered then.
  [[nodiscard]] std::span<const ReachedGoal> finish() noexcept {
    const std::span<ReachedGoal> kept = room_.first(size_);
    std::sort(kept.begin(), kept.end(), [](const ReachedGoal& a, const ReachedGoal& b) { return before(a, b); });
    return kept;
  }

 private:
  enum class Wanted : std::uint8_t { nearest, all };

  void start(std::span<ReachedGoal> room, Cost most, Wanted wanted) noexcept {
    room_ = room;
    size_ = 0;
    most_ = most;
    wanted_ = wanted;
    lost_ = false;
    if (++stamp_ != 0) return;
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i].stamp = 0;
    stamp_ = 1;
  }

  struct Place {
    std::uint32_t stamp;
    std::uint32_t at;
  };
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  [[nodiscard]] std::size_t find(GoalId goal) const noexcept {
    return goal < places_.size() && places_[goal].stamp == stamp_ ? places_[goal].at : kNowhere;
  }
  void forget(GoalId goal) noexcept {
    if (goal < places_.size()) places_[goal].stamp = 0;
  }
  void put(std::size_t at, const ReachedGoal& goal) noexcept {
    room_[at] = goal;
    if (goal.goal < places_.size()) places_[goal.goal] = {stamp_, static_cast<std::uint32_t>(at)};
  }
  // A heap, the last in order on top.
  void rise(std::size_t at, const ReachedGoal& goal) noexcept {
    for (; at != 0 && before(room_[(at - 1) / 2], goal); at = (at - 1) / 2) put(at, room_[(at - 1) / 2]);
    put(at, goal);
  }
  void sink(std::size_t at, const ReachedGoal& goal) noexcept {
    for (std::size_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
      if (child + 1 < size_ && before(room_[child], room_[child + 1])) ++child;
      if (!before(goal, room_[child])) break;
      put(at, room_[child]);
      at = child;
    }
    put(at, goal);
  }

  std::span<ReachedGoal> room_;
  std::size_t size_ = 0;
  Cost most_ = 0;
  Wanted wanted_ = Wanted::nearest;
  bool lost_ = false;
  ZeroedArray<Place> places_;  ///< by goal
  std::uint32_t stamp_ = 0;
};

}  // namespace portolan
