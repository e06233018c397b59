// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/nearest_query.hpp"

using namespace portolan::capi;

namespace {

/// Whether a tile lies in the world of a set.
portolan_error check_tile(const portolan::GoalSet& goals, portolan_tile tile) noexcept {
  return goals.world().bounds().contains(to_own(tile)) ? PORTOLAN_OK : PORTOLAN_ERROR_RANGE;
}

template <class Request>
portolan_error check_question(const portolan_goal_search* search, const Request* request,
                              const portolan_reached_goal* reached, std::size_t capacity,
                              const portolan_answer* answer) noexcept {
  if (const auto error = first_error(
          {check_handle(search), check_struct(request), check_buffer(reached, capacity), check_struct(answer)})) {
    return error;
  }
  return request->ends > PORTOLAN_ENDS_NEAREST ? PORTOLAN_ERROR_VALUE : PORTOLAN_OK;
}

portolan::NearestGoalsRequest to_request(const portolan_nearest_goals_request& request) noexcept {
  return {.from = to_own(request.from),
          .ends = static_cast<portolan::EndRule>(request.ends),
          .max_expansions = to_budget(request.max_expansions)};
}

portolan::GoalsWithinRequest to_request(const portolan_goals_within_request& request) noexcept {
  return {.from = to_own(request.from),
          .most = request.most,
          .ends = static_cast<portolan::EndRule>(request.ends),
          .max_expansions = to_budget(request.max_expansions)};
}

/// The findings are in the caller's memory already.
portolan_error write_reached(const portolan::ReachedGoals& reached, std::size_t* count,
                             portolan_answer& answer) noexcept {
  if (const auto error = error_of(reached)) return error;
  write_answer(reached, answer);
  if (count != nullptr) *count = reached.goals.size();
  return PORTOLAN_OK;
}

}  // namespace

portolan_error portolan_goals_create(const portolan_world* world, uint32_t profile, size_t capacity,
                                     portolan_goals** goals) {
  if (goals == nullptr) return PORTOLAN_ERROR_NULL;
  *goals = nullptr;
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *goals = new portolan_goals{.opened = world->opened,
                                .goals = std::make_shared<portolan::GoalSet>(opened, profile, capacity)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_goals_destroy(portolan_goals** goals) {
  return give_back(goals);
}

portolan_error portolan_goals_insert(portolan_goals* goals, uint32_t goal, portolan_tile tile) {
  if (const auto error = check_handle(goals)) return error;
  portolan::GoalSet& set = *goals->goals;
  if (goal >= set.capacity()) return PORTOLAN_ERROR_RANGE;
  if (const auto error = check_tile(set, tile)) return error;
  return guarded([&] { return set.insert(goal, to_own(tile)) ? PORTOLAN_OK : PORTOLAN_ERROR_VALUE; });
}

portolan_error portolan_goals_erase(portolan_goals* goals, uint32_t goal) {
  if (const auto error = check_handle(goals)) return error;
  return goals->goals->erase(goal) ? PORTOLAN_OK : PORTOLAN_ERROR_NOT_FOUND;
}

portolan_error portolan_goals_move(portolan_goals* goals, uint32_t goal, portolan_tile tile) {
  if (const auto error = check_handle(goals)) return error;
  portolan::GoalSet& set = *goals->goals;
  if (const auto error = check_tile(set, tile)) return error;
  return guarded([&] { return set.move(goal, to_own(tile)) ? PORTOLAN_OK : PORTOLAN_ERROR_NOT_FOUND; });
}

portolan_error portolan_goal_search_create(const portolan_goals* goals, portolan_goal_search** search) {
  if (search == nullptr) return PORTOLAN_ERROR_NULL;
  *search = nullptr;
  if (const auto error = check_handle(goals)) return error;
  return guarded([&] {
    *search = new portolan_goal_search{
        .opened = goals->opened, .goals = goals->goals, .query = portolan::NearestQuery(*goals->goals)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_goal_search_destroy(portolan_goal_search** search) {
  return give_back(search);
}

portolan_error portolan_goal_search_use(portolan_goal_search* search, const portolan_overlay* overlay) {
  if (const auto error = check_handle(search)) return error;
  return use_overlay(*search, search->query, overlay);
}

portolan_error portolan_goal_search_nearest(portolan_goal_search* search, const portolan_nearest_goals_request* request,
                                            portolan_reached_goal* reached, size_t capacity, size_t* count,
                                            portolan_answer* answer) {
  if (const auto error = check_question(search, request, reached, capacity, answer)) return error;
  return write_reached(search->query.nearest(to_request(*request), view_of(reached, capacity)), count, *answer);
}

portolan_error portolan_goal_search_within(portolan_goal_search* search, const portolan_goals_within_request* request,
                                           portolan_reached_goal* reached, size_t capacity, size_t* count,
                                           portolan_answer* answer) {
  if (const auto error = check_question(search, request, reached, capacity, answer)) return error;
  return write_reached(search->query.within(to_request(*request), view_of(reached, capacity)), count, *answer);
}

portolan_error portolan_goal_search_nearest_where(portolan_goal_search* search,
                                                  const portolan_nearest_goals_request* request,
                                                  portolan_is_goal is_goal, void* context,
                                                  portolan_reached_goal* reached, size_t capacity, size_t* count,
                                                  portolan_answer* answer) {
  if (const auto error = check_question(search, request, reached, capacity, answer)) return error;
  if (is_goal == nullptr) return PORTOLAN_ERROR_NULL;
  const auto asked = [&](portolan::Tile tile) noexcept { return is_goal(context, {tile.x, tile.y}) != 0; };
  return write_reached(search->query.nearest_where(to_request(*request), asked, view_of(reached, capacity)), count,
                       *answer);
}

portolan_error portolan_goal_search_within_where(portolan_goal_search* search,
                                                 const portolan_goals_within_request* request, portolan_is_goal is_goal,
                                                 void* context, portolan_reached_goal* reached, size_t capacity,
                                                 size_t* count, portolan_answer* answer) {
  if (const auto error = check_question(search, request, reached, capacity, answer)) return error;
  const auto asked = [&](portolan::Tile tile) noexcept {
    return is_goal == nullptr || is_goal(context, {tile.x, tile.y}) != 0;
  };
  return write_reached(search->query.within_where(to_request(*request), asked, view_of(reached, capacity)), count,
                       *answer);
}
