// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/smoothing.hpp"

#include "portolan/query/walkable.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Whether test(Tile) holds for a tile of the map within `beyond` tiles of a segment of the plane, roughly.
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
      if (grid.bounds().contains({x, y}) && test(Tile{x, y})) return true;
    }
  }
  return false;
}

/// Whether a tile is closed in the pages of a grid alone, and a segment of the plane comes so near that its mover might
/// touch it: within a tile, roughly.
bool near_closed(const GridView& grid, Point a, Point b) noexcept {
  if (grid.pages.empty()) return false;
  return any_near(grid, a, b, 1,
                  [&](Tile t) { return grid.rules->cost[grid.terrain[grid.index(t)]] != 0 && !grid.passable(t); });
}

}  // namespace

bool near_moves(const GridView& grid, Point a, Point b, std::int32_t width) noexcept {
  if (grid.edges == nullptr) return false;
  return any_near(grid, a, b, 1 + ceil_to_tile(width / 2),
                  [&](Tile t) { return grid.edges->ids[grid.index(t)] != EdgeIds{}; });
}

std::size_t smooth_path(const GridView& grid, const SightSpace& space, std::uint32_t fraction_bits,
                        std::span<Point> path) noexcept {
  // In a wrong file the tiles may lead where the plane has a wall.
  const auto clear = [&](Point a, Point b) {
    return can_stand(space, a) && can_stand(space, b) && in_sight(space, a, b) && !near_closed(grid, a, b) &&
           !near_moves(grid, a, b, 0);
  };
  return PathPuller({grid, space.contact, fraction_bits}, clear).pull(path);
}

std::size_t smooth_round_path(const GridView& grid, std::int32_t width, std::uint32_t fraction_bits,
                              std::span<Point> path) noexcept {
  const auto clear = [&](Point a, Point b) { return walkable(grid, a, b, width) && !near_moves(grid, a, b, width); };
  return PathPuller({grid, Contact::point, fraction_bits}, clear).pull(path);
}

}  // namespace portolan
