// SPDX-License-Identifier: BSL-1.0
// The input of a build: one terrain per tile.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace portolan {

/// Index into the palette of a map.
using TerrainId = std::uint8_t;

/// Ids run from 0 to 254; this one marks positions where nothing can stand.
inline constexpr TerrainId kNoTerrain = 255;
inline constexpr std::size_t kMaxTerrains = 255;

/// Cost of crossing one tile, in ten-thousandths (10000 is the length of a tile's side); 0 means impassable.
using TerrainCost = std::uint32_t;
inline constexpr TerrainCost kCostScale = 10'000;
/// Dearest terrain, 10^5 a tile.
inline constexpr TerrainCost kMaxTerrainCost = 100'000 * kCostScale;

/// One entry of a palette.
struct Terrain {
  std::string name;              ///< unique within the palette, not empty, at most 255 bytes of UTF-8
  TerrainCost default_cost = 0;  ///< what profiles that name no costs pay
  friend bool operator==(const Terrain&, const Terrain&) = default;
};

/// A map of width x height tiles, 1 <= width, height <= kMaxSide. Owns its tiles.
class TileMap {
 public:
  /// `tiles` holds width*height palette indices, row by row from the top.
  /// Errors (limit, syntax): sides, palette size or names out of range, wrong number of tiles, an index outside the
  /// palette.
  static Result<TileMap> create(std::int32_t width, std::int32_t height, std::vector<Terrain> palette,
                                std::vector<TerrainId> tiles);

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width_, height_}}; }
  [[nodiscard]] std::span<const Terrain> palette() const noexcept { return palette_; }
  [[nodiscard]] std::span<const TerrainId> tiles() const noexcept { return tiles_; }
  /// Terrain of a tile inside the map.
  [[nodiscard]] TerrainId terrain(Tile t) const noexcept {
    return tiles_[static_cast<std::size_t>(t.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(t.x)];
  }

 private:
  TileMap() = default;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
  std::vector<Terrain> palette_;
  std::vector<TerrainId> tiles_;
};

}  // namespace portolan
