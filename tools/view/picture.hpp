// SPDX-License-Identifier: BSL-1.0
// A map from above, in squares of pixels.
#pragma once

#include "drawing/canvas.hpp"
#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"

#include <functional>

namespace portolan::tools {

/// Side of the pictures that the page asks for, in pixels.
inline constexpr std::int32_t kPictureSide = 256;
/// The largest zoom. Zoom 0 shows a tile a pixel, each step beyond it twice as many tiles a side; at the last one any
/// map is one picture.
inline constexpr std::int32_t kMaxZoom = 12;

/// The part of a map from tile `origin` on, width x height pixels at 2^zoom tiles a pixel, 0 <= zoom <= kMaxZoom. A
/// pixel is the mean of at most 4 x 4 tiles spread over its square, clear outside of `bounds`. `colour` is called with
/// tiles inside. Errors: those of Canvas::create. O(16 pixels).
[[nodiscard]] Result<Canvas> picture_of(const Rect& bounds, Tile origin, std::int32_t zoom, std::int32_t width,
                                        std::int32_t height, const std::function<Colour(Tile)>& colour);

}  // namespace portolan::tools
