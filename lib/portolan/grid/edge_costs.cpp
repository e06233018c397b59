// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/edge_costs.hpp"

#include "portolan/grid/link_table.hpp"

#include <utility>

namespace portolan {
namespace {

/// The place among EdgeIds of the direction from a tile to one beside it.
std::size_t direction(Tile from, Tile to) noexcept {
  if (to.y != from.y) return to.y < from.y ? 0 : 3;
  return to.x < from.x ? 1 : 2;
}

std::size_t place(std::int32_t width, Tile t) noexcept {
  return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(t.x);
}

void take_dearer(EdgeIds& ids, const EdgeIds& others) noexcept {
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = std::max(ids[i], others[i]);
}

}  // namespace

EdgePlane edge_plane(const TileMap& map) {
  EdgePlane plane;
  const auto costs_something = [](const Move& move) { return move.cost != 0; };
  if (std::ranges::none_of(map.moves(), costs_something)) return plane;
  for (const Move& move : map.moves()) {
    if (costs_something(move) && move.cost != kBlockedMove) plane.costs.push_back(move.cost);
  }
  std::sort(plane.costs.begin(), plane.costs.end());
  plane.costs.erase(std::unique(plane.costs.begin(), plane.costs.end()), plane.costs.end());
  plane.ids.assign(map.tiles().size(), {});
  for (const Move& move : map.moves()) {
    const auto known = std::lower_bound(plane.costs.begin(), plane.costs.end(), move.cost);
    const auto id = move.cost == kBlockedMove ? kBlockedEdge
                    : move.cost == 0          ? EdgeId{0}
                                              : static_cast<EdgeId>(known - plane.costs.begin() + 1);
    const auto put = [&](Tile from, Tile to) {
      EdgeId& here = plane.ids[place(map.width(), from)][direction(from, to)];
      here = std::max(here, id);
    };
    put(move.from, move.to);
    if (move.direction == LinkDirection::both) put(move.to, move.from);
  }
  return plane;
}

std::vector<Move> moves_of(std::span<const EdgeIds> ids, std::span<const std::uint64_t> costs, std::int32_t width) {
  std::vector<Move> moves;
  const auto cost_of = [&](EdgeId id) { return id > costs.size() ? kBlockedMove : costs[id - std::size_t{1}]; };
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == EdgeIds{}) continue;
    const Tile from{static_cast<std::int32_t>(i % static_cast<std::size_t>(width)),
                    static_cast<std::int32_t>(i / static_cast<std::size_t>(width))};
    const std::array<Tile, 4> beside{
        {{from.x, from.y - 1}, {from.x - 1, from.y}, {from.x + 1, from.y}, {from.x, from.y + 1}}};
    for (std::size_t way = 0; way < beside.size(); ++way) {
      const EdgeId id = ids[i][way];
      if (id == 0) continue;
      const Tile to = beside[way];
      // The way back was told with a tile before, if it costs the same.
      const bool on_map = to.x >= 0 && to.x < width && to.y >= 0 && place(width, to) < ids.size();
      const bool alike = on_map && ids[place(width, to)][direction(to, from)] == id;
      if (alike && way < 2) continue;
      moves.push_back({from, to, cost_of(id), alike ? LinkDirection::both : LinkDirection::one_way});
    }
  }
  return moves;
}

void take_dearest_edges(std::span<EdgeIds> ids, std::int32_t width, std::int32_t footprint) noexcept {
  if (ids.empty()) return;
  const auto height = static_cast<std::int32_t>(ids.size() / static_cast<std::size_t>(width));
  // As take_dearest: windows grow by joining two that overlap, and each pass reads only what lies right of and below
  // the entry that it writes. What lies beyond the map is under no position.
  for (std::int32_t side = 1; side < footprint;) {
    const std::int32_t shift = std::min(side, footprint - side);
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x + shift < width; ++x)
        take_dearer(ids[place(width, {x, y})], ids[place(width, {x + shift, y})]);
    }
    for (std::int32_t y = 0; y + shift < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x)
        take_dearer(ids[place(width, {x, y})], ids[place(width, {x, y + shift})]);
    }
    side += shift;
  }
}

EdgeCosts edge_costs(std::span<const EdgeIds> ids, std::span<const std::uint64_t> costs,
                     const MoveRules& rules) noexcept {
  EdgeCosts edges{.ids = ids};
  edges.cost.fill(kInfiniteCost);
  edges.cost[0] = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) edges.cost[i + 1] = link_cost(rules, costs[i]);
  return edges;
}

Cost dearest_edge(const EdgeCosts& edges) noexcept {
  Cost dearest = 0;
  for (const Cost cost : edges.cost) {
    if (cost != kInfiniteCost) dearest = std::max(dearest, cost);
  }
  return dearest;
}

MoverEdges mover_edges(const TileMap& map, MoveRules& rules) {
  MoverEdges edges;
  EdgePlane plane = edge_plane(map);
  if (rules.footprint > 1) take_dearest_edges(plane.ids, map.width(), rules.footprint);
  edges.ids = std::move(plane.ids);
  edges.costs = edge_costs(edges.ids, plane.costs, rules);
  rules.dearest_move = dearest_edge(edges.costs);
  return edges;
}

}  // namespace portolan
