// SPDX-License-Identifier: BSL-1.0
// The nearest of many, by path and not by air: which wells, enemies, depots can be reached at the least cost?
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/goals_by_air.hpp"
#include "portolan/query/nearest_goals.hpp"
#include "portolan/query/nearest_search.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/world/overlay.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

namespace portolan {

/// Which goals are nearest to a tile? As many as there is room for.
struct NearestGoalsRequest {
  Tile from{};
  EndRule ends = EndRule::exact;                     ///< for the start: goals stay where they are
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to
};

/// Which goals cost no more than this?
struct GoalsWithinRequest {
  Tile from{};
  Cost most = 0;  ///< in the unit of the profile
  EndRule ends = EndRule::exact;
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// Goals that can be reached, ascending by cost, then row by row, then by number. `cost` is that of the first.
///
/// found, with fewer than there is room for if no more can be reached, and with why `moved_end` if the start was moved;
/// unreachable (proven: none can be reached, or none within the cost); bad_start; out_of_budget (budget_spent, or
/// no_room for all that are within the cost); bad_request (wrong_size: room for none); corrupt. optimal() says whether
/// costs and choice are proven.
struct ReachedGoals : Answer {
  std::span<const ReachedGoal> goals{};  ///< empty unless found; a part of the caller's memory
  Tier tier = Tier::automatic;           ///< that answered: labels, regions, or automatic where paths were asked for
  Tile from{};                           ///< the tile that they were looked for from: as asked, or moved
};

/// Finds the nearest goals of a set, or those within a cost. Costs are those that PathQuery::find gives with
/// Tier::automatic, whose paths lead there.
///
/// Where goals are kept by hubs and no edits concern the profile, from the label of the start and the goals in sight:
/// microseconds, and no node is settled. Else in the grid metric by Dijkstra's search over regions, exact on overlays
/// (nearest_search.hpp). Else, at any angle, by paths to the goals in the order of their distance in the plane, until
/// no other can be nearer (Papadias, Zhang, Mamoulis, Tao, "Query processing in spatial network databases", 2003):
/// exact where PathQuery is, and optimal() where all its answers were proven.
///
/// Reuses its own memory: after construction no call but use() allocates, locks, throws or logs. One thread at a time;
/// any number of queries may share a set, which nobody may change during a call.
///
///     NearestQuery query(wells);
///     std::array<ReachedGoal, 4> room;
///     for (const ReachedGoal& well : query.nearest({.from = {3, 4}}, room).goals) visit(well.tile, well.cost);
class NearestQuery {
 public:
  /// The set must outlive it. Takes what a PositionLabels, a NearestSearch and with any_angle a PathQuery do, and 32
  /// bytes a goal that there can be and 24 a region. @throws std::bad_alloc, std::length_error as NearestSearch
  explicit NearestQuery(const GoalSet& goals);
  NearestQuery(const NearestQuery&) = delete;
  NearestQuery& operator=(const NearestQuery&) = delete;

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. @throws as PathQuery::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Up to room.size() goals, which must be 1 or more.
  ReachedGoals nearest(const NearestGoalsRequest& request, std::span<ReachedGoal> room) noexcept;
  /// All that cost no more than request.most.
  ReachedGoals within(const GoalsWithinRequest& request, std::span<ReachedGoal> room) noexcept;

  /// The same of the tiles for which is_goal(Tile) says true, whatever is in the set: of a terrain, an area, or not in
  /// the enemy's sight. Always searches: it asks for the tiles that it settles, at any angle for those in rings around
  /// the start. is_goal must not throw.
  template <class IsGoal>
  ReachedGoals nearest_where(const NearestGoalsRequest& request, IsGoal&& is_goal,
                             std::span<ReachedGoal> room) noexcept {
    return nearest_tiles(request, TilePredicate(is_goal), room);
  }
  template <class IsGoal>
  ReachedGoals within_where(const GoalsWithinRequest& request, IsGoal&& is_goal, std::span<ReachedGoal> room) noexcept {
    return tiles_within(request, TilePredicate(is_goal), room);
  }

  [[nodiscard]] const ProfileView& profile() const noexcept { return snapshot_.profile(); }

 private:
  /// A view of a function object.
  class TilePredicate {
   public:
    template <class IsGoal>
    requires(!std::is_same_v<std::remove_cvref_t<IsGoal>, TilePredicate>) explicit TilePredicate(
        IsGoal& is_goal) noexcept
        : self_(&is_goal), ask_([](const void* self, Tile tile) noexcept -> bool {
            // As it was given.
            return (*const_cast<IsGoal*>(static_cast<const IsGoal*>(self)))(tile);  // NOLINT
          }) {}
    [[nodiscard]] bool operator()(Tile tile) const noexcept { return ask_(self_, tile); }

   private:
    const void* self_;
    bool (*ask_)(const void* self, Tile tile) noexcept;
  };

  /// Who is asked for, and where from.
  struct Question {
    Tile from{};
    EndRule ends = EndRule::exact;
    std::uint64_t max_expansions = 0;
  };

  ReachedGoals nearest_tiles(const NearestGoalsRequest& request, const TilePredicate& is_goal,
                             std::span<ReachedGoal> room) noexcept;
  ReachedGoals tiles_within(const GoalsWithinRequest& request, const TilePredicate& is_goal,
                            std::span<ReachedGoal> room) noexcept;
  /// What was offered: status found if that is all that was wanted.
  struct Finding : Answer {
    Tier tier = Tier::automatic;
    bool proven = true;
  };

  template <class Find>
  ReachedGoals answer(const Question& question, Find&& find) noexcept;
  Finding find_in_set(Tile from, std::uint64_t budget) noexcept;
  Finding find_by_hubs(Tile from) noexcept;
  Finding find_by_regions(Tile from, std::uint64_t budget) noexcept;
  Finding find_by_paths(Tile from, std::uint64_t budget) noexcept;
  Finding find_where(Tile from, std::uint64_t budget, const TilePredicate& is_goal) noexcept;
  Finding find_in_rings(Tile from, std::uint64_t budget, const TilePredicate& is_goal) noexcept;
  [[nodiscard]] bool ask_path(Tile from, const ReachedGoal& goal, std::uint64_t budget, Finding& finding) noexcept;
  [[nodiscard]] std::size_t count_goals_not_apart(Tile from) const noexcept;
  [[nodiscard]] Cost air_cost(Tile from, Tile to) const noexcept;

  const GoalSet& goals_;
  ProfileSnapshot snapshot_;
  NearestGoals found_;
  GoalsByAir by_air_;
  std::optional<PositionLabels> labels_;  ///< where the set keeps goals by hubs
  std::optional<NearestSearch> search_;   ///< in the grid metric
  std::optional<PathQuery> paths_;        ///< at any angle
};

}  // namespace portolan
