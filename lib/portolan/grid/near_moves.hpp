// SPDX-License-Identifier: BSL-1.0
// Which straight segments come near something on the map.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/grid_view.hpp"

#include <algorithm>
#include <cstdint>

namespace portolan {

/// Whether test(Tile) holds for a tile of the map within `beyond` tiles of a segment of the plane, roughly.
/// O(length * beyond).
template <class Test>
bool any_near(const GridView& grid, Point a, Point b, std::int32_t beyond, Test&& test) noexcept {
  const std::int32_t top = std::min(a.y, b.y);
  const std::int32_t bottom = std::max(a.y, b.y);
  for (std::int32_t y = floor_to_tile(top) - beyond; y <= floor_to_tile(bottom) + beyond; ++y) {
    const auto x_at = [&](std::int32_t line) -> std::int32_t {
      const std::int64_t at = std::clamp(line * kSubUnits, top, bottom);
      return static_cast<std::int32_t>(a.x + (b.x - a.x) * (at - a.y) / (b.y - a.y));
    };
    const auto [left, right] =
        a.y == b.y ? std::minmax({a.x, b.x}) : std::minmax({x_at(y - beyond), x_at(y + 1 + beyond)});
    for (std::int32_t x = floor_to_tile(left - 1) - beyond; x <= floor_to_tile(right + 1) + beyond; ++x) {
      if (grid.contains({x, y}) && test(Tile{x, y})) return true;
    }
  }
  return false;
}

/// Whether an edge that a move of the map prices or blocks lies within about a tile of the way of a mover of `width`,
/// in 2^-8 tile, that goes straight from a to b: such a way is not pulled straight, so that what crosses edges crosses
/// them as its path does. False where there are no moves. O(length * width).
[[nodiscard]] bool near_moves(const GridView& grid, Point a, Point b, std::int32_t width) noexcept;

}  // namespace portolan
