// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/path_result.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/bounded_query.hpp"

using namespace portolan::capi;

static_assert(PORTOLAN_LEAST_EXCESS == portolan::kLeastExcess);

portolan_error portolan_bounded_create(const portolan_world* world, uint32_t profile, portolan_bounded** bounded) {
  if (bounded == nullptr) return PORTOLAN_ERROR_NULL;
  *bounded = nullptr;
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  if (opened.profiles()[profile].rules.metric != portolan::Metric::any_angle) return PORTOLAN_ERROR_VALUE;
  return guarded([&] {
    *bounded = new portolan_bounded{.opened = world->opened, .query = portolan::BoundedQuery(opened, profile)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_bounded_destroy(portolan_bounded** bounded) {
  return give_back(bounded);
}

portolan_error portolan_bounded_use(portolan_bounded* bounded, const portolan_overlay* overlay) {
  if (const auto error = check_handle(bounded)) return error;
  return use_overlay(*bounded, bounded->query, overlay);
}

portolan_error portolan_bounded_path_create(const portolan_bounded* bounded, uint64_t most, portolan_path** path) {
  if (path == nullptr) return PORTOLAN_ERROR_NULL;
  *path = nullptr;
  if (const auto error = check_handle(bounded)) return error;
  return make_path(bounded->opened, bounded->query, most, path);
}

portolan_error portolan_bounded_find(portolan_bounded* bounded, const portolan_bounded_request* request,
                                     portolan_path* path, portolan_path_result* result) {
  if (const auto error = first_error({check_handle(bounded), check_struct(request), check_struct(result)}))
    return error;
  const double excess = request->excess == 0 ? portolan::BoundedRequest{}.excess : request->excess;
  if (request->ends > PORTOLAN_ENDS_NEAREST || !(excess >= portolan::kLeastExcess)) return PORTOLAN_ERROR_VALUE;
  return find_path(*bounded, path, *result, [&](portolan::Path& found) {
    return bounded->query.find({.from = to_own(request->from),
                                .to = to_own(request->to),
                                .ends = static_cast<portolan::EndRule>(request->ends),
                                .excess = excess,
                                .max_expansions = to_budget(request->max_expansions)},
                               found);
  });
}
