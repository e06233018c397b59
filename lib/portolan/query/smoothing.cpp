// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/smoothing.hpp"

#include "portolan/query/walkable.hpp"

namespace portolan {

std::size_t smooth_path(const GridView& grid, const SightSpace& space, std::uint32_t fraction_bits,
                        std::span<Point> path) noexcept {
  // In a wrong file the tiles may lead where the plane has a wall.
  const auto clear = [&](Point a, Point b) {
    return can_stand(space, a) && can_stand(space, b) && in_sight(space, a, b);
  };
  return PathPuller({grid, space.contact, fraction_bits}, clear).pull(path);
}

std::size_t smooth_round_path(const GridView& grid, std::int32_t width, std::uint32_t fraction_bits,
                              std::span<Point> path) noexcept {
  // In a wrong file the tiles may lead where the plane has a wall.
  const auto clear = [&](Point a, Point b) { return walkable(grid, a, b, width); };
  return PathPuller({grid, Contact::point, fraction_bits}, clear).pull(path);
}

}  // namespace portolan
