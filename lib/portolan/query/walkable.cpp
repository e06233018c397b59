// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/walkable.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan {
namespace {

/// One coordinate of a sample, between the tiles it touches: both are the same but on a border.
struct Touched {
  std::int32_t low;
  std::int32_t high;
};

Touched touched(std::int64_t numerator, std::int64_t denominator) noexcept {
  std::int64_t tile = numerator / denominator;
  if (numerator < tile * denominator) --tile;
  const bool border = numerator == tile * denominator;
  return {static_cast<std::int32_t>(tile - (border ? 1 : 0)), static_cast<std::int32_t>(tile)};
}

bool free_at(const GridView& grid, Touched x, Touched y) noexcept {
  return grid.passable({x.high, y.high}) || grid.passable({x.low, y.high}) || grid.passable({x.high, y.low}) ||
         grid.passable({x.low, y.low});
}

}  // namespace

bool walkable(const GridView& grid, Point a, Point b, std::int32_t width) noexcept {
  const std::int64_t dx = b.x - a.x;
  const std::int64_t dy = b.y - a.y;
  const std::int64_t high = std::max(std::abs(dx), std::abs(dy));
  const std::int64_t low = std::min(std::abs(dx), std::abs(dy));
  // high + low / 2 is at least the length, by less than 12 %.
  const std::int64_t steps = std::max<std::int64_t>(1, (5 * (2 * high + low) + 2 * kSubUnits - 1) / (2 * kSubUnits));
  const std::int64_t rings = std::max<std::int64_t>(1, (width + kSubUnits - 1) / kSubUnits);
  // Everything below counts halves of 2^-8 tile, times `steps`: below 2^24 * 2^29.
  const std::int64_t tile = 2 * kSubUnits * steps;
  const auto offset = [&](std::int64_t ring) { return width * ring / rings * steps; };
  for (std::int64_t step = 0; step <= steps; ++step) {
    const std::int64_t centre_x = 2 * (a.x * steps + dx * step);
    const std::int64_t centre_y = 2 * (a.y * steps + dy * step);
    for (std::int64_t j = -rings; j <= rings; ++j) {
      const std::int64_t reach = rings - std::abs(j);
      const Touched y = touched(centre_y + offset(j), tile);
      for (std::int64_t i = -reach; i <= reach; ++i) {
        if (!free_at(grid, touched(centre_x + offset(i), tile), y)) return false;
      }
    }
  }
  return true;
}

}  // namespace portolan
