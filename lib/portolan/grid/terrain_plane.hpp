// SPDX-License-Identifier: BSL-1.0
// The terrain of a map by tile, row by row as maps have it in memory or in strips as world files do.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Columns of a strip. What a search looks at around a tile lies on a few pages of the system then, however wide the
/// map is, where every row of a wide map is a page by itself.
inline constexpr std::int32_t kStripWidth = 64;

/// Bytes of the strips of a map, whose sides are not negative. A map no wider than a strip is written row by row; a
/// wider one strip by strip from the left, each row by row, the last filled up with kNoTerrain.
[[nodiscard]] constexpr std::uint64_t strip_bytes(std::int32_t width, std::int32_t height) noexcept {
  const std::int32_t strips = (width + kStripWidth - 1) / kStripWidth;
  const std::int32_t columns = strips <= 1 ? width : strips * kStripWidth;
  return static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(height);
}

/// Terrain by tile. A view: owns nothing, copies freely; the terrain must outlive it. Safe to read from any number of
/// threads.
class TerrainPlane {
 public:
  TerrainPlane() = default;
  /// `terrain` has the tiles row by row, `width` a row, of which there are whole ones; without a map both are empty.
  [[nodiscard]] static TerrainPlane in_rows(std::span<const TerrainId> terrain, std::int32_t width) noexcept {
    const auto row = static_cast<std::size_t>(width);
    return {terrain.data(), width, width == 0 ? 0 : static_cast<std::int32_t>(terrain.size() / row), row, kStripWidth};
  }
  /// `strips` has strip_bytes(width, height) bytes, as told there.
  [[nodiscard]] static TerrainPlane in_strips(std::span<const TerrainId> strips, std::int32_t width,
                                              std::int32_t height) noexcept {
    const auto row = static_cast<std::size_t>(std::min(width, kStripWidth));
    return {strips.data(), width, height, row, row * static_cast<std::size_t>(height)};
  }

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  /// All tiles.
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width_, height_}}; }
  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  /// The terrain of a tile of the map. O(1).
  [[nodiscard]] TerrainId operator[](Tile t) const noexcept { return *from(t); }
  /// Where the terrain of a tile of the map lies; the tiles east of it follow up to the end of its strip, whose columns
  /// begin at multiples of kStripWidth. O(1).
  [[nodiscard]] const TerrainId* from(Tile t) const noexcept {
    const auto x = static_cast<std::size_t>(t.x);
    return terrain_ + x / kStripWidth * skip_ + static_cast<std::size_t>(t.y) * row_ + x;
  }
  /// From where a tile lies to the one south of it.
  [[nodiscard]] std::ptrdiff_t to_south() const noexcept { return static_cast<std::ptrdiff_t>(row_); }
  /// From where a tile of column `x` lies to the one east of it.
  [[nodiscard]] std::ptrdiff_t to_east(std::int32_t x) const noexcept {
    return static_cast<std::uint32_t>(x) % kStripWidth == kStripWidth - 1 ? east_of_strip() : 1;
  }
  /// From where a tile of column `x` lies to the one west of it.
  [[nodiscard]] std::ptrdiff_t to_west(std::int32_t x) const noexcept {
    return static_cast<std::uint32_t>(x) % kStripWidth == 0 ? -east_of_strip() : -1;
  }

  /// Calls visit(Tile first, std::span<const TerrainId> terrain) for pieces of the rows of an area inside the map, from
  /// west to east and row by row, which together are the area. O(tiles of the area).
  template <class Visit>
  void for_each_piece(const Rect& area, Visit&& visit) const {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x;) {
        const std::int32_t end = std::min(area.max.x, (x / kStripWidth + 1) * kStripWidth);
        visit(Tile{x, y}, std::span(from({x, y}), static_cast<std::size_t>(end - x)));
        x = end;
      }
    }
  }
  /// Whether holds(TerrainId) for every tile. O(tiles).
  template <class Holds>
  [[nodiscard]] bool all_of(Holds&& holds) const {
    bool all = true;
    for_each_piece(bounds(), [&](Tile, std::span<const TerrainId> terrain) {
      all = all && std::all_of(terrain.begin(), terrain.end(), holds);
    });
    return all;
  }
  /// The terrain of an area inside the map, row by row. O(tiles of the area).
  [[nodiscard]] std::vector<TerrainId> copy(const Rect& area) const;
  /// Of terrain in strips, whether the last is filled up as strip_bytes() says. O(height).
  [[nodiscard]] bool is_filled_up() const noexcept;

 private:
  /// `strip`: from a tile to the one kStripWidth columns east of it.
  TerrainPlane(const TerrainId* terrain, std::int32_t width, std::int32_t height, std::size_t row,
               std::size_t strip) noexcept
      : terrain_(terrain), row_(row), skip_(strip - kStripWidth), width_(width), height_(height) {}

  /// From the last tile of a row of a strip to its eastern neighbour.
  [[nodiscard]] std::ptrdiff_t east_of_strip() const noexcept { return static_cast<std::ptrdiff_t>(skip_) + 1; }

  const TerrainId* terrain_ = nullptr;
  std::size_t row_ = 0;   ///< from a tile to the one south of it
  std::size_t skip_ = 0;  ///< from the end of a row of a strip to where the same row of the next begins
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
};

/// Writes terrain in strips, as world files have it. `strips` has strip_bytes() of its sides. O(tiles).
void write_strips(const TerrainPlane& terrain, std::span<TerrainId> strips) noexcept;

}  // namespace portolan
