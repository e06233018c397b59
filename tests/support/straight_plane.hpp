// SPDX-License-Identifier: BSL-1.0
// What stops a straight mover, on the lattice of its plane: which unit cells are closed, which of their sides cannot be
// gone along, which vertices are pinches. Knows the rules of the two movers from their definition.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <vector>

namespace portolan::test {

/// The plane of one straight mover on a map. Terrains whose default cost is 0 are blocked, and so is everything
/// outside. Copies all it needs.
class StraightPlane {
 public:
  /// `footprint` 0 is a point, k >= 1 a square of k x k tiles, which a Point names by its top-left corner. O(tiles).
  StraightPlane(const TileMap& map, std::int32_t footprint);

  /// The largest x of a lattice point; the least is 0.
  [[nodiscard]] std::int32_t width() const { return width_ - footprint_; }
  /// The largest y of a lattice point; the least is 0.
  [[nodiscard]] std::int32_t height() const { return height_ - footprint_; }
  /// Whether the inside of the cell [x,x+1] x [y,y+1] cannot be entered.
  [[nodiscard]] bool closed(std::int32_t x, std::int32_t y) const {
    return any_blocked(x, y, x + footprint_, y + footprint_);
  }
  /// Whether the side from (x,y) to (x,y+1) cannot be gone along.
  [[nodiscard]] bool closed_down(std::int32_t x, std::int32_t y) const;
  /// Whether the side from (x,y) to (x+1,y) cannot be gone along.
  [[nodiscard]] bool closed_right(std::int32_t x, std::int32_t y) const;
  /// Whether no path passes the vertex or turns there.
  [[nodiscard]] bool pinch(std::int32_t x, std::int32_t y) const;
  /// Whether shortest paths may turn at the vertex: one of its cells is closed, and the sides beside that cell are not.
  [[nodiscard]] bool corner(std::int32_t x, std::int32_t y) const;

 private:
  /// Whether one of the tiles from (x0,y0) to (x1,y1), both included, is blocked.
  [[nodiscard]] bool any_blocked(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) const;

  std::int32_t footprint_;
  std::int32_t width_;
  std::int32_t height_;
  std::vector<std::uint8_t> blocked_;
};

}  // namespace portolan::test
