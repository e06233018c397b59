// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/goal_field.hpp"

#include <memory>

using namespace portolan::capi;

namespace {

void write_step(const portolan::NextStep& next, portolan_next_step& step) noexcept {
  write_answer(next, step);
  step.tile = {next.tile.x, next.tile.y};
  step.link = next.link;
  step.point = {next.point.x, next.point.y};
}

}  // namespace

portolan_error portolan_arena_create(size_t tiles, portolan_arena** arena) {
  if (arena == nullptr) return PORTOLAN_ERROR_NULL;
  *arena = nullptr;
  return guarded([&] {
    *arena = new portolan_arena{.arena = std::make_shared<portolan::DistanceArena>(tiles)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_arena_destroy(portolan_arena** arena) {
  return give_back(arena);
}

portolan_error portolan_goal_field_create(const portolan_world* world, uint32_t profile, const portolan_arena* arena,
                                          portolan_goal_field** field) {
  if (field == nullptr) return PORTOLAN_ERROR_NULL;
  *field = nullptr;
  if (const auto error = first_error({check_handle(world), check_handle(arena)})) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *field = new portolan_goal_field{
        .opened = world->opened, .arena = arena->arena, .field = portolan::GoalField(opened, profile, *arena->arena)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_goal_field_destroy(portolan_goal_field** field) {
  return give_back(field);
}

portolan_error portolan_goal_field_use(portolan_goal_field* field, const portolan_overlay* overlay) {
  if (const auto error = check_handle(field)) return error;
  return use_overlay(*field, field->field, overlay);
}

portolan_error portolan_goal_field_aim(portolan_goal_field* field, portolan_tile goal, portolan_end_rule ends,
                                       portolan_tile* taken, portolan_answer* answer) {
  if (const auto error = first_error({check_handle(field), check_struct(answer)})) return error;
  if (ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  write_answer(field->field.aim(to_own(goal), static_cast<portolan::EndRule>(ends)), *answer);
  if (taken != nullptr) *taken = {field->field.goal().x, field->field.goal().y};
  return PORTOLAN_OK;
}

portolan_error portolan_goal_field_cost(portolan_goal_field* field, portolan_tile from, uint64_t max_expansions,
                                        portolan_answer* answer) {
  if (const auto error = first_error({check_handle(field), check_struct(answer)})) return error;
  write_answer(field->field.cost({to_own(from), to_budget(max_expansions)}), *answer);
  return PORTOLAN_OK;
}

portolan_error portolan_goal_field_costs(portolan_goal_field* field, const portolan_tile* from, size_t count,
                                         uint64_t max_expansions, portolan_batch_answer* answers) {
  if (const auto error = first_error({check_handle(field), check_buffer(from, count), check_buffer(answers, count)})) {
    return error;
  }
  return error_of(field->field.costs(view_of(from, count), to_budget(max_expansions), view_of(answers, count)));
}

portolan_error portolan_goal_field_next(portolan_goal_field* field, portolan_tile from, uint64_t max_expansions,
                                        portolan_next_step* step) {
  if (const auto error = first_error({check_handle(field), check_struct(step)})) return error;
  write_step(field->field.next_step({to_own(from), to_budget(max_expansions)}), *step);
  return PORTOLAN_OK;
}

portolan_error portolan_goal_field_random_next(portolan_goal_field* field, const portolan_random_step_request* request,
                                               portolan_next_step* step) {
  if (const auto error = first_error({check_handle(field), check_struct(request), check_struct(step)})) return error;
  write_step(field->field.random_step({.from = to_own(request->from),
                                       .seed = request->seed,
                                       .unit = request->unit,
                                       .step = request->step,
                                       .max_expansions = to_budget(request->max_expansions)}),
             *step);
  return PORTOLAN_OK;
}

portolan_error portolan_goal_field_bound(portolan_goal_field* field, portolan_tile from, uint64_t* cost,
                                         portolan_bound_source* source) {
  if (const auto error = first_error({check_handle(field), check_pointer(cost)})) return error;
  const portolan::FieldBound bound = field->field.lower_bound(to_own(from));
  *cost = bound.cost;
  if (source != nullptr) *source = static_cast<portolan_bound_source>(bound.source);
  return PORTOLAN_OK;
}
