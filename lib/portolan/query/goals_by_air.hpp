// SPDX-License-Identifier: BSL-1.0
// The goals of a set by their distance in the plane, the nearest first (Hjaltason, Samet, "Distance browsing in spatial
// databases", 1999): a heap of regions, and of goals.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/nearest_goals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// A reusable walk over one set, which must outlive it, away from a tile. 24 bytes a goal that there can be and a
/// region, committed as used. Allocates nothing after construction. One thread at a time.
///
/// It starts in the home of that tile, and looks at the regions around one level farther up as far as it must.
class GoalsByAir {
 public:
  /// @throws std::bad_alloc
  explicit GoalsByAir(const GoalSet& goals) : goals_(goals), heap_(room(goals)) {}

  /// Begins at a tile of the map. `distance` is that from there, in next() too: it must not fall with the distance
  /// along either axis.
  template <class Distance>
  void start(Tile from, Distance&& distance) noexcept {
    size_ = 0;
    from_ = from;
    seen_ = {0, goals_.home_of(from)};
    push_goals(seen_.index, distance);
    beyond_ = distance_beyond(distance);
  }

  /// The next goal by ascending distance, which is its cost; nothing if all that are left lie farther than `most`.
  /// O((goals and regions passed) * log).
  template <class Distance>
  [[nodiscard]] std::optional<ReachedGoal> next(Cost most, Distance&& distance) noexcept {
    while (true) {
      if (size_ == 0 || heap_[0].distance > beyond_) {
        if (beyond_ > most) return {};
        climb(distance);
        continue;
      }
      if (heap_[0].distance > most) return {};
      std::pop_heap(heap_.data(), heap_.data() + size_, later);
      const Item item = heap_[--size_];
      if (item.level < 0) return ReachedGoal{item.distance, goals_.tile(item.goal), item.goal};
      if (item.level == 0) {
        push_goals(item.region, distance);
      } else {
        for_each_below({item.level, item.region}, [&](const LevelRegion& below) { push_region(below, distance); });
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
  void push_goals(RegionIndex home, Distance&& distance) noexcept {
    goals_.for_each_in(home, [&](GoalId goal, Tile tile) { push({distance(tile), -1, goal, {}}); });
  }
  template <class Distance>
  void push_region(const LevelRegion& region, Distance&& distance) noexcept {
    if (!goals_.any_in(region)) return;
    const Rect area = goals_.layout().area(region.level, region.index);
    const Tile nearest{std::clamp(from_.x, area.min.x, area.max.x - 1),
                       std::clamp(from_.y, area.min.y, area.max.y - 1)};
    push({distance(nearest), region.level, kNoGoal, region.index});
  }
  template <class Visit>
  void for_each_below(const LevelRegion& region, Visit&& visit) const {
    const RegionLayout& layout = goals_.layout();
    const int level = region.level - 1;
    for (std::int32_t i = 0; i < 4; ++i) {
      const RegionIndex child{2 * region.index.x + i % 2, 2 * region.index.y + i / 2};
      if (child.x < layout.columns(level) && child.y < layout.rows(level)) visit(LevelRegion{level, child});
    }
  }
  /// Takes in the regions beside the one seen, up to that above it.
  template <class Distance>
  void climb(Distance&& distance) noexcept {
    const LevelRegion above{seen_.level + 1, {seen_.index.x / 2, seen_.index.y / 2}};
    for_each_below(above, [&](const LevelRegion& below) {
      if (below != seen_) push_region(below, distance);
    });
    seen_ = above;
    beyond_ = distance_beyond(distance);
  }
  /// The least distance of goals at home outside of the region seen; each of its tiles but those on its right and lower
  /// border is at home there.
  template <class Distance>
  [[nodiscard]] Cost distance_beyond(Distance&& distance) const noexcept {
    if (seen_.level == goals_.top_level()) return kInfiniteCost;
    const std::int32_t side = kRegionSide << seen_.level;
    const Tile min = goals_.layout().origin(seen_.level, seen_.index);
    const std::int32_t before = std::min(from_.x - min.x, from_.y - min.y) + 1;
    const std::int32_t behind = std::min(min.x + side - from_.x, min.y + side - from_.y);
    return distance(Tile{from_.x + std::max(std::min(before, behind), 0), from_.y});
  }

  const GoalSet& goals_;
  ZeroedArray<Item> heap_;
  std::size_t size_ = 0;
  Tile from_{};
  LevelRegion seen_;  ///< whose goals, and regions below it, have entered the heap
  Cost beyond_ = 0;   ///< no goal elsewhere is nearer
};

}  // namespace portolan
