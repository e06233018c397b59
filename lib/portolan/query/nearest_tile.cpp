// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/nearest_tile.hpp"

#include <algorithm>
#include <tuple>

namespace portolan {

std::optional<Tile> nearest_standing_tile(const GridView& grid, const IslandsView& islands, Tile wanted,
                                          std::uint32_t island) noexcept {
  const Tile centre{std::clamp(wanted.x, 0, grid.width - 1), std::clamp(wanted.y, 0, grid.height - 1)};
  std::optional<Tile> best;
  std::int64_t best_distance = 0;
  const auto consider = [&](Tile t) {
    if (!grid.passable(t) || (island != kAnyIsland && islands.label(grid.index(t)) != island)) return;
    const std::int64_t dx = t.x - centre.x;
    const std::int64_t dy = t.y - centre.y;
    const std::int64_t distance = dx * dx + dy * dy;
    if (!best || std::tie(distance, t.y, t.x) < std::tie(best_distance, best->y, best->x)) {
      best = t;
      best_distance = distance;
    }
  };
  // Squares of growing radius around the centre; no tile of the next one is nearer than its radius.
  const std::int32_t farthest = std::max({centre.x, grid.width - 1 - centre.x, centre.y, grid.height - 1 - centre.y});
  for (std::int64_t radius = 0; radius <= farthest && (!best || radius * radius <= best_distance); ++radius) {
    const auto r = static_cast<std::int32_t>(radius);
    const Rect ring = intersection({{centre.x - r, centre.y - r}, {centre.x + r + 1, centre.y + r + 1}}, grid.bounds());
    for (std::int32_t x = ring.min.x; x < ring.max.x; ++x) {
      consider({x, centre.y - r});
      consider({x, centre.y + r});
    }
    for (std::int32_t y = ring.min.y; y < ring.max.y; ++y) {
      consider({centre.x - r, y});
      consider({centre.x + r, y});
    }
  }
  return best;
}

}  // namespace portolan
