// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/path_result.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/path_repair.hpp"

using namespace portolan::capi;

portolan_error portolan_repair_create(const portolan_world* world, uint32_t profile, portolan_repair** repair) {
  if (repair == nullptr) return PORTOLAN_ERROR_NULL;
  *repair = nullptr;
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *repair = new portolan_repair{.opened = world->opened, .repair = portolan::PathRepair(opened, profile)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_repair_destroy(portolan_repair** repair) {
  return give_back(repair);
}

portolan_error portolan_repair_use(portolan_repair* repair, const portolan_overlay* overlay) {
  if (const auto error = check_handle(repair)) return error;
  return use_overlay(*repair, repair->repair, overlay);
}

namespace {

portolan_error check_request(const portolan_repair* repair, const portolan_repair_request* request,
                             const portolan_path* path, const portolan_repair_result* result) {
  if (const auto error =
          first_error({check_handle(repair), check_struct(request), check_handle(path), check_struct(result)})) {
    return error;
  }
  return first_error(
      {check_buffer(request->ahead, request->ahead_count), check_buffer(request->blocked, request->blocked_count)});
}

portolan::RepairRequest request_of(const portolan_repair_request& request) {
  return {.from = to_own(request.from),
          .ahead = view_of(request.ahead, request.ahead_count),
          .blocked = view_of(request.blocked, request.blocked_count),
          .max_expansions = to_budget(request.max_expansions)};
}

void write(const portolan::RepairResult& made, portolan_repair_result& result) {
  result.status = static_cast<portolan_status>(made.status);
  result.why = static_cast<portolan_why>(made.why);
  result.eased = made.eased ? 1 : 0;
  result.searched = made.searched ? 1 : 0;
  result.cost = made.cost;
  result.lower_bound = made.lower_bound;
  result.expansions = made.work;
  result.rejoined = {made.rejoined.x, made.rejoined.y};
}

}  // namespace

portolan_error portolan_repair_path(portolan_repair* repair, const portolan_repair_request* request,
                                    portolan_path* path, portolan_repair_result* result) {
  if (const auto error = check_request(repair, request, path, result)) return error;
  write(repair->repair.repair(request_of(*request), path->path), *result);
  return PORTOLAN_OK;
}

portolan_error portolan_repair_path_far(portolan_repair* repair, const portolan_repair_request* request,
                                        portolan_query* far, portolan_path* path, portolan_repair_result* result) {
  if (const auto error = check_request(repair, request, path, result)) return error;
  if (const auto error = check_same_world(far, path)) return error;
  write(repair->repair.repair(request_of(*request), path->path, far->query), *result);
  return PORTOLAN_OK;
}

portolan_error portolan_repair_cost_to_go(const portolan_repair* repair, const portolan_path* path,
                                          portolan_answer* answer) {
  if (const auto error = first_error({check_handle(repair), check_handle(path), check_struct(answer)})) return error;
  write_answer(repair->repair.cost_to_go(path->path), *answer);
  return PORTOLAN_OK;
}
