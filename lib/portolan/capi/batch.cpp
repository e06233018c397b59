// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/core/parallel.hpp"
#include "portolan/query/batch_query.hpp"

using namespace portolan::capi;

namespace {

portolan::BatchRequest to_own(const portolan_batch_request& request) noexcept {
  return {.ends = static_cast<portolan::EndRule>(request.ends), .max_expansions = to_budget(request.max_expansions)};
}

}  // namespace

portolan_error portolan_batch_create(const portolan_world* world, uint32_t profile, uint32_t threads,
                                     portolan_batch** batch) {
  if (batch == nullptr) return PORTOLAN_ERROR_NULL;
  *batch = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (threads > portolan::kMaxThreads) return PORTOLAN_ERROR_VALUE;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *batch = new portolan_batch{.opened = world->opened, .batch = portolan::BatchQuery(opened, profile, threads)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_batch_destroy(portolan_batch** batch) {
  return give_back(batch);
}

portolan_error portolan_batch_use(portolan_batch* batch, const portolan_overlay* overlay) {
  if (const auto error = check_handle(batch)) return error;
  return use_overlay(*batch, batch->batch, overlay);
}

portolan_error portolan_batch_pairs(portolan_batch* batch, const portolan_batch_request* request,
                                    const portolan_tile_pair* pairs, size_t count, portolan_batch_answer* answers) {
  if (const auto error = first_error(
          {check_handle(batch), check_struct(request), check_buffer(pairs, count), check_buffer(answers, count)}))
    return error;
  if (request->ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  return error_of(batch->batch.pairs(view_of(pairs, count), to_own(*request), view_of(answers, count)));
}

portolan_error portolan_batch_table(portolan_batch* batch, const portolan_batch_request* request,
                                    const portolan_tile* from, size_t from_count, const portolan_tile* to,
                                    size_t to_count, portolan_batch_answer* answers, size_t answer_count) {
  if (const auto error = first_error({check_handle(batch), check_struct(request), check_buffer(from, from_count),
                                      check_buffer(to, to_count), check_buffer(answers, answer_count)})) {
    return error;
  }
  if (request->ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  return error_of(batch->batch.table(view_of(from, from_count), view_of(to, to_count), to_own(*request),
                                     view_of(answers, answer_count)));
}
