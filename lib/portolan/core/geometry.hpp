// SPDX-License-Identifier: BSL-1.0
// Tiles and rectangles of tiles. x grows to the right, y grows downwards, (0,0) is the top-left tile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// The largest width or height of a map, in tiles.
inline constexpr std::int32_t kMaxSide = std::int32_t{1} << 20;

/// A tile of the map, or the position of a mover named by its top-left tile. Coordinates in tiles.
struct Tile {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const Tile&, const Tile&) = default;
};

/// The sign of a number: -1, 0 or 1.
[[nodiscard]] constexpr std::int32_t sign(std::int32_t v) noexcept {
  return (v > 0 ? 1 : 0) - (v < 0 ? 1 : 0);
}
/// The scalar product of two vectors.
[[nodiscard]] constexpr std::int64_t dot(Tile a, Tile b) noexcept {
  return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y;
}

/// Whether tile a comes before tile b in the order row by row.
[[nodiscard]] constexpr bool row_by_row(Tile a, Tile b) noexcept {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/// A rectangle of tiles, half open: min is inside, max is not.
struct Rect {
  Tile min;
  Tile max;
  friend constexpr bool operator==(const Rect&, const Rect&) = default;

  [[nodiscard]] constexpr std::int32_t width() const noexcept { return max.x - min.x; }
  [[nodiscard]] constexpr std::int32_t height() const noexcept { return max.y - min.y; }
  /// Its tiles, where it is not empty.
  [[nodiscard]] constexpr std::size_t tiles() const noexcept {
    return static_cast<std::size_t>(width()) * static_cast<std::size_t>(height());
  }
  [[nodiscard]] constexpr bool contains(Tile t) const noexcept {
    return t.x >= min.x && t.x < max.x && t.y >= min.y && t.y < max.y;
  }
};

/// The tiles common to both rectangles; may come out empty (width or height not above 0).
[[nodiscard]] constexpr Rect intersection(const Rect& a, const Rect& b) noexcept {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

/// The least rectangle that holds both; an empty one adds nothing.
[[nodiscard]] constexpr Rect hull(const Rect& a, const Rect& b) noexcept {
  if (a.width() <= 0 || a.height() <= 0) return b;
  if (b.width() <= 0 || b.height() <= 0) return a;
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

}  // namespace portolan
