// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/smoothing.hpp"

#include "portolan/grid/near_moves.hpp"
#include "portolan/query/walkable.hpp"

namespace portolan {
namespace {

/// Whether a tile is closed in the pages of a grid alone, and a segment of the plane comes so near that its mover might
/// touch it: within a tile, roughly.
bool near_closed(const GridView& grid, Point a, Point b) noexcept {
  if (grid.pages.empty()) return false;
  return any_near(grid, a, b, 1, [&](Tile t) { return grid.rules->cost[grid.terrain[t]] != 0 && !grid.passable(t); });
}

}  // namespace

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
