// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/nearest_tile.hpp"

#include <algorithm>

namespace portolan {

NearestTiles::NearestTiles(const Rect& map, Tile wanted) noexcept
    : centre_{std::clamp(wanted.x, map.min.x, map.max.x - 1), std::clamp(wanted.y, map.min.y, map.max.y - 1)} {}

void NearestTiles::add(Tile t) noexcept {
  if (squared(t) < squared_) count_ = 0;
  squared_ = squared(t);
  if (count_ == kMost && !row_by_row(t, tiles_.back())) return;
  if (count_ < kMost) ++count_;
  std::size_t place = count_ - 1;
  for (; place != 0 && row_by_row(t, tiles_[place - 1]); --place) tiles_[place] = tiles_[place - 1];
  tiles_[place] = t;
}

NearestTiles nearest_standing_tiles(const GridView& grid, const IslandsView& islands, Tile wanted,
                                    std::uint32_t island) noexcept {
  return nearest_tiles(grid.bounds(), wanted, [&](Tile t) {
    return grid.cost(t) != 0 && (island == kAnyIsland || islands.label(grid.index(t)) == island);
  });
}

}  // namespace portolan
