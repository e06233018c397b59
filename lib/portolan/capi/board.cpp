// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/board.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/graph/graph_path.hpp"

#include <array>

using namespace portolan::capi;

namespace {

using Index = decltype(portolan_board_query::query);

/// nullptr where the world has no board.
const portolan::BoardTierView* graph_of(const OpenedWorld& opened) noexcept {
  return opened.world.board() ? &*opened.world.board() : nullptr;
}

Index fastest(const portolan::BoardTierView& tier) {
  if (tier.labels) return Index(std::in_place_type<portolan::LabelQuery>, *tier.labels);
  if (tier.hierarchy) return Index(std::in_place_type<portolan::HierarchyQuery>, *tier.hierarchy);
  return Index(std::in_place_type<portolan::GraphQuery>, tier.graph.arcs, tier.estimate);
}

/// Asks whichever index there is.
struct FindPath {
  portolan::NodeId from;
  portolan::NodeId to;
  std::uint64_t budget;
  std::span<portolan::NodeId> room;

  portolan::GraphPath operator()(portolan::LabelQuery& labels) const noexcept {
    return labels.path(std::array{portolan::GraphEnd{from}}, std::array{portolan::GraphEnd{to}}, 0, room);
  }
  portolan::GraphPath operator()(portolan::HierarchyQuery& hierarchy) const noexcept {
    return hierarchy.path(std::array{portolan::GraphEnd{from}}, std::array{portolan::GraphEnd{to}}, budget, room);
  }
  portolan::GraphPath operator()(portolan::GraphQuery& graph) const noexcept {
    return graph.path(from, to, budget, room);
  }
};

constexpr std::array<portolan_tier, std::variant_size_v<Index>> kTiers = {PORTOLAN_TIER_ASTAR, PORTOLAN_TIER_CH,
                                                                          PORTOLAN_TIER_LABELS};

}  // namespace

portolan_error portolan_board_find_node(const portolan_world* world, const char* name, uint32_t* node) {
  if (const auto error = first_error({check_handle(world), check_pointer(name), check_pointer(node)})) return error;
  const auto* const tier = graph_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  const auto found = tier->graph.find(name);
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *node = *found;
  return PORTOLAN_OK;
}

portolan_error portolan_board_node_name(const portolan_world* world, uint32_t node, char* name, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto* const tier = graph_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  if (node >= tier->graph.size()) return PORTOLAN_ERROR_RANGE;
  return write_text(tier->graph.names[node], name, capacity, count);
}

portolan_error portolan_board_arcs(const portolan_world* world, uint32_t node, portolan_arc* arcs, size_t capacity,
                                   size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto* const tier = graph_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  const portolan::CsrGraph& graph = tier->graph.arcs;
  if (node >= graph.size()) return PORTOLAN_ERROR_RANGE;
  const std::size_t begin = graph.first[node];
  const std::size_t end = graph.first[node + 1];
  if (begin > end || end > graph.target.size() || end > graph.weight.size()) return PORTOLAN_ERROR_CORRUPT;
  const auto at = [&](std::size_t i) { return portolan_arc{graph.target[begin + i], graph.weight[begin + i]}; };
  return write_array(end - begin, at, arcs, capacity, count);
}

portolan_error portolan_board_query_create(const portolan_world* world, portolan_board_query** query) {
  if (query == nullptr) return PORTOLAN_ERROR_NULL;
  *query = nullptr;
  if (const auto error = check_handle(world)) return error;
  const auto* const tier = graph_of(*world->opened);
  if (tier == nullptr) return PORTOLAN_ERROR_MISSING;
  return guarded([&] {
    // Labels and hierarchies may take twice the nodes of the graph while they unpack arcs that cost nothing.
    *query = new portolan_board_query{.opened = world->opened,
                                      .query = fastest(*tier),
                                      .room = portolan::ZeroedArray<portolan::NodeId>(2 * tier->graph.size())};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_board_query_destroy(portolan_board_query** query) {
  return give_back(query);
}

portolan_error portolan_board_query_find(portolan_board_query* query, uint32_t from, uint32_t to,
                                         uint64_t max_expansions, portolan_board_result* result) {
  if (const auto error = first_error({check_handle(query), check_struct(result)})) return error;
  const std::size_t size = query->opened->world.board()->graph.size();
  if (from >= size || to >= size) return PORTOLAN_ERROR_RANGE;
  const std::uint64_t budget = max_expansions == 0 ? ~std::uint64_t{0} : max_expansions;
  const portolan::GraphPath path =
      std::visit(FindPath{from, to, budget, {query->room.data(), query->room.size()}}, query->query);
  query->nodes = path.nodes;
  *result = {.struct_size = sizeof(*result),
             .status = static_cast<portolan_status>(path.status),
             .tier = kTiers[query->query.index()],
             .cost = path.cost,
             .expansions = path.settled,
             .node_count = path.nodes.size()};
  return PORTOLAN_OK;
}

portolan_error portolan_board_query_nodes(const portolan_board_query* query, uint32_t* nodes, size_t capacity,
                                          size_t* count) {
  if (const auto error = check_handle(query)) return error;
  return write_array(
      query->nodes.size(), [&](std::size_t i) { return query->nodes[i]; }, nodes, capacity, count);
}
