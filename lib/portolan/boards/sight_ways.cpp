// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/sight_ways.hpp"

#include "portolan/boards/border_costs.hpp"
#include "portolan/grid/tile_sight.hpp"

namespace portolan {

Cost LeastPaths::cost(Tile from, Tile to) noexcept {
  // A link may be cheaper than any walk, so that no distance bounds what is left.
  const auto bound = [&](Tile tile) noexcept { return links_.empty() ? grid_.rules->lower_bound(tile, to) : Cost{0}; };
  const SearchOutcome outcome = astar_.search(from, to, ~std::uint64_t{0}, bound, [&](Tile tile, auto&& relax) {
    for_each_step(grid_, grid_.bounds(), tile, relax);
    const auto link_end = links_.find(tile);
    if (!link_end) return;
    for (const LinkArc& arc : links_.leaving(*link_end)) {
      if (grid_.cost(arc.other) != 0) relax(arc.other, arc.cost);
    }
  });
  return outcome.end == SearchEnd::reached ? astar_.cost(to) : kInfiniteCost;
}

SearchOutcome StraightPaths::search(const StraightMover& mover, Tile from, Tile to, std::uint64_t expansions) noexcept {
  const GridView& grid = mover.field.grid;
  const auto bound = [&](Tile tile) noexcept { return straight_bound(mover, tile, to); };
  return astar_.search(from, to, expansions, bound, [&](Tile tile, auto&& relax) {
    for_each_step(grid, grid.bounds(), tile, [&](Tile next, Cost) { relax(next, straight_step(mover, tile, next)); });
  });
}

std::optional<Cost> WayCosts::in_sight(Tile from, Tile to) const noexcept {
  if (straight_) return straight_walk(*straight_, from, to);
  const auto walk = walk_in_sight(grid_, from, to);
  return walk ? std::optional(walk->cost) : std::nullopt;
}

Cost WayCosts::least_path(Tile from, Tile to) {
  if (!straight_) {
    if (!by_steps_) by_steps_ = std::make_unique<LeastPaths>(grid_, links_);
    return by_steps_->cost(from, to);
  }
  if (!by_straight_steps_) by_straight_steps_ = std::make_unique<StraightPaths>(grid_);
  const SearchOutcome outcome = by_straight_steps_->search(*straight_, from, to, ~std::uint64_t{0});
  return outcome.end == SearchEnd::reached ? by_straight_steps_->cost(to) : kInfiniteCost;
}

std::optional<Decimal> WayCosts::in_tiles(Cost cost) const {
  return straight_ ? straight_in_tiles(*grid_.rules, straight_->field.fraction_bits, cost)
                   : portolan::in_tiles(*grid_.rules, cost);
}

}  // namespace portolan
