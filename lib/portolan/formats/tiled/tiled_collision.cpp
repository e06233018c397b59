// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_collision.hpp"

#include "portolan/core/geometry.hpp"
#include "portolan/formats/boards/polygon.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_outline.hpp"

#include <algorithm>
#include <bitset>
#include <string_view>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Points along a side of a cell.
constexpr std::int32_t kPoints = 16;

using Covered = std::bitset<std::size_t{kPoints} * kPoints>;

constexpr std::size_t number_of(std::int32_t x, std::int32_t y) noexcept {
  return static_cast<std::size_t>(y * kPoints + x);
}

bool covers_middle(const Covered& covered) {
  constexpr std::int32_t kMiddle = kPoints / 2;
  return covered[number_of(kMiddle - 1, kMiddle - 1)] && covered[number_of(kMiddle, kMiddle - 1)] &&
         covered[number_of(kMiddle - 1, kMiddle)] && covered[number_of(kMiddle, kMiddle)];
}

/// How high the picture of a tile is, in pixels.
Result<double> picture_height(const TiledFile& file, const TiledElement& tileset, const TiledElement& tile,
                              const TiledCell& cell, const std::string& what) {
  for (const auto& [element, name] : {std::pair(&tile, "imageheight"), std::pair(&tileset, "tileheight")}) {
    if (element->attribute(name).empty()) continue;
    const auto height = file.number(*element, what, name, 0, kMaxTilePixels);
    if (!height) return height.error();
    return static_cast<double>(*height);
  }
  return cell.height;
}

/// From pixels of the picture, which begins at its upper left corner, to points of the cell.
TiledVector in_points(TiledVector pixel, double picture_height, const TiledCell& cell) noexcept {
  const double right = pixel.x / cell.width;
  const double down = (pixel.y - (picture_height - cell.height)) / cell.height;
  if (cell.form == TiledCell::Form::box) return {right * kPoints, down * kPoints};
  // A step along x leads half a diamond to the right and half a one down, a step along y to the left and down.
  return {(right - 0.5 + down) * kPoints, (down - right + 0.5) * kPoints};
}

}  // namespace

Result<TiledCell> cell_of(const TiledFile& file, const TiledElement& root) {
  const auto width = file.number(root, "map", "tilewidth", 1, kMaxTilePixels);
  if (!width) return width.error();
  const auto height = file.number(root, "map", "tileheight", 1, kMaxTilePixels);
  if (!height) return height.error();
  const std::string_view orientation = root.attribute("orientation");
  const bool diamond = orientation == "isometric" || orientation == "staggered";
  return TiledCell{static_cast<double>(*width), static_cast<double>(*height),
                   diamond ? TiledCell::Form::diamond : TiledCell::Form::box};
}

bool has_shapes(const TiledElement& tile) noexcept {
  return std::any_of(tile.children.begin(), tile.children.end(),
                     [](const TiledElement& child) { return child.kind == "objectgroup" && !child.children.empty(); });
}

Result<bool> is_covered(const TiledFile& file, const TiledElement& tileset, const TiledElement& tile,
                        const TiledCell& cell, const std::string& what) {
  const auto height = picture_height(file, tileset, tile, cell, what);
  if (!height) return height.error();
  Covered covered;
  for (const TiledElement& group : tile.children) {
    for (const TiledElement& object : group.children) {
      const std::string here = fmt::format("{}: shape (id {})", what, printable(object.attribute("id")));
      const auto outline = outline_of(file, object, here);
      if (!outline) return outline.error();
      if (outline->shape != TiledShape::outline && outline->shape != TiledShape::polygon) continue;
      Ring ring;
      for (const TiledVector corner : outline->corners) {
        const TiledVector at = in_points(corner, *height, cell);
        const auto x = coordinate_of(at.x);
        const auto y = coordinate_of(at.y);
        if (!x || !y) return file.error(object, here, "a corner that is too far from the tile");
        ring.push_back({*x, *y});
      }
      for_each_run({std::move(ring)}, {{0, 0}, {kPoints, kPoints}},
                   [&](std::int32_t y, std::int32_t begin, std::int32_t end) {
                     for (std::int32_t x = begin; x < end; ++x) covered.set(number_of(x, y));
                   });
    }
  }
  return covers_middle(covered) || 8 * covered.count() >= 5 * covered.size();
}

}  // namespace portolan
