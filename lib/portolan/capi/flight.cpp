// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/flight_query.hpp"

using namespace portolan::capi;

portolan_error portolan_flight_create(const portolan_world* world, uint32_t profile, uint32_t most_tiles,
                                      const portolan_arena* arena, portolan_flight** flight) {
  if (flight == nullptr) return PORTOLAN_ERROR_NULL;
  *flight = nullptr;
  if (const auto error = first_error({check_handle(world), check_handle(arena)})) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  if (most_tiles == 0) return PORTOLAN_ERROR_VALUE;
  return guarded([&] {
    *flight = new portolan_flight{.opened = world->opened,
                                  .arena = arena->arena,
                                  .query = portolan::FlightQuery(opened, profile, most_tiles, *arena->arena)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_flight_destroy(portolan_flight** flight) {
  return give_back(flight);
}

portolan_error portolan_flight_use(portolan_flight* flight, const portolan_overlay* overlay) {
  if (const auto error = check_handle(flight)) return error;
  return use_overlay(*flight, flight->query, overlay);
}

portolan_error portolan_flight_find(portolan_flight* flight, const portolan_flight_request* request,
                                    portolan_flight_result* result) {
  if (const auto error = first_error({check_handle(flight), check_struct(request), check_struct(result)})) return error;
  if (const auto error = check_buffer(request->threats, request->threat_count)) return error;
  if (request->ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  const portolan::Flight found = flight->query.find({.from = to_own(request->from),
                                                     .threats = view_of(request->threats, request->threat_count),
                                                     .reach = request->reach,
                                                     .margin = request->margin,
                                                     .ends = static_cast<portolan::EndRule>(request->ends),
                                                     .max_expansions = to_budget(request->max_expansions)});
  write_answer(found, *result);
  result->from = {found.from.x, found.from.y};
  result->to = {found.to.x, found.to.y};
  result->lead = found.lead;
  return PORTOLAN_OK;
}
