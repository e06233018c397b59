// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/certificate.hpp"

#include <algorithm>

namespace portolan {

Cost escape_bound(const GridView& grid, const Rect& window, Tile from, Tile to) noexcept {
  const Rect inside = intersection(window, grid.bounds());
  Cost bound = kInfiniteCost;
  const auto consider = [&](Tile t) {
    if (grid.cost(t) == 0) return;
    bool exit = false;
    for_each_step(grid, grid.bounds(), t, [&](Tile next, Cost) { exit = exit || !window.contains(next); });
    if (exit) bound = std::min(bound, grid.rules->lower_bound(from, t) + grid.rules->lower_bound(t, to));
  };
  for (std::int32_t x = inside.min.x; x < inside.max.x; ++x) {
    consider({x, inside.min.y});
    consider({x, inside.max.y - 1});
  }
  for (std::int32_t y = inside.min.y; y < inside.max.y; ++y) {
    consider({inside.min.x, y});
    consider({inside.max.x - 1, y});
  }
  return bound;
}

}  // namespace portolan
