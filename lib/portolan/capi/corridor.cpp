// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/corridor_query.hpp"

#include <algorithm>
#include <memory>

using namespace portolan::capi;

namespace {

/// nullptr where no regions are drawn over a map.
const portolan::DrawnRegionsView* regions_of(const OpenedWorld& opened) noexcept {
  return opened.world.drawn_regions() ? &*opened.world.drawn_regions() : nullptr;
}

}  // namespace

portolan_error portolan_region_at(const portolan_world* world, portolan_tile tile, uint32_t* region) {
  if (const auto error = first_error({check_handle(world), check_pointer(region)})) return error;
  const auto* const regions = regions_of(*world->opened);
  if (regions == nullptr) return PORTOLAN_ERROR_MISSING;
  if (!world->opened->world.bounds().contains(to_own(tile))) return PORTOLAN_ERROR_RANGE;
  const portolan::AreaId found = regions->areas.at(to_own(tile));
  if (found == portolan::kNoArea) return PORTOLAN_ERROR_NOT_FOUND;
  if (found >= regions->anchors.size()) return PORTOLAN_ERROR_CORRUPT;
  *region = found;
  return PORTOLAN_OK;
}

portolan_error portolan_region_anchor(const portolan_world* world, uint32_t region, portolan_tile* tile) {
  if (const auto error = first_error({check_handle(world), check_pointer(tile)})) return error;
  const auto* const regions = regions_of(*world->opened);
  if (regions == nullptr) return PORTOLAN_ERROR_MISSING;
  if (region >= regions->anchors.size()) return PORTOLAN_ERROR_RANGE;
  if (!regions->has_anchor(world->opened->world.profiles().front().grid, region)) return PORTOLAN_ERROR_NOT_FOUND;
  const portolan::Tile anchor = regions->anchors[region];
  *tile = {anchor.x, anchor.y};
  return PORTOLAN_OK;
}

portolan_error portolan_corridor_create(const portolan_world* world, portolan_corridor** corridor) {
  if (corridor == nullptr) return PORTOLAN_ERROR_NULL;
  *corridor = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (regions_of(*world->opened) == nullptr) return PORTOLAN_ERROR_MISSING;
  return guarded([&] {
    *corridor = new portolan_corridor{.opened = world->opened,
                                      .query = std::make_unique<portolan::CorridorQuery>(world->opened->world)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_corridor_destroy(portolan_corridor** corridor) {
  return give_back(corridor);
}

portolan_error portolan_corridor_close(portolan_corridor* corridor, const uint32_t* regions, size_t region_count,
                                       const portolan_region_border* borders, size_t border_count) {
  if (const auto error = first_error(
          {check_handle(corridor), check_buffer(regions, region_count), check_buffer(borders, border_count)}))
    return error;
  const portolan::World& world = corridor->opened->world;
  const auto exists = [&](uint32_t region) { return region < world.drawn_regions()->anchors.size(); };
  if (!std::all_of(regions, regions + region_count, exists) ||
      !std::all_of(borders, borders + border_count,
                   [&](const portolan_region_border& border) { return exists(border.from) && exists(border.to); }))
    return PORTOLAN_ERROR_RANGE;
  return guarded([&] {
    portolan::RegionClosures closures;
    closures.regions.assign(regions, regions + region_count);
    for (std::size_t i = 0; i < border_count; ++i) closures.borders.push_back({borders[i].from, borders[i].to});
    corridor->query->close(closures);
    corridor->found = {};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_corridor_find(portolan_corridor* corridor, portolan_tile from, portolan_tile to,
                                      uint64_t max_expansions, portolan_corridor_result* result) {
  if (const auto error = first_error({check_handle(corridor), check_struct(result)})) return error;
  const portolan::CorridorPath path =
      corridor->query->find(to_own(from), to_own(to), max_expansions == 0 ? ~std::uint64_t{0} : max_expansions);
  corridor->found = path;
  *result = {.struct_size = sizeof(*result),
             .status = static_cast<portolan_status>(path.status),
             .why = static_cast<portolan_why>(path.why),
             .cost = path.cost,
             .region_cost = path.region_cost,
             .expansions = path.settled_regions + path.settled_tiles,
             .region_count = path.regions.size(),
             .tile_count = path.tiles.size(),
             .length = path.length};
  return PORTOLAN_OK;
}

portolan_error portolan_corridor_regions(const portolan_corridor* corridor, uint32_t* regions, size_t capacity,
                                         size_t* count) {
  if (const auto error = check_handle(corridor)) return error;
  const auto way = corridor->found.regions;
  return write_array(
      way.size(), [&](std::size_t i) { return way[i]; }, regions, capacity, count);
}

portolan_error portolan_corridor_tiles(const portolan_corridor* corridor, portolan_tile* tiles, size_t capacity,
                                       size_t* count) {
  if (const auto error = check_handle(corridor)) return error;
  const auto walked = corridor->found.tiles;
  const auto at = [&](std::size_t i) { return portolan_tile{walked[i].x, walked[i].y}; };
  return write_array(walked.size(), at, tiles, capacity, count);
}
