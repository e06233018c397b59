// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/tile_sight.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

bool all_passable(const GridView& grid, std::int32_t y, std::int32_t first_x, std::int32_t last_x) noexcept {
  for (std::int32_t x = first_x; x <= last_x; ++x) {
    if (grid.cost({x, y}) == 0) return false;
  }
  return true;
}

/// Nothing if a step is not legal.
std::optional<Cost> cost_of_walk(const GridView& grid, Tile from, Tile to, SightWalk walk) noexcept {
  const MoveRules& rules = *grid.rules;
  const std::int32_t steps = sight_steps(from, to, rules.neighbours);
  Cost cost = 0;
  Tile last = from;
  for (std::int32_t step = 1; step <= steps; ++step) {
    const Tile next = sight_step(from, to, rules.neighbours, walk, step);
    const Cost price = step_cost(grid, last, next);
    if (price == kInfiniteCost) return {};
    cost += price;
    last = next;
  }
  return cost;
}

}  // namespace

bool in_sight(const GridView& grid, Tile a, Tile b) noexcept {
  if (a.y > b.y) std::swap(a, b);
  if (a.y == b.y) return all_passable(grid, a.y, std::min(a.x, b.x), std::max(a.x, b.x));
  const std::int64_t wide = std::abs(b.x - a.x);
  const std::int64_t high = b.y - a.y;
  // Between the lines row and row + 1 the segment passes these columns, counted from a; so do the squares it enters.
  for (std::int64_t row = 0; row < high; ++row) {
    const auto enter = static_cast<std::int32_t>(wide * row / high);
    const auto leave = static_cast<std::int32_t>((wide * (row + 1) + high - 1) / high);
    const std::int32_t first = b.x >= a.x ? a.x + enter : a.x - leave;
    const std::int32_t last = b.x >= a.x ? a.x + leave : a.x - enter;
    const std::int32_t y = a.y + static_cast<std::int32_t>(row);
    if (!all_passable(grid, y, first, last) || !all_passable(grid, y + 1, first, last)) return false;
  }
  return true;
}

std::optional<PricedWalk> walk_in_sight(const GridView& grid, Tile from, Tile to) noexcept {
  if (!grid.passable(from) || !grid.passable(to) || !in_sight(grid, from, to)) return {};
  std::optional<PricedWalk> best;
  for (const SightWalk walk : kSightWalks) {
    const auto cost = cost_of_walk(grid, from, to, walk);
    if (cost && (!best || *cost < best->cost)) best = PricedWalk{walk, *cost};
    // None costs less than this, and over terrain of one price the first one that is free costs just that.
    if (best && best->cost == grid.rules->lower_bound(from, to)) break;
  }
  return best;
}

}  // namespace portolan
