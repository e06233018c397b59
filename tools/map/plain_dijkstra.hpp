// SPDX-License-Identifier: BSL-1.0
// Dijkstra's algorithm (E. W. Dijkstra, 1959) and the steps of a mover, plainly written: what `portolan check` compares
// answers with. None of the library's searches is used.
#pragma once

#include "portolan/grid/grid_view.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace portolan::tools {

/// The costs from `source` to all nodes, of which there are `nodes`; kInfiniteCost where no path leads.
/// `for_each_arc(node, visit)` calls `visit(head, cost)` for the arcs of a node. O(arcs * log nodes).
template <class ForEachArc>
[[nodiscard]] std::vector<Cost> plain_distances(std::size_t nodes, std::size_t source, ForEachArc&& for_each_arc) {
  using Entry = std::pair<Cost, std::size_t>;
  std::vector<Cost> distance(nodes, kInfiniteCost);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[source] = 0;
  open.emplace(0, source);
  while (!open.empty()) {
    const Cost cost = open.top().first;
    const std::size_t node = open.top().second;
    open.pop();
    if (cost != distance[node]) continue;
    for_each_arc(node, [&](std::size_t head, Cost step) {
      Cost& best = distance[head];
      if (cost + step >= best) return;
      best = cost + step;
      open.emplace(best, head);
    });
  }
  return distance;
}

/// Calls `visit(to, cost)` for the legal steps from a tile, one after the other from the terrain, the rules and the
/// moves.
template <class Visit>
void for_each_plain_step(const GridView& grid, Tile tile, Visit&& visit) {
  for (std::int32_t y = tile.y - 1; y <= tile.y + 1; ++y) {
    for (std::int32_t x = tile.x - 1; x <= tile.x + 1; ++x) {
      const Tile to{x, y};
      if (to == tile || !grid.passable(to) || !legal_step(grid, tile, to)) continue;
      const bool diagonal = x != tile.x && y != tile.y;
      const Cost crossing = grid.edges == nullptr ? 0 : edge_cost(grid, tile, to);
      if (crossing == kInfiniteCost) continue;
      visit(to, crossing + (diagonal ? grid.rules->diagonal_step(grid.cost(tile), grid.cost(to))
                                     : grid.rules->straight_step(grid.cost(tile), grid.cost(to))));
    }
  }
}

}  // namespace portolan::tools
