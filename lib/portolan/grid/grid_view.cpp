// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/grid_view.hpp"

#include <algorithm>

namespace portolan {

std::vector<TerrainId> dearest_terrain(const TileMap& map, const MoveRules& rules) {
  std::vector<TerrainId> plane(map.tiles().begin(), map.tiles().end());
  take_dearest(plane, map.width(), rules);
  return plane;
}

void take_dearest(std::span<TerrainId> plane, std::int32_t width, const MoveRules& rules) noexcept {
  const auto height = static_cast<std::int32_t>(plane.size() / static_cast<std::size_t>(width));
  const auto dearer = [&](TerrainId a, TerrainId b) -> TerrainId {
    if (a == kNoTerrain || b == kNoTerrain) return kNoTerrain;
    const std::uint32_t ca = rules.cost[a];
    const std::uint32_t cb = rules.cost[b];
    if (ca == 0 || cb == 0) return kNoTerrain;
    return ca > cb || (ca == cb && a < b) ? a : b;
  };
  for (TerrainId& id : plane) {
    if (rules.cost[id] == 0) id = kNoTerrain;
  }
  // A window of `side` grows to `next` <= 2*side by joining two windows that overlap; rows first, then columns. Each
  // pass reads only entries right of and below the one it writes, so it works in place.
  const auto at = [&](std::int32_t x, std::int32_t y) -> TerrainId& {
    return plane[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  };
  for (std::int32_t side = 1; side < rules.footprint;) {
    const std::int32_t shift = std::min(side, rules.footprint - side);
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        at(x, y) = x + shift < width ? dearer(at(x, y), at(x + shift, y)) : kNoTerrain;
      }
    }
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        at(x, y) = y + shift < height ? dearer(at(x, y), at(x, y + shift)) : kNoTerrain;
      }
    }
    side += shift;
  }
}

namespace {

StepList steps_in_pages(const GridView& grid, const Rect& within, Tile from) noexcept {
  // The steps are those on a map of the 3 x 3 tiles around, blocked outside `within`.
  std::array<TerrainId, 9> around;
  std::size_t i = 0;
  for (std::int32_t y = from.y - 1; y <= from.y + 1; ++y) {
    for (std::int32_t x = from.x - 1; x <= from.x + 1; ++x) {
      around[i++] = within.contains({x, y}) ? grid.terrain_at({x, y}) : kNoTerrain;
    }
  }
  const GridView small{.terrain = TerrainPlane::in_rows(around, 3), .rules = grid.rules};
  StepList steps;
  for_each_plain_step(small, small.bounds(), {1, 1}, [&](Tile to, Cost cost) {
    steps.to[steps.count] = {from.x + to.x - 1, from.y + to.y - 1};
    steps.cost[steps.count++] = cost;
  });
  return steps;
}

StepList steps_on_terrain(const GridView& grid, const Rect& within, Tile from) noexcept {
  if (!grid.pages.empty()) return steps_in_pages(grid, within, from);
  StepList steps;
  for_each_plain_step(grid, within, from, [&](Tile to, Cost cost) {
    steps.to[steps.count] = to;
    steps.cost[steps.count++] = cost;
  });
  return steps;
}

}  // namespace

StepList list_steps(const GridView& grid, const Rect& within, Tile from) noexcept {
  StepList steps = steps_on_terrain(grid, within, from);
  if (grid.edges == nullptr) return steps;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < steps.count; ++i) {
    const Cost crossing = edge_cost(grid, from, steps.to[i]);
    if (crossing == kInfiniteCost) continue;
    steps.to[kept] = steps.to[i];
    steps.cost[kept++] = steps.cost[i] + crossing;
  }
  steps.count = kept;
  return steps;
}

}  // namespace portolan
