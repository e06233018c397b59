// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/path_query.hpp"

#include <memory>

using namespace portolan::capi;

namespace {

std::uint64_t budget_of(std::uint64_t max_expansions) noexcept {
  return max_expansions == 0 ? ~std::uint64_t{0} : max_expansions;
}

void keep_path(portolan_query& query, const portolan::PathResult& found, portolan_path_result& result) noexcept {
  query.found = found;
  query.ahead.reset();
  result = {.struct_size = sizeof(result),
            .status = static_cast<portolan_status>(found.status),
            .why = static_cast<portolan_why>(found.why),
            .tier = static_cast<portolan_tier>(found.tier),
            .optimal = static_cast<std::uint8_t>(found.optimal ? 1 : 0),
            .cost = found.cost,
            .expansions = found.expansions.total(),
            .waypoint_count = found.waypoints.size(),
            .point_count = found.points.size(),
            .length = found.length};
}

}  // namespace

portolan_error portolan_query_create(const portolan_world* world, uint32_t profile, portolan_baseline baseline,
                                     portolan_query** query) {
  if (query == nullptr) return PORTOLAN_ERROR_NULL;
  *query = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (baseline > PORTOLAN_BASELINE_WITH) return PORTOLAN_ERROR_VALUE;
  const portolan::World& opened = world->opened->world;
  if (opened.profiles().empty()) return PORTOLAN_ERROR_MISSING;
  if (profile >= opened.profiles().size()) return PORTOLAN_ERROR_RANGE;
  return guarded([&] {
    *query =
        new portolan_query{.opened = world->opened,
                           .query = portolan::PathQuery(opened, profile, static_cast<portolan::Baseline>(baseline))};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_query_destroy(portolan_query** query) {
  return give_back(query);
}

portolan_error portolan_query_use(portolan_query* query, const portolan_overlay* overlay) {
  if (const auto error = check_handle(query)) return error;
  if (overlay == nullptr) {
    query->found = {};
    query->ahead.reset();
    return guarded([&] {
      query->query.use(nullptr);
      return portolan_error{PORTOLAN_OK};
    });
  }
  if (const auto error = check_handle(overlay)) return error;
  if (overlay->opened != query->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  query->found = {};
  query->ahead.reset();
  return guarded([&] {
    query->query.use(nullptr);
    query->query.use(std::make_shared<const portolan::Overlay>(overlay->overlay));
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_query_find(portolan_query* query, const portolan_path_request* request,
                                   portolan_path_result* result) {
  if (const auto error = first_error({check_handle(query), check_struct(request), check_struct(result)})) return error;
  if (request->tier > PORTOLAN_TIER_BLOCKS || request->ends > PORTOLAN_ENDS_NEAREST ||
      request->unpacking > PORTOLAN_UNPACKING_LEG_BY_LEG) {
    return PORTOLAN_ERROR_VALUE;
  }
  keep_path(*query,
            query->query.find({.from = to_own(request->from),
                               .to = to_own(request->to),
                               .tier = static_cast<portolan::Tier>(request->tier),
                               .ends = static_cast<portolan::EndRule>(request->ends),
                               .max_expansions = budget_of(request->max_expansions),
                               .unpacking = static_cast<portolan::Unpacking>(request->unpacking)}),
            *result);
  return PORTOLAN_OK;
}

portolan_error portolan_query_find_between(portolan_query* query, const portolan_point_request* request,
                                           portolan_path_result* result) {
  if (const auto error = first_error({check_handle(query), check_struct(request), check_struct(result)})) return error;
  if (request->tier > PORTOLAN_TIER_BLOCKS) return PORTOLAN_ERROR_VALUE;
  keep_path(*query,
            query->query.find_between({.from = to_own(request->from),
                                       .to = to_own(request->to),
                                       .tier = static_cast<portolan::Tier>(request->tier),
                                       .max_expansions = budget_of(request->max_expansions)}),
            *result);
  return PORTOLAN_OK;
}

portolan_error portolan_query_waypoints(const portolan_query* query, portolan_tile* tiles, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(query)) return error;
  const auto waypoints = query->found.waypoints;
  const auto at = [&](std::size_t i) { return portolan_tile{waypoints[i].x, waypoints[i].y}; };
  return write_array(waypoints.size(), at, tiles, capacity, count);
}

portolan_error portolan_query_points(const portolan_query* query, portolan_point* points, size_t capacity,
                                     size_t* count) {
  if (const auto error = check_handle(query)) return error;
  const auto turns = query->found.points;
  const auto at = [&](std::size_t i) { return portolan_point{turns[i].x, turns[i].y}; };
  return write_array(turns.size(), at, points, capacity, count);
}

portolan_error portolan_query_next_leg(portolan_query* query, portolan_leg* leg, portolan_tile* tiles,
                                       size_t capacity) {
  if (const auto error = first_error({check_handle(query), check_struct(leg), check_buffer(tiles, capacity)}))
    return error;
  auto status = portolan::LegStatus::ready;
  if (!query->ahead) {
    portolan::Leg next;
    status = query->query.next_leg(next);
    if (status == portolan::LegStatus::ready) query->ahead = next;
  }
  *leg = {.struct_size = sizeof(*leg),
          .status = static_cast<portolan_leg_status>(status),
          .cost = 0,
          .tile_count = 0,
          .states = 0,
          .link = PORTOLAN_NO_LINK,
          .unpack = 0};
  if (!query->ahead) return PORTOLAN_OK;
  const auto walked = query->ahead->tiles;
  leg->cost = query->ahead->cost;
  leg->tile_count = walked.size();
  leg->states = query->ahead->states;
  leg->link = query->ahead->link;
  leg->unpack = query->ahead->unpack;
  const auto at = [&](std::size_t i) { return portolan_tile{walked[i].x, walked[i].y}; };
  const portolan_error error = write_array(walked.size(), at, tiles, capacity, nullptr);
  if (error == PORTOLAN_OK && capacity != 0) query->ahead.reset();
  return error;
}
