// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/certificate.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Calls visit(Tile) for the passable tiles along the sides of a window.
template <class Visit>
void for_each_border_tile(const GridView& grid, const Rect& window, Visit&& visit) {
  const Rect inside = intersection(window, grid.bounds());
  const auto consider = [&](Tile t) {
    if (grid.cost(t) != 0) visit(t);
  };
  for (std::int32_t x = inside.min.x; x < inside.max.x; ++x) {
    consider({x, inside.min.y});
    consider({x, inside.max.y - 1});
  }
  for (std::int32_t y = inside.min.y; y < inside.max.y; ++y) {
    consider({inside.min.x, y});
    consider({inside.max.x - 1, y});
  }
}

}  // namespace

Cost escape_bound(const GridView& grid, const Rect& window, Tile from, Tile to) noexcept {
  Cost bound = kInfiniteCost;
  for_each_border_tile(grid, window, [&](Tile t) {
    bool exit = false;
    for_each_step(grid, grid.bounds(), t, [&](Tile next, Cost) { exit = exit || !window.contains(next); });
    if (exit) bound = std::min(bound, grid.rules->lower_bound(from, t) + grid.rules->lower_bound(t, to));
  });
  return bound;
}

Cost leaving_bound(const GridView& grid, const Rect& window, Tile from, Tile to) noexcept {
  Cost bound = kInfiniteCost;
  for_each_border_tile(grid, window, [&](Tile t) {
    for_each_step(grid, grid.bounds(), t, [&](Tile next, Cost) {
      if (window.contains(next)) return;
      bound = std::min(bound, grid.rules->lower_bound(from, next) + grid.rules->lower_bound(next, to));
    });
  });
  return bound;
}

}  // namespace portolan
