// SPDX-License-Identifier: BSL-1.0
// What functions share that find paths.
#pragma once

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/path.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_task.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace portolan::capi {

/// Whether the library knows all that a request asks for.
[[nodiscard]] inline portolan_error check_request(const portolan_path_request* request) noexcept {
  if (const auto error = check_struct(request)) return error;
  const bool known = request->tier <= PORTOLAN_TIER_JUMP && request->ends <= PORTOLAN_ENDS_NEAREST &&
                     request->unpacking <= PORTOLAN_UNPACKING_LEG_BY_LEG && request->ties <= PORTOLAN_TIES_RANDOM &&
                     request->matrix <= PORTOLAN_MATRIX_BY_ENDS;
  return known ? PORTOLAN_OK : PORTOLAN_ERROR_VALUE;
}

[[nodiscard]] inline PathRequest to_own(const portolan_path_request& request) noexcept {
  return {.from = to_own(request.from),
          .to = to_own(request.to),
          .tier = static_cast<Tier>(request.tier),
          .ends = static_cast<EndRule>(request.ends),
          .max_expansions = to_budget(request.max_expansions),
          .unpacking = static_cast<Unpacking>(request.unpacking),
          .ties = {static_cast<TieRule>(request.ties), request.seed},
          .matrix = static_cast<MatrixSide>(request.matrix)};
}

/// `path` is NULL where only the cost was asked for.
inline void write_result(const PathResult& found, const portolan_path* path, portolan_path_result& result) noexcept {
  result = {};
  result.struct_size = sizeof(result);
  result.tier = static_cast<portolan_tier>(found.tier);
  result.length = found.length;
  result.ties_scope = static_cast<portolan_ties_scope>(found.ties_scope);
  write_answer(found, result);
  if (path == nullptr) return;
  result.truncated = static_cast<std::uint8_t>(path->path.truncated() ? 1 : 0);
  result.waypoint_count = path->path.waypoints().size();
  result.point_count = path->path.points().size();
}

/// Whether a path can be found or walked by what belongs to a world.
template <class Handle>
portolan_error check_same_world(const Handle* handle, const portolan_path* path) noexcept {
  if (const auto error = first_error({check_handle(handle), check_handle(path)})) return error;
  return path->opened == handle->opened ? PORTOLAN_OK : PORTOLAN_ERROR_OTHER_WORLD;
}

/// Asks find(path) with a path of the query's world, or with none.
template <class Handle, class Find>
portolan_error find_path(const Handle& query, portolan_path* path, portolan_path_result& result, Find&& find) noexcept {
  Path none;
  if (path != nullptr) {
    if (const auto error = check_same_world(&query, path)) return error;
  }
  write_result(find(path == nullptr ? none : path->path), path, result);
  return PORTOLAN_OK;
}

/// Makes a path with room for `most` of everything; 0: for any that the query finds.
template <class Query>
portolan_error make_path(const std::shared_ptr<const OpenedWorld>& opened, const Query& query, std::uint64_t most,
                         portolan_path** path) noexcept {
  if (most == 1) return PORTOLAN_ERROR_VALUE;
  if (most > std::numeric_limits<std::uint32_t>::max()) return PORTOLAN_ERROR_LIMIT;
  return guarded([&] {
    const PathRoom room = most == 0 ? query.room() : PathRoom::of(static_cast<std::size_t>(most));
    *path = new portolan_path{.opened = opened, .path = Path(room)};
    return portolan_error{PORTOLAN_OK};
  });
}

}  // namespace portolan::capi
