// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/terrain_plane.hpp"

#include <algorithm>

namespace portolan {

std::vector<TerrainId> TerrainPlane::copy(const Rect& area) const {
  std::vector<TerrainId> rows;
  rows.reserve(area.tiles());
  for_each_piece(
      area, [&](Tile, std::span<const TerrainId> terrain) { rows.insert(rows.end(), terrain.begin(), terrain.end()); });
  return rows;
}

void write_strips(const TerrainPlane& terrain, std::span<TerrainId> strips) noexcept {
  // In bands of rows, so that terrain which does not fit memory is read once, and a strip written by whole pages.
  constexpr std::int32_t kBandRows = 64;
  const Rect all = terrain.bounds();
  const auto columns = static_cast<std::size_t>(std::min(all.max.x, kStripWidth));
  for (std::int32_t y = 0; y < all.max.y; y += kBandRows) {
    for (std::int32_t x = 0; x < all.max.x; x += kStripWidth) {
      const Rect part{{x, y}, {std::min(x + kStripWidth, all.max.x), std::min(y + kBandRows, all.max.y)}};
      const auto strip = static_cast<std::size_t>(x / kStripWidth);
      const std::size_t row = strip * static_cast<std::size_t>(all.max.y) + static_cast<std::size_t>(y);
      auto out = strips.begin() + static_cast<std::ptrdiff_t>(row * columns);
      const auto filler = columns - static_cast<std::size_t>(part.width());
      terrain.for_each_piece(part, [&](Tile, std::span<const TerrainId> piece) {
        out = std::fill_n(std::ranges::copy(piece, out).out, filler, kNoTerrain);
      });
    }
  }
}

bool TerrainPlane::is_filled_up() const noexcept {
  const std::int32_t over = width_ % kStripWidth;
  if (over == 0 || row_ == static_cast<std::size_t>(width_)) return true;
  for (std::int32_t y = 0; y < height_; ++y) {
    const std::span filler(from({width_ - 1, y}) + 1, static_cast<std::size_t>(kStripWidth - over));
    if (std::ranges::any_of(filler, [](TerrainId id) { return id != kNoTerrain; })) return false;
  }
  return true;
}

}  // namespace portolan
