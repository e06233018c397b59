// SPDX-License-Identifier: BSL-1.0
// Goals on the tiles of a world, a set that lives: wells, enemies, units that wait for work.
#pragma once

#include "portolan/graph/hub_buckets.hpp"
#include "portolan/regions/level_graph.hpp"
#include "portolan/waypoints/position_labels.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace portolan {

/// Goals of one profile of a world, numbered by the caller, which a NearestQuery searches. Several may stand on one
/// tile, and some where nobody can stand now, which an overlay may open. What queries answer depends on which goals
/// there are, not on how they came.
///
/// Where the file holds hub labels of the profile's waypoint graph, and the profile takes no links, by blocks or not,
/// each goal is kept by the hubs of its label (hub_buckets.hpp), else by regions alone. Memory: 10 bytes a region, 28 a
/// goal that there can be and 60 one there is; with labels 28 a hub, 24 a goal, what PositionLabels takes, and 20 an
/// entry of a goal's label. Keeps the World alive. Any number of queries may read it from any number of threads while
/// nobody changes it.
///
///     GoalSet wells(world, 0, 10'000);
///     wells.insert(7, {120, 88});
class GoalSet {
 public:
  /// For goals numbered below `capacity`. `profile` must be below world.profiles().size(). @throws std::bad_alloc,
  /// std::length_error for more than 2^31 goals
  GoalSet(World world, std::size_t profile, std::size_t capacity);
  GoalSet(const GoalSet&) = delete;
  GoalSet& operator=(const GoalSet&) = delete;

  /// False, and nothing has changed, if the number is not below the capacity or taken, or the tile outside the map.
  /// O(parts of the block + entries of the label * log goals); where a block is left out, as PositionLabels says.
  /// @throws std::bad_alloc, and then nothing has changed
  bool insert(GoalId goal, Tile tile);
  /// False if there is no such goal. O(entries of the label * log goals).
  bool erase(GoalId goal) noexcept;
  /// As erase() and then insert(). False, and nothing has changed, if there is no such goal or the tile is outside.
  /// @throws std::bad_alloc, and then nothing has changed
  bool move(GoalId goal, Tile tile);
  void clear() noexcept;

  [[nodiscard]] const World& world() const noexcept { return world_; }
  /// The number of its profile.
  [[nodiscard]] std::size_t profile() const noexcept { return number_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return goals_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool contains(GoalId goal) const noexcept { return goal < goals_.size() && goals_[goal].held; }
  /// Where a goal is that it contains.
  [[nodiscard]] Tile tile(GoalId goal) const noexcept { return goals_[goal].tile; }

  // For queries.

  /// The levels of regions() to which goals are counted: at the last one region covers the map.
  [[nodiscard]] int top_level() const noexcept { return layout_.levels(); }
  [[nodiscard]] const RegionLayout& layout() const noexcept { return layout_; }
  /// The region of level 0, of those around a tile of the map, that goals on it are at home in: the last.
  [[nodiscard]] RegionIndex home_of(Tile t) const noexcept {
    const Rect around = layout_.around(t);
    return {around.max.x - 1, around.max.y - 1};
  }
  /// Whether a goal lies in a region, its border lines included.
  [[nodiscard]] bool any_in(const LevelRegion& region) const noexcept {
    return counts_[static_cast<std::size_t>(region.level)][layout_.number(region.level, region.index)] != 0;
  }
  /// Calls visit(GoalId, Tile) for the goals on a tile,
  template <class Visit>
  void for_each_on(Tile tile, Visit&& visit) const {
    if (!any_in({0, home_of(tile)})) return;
    const auto first = first_on_.find(key(tile));
    if (first == first_on_.end()) return;
    for (GoalId goal = first->second; goal != kNone; goal = goals_[goal].on_tile.next) visit(goal, tile);
  }
  /// for those whose home is a region of level 0: each has one, of those around it,
  template <class Visit>
  void for_each_in(RegionIndex home, Visit&& visit) const {
    GoalId goal = first_in_[layout_.number(0, home)];
    for (; goal != kNone; goal = goals_[goal].in_region.next) visit(goal, goals_[goal].tile);
  }
  /// and for all, until it says false.
  template <class Visit>
  void for_each_while(Visit&& visit) const {
    for (GoalId goal = 0; goal < goals_.size(); ++goal) {
      if (goals_[goal].held && !visit(goal, goals_[goal].tile)) return;
    }
  }
  /// Whether goals are kept by hubs, and those. If the file contradicts itself, nothing is in there, and broken() says
  /// so.
  [[nodiscard]] bool by_hubs() const noexcept { return buckets_.has_value(); }
  [[nodiscard]] const HubBuckets& buckets() const noexcept { return *buckets_; }
  [[nodiscard]] bool broken() const noexcept { return broken_; }

 private:
  static constexpr GoalId kNone = 0xFFFF'FFFF;
  struct Neighbours {
    GoalId next = kNone;
    GoalId before = kNone;
  };
  struct Goal {
    Tile tile{};
    bool held = false;
    Neighbours on_tile;
    Neighbours in_region;
  };

  [[nodiscard]] static std::uint64_t key(Tile t) noexcept {
    return std::uint64_t{static_cast<std::uint32_t>(t.y)} << 32 | static_cast<std::uint32_t>(t.x);
  }
  void assign_label(GoalId goal, Tile tile);
  void enter(GoalId goal, Tile tile, GoalId& first_on_tile) noexcept;
  void leave(GoalId goal) noexcept;
  template <class Change>
  void count(Tile tile, Change&& change) noexcept;

  World world_;
  std::size_t number_;
  const ProfileView& profile_;
  RegionLayout layout_;
  std::size_t size_ = 0;
  std::vector<Goal> goals_;
  std::vector<std::vector<std::uint32_t>> counts_;      ///< by level and region
  std::vector<GoalId> first_in_;                        ///< by region of level 0
  std::unordered_map<std::uint64_t, GoalId> first_on_;  ///< by tile
  std::optional<PositionLabels> labels_;
  std::optional<HubBuckets> buckets_;
  bool broken_ = false;
};

/// What labels say of positions of a profile; nothing if its waypoint graph has none, or it takes links, by which
/// goals may be nearer than in the plane. @throws std::bad_alloc
[[nodiscard]] std::optional<PositionLabels> position_labels(const ProfileView& profile);

}  // namespace portolan
