// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/closures.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"

using namespace portolan::capi;

namespace {

/// nullptr where the world has no board.
const portolan::BoardTierView* board_of(const OpenedWorld& opened) noexcept {
  return opened.world.board() ? &*opened.world.board() : nullptr;
}

bool is_tier_of_boards(portolan_tier tier) noexcept {
  return tier == PORTOLAN_TIER_AUTOMATIC || tier == PORTOLAN_TIER_ASTAR || tier == PORTOLAN_TIER_CH ||
         tier == PORTOLAN_TIER_LABELS;
}

portolan::BoardRequest to_own(const portolan_board_request& request) noexcept {
  return {.from = request.from,
          .to = request.to,
          .tier = static_cast<portolan::Tier>(request.tier),
          .max_expansions = to_budget(request.max_expansions),
          .estimate = {.of = request.estimate, .user = request.estimate_user}};
}

portolan_error check_request(const portolan_board_query* query, const portolan_board_request* request,
                             const portolan_board_result* result) noexcept {
  if (const auto error = first_error({check_handle(query), check_struct(request), check_struct(result)})) return error;
  return is_tier_of_boards(request->tier) ? PORTOLAN_OK : PORTOLAN_ERROR_VALUE;
}

portolan_error write_path(const portolan::BoardPath& path, portolan_board_result& result) noexcept {
  if (const auto error = error_of(path)) return error;
  write_answer(path, result);
  result.tier = static_cast<portolan_tier>(path.tier);
  result.node_count = path.nodes.size();
  return PORTOLAN_OK;
}

/// What nearest and within have in common: their findings are in the caller's memory already.
portolan_error write_reached(const portolan::ReachedNodes& reached, std::size_t* count,
                             portolan_answer& answer) noexcept {
  if (const auto error = error_of(reached)) return error;
  write_answer(reached, answer);
  if (count != nullptr) *count = reached.nodes.size();
  return PORTOLAN_OK;
}

}  // namespace

portolan_error portolan_board_find_node(const portolan_world* world, const char* name, uint32_t* node) {
  if (const auto error = first_error({check_handle(world), check_pointer(name), check_pointer(node)})) return error;
  const auto* const tier = board_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  const auto found = tier->graph.find(name);
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *node = *found;
  return PORTOLAN_OK;
}

portolan_error portolan_board_node_name(const portolan_world* world, uint32_t node, char* name, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto* const tier = board_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  if (node >= tier->graph.size()) return PORTOLAN_ERROR_RANGE;
  return write_text(tier->graph.names[node], name, capacity, count);
}

portolan_error portolan_board_node_enter(const portolan_world* world, uint32_t node, uint32_t* cost) {
  if (const auto error = first_error({check_handle(world), check_pointer(cost)})) return error;
  const auto* const tier = board_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  if (node >= tier->graph.size()) return PORTOLAN_ERROR_RANGE;
  *cost = tier->graph.cost_to_enter(node);
  return PORTOLAN_OK;
}

portolan_error portolan_board_arcs(const portolan_world* world, uint32_t node, portolan_arc* arcs, size_t capacity,
                                   size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto* const tier = board_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  const portolan::CsrGraph& graph = tier->graph.arcs;
  if (node >= graph.size()) return PORTOLAN_ERROR_RANGE;
  const std::size_t begin = graph.first[node];
  const std::size_t end = graph.first[node + 1];
  if (begin > end || end > graph.target.size() || end > graph.weight.size()) return PORTOLAN_ERROR_CORRUPT;
  const auto at = [&](std::size_t i) { return portolan_arc{graph.target[begin + i], graph.weight[begin + i]}; };
  return write_array(end - begin, at, arcs, capacity, count);
}

portolan_error portolan_board_find_tag(const portolan_world* world, const char* name, uint32_t* tag) {
  if (const auto error = first_error({check_handle(world), check_pointer(name), check_pointer(tag)})) return error;
  const auto* const tier = board_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  const auto found = tier->graph.find_tag(name);
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *tag = *found;
  return PORTOLAN_OK;
}

portolan_error portolan_board_query_create(const portolan_world* world, portolan_board_query** query) {
  if (query == nullptr) return PORTOLAN_ERROR_NULL;
  *query = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (board_of(*world->opened) == nullptr) return PORTOLAN_ERROR_MISSING;
  return guarded([&] {
    *query = new portolan_board_query{.opened = world->opened, .query = portolan::BoardQuery(world->opened->world)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_board_query_destroy(portolan_board_query** query) {
  return give_back(query);
}

portolan_error portolan_board_query_close(portolan_board_query* query, const uint32_t* nodes, size_t node_count,
                                          const portolan_border* borders, size_t border_count) {
  if (const auto error =
          first_error({check_handle(query), check_buffer(nodes, node_count), check_buffer(borders, border_count)}))
    return error;
  return guarded([&] {
    portolan::AreaClosures closures;
    const auto error =
        read_closures(query->query.board().size(), {nodes, node_count}, {borders, border_count}, closures);
    if (error != PORTOLAN_OK) return error;
    query->query.close(closures);
    query->found = {};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_board_query_find(portolan_board_query* query, const portolan_board_request* request,
                                         portolan_board_result* result) {
  if (const auto error = check_request(query, request, result)) return error;
  const portolan::BoardPath path = query->query.find(to_own(*request));
  if (const auto error = write_path(path, *result)) return error;
  query->found = path;
  return PORTOLAN_OK;
}

portolan_error portolan_board_query_find_cost(portolan_board_query* query, const portolan_board_request* request,
                                              portolan_board_result* result) {
  if (const auto error = check_request(query, request, result)) return error;
  return write_path(query->query.find_cost(to_own(*request)), *result);
}

portolan_error portolan_board_query_nodes(const portolan_board_query* query, uint32_t* nodes, size_t capacity,
                                          size_t* count) {
  if (const auto error = check_handle(query)) return error;
  const auto places = query->found.nodes;
  return write_array(
      places.size(), [&](std::size_t i) { return places[i]; }, nodes, capacity, count);
}

portolan_error portolan_board_query_arcs(const portolan_board_query* query, portolan_arc* arcs, size_t capacity,
                                         size_t* count) {
  if (const auto error = check_handle(query)) return error;
  const auto taken = query->found.arcs;
  const portolan::CsrGraph& all = query->query.board().arcs;
  const auto at = [&](std::size_t i) { return portolan_arc{all.target[taken[i]], all.weight[taken[i]]}; };
  return write_array(taken.size(), at, arcs, capacity, count);
}

portolan_error portolan_board_query_nearest(portolan_board_query* query, const portolan_nearest_request* request,
                                            portolan_reached* reached, size_t capacity, size_t* count,
                                            portolan_answer* answer) {
  if (const auto error = first_error(
          {check_handle(query), check_struct(request), check_buffer(reached, capacity), check_struct(answer)}))
    return error;
  const portolan::NearestRequest own{.from = request->from, .max_expansions = to_budget(request->max_expansions)};
  return write_reached(query->query.nearest_tagged(own, request->tag, view_of(reached, capacity)), count, *answer);
}

portolan_error portolan_board_query_within(portolan_board_query* query, const portolan_within_request* request,
                                           portolan_reached* reached, size_t capacity, size_t* count,
                                           portolan_answer* answer) {
  if (const auto error = first_error(
          {check_handle(query), check_struct(request), check_buffer(reached, capacity), check_struct(answer)}))
    return error;
  const portolan::WithinRequest own{
      .from = request->from, .most = request->most, .max_expansions = to_budget(request->max_expansions)};
  return write_reached(query->query.within(own, view_of(reached, capacity)), count, *answer);
}

portolan_error portolan_board_query_table(portolan_board_query* query, const portolan_table_request* request,
                                          uint64_t* costs, size_t count, portolan_answer* answer) {
  if (const auto error =
          first_error({check_handle(query), check_struct(request), check_buffer(costs, count), check_struct(answer)}))
    return error;
  if (const auto error = first_error({check_buffer(request->sources, request->source_count),
                                      check_buffer(request->targets, request->target_count)}))
    return error;
  if (!is_tier_of_boards(request->tier)) return PORTOLAN_ERROR_VALUE;
  const portolan::Answer table = query->query.table({.sources = {request->sources, request->source_count},
                                                     .targets = {request->targets, request->target_count},
                                                     .tier = static_cast<portolan::Tier>(request->tier),
                                                     .max_expansions = to_budget(request->max_expansions)},
                                                    {costs, count});
  if (const auto error = error_of(table)) return error;
  write_answer(table, *answer);
  return PORTOLAN_OK;
}
