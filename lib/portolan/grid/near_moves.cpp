// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/near_moves.hpp"

namespace portolan {

bool near_moves(const GridView& grid, Point a, Point b, std::int32_t width) noexcept {
  if (grid.edges == nullptr) return false;
  return any_near(grid, a, b, 1 + ceil_to_tile(width / 2),
                  [&](Tile t) { return grid.edges->ids[grid.index(t)] != EdgeIds{}; });
}

}  // namespace portolan
