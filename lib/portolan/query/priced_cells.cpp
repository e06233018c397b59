// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/priced_cells.hpp"

namespace portolan {

std::optional<TerrainId> PricedCells::terrain(Corner cell) const noexcept {
  if (cell.x < 0 || cell.y < 0 || cell.x >= columns_ - 1 || cell.y >= rows_ - 1) return std::nullopt;
  Tile priced{cell.x, cell.y};
  if (square_) {
    const Tile first{cell.x / 2, cell.y / 2};
    for (const Tile t : {first, {first.x + 1, first.y}, {first.x, first.y + 1}, {first.x + 1, first.y + 1}}) {
      if (grid_.cost(t) == 0) return std::nullopt;
    }
    priced = {(cell.x + 1) / 2, (cell.y + 1) / 2};
  }
  const TerrainId id = grid_.terrain_at(priced);
  return grid_.rules->cost[id] == 0 ? std::nullopt : std::optional(id);
}

std::uint32_t PricedCells::corridor(Corner from, bool down) const noexcept {
  if (!square_ || (down ? from.x : from.y) % 2 != 0) return 0;
  const Corner to{from.x + (down ? 0 : 1), from.y + (down ? 1 : 0)};
  if (from.x < 0 || from.y < 0 || to.x >= columns_ || to.y >= rows_) return 0;
  // The positions that the side lies between, one of which may be its end.
  const std::uint32_t a = grid_.cost({from.x / 2, from.y / 2});
  const std::uint32_t b = grid_.cost({(to.x + 1) / 2, (to.y + 1) / 2});
  if (a == 0 || b == 0) return 0;
  return (down ? from.y : from.x) % 2 == 0 ? a : b;
}

bool PricedCells::open(Corner c) const noexcept {
  if (square_) return true;  // a closed position is reached by no open cell and no corridor
  const bool nw = price({c.x - 1, c.y - 1}) != 0;
  const bool ne = price({c.x, c.y - 1}) != 0;
  const bool sw = price({c.x - 1, c.y}) != 0;
  const bool se = price(c) != 0;
  return nw != se || ne != sw || nw == ne;
}

}  // namespace portolan
