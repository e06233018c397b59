// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/path_result.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"

#include <cstdint>
#include <memory>
#include <utility>

using namespace portolan::capi;

namespace {

portolan_error make_query(const portolan_world& world, uint32_t profile, portolan_baseline baseline,
                          std::shared_ptr<portolan::SearchMemory> memory, portolan_query** query) {
  if (baseline > PORTOLAN_BASELINE_WITH) return PORTOLAN_ERROR_VALUE;
  const portolan::World& opened = world.opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *query = new portolan_query{
        .opened = world.opened,
        .query = portolan::PathQuery(opened, profile, std::move(memory), static_cast<portolan::Baseline>(baseline))};
    return portolan_error{PORTOLAN_OK};
  });
}

}  // namespace

portolan_error portolan_search_memory_create(size_t bytes, portolan_search_memory** memory) {
  if (memory == nullptr) return PORTOLAN_ERROR_NULL;
  *memory = nullptr;
  return guarded([&] {
    *memory = new portolan_search_memory{.memory = std::make_shared<portolan::SearchMemory>(bytes)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_search_memory_destroy(portolan_search_memory** memory) {
  return give_back(memory);
}

portolan_error portolan_query_create(const portolan_world* world, uint32_t profile, portolan_baseline baseline,
                                     portolan_query** query) {
  if (query == nullptr) return PORTOLAN_ERROR_NULL;
  *query = nullptr;
  if (const auto error = check_handle(world)) return error;
  return make_query(*world, profile, baseline, nullptr, query);
}

portolan_error portolan_query_create_in(const portolan_world* world, uint32_t profile, portolan_baseline baseline,
                                        const portolan_search_memory* memory, portolan_query** query) {
  if (query == nullptr) return PORTOLAN_ERROR_NULL;
  *query = nullptr;
  if (const auto error = first_error({check_handle(world), check_handle(memory)})) return error;
  return make_query(*world, profile, baseline, memory->memory, query);
}

portolan_error portolan_query_destroy(portolan_query** query) {
  return give_back(query);
}

portolan_error portolan_query_use(portolan_query* query, const portolan_overlay* overlay) {
  if (const auto error = check_handle(query)) return error;
  return use_overlay(*query, query->query, overlay);
}

portolan_error portolan_path_create(const portolan_query* query, uint64_t most, portolan_path** path) {
  if (path == nullptr) return PORTOLAN_ERROR_NULL;
  *path = nullptr;
  if (const auto error = check_handle(query)) return error;
  return make_path(query->opened, query->query, most, path);
}

portolan_error portolan_path_destroy(portolan_path** path) {
  return give_back(path);
}

portolan_error portolan_query_find(portolan_query* query, const portolan_path_request* request, portolan_path* path,
                                   portolan_path_result* result) {
  if (const auto error = first_error({check_handle(query), check_struct(result), check_request(request)})) return error;
  portolan::PathRequest asked = to_own(*request);
  // Nobody walks a path that is not kept.
  if (path == nullptr) asked.ties = {};
  return find_path(*query, path, *result, [&](portolan::Path& found) { return query->query.find(asked, found); });
}

portolan_error portolan_query_find_between(portolan_query* query, const portolan_point_request* request,
                                           portolan_path* path, portolan_path_result* result) {
  if (const auto error = first_error({check_handle(query), check_struct(request), check_struct(result)})) return error;
  if (request->tier > PORTOLAN_TIER_JUMP || request->matrix > PORTOLAN_MATRIX_BY_ENDS ||
      request->ends > PORTOLAN_ENDS_NEAREST) {
    return PORTOLAN_ERROR_VALUE;
  }
  return find_path(*query, path, *result, [&](portolan::Path& found) {
    return query->query.find_between({.from = to_own(request->from),
                                      .to = to_own(request->to),
                                      .tier = static_cast<portolan::Tier>(request->tier),
                                      .ends = static_cast<portolan::EndRule>(request->ends),
                                      .max_expansions = to_budget(request->max_expansions),
                                      .matrix = static_cast<portolan::MatrixSide>(request->matrix)},
                                     found);
  });
}

portolan_error portolan_query_opened_regions(const portolan_query* query, size_t* numbers, size_t capacity,
                                             size_t* count) {
  if (const auto error = check_handle(query)) return error;
  const auto opened = query->query.opened_regions();
  return write_array(
      opened.size(), [&](std::size_t i) { return opened[i]; }, numbers, capacity, count);
}

portolan_error portolan_path_waypoints(const portolan_path* path, portolan_tile* tiles, size_t capacity,
                                       size_t* count) {
  if (const auto error = check_handle(path)) return error;
  const auto waypoints = path->path.waypoints();
  const auto at = [&](std::size_t i) { return portolan_tile{waypoints[i].x, waypoints[i].y}; };
  return write_array(waypoints.size(), at, tiles, capacity, count);
}

portolan_error portolan_path_points(const portolan_path* path, portolan_point* points, size_t capacity, size_t* count) {
  if (const auto error = check_handle(path)) return error;
  const auto turns = path->path.points();
  const auto at = [&](std::size_t i) { return portolan_point{turns[i].x, turns[i].y}; };
  return write_array(turns.size(), at, points, capacity, count);
}

portolan_error portolan_path_bytes(const portolan_path* path, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_handle(path)) return error;
  return guarded([&] { return write_bytes(portolan::PathFile::bytes_of(path->path), bytes, capacity, count); });
}

portolan_error portolan_path_hash(const portolan_path* path, uint64_t* hash) {
  if (const auto error = first_error({check_handle(path), check_pointer(hash)})) return error;
  return guarded([&] {
    *hash = portolan::PathFile::hash_of(path->path);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_path_read(portolan_path* path, const uint8_t* bytes, size_t size) {
  if (const auto error = first_error({check_handle(path), check_buffer(bytes, size)})) return error;
  return guarded([&] {
    const auto read = portolan::PathFile::read(path->opened->world, std::as_bytes(std::span(bytes, size)), path->path);
    if (read) return portolan_error{PORTOLAN_OK};
    return code_of_state(read.error().code);
  });
}

portolan_error portolan_query_nearest_tile(portolan_query* query, portolan_tile wanted, portolan_tile* tile) {
  if (const auto error = first_error({check_handle(query), check_pointer(tile)})) return error;
  const auto found = query->query.nearest_tile(to_own(wanted));
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *tile = {found->x, found->y};
  return PORTOLAN_OK;
}

portolan_error portolan_query_nearest_reachable(portolan_query* query, portolan_tile from, portolan_tile wanted,
                                                portolan_tile* tile) {
  if (const auto error = first_error({check_handle(query), check_pointer(tile)})) return error;
  const auto found = query->query.nearest_tile(to_own(wanted), to_own(from));
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *tile = {found->x, found->y};
  return PORTOLAN_OK;
}

portolan_error portolan_query_dead_end(const portolan_query* query, portolan_tile tile, portolan_dead_end* dead_end) {
  if (const auto error = first_error({check_handle(query), check_struct(dead_end)})) return error;
  const auto found = query->query.dead_end(to_own(tile)).value_or(portolan::TileDeadEnd{});
  *dead_end = {.struct_size = sizeof(*dead_end),
               .number = found.number,
               .outer = found.outer,
               .gate = {found.gate.x, found.gate.y}};
  return PORTOLAN_OK;
}

portolan_error portolan_walker_create(const portolan_world* world, uint32_t profile, portolan_walker** walker) {
  if (walker == nullptr) return PORTOLAN_ERROR_NULL;
  *walker = nullptr;
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *walker = new portolan_walker{.opened = world->opened, .walker = portolan::LegWalker(opened, profile)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_walker_destroy(portolan_walker** walker) {
  return give_back(walker);
}

portolan_error portolan_walker_use(portolan_walker* walker, const portolan_overlay* overlay) {
  if (const auto error = check_handle(walker)) return error;
  return use_overlay(*walker, walker->walker, overlay);
}

portolan_error portolan_walker_next_leg(portolan_walker* walker, portolan_path* path, portolan_leg* leg) {
  if (const auto error = first_error({check_same_world(walker, path), check_struct(leg)})) return error;
  portolan::Leg made;
  const portolan::LegStatus status = walker->walker.next(path->path, made);
  if (status != portolan::LegStatus::ready) made = {};
  walker->leg = made;
  *leg = {.struct_size = sizeof(*leg),
          .status = static_cast<portolan_leg_status>(status),
          .cost = made.cost,
          .tile_count = made.tiles.size(),
          .states = made.states,
          .link = made.link,
          .unpack = made.unpack,
          .kind = static_cast<portolan_leg_kind>(made.kind)};
  return PORTOLAN_OK;
}

portolan_error portolan_walker_counts(const portolan_walker* walker, portolan_leg_counts* counts) {
  if (const auto error = first_error({check_handle(walker), check_struct(counts)})) return error;
  const portolan::LegCounts& made = walker->walker.counts();
  counts->straight = made.straight;
  counts->centred = made.centred;
  counts->shifted = made.shifted;
  return PORTOLAN_OK;
}

portolan_error portolan_walker_tiles(const portolan_walker* walker, portolan_tile* tiles, size_t capacity,
                                     size_t* count) {
  if (const auto error = check_handle(walker)) return error;
  const std::span<const portolan::Tile> made = walker->leg.tiles;
  const auto at = [&](std::size_t i) { return portolan_tile{made[i].x, made[i].y}; };
  return write_array(made.size(), at, tiles, capacity, count);
}

portolan_error portolan_walker_still_valid(portolan_walker* walker, const portolan_path* path,
                                           portolan_path_validity* validity) {
  if (const auto error = first_error({check_same_world(walker, path), check_struct(validity)})) return error;
  walker->leg = {};
  const portolan::PathValidity judged = walker->walker.still_valid(path->path);
  validity->status = static_cast<portolan_status>(judged.status);
  validity->why = static_cast<portolan_why>(judged.why);
  validity->validity = static_cast<portolan_validity>(judged.validity);
  validity->optimal = judged.optimal() ? 1 : 0;
  validity->cost = judged.cost;
  validity->piece = judged.piece;
  validity->at = {judged.at.x, judged.at.y};
  return PORTOLAN_OK;
}
