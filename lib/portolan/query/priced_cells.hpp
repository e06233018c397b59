// SPDX-License-Identifier: BSL-1.0
// The plane of a straight mover as square cells of one price each, and the lattice of their corners.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/sight_space.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// A corner of cells, or the cell to the lower right of it.
struct Corner {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const Corner&, const Corner&) = default;
};

/// A view; the grid must outlive it. For a point the cells are the tiles. For a square they are quarters of the unit
/// squares between positions, each priced by the position that is nearest: CostField on cells that are open or closed
/// as a whole. O(1) each; safe to read from any number of threads.
class PricedCells {
 public:
  PricedCells(const GridView& grid, Contact contact) noexcept
      : grid_(grid),
        square_(contact == Contact::square),
        columns_(square_ ? 2 * grid.width - 1 : grid.width + 1),
        rows_(square_ ? 2 * grid.height - 1 : grid.height + 1) {}

  /// The number of corners in a row, one more than cells.
  [[nodiscard]] std::int32_t columns() const noexcept { return columns_; }
  /// The number of rows of corners.
  [[nodiscard]] std::int32_t rows() const noexcept { return rows_; }
  /// The side of a cell in units of a Point.
  [[nodiscard]] std::int32_t side() const noexcept { return square_ ? kSubUnits / 2 : kSubUnits; }
  [[nodiscard]] const GridView& grid() const noexcept { return grid_; }

  /// Where tiles are ends of paths: at a corner for a square, else in the middle of a cell.
  [[nodiscard]] bool ends_on_corners() const noexcept { return square_; }
  /// The corner or the cell that is meant by a tile.
  [[nodiscard]] Corner of(Tile t) const noexcept { return square_ ? Corner{2 * t.x, 2 * t.y} : Corner{t.x, t.y}; }
  /// A corner as a point of the plane.
  [[nodiscard]] Point point(Corner c) const noexcept { return {c.x * side(), c.y * side()}; }

  /// The terrain that prices a cell; nothing where it is closed or off the plane.
  [[nodiscard]] std::optional<TerrainId> terrain(Corner cell) const noexcept;
  /// The price of a cell in the unit of the rules; 0 where it is closed or off the plane.
  [[nodiscard]] std::uint32_t price(Corner cell) const noexcept {
    const auto id = terrain(cell);
    return id ? grid_.rules->cost[*id] : 0;
  }
  /// The price along a side between two closed cells, from a corner to the right or down; 0 where the mover cannot go.
  [[nodiscard]] std::uint32_t corridor(Corner from, bool down) const noexcept;
  /// Whether paths may lead through a corner: not where two closed cells pinch a point.
  [[nodiscard]] bool open(Corner c) const noexcept;

 private:
  const GridView& grid_;
  bool square_;
  std::int32_t columns_;
  std::int32_t rows_;
};

}  // namespace portolan
