// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/path_smoother.hpp"

#include <algorithm>

using namespace portolan::capi;

namespace {

/// Whether what is to be smoothed belongs to the smoother's world.
template <class Handle>
portolan_error check_source(const portolan_smoother* smoother, const Handle* source) noexcept {
  if (const auto error = first_error({check_handle(smoother), check_handle(source)})) return error;
  return source->opened == smoother->opened ? PORTOLAN_OK : PORTOLAN_ERROR_OTHER_WORLD;
}

}  // namespace

portolan_error portolan_smoother_create(const portolan_world* world, uint32_t profile, portolan_smoother** smoother) {
  if (smoother == nullptr) return PORTOLAN_ERROR_NULL;
  *smoother = nullptr;
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *smoother = new portolan_smoother{.opened = world->opened, .smoother = portolan::PathSmoother(opened, profile)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_smoother_destroy(portolan_smoother** smoother) {
  return give_back(smoother);
}

portolan_error portolan_smoother_use(portolan_smoother* smoother, const portolan_overlay* overlay) {
  if (const auto error = check_handle(smoother)) return error;
  const auto error = use_overlay(*smoother, smoother->smoother, overlay);
  if (error == PORTOLAN_OK) smoother->made = {};
  return error;
}

portolan_error portolan_smoother_add_leg(portolan_smoother* smoother, const portolan_walker* walker) {
  if (const auto error = check_source(smoother, walker)) return error;
  smoother->made = {};
  smoother->smoother.add(walker->leg);
  return PORTOLAN_OK;
}

portolan_error portolan_smoother_add_points(portolan_smoother* smoother, const portolan_path* path) {
  if (const auto error = check_source(smoother, path)) return error;
  smoother->made = {};
  smoother->smoother.add(path->path.points());
  return PORTOLAN_OK;
}

portolan_error portolan_smoother_finish(portolan_smoother* smoother, const portolan_smoothing* how,
                                        portolan_smooth_path* result) {
  if (const auto error = first_error({check_handle(smoother), check_struct(how), check_struct(result)})) return error;
  for (const int32_t length : {how->width, how->curve}) {
    if (length < 0 || length > PORTOLAN_MOST_FIFTHS) return PORTOLAN_ERROR_VALUE;
  }
  smoother->made = smoother->smoother.finish({.width = how->width, .curve = how->curve});
  const auto& segments = smoother->made.segments;
  const auto narrow = std::count(segments.begin(), segments.end(), portolan::SegmentKind::narrow);
  *result = {.struct_size = sizeof(*result),
             .point_count = smoother->made.points.size(),
             .narrow_count = static_cast<uint64_t>(narrow),
             .length = smoother->made.length};
  return PORTOLAN_OK;
}

portolan_error portolan_smoother_points(const portolan_smoother* smoother, portolan_point* points, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(smoother)) return error;
  const auto& made = smoother->made.points;
  const auto at = [&](std::size_t i) { return portolan_point{made[i].x, made[i].y}; };
  return write_array(made.size(), at, points, capacity, count);
}

portolan_error portolan_smoother_segments(const portolan_smoother* smoother, portolan_segment_kind* segments,
                                          size_t capacity, size_t* count) {
  if (const auto error = check_handle(smoother)) return error;
  const auto& made = smoother->made.segments;
  const auto at = [&](std::size_t i) { return static_cast<portolan_segment_kind>(made[i]); };
  return write_array(made.size(), at, segments, capacity, count);
}
