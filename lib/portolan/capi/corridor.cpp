// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/closures.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/corridor_query.hpp"

#include <memory>

using namespace portolan::capi;

namespace {

/// nullptr where no areas are drawn over a map.
const portolan::AreasView* areas_of(const OpenedWorld& opened) noexcept {
  return opened.world.areas() ? &*opened.world.areas() : nullptr;
}

}  // namespace

portolan_error portolan_area_at(const portolan_world* world, portolan_tile tile, uint32_t* area) {
  if (const auto error = first_error({check_handle(world), check_pointer(area)})) return error;
  const auto* const areas = areas_of(*world->opened);
  if (areas == nullptr) return PORTOLAN_ERROR_MISSING;
  if (!world->opened->world.bounds().contains(to_own(tile))) return PORTOLAN_ERROR_RANGE;
  const portolan::AreaId found = areas->tiles.at(to_own(tile));
  if (found == portolan::kNoArea) return PORTOLAN_ERROR_NOT_FOUND;
  if (found >= areas->anchors.size()) return PORTOLAN_ERROR_CORRUPT;
  *area = found;
  return PORTOLAN_OK;
}

portolan_error portolan_area_anchor(const portolan_world* world, uint32_t area, portolan_tile* tile) {
  if (const auto error = first_error({check_handle(world), check_pointer(tile)})) return error;
  const auto* const areas = areas_of(*world->opened);
  if (areas == nullptr) return PORTOLAN_ERROR_MISSING;
  if (area >= areas->anchors.size()) return PORTOLAN_ERROR_RANGE;
  if (!areas->has_anchor(world->opened->world.profiles().front().grid, area)) return PORTOLAN_ERROR_NOT_FOUND;
  const portolan::Tile anchor = areas->anchors[area];
  *tile = {anchor.x, anchor.y};
  return PORTOLAN_OK;
}

portolan_error portolan_corridor_create(const portolan_world* world, uint32_t profile, portolan_corridor** corridor) {
  if (corridor == nullptr) return PORTOLAN_ERROR_NULL;
  *corridor = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (areas_of(*world->opened) == nullptr) return PORTOLAN_ERROR_MISSING;
  if (profile >= world->opened->world.profiles().size()) return PORTOLAN_ERROR_RANGE;
  return guarded([&] {
    *corridor =
        new portolan_corridor{.opened = world->opened, .query = portolan::CorridorQuery(world->opened->world, profile)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_corridor_destroy(portolan_corridor** corridor) {
  return give_back(corridor);
}

portolan_error portolan_corridor_close(portolan_corridor* corridor, const uint32_t* areas, size_t area_count,
                                       const portolan_border* borders, size_t border_count) {
  if (const auto error =
          first_error({check_handle(corridor), check_buffer(areas, area_count), check_buffer(borders, border_count)}))
    return error;
  return guarded([&] {
    portolan::AreaClosures closures;
    const std::size_t count = corridor->opened->world.areas()->anchors.size();
    const auto error = read_closures(count, {areas, area_count}, {borders, border_count}, closures);
    if (error != PORTOLAN_OK) return error;
    corridor->query.close(closures);
    corridor->found = {};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_corridor_use(portolan_corridor* corridor, const portolan_overlay* overlay) {
  if (const auto error = check_handle(corridor)) return error;
  const auto error = use_overlay(*corridor, corridor->query, overlay);
  if (error == PORTOLAN_OK) corridor->found = {};
  return error;
}

portolan_error portolan_corridor_find(portolan_corridor* corridor, const portolan_corridor_request* request,
                                      portolan_corridor_result* result) {
  if (const auto error = first_error({check_handle(corridor), check_struct(request), check_struct(result)}))
    return error;
  if (request->ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  const portolan::CorridorPath path = corridor->query.find({.from = to_own(request->from),
                                                            .to = to_own(request->to),
                                                            .ends = static_cast<portolan::EndRule>(request->ends),
                                                            .max_expansions = to_budget(request->max_expansions)});
  corridor->found = path;
  write_answer(path, *result);
  result->board_cost = path.board_cost;
  result->area_count = path.areas.size();
  result->tile_count = path.tiles.size();
  result->length = path.length;
  return PORTOLAN_OK;
}

portolan_error portolan_corridor_areas(const portolan_corridor* corridor, uint32_t* areas, size_t capacity,
                                       size_t* count) {
  if (const auto error = check_handle(corridor)) return error;
  const auto way = corridor->found.areas;
  return write_array(
      way.size(), [&](std::size_t i) { return way[i]; }, areas, capacity, count);
}

portolan_error portolan_corridor_tiles(const portolan_corridor* corridor, portolan_tile* tiles, size_t capacity,
                                       size_t* count) {
  if (const auto error = check_handle(corridor)) return error;
  const auto walked = corridor->found.tiles;
  const auto at = [&](std::size_t i) { return portolan_tile{walked[i].x, walked[i].y}; };
  return write_array(walked.size(), at, tiles, capacity, count);
}
