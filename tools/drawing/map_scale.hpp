// SPDX-License-Identifier: BSL-1.0
// From the tiles of a map to the pixels of its picture.
#pragma once

#include "drawing/sheet.hpp"
#include "portolan/core/point.hpp"

#include <algorithm>
#include <cstdint>

namespace portolan::tools {

/// The scale of a picture: `zoom` pixels a tile, or one pixel for `thin` x `thin` tiles.
struct MapScale {
  std::int32_t zoom = 1;
  std::int32_t thin = 1;

  /// The scale for a map of width x height tiles. Small maps are enlarged towards 1024 pixels, by 16 at most; large
  /// ones are drawn at one tile a pixel up to 4096 pixels and thinned beyond.
  static MapScale of(std::int32_t width, std::int32_t height) {
    constexpr std::int32_t kWantedSide = 1024;
    constexpr std::int32_t kLargestSide = 4096;
    constexpr std::int32_t kMostZoom = 16;
    const std::int32_t longest = std::max(width, height);
    return {std::clamp(kWantedSide / longest, 1, kMostZoom), (longest + kLargestSide - 1) / kLargestSide};
  }
  /// The length of a row of tiles in pixels, at least 1.
  [[nodiscard]] std::int32_t pixels(std::int32_t tiles) const { return std::max(1, tiles * zoom / thin); }
  /// The pixel in the middle of a tile.
  [[nodiscard]] Pixel centre(Tile t) const { return {t.x * zoom / thin + zoom / 2, t.y * zoom / thin + zoom / 2}; }
  /// The pixel of a point of the map.
  [[nodiscard]] Pixel at(Point p) const { return {along(p.x), along(p.y)}; }
  /// The place of a coordinate of a point along its axis, in pixels.
  [[nodiscard]] std::int32_t along(std::int32_t sub) const {
    return static_cast<std::int32_t>(std::int64_t{sub} * zoom / thin / kSubUnits);
  }
  /// The pixels of a tile.
  [[nodiscard]] Rect area(Tile t) const {
    const Tile corner{t.x * zoom / thin, t.y * zoom / thin};
    return {corner, {corner.x + zoom, corner.y + zoom}};
  }
};

}  // namespace portolan::tools
