// SPDX-License-Identifier: BSL-1.0
// The goals of a set by their distance in the plane, the nearest first (Hjaltason, Samet, "Distance browsing in spatial
// databases", 1999): a heap of regions, from the one that covers the map down, and of goals.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/nearest_goals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// A reusable walk over one set, which must outlive it. 24 bytes a goal that there can be and a region, committed as
/// used. Allocates nothing after construction. One thread at a time.
class GoalsByAir {
 public:
  /// @throws std::bad_alloc
  explicit GoalsByAir(const GoalSet& goals) : goals_(goals), heap_(room(goals)) {}

  /// Calls visit(ReachedGoal), its cost being distance(tile of the goal), by ascending distance, until it gives false,
  /// or the next distance is above most(), which may fall in between. `distance` must not fall with the distance of a
  /// tile from `from` along either axis. O(goals visited and regions beside them, each * log).
  template <class Distance, class Most, class Visit>
  void for_each_while(Tile from, Distance&& distance, Most&& most, Visit&& visit) noexcept {
    size_ = 0;
    push_region({goals_.top_level(), {0, 0}}, from, distance);
    while (size_ != 0 && heap_[0].distance <= most()) {
      std::pop_heap(heap_.data(), heap_.data() + size_, later);
      const Item item = heap_[--size_];
      if (item.level < 0) {
        if (!visit(ReachedGoal{item.distance, goals_.tile(item.goal), item.goal})) return;
      } else if (item.level == 0) {
        goals_.for_each_in(item.region, [&](GoalId goal, Tile tile) { push({distance(tile), -1, goal, {}}); });
      } else {
        const int below = item.level - 1;
        const RegionLayout& layout = goals_.layout();
        for (std::int32_t i = 0; i < 4; ++i) {
          const RegionIndex child{2 * item.region.x + i % 2, 2 * item.region.y + i / 2};
          if (child.x < layout.columns(below) && child.y < layout.rows(below)) {
            push_region({below, child}, from, distance);
          }
        }
      }
    }
  }

 private:
  struct Item {
    Cost distance;
    std::int32_t level;  ///< below 0: a goal
    GoalId goal;
    RegionIndex region;
  };

  /// The order of the heap: the nearest on top, goals before regions, so that the walk stops as soon as it can.
  [[nodiscard]] static bool later(const Item& a, const Item& b) noexcept {
    return a.distance != b.distance ? a.distance > b.distance : a.level > b.level;
  }
  [[nodiscard]] static std::size_t room(const GoalSet& goals) noexcept {
    std::size_t items = goals.capacity();
    for (int level = 0; level <= goals.top_level(); ++level) items += goals.layout().regions(level);
    return items;
  }
  void push(const Item& item) noexcept {
    heap_[size_++] = item;
    std::push_heap(heap_.data(), heap_.data() + size_, later);
  }
  template <class Distance>
  void push_region(const LevelRegion& region, Tile from, Distance&& distance) noexcept {
    if (!goals_.any_in(region)) return;
    const Rect area = goals_.layout().area(region.level, region.index);
    const Tile nearest{std::clamp(from.x, area.min.x, area.max.x - 1), std::clamp(from.y, area.min.y, area.max.y - 1)};
    push({distance(nearest), region.level, kNoGoal, region.index});
  }

  const GoalSet& goals_;
  ZeroedArray<Item> heap_;
  std::size_t size_ = 0;
};

}  // namespace portolan
