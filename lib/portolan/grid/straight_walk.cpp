// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/straight_walk.hpp"

#include "portolan/grid/near_moves.hpp"
#include "portolan/grid/tile_sight.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

Point middle(const StraightMover& mover, Tile tile) noexcept {
  return to_plane(mover.field.contact, centre_of(tile));
}

bool beside(Tile a, Tile b) noexcept {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1;
}

/// What moves add to a step that they let pass.
Cost crossing_cost(const StraightMover& mover, Tile from, Tile to) noexcept {
  const GridView& grid = mover.field.grid;
  if (grid.edges == nullptr) return 0;
  const EdgeId id = grid.edges->crossed(grid.width, from, to);
  if (id == 0 || id > mover.edge_costs.size()) return 0;
  return in_straight_units(*grid.rules, mover.field.fraction_bits, mover.edge_costs[id - std::size_t{1}]);
}

}  // namespace

Cost in_straight_units(const MoveRules& rules, std::uint32_t fraction_bits, std::uint64_t cost) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide scaled = Wide{cost} << fraction_bits;
  return static_cast<Cost>(std::min<Wide>((scaled + rules.cost_unit / 2) / rules.cost_unit, kInfiniteCost));
}

bool point_in_sight(const GridView& grid, Tile a, Tile b) noexcept {
  if (a.y > b.y) std::swap(a, b);
  const std::int64_t wide = std::abs(b.x - a.x);
  const std::int64_t high = b.y - a.y;
  // Columns count from that of a towards that of b.
  const auto blocked = [&](std::int64_t column, std::int64_t row) {
    const auto x = static_cast<std::int32_t>(column);
    return grid.cost({b.x >= a.x ? a.x + x : a.x - x, a.y + static_cast<std::int32_t>(row)}) == 0;
  };
  std::int64_t enter = 0;
  for (std::int64_t row = 0; row <= high; ++row) {
    std::int64_t last = wide;
    std::int64_t next = wide;
    bool vertex = false;
    if (row < high) {
      // Where the segment crosses the line below the row, in columns: on a vertex where nothing remains.
      const std::int64_t across = wide * (2 * row + 1) + high;
      next = across / (2 * high);
      vertex = across % (2 * high) == 0;
      last = vertex ? next - 1 : next;
    }
    for (std::int64_t column = enter; column <= last; ++column) {
      if (blocked(column, row)) return false;
    }
    if (vertex && blocked(next, row) && blocked(last, row + 1)) return false;
    enter = next;
  }
  return true;
}

std::optional<Cost> straight_walk(const StraightMover& mover, Tile from, Tile to) noexcept {
  const GridView& grid = mover.field.grid;
  if (!grid.passable(from) || !grid.passable(to)) return {};
  if (from == to) return 0;
  const bool free = mover.field.contact == Contact::point ? point_in_sight(grid, from, to) : in_sight(grid, from, to);
  if (!free) return {};
  const Point a = middle(mover, from);
  const Point b = middle(mover, to);
  Cost cost = segment_cost(mover.field, a, b);
  if (grid.edges != nullptr) {
    if (!beside(from, to) && near_moves(grid, a, b, 0)) return {};
    if (beside(from, to)) {
      if (edge_cost(grid, from, to) == kInfiniteCost) return {};
      cost += crossing_cost(mover, from, to);
    }
  }
  return cost < kInfiniteCost ? std::optional(cost) : std::nullopt;
}

Cost straight_step(const StraightMover& mover, Tile from, Tile to) noexcept {
  const GridView& grid = mover.field.grid;
  const Cost crossing = crossing_cost(mover, from, to);
  if (from.x != to.x && from.y != to.y)
    return segment_cost(mover.field, middle(mover, from), middle(mover, to)) + crossing;
  // Half a tile of each.
  return ((Cost{grid.cost(from)} + grid.cost(to)) << (mover.field.fraction_bits - 1)) + crossing;
}

Cost straight_bound(const StraightMover& mover, Tile from, Tile to) noexcept {
  const auto wide = static_cast<Cost>(std::abs(from.x - to.x));
  const auto high = static_cast<Cost>(std::abs(from.y - to.y));
  // Ten times a length that is at most that of the segment: 7 is less than 10 divided by the root of 2.
  const Cost tenths = std::max(10 * std::max(wide, high), 7 * (wide + high));
  return tenths * ((Cost{mover.field.grid.rules->least_cost} << mover.field.fraction_bits) / 10);
}

}  // namespace portolan
