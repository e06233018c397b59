// SPDX-License-Identifier: BSL-1.0
// The shapes of objects in Tiled's files. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// What the corners of an object are.
enum class TiledShape : std::uint8_t {
  outline,  ///< the corners of a rectangle, or 256 on an ellipse
  polygon,  ///< by an author, who may have drawn one without a clear inside
  point,    ///< one corner; also a rectangle without a size
  line,     ///< a polyline, at least two corners
  other,    ///< pictures of tiles, texts, capsules: no corners
};

/// A place, or a way from one to another, in pixels or in tiles.
struct TiledVector {
  double x = 0;
  double y = 0;

  friend TiledVector operator+(TiledVector a, TiledVector b) noexcept { return {a.x + b.x, a.y + b.y}; }
};

/// The shape of an object as the editor shows it.
struct TiledOutline {
  TiledShape shape = TiledShape::other;
  bool turned = false;               ///< by another angle than 0
  std::vector<TiledVector> corners;  ///< in pixels, from where the layer or the tile begins
};

/// Two attributes as decimals, 0 where they are absent. Error (syntax): they are no numbers.
Result<TiledVector> tiled_vector(const TiledFile& file, const TiledElement& element, const std::string& what,
                                 std::string_view x, std::string_view y);

/// The shape of an object that messages call `what`, turned clockwise about its x, y. Errors, with file and line:
/// syntax (no numbers, a size below 0, no corners), limit (more than kMaxCorners).
Result<TiledOutline> outline_of(const TiledFile& file, const TiledElement& object, const std::string& what);

}  // namespace portolan
