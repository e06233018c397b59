// SPDX-License-Identifier: BSL-1.0
// The floors of a map, all of one size: they lie above each other in rows of tiles, so that a tile of any floor is a
// Tile.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstdint>

namespace portolan {

/// How floors lie in a map: floor f takes the `height` rows from f * (height + 1) on, and the row below it, up to the
/// next floor, is closed to all movers. Only links lead from floor to floor. Plain data; all functions are O(1).
struct FloorStack {
  std::int32_t count = 1;      ///< number of floors
  std::int32_t height = 1;     ///< rows of each floor
  std::uint8_t between = 255;  ///< terrain of the rows between floors; kNoTerrain where there is one floor

  /// The number of rows of the whole map.
  [[nodiscard]] constexpr std::int64_t rows() const noexcept { return std::int64_t{count} * (height + 1) - 1; }
  /// The floor of a row; a row between floors goes with the one above it.
  [[nodiscard]] constexpr std::int32_t floor(std::int32_t y) const noexcept { return y / (height + 1); }
  /// The row of a tile in its floor; `height` for a row between floors.
  [[nodiscard]] constexpr std::int32_t row(std::int32_t y) const noexcept { return y % (height + 1); }
  /// The tile of the map that is tile t of a floor.
  [[nodiscard]] constexpr Tile tile(std::int32_t floor, Tile t) const noexcept {
    return {t.x, floor * (height + 1) + t.y};
  }
  /// Of a map `width` tiles wide, the floor that a tile lies on.
  [[nodiscard]] constexpr Rect around(Tile t, std::int32_t width) const noexcept {
    const Tile first = tile(floor(t.y), {0, 0});
    return {first, {width, first.y + height}};
  }
  /// Whether a rectangle of the map, not empty, lies on one floor.
  [[nodiscard]] constexpr bool on_one_floor(const Rect& area) const noexcept {
    return floor(area.min.y) == floor(area.max.y - 1) && row(area.max.y - 1) < height;
  }
  friend constexpr bool operator==(const FloorStack&, const FloorStack&) = default;
};

}  // namespace portolan
