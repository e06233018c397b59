// SPDX-License-Identifier: BSL-1.0
// Where to go instead of a tile that cannot be stood on or reached.
#pragma once

#include "portolan/world/world.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace portolan {

/// Of the tiles that it is offered those nearest to one in a straight line: all that are equally near, row by row, the
/// first kMost of them.
class NearestTiles {
 public:
  static constexpr std::size_t kMost = 32;

  /// A tile outside the map counts as the tile of the map nearest to it.
  NearestTiles(const Rect& map, Tile wanted) noexcept;

  [[nodiscard]] Tile centre() const noexcept { return centre_; }
  /// The square of the distance of those found, in tiles; the largest number if there are none.
  [[nodiscard]] std::int64_t squared() const noexcept { return squared_; }
  /// The same for any tile of the map.
  [[nodiscard]] std::int64_t squared(Tile t) const noexcept {
    const std::int64_t dx = t.x - centre_.x;
    const std::int64_t dy = t.y - centre_.y;
    return dx * dx + dy * dy;
  }
  /// O(1), but for as many as are equally near.
  void offer(Tile t) noexcept {
    if (squared(t) <= squared_) add(t);
  }
  [[nodiscard]] std::span<const Tile> tiles() const noexcept { return std::span(tiles_).first(count_); }

 private:
  void add(Tile t) noexcept;

  Tile centre_;
  std::int64_t squared_ = std::numeric_limits<std::int64_t>::max();
  std::array<Tile, kMost> tiles_;
  std::size_t count_ = 0;
};

/// Those of a map that are nearest to `wanted` of the tiles for which fits(Tile) holds. O(d^2) in the distance d found.
template <class Fits>
[[nodiscard]] NearestTiles nearest_tiles(const Rect& map, Tile wanted, Fits&& fits) noexcept {
  NearestTiles found(map, wanted);
  const Tile centre = found.centre();
  const auto consider = [&](std::int32_t x, std::int32_t y) {
    if (map.contains({x, y}) && found.squared({x, y}) <= found.squared() && fits(Tile{x, y})) found.offer({x, y});
  };
  // Squares of growing radius around the centre; no tile of the next one is nearer than its radius.
  const std::int32_t farthest =
      std::max({centre.x - map.min.x, map.max.x - 1 - centre.x, centre.y - map.min.y, map.max.y - 1 - centre.y});
  for (std::int32_t r = 0; r <= farthest && std::int64_t{r} * r <= found.squared(); ++r) {
    const std::int32_t left = std::max(map.min.x, centre.x - r);
    const std::int32_t right = std::min(map.max.x - 1, centre.x + r);
    for (std::int32_t x = left; x <= right; ++x) {
      consider(x, centre.y - r);
      if (r != 0) consider(x, centre.y + r);
    }
    // The corners of the square lie in the rows above and below.
    const std::int32_t top = std::max(map.min.y, centre.y - r + 1);
    const std::int32_t bottom = std::min(map.max.y - 1, centre.y + r - 1);
    for (std::int32_t y = top; y <= bottom; ++y) {
      consider(centre.x - r, y);
      consider(centre.x + r, y);
    }
  }
  return found;
}

/// For nearest_standing_tiles: any island will do.
inline constexpr std::uint32_t kAnyIsland = 0;

/// The passable tiles of an island that are nearest to `wanted`. `islands` are those of the grid, or of the file below
/// it, and unused for kAnyIsland. None if the island has no tile. O(d^2) in the distance d found.
[[nodiscard]] NearestTiles nearest_standing_tiles(const GridView& grid, const IslandsView& islands, Tile wanted,
                                                  std::uint32_t island) noexcept;

}  // namespace portolan
