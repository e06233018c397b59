// SPDX-License-Identifier: BSL-1.0
// Points of the plane in integers, so that every geometric decision is exact.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstdint>

namespace portolan {

/// Points lie on a lattice of 2^-kSubBits tile.
inline constexpr int kSubBits = 8;
/// Units of a Point in the side of a tile.
inline constexpr std::int32_t kSubUnits = std::int32_t{1} << kSubBits;

/// A lattice point: where four unit squares meet. 0 <= x, y <= kMaxSide.
struct Vertex {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const Vertex&, const Vertex&) = default;
};

/// A point in units of 2^-8 tile: 0 <= x, y <= kMaxSide * kSubUnits = 2^28. Products of two differences of coordinates
/// stay below 2^57, the sum of two of those below 2^58: all predicates fit 64 bits.
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// The point at a vertex.
[[nodiscard]] constexpr Point to_point(Vertex v) noexcept {
  return {v.x * kSubUnits, v.y * kSubUnits};
}

/// The middle of a tile.
[[nodiscard]] constexpr Point centre_of(Tile t) noexcept {
  return {t.x * kSubUnits + kSubUnits / 2, t.y * kSubUnits + kSubUnits / 2};
}

/// A coordinate of a Point, which may be negative, in tiles, rounded down.
[[nodiscard]] constexpr std::int32_t floor_to_tile(std::int32_t sub) noexcept {
  return sub >> kSubBits;
}
/// A coordinate of a Point, which may be negative, in tiles, rounded up.
[[nodiscard]] constexpr std::int32_t ceil_to_tile(std::int32_t sub) noexcept {
  return (sub + kSubUnits - 1) >> kSubBits;
}
/// Whether a coordinate of a Point is a whole number of tiles.
[[nodiscard]] constexpr bool on_lattice(std::int32_t sub) noexcept {
  return (sub & (kSubUnits - 1)) == 0;
}

/// The tile that holds a point; of several that touch it the lower right one.
[[nodiscard]] constexpr Tile tile_at(Point p) noexcept {
  return {floor_to_tile(p.x), floor_to_tile(p.y)};
}

}  // namespace portolan
