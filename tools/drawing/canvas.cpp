// SPDX-License-Identifier: BSL-1.0
#include "drawing/canvas.hpp"

#include "portolan/core/file.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

namespace portolan::tools {
namespace {

/// The largest whole number whose square is at most n, 0 <= n < 2^62.
std::int64_t square_root(std::int64_t n) noexcept {
  std::int64_t root = 0;
  for (std::int64_t bit = std::int64_t{1} << 30; bit > 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= n) root += bit;
  }
  return root;
}

/// n/d rounded down, d > 0.
std::int64_t floor_divide(std::int64_t n, std::int64_t d) noexcept {
  return n / d - (n % d < 0 ? 1 : 0);
}

/// How far a disc reaches to either side of its middle, `dy` rows off its centre; -1 where it does not reach. The half
/// pixel in the radius makes small discs round.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dy) noexcept {
  const std::int64_t rest = radius * radius + radius - dy * dy;
  return radius < 0 || rest < 0 ? -1 : square_root(rest);
}

std::uint8_t over(std::uint32_t above, std::uint32_t alpha, std::uint32_t below, std::uint32_t below_alpha,
                  std::uint32_t scaled_alpha) noexcept {
  const std::uint32_t sum = above * alpha * 255 + below * below_alpha * (255 - alpha);
  return static_cast<std::uint8_t>((sum + scaled_alpha / 2) / scaled_alpha);
}

}  // namespace

Canvas::Canvas(std::int32_t width, std::int32_t height, Colour background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

Result<Canvas> Canvas::create(std::int32_t width, std::int32_t height, Colour background) {
  if (width < 1 || height < 1 || width > kMaxSheetSide || height > kMaxSheetSide) {
    return Error{ErrorCode::limit, "a picture of " + std::to_string(width) + "x" + std::to_string(height) +
                                       " pixels: sides must be from 1 to " + std::to_string(kMaxSheetSide)};
  }
  try {
    return Canvas(width, height, background);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::limit,
                 "a picture of " + std::to_string(width) + "x" + std::to_string(height) + " pixels: out of memory"};
  }
}

void Canvas::set(Pixel p, Colour colour) noexcept {
  if (contains(p)) pixels_[index(p.x, p.y)] = colour;
}

void Canvas::blend(Pixel p, Colour colour) noexcept {
  if (!contains(p) || colour.a == 0) return;
  Colour& below = pixels_[index(p.x, p.y)];
  // Opacity of the result times 255.
  const std::uint32_t alpha = colour.a * 255U + below.a * (255U - colour.a);
  below = {over(colour.r, colour.a, below.r, below.a, alpha), over(colour.g, colour.a, below.g, below.a, alpha),
           over(colour.b, colour.a, below.b, below.a, alpha), static_cast<std::uint8_t>((alpha + 127) / 255)};
}

void Canvas::blend_span(std::int64_t first, std::int64_t last, std::int64_t y, Colour colour) noexcept {
  if (y < 0 || y >= height_) return;
  const auto begin = static_cast<std::int32_t>(std::clamp<std::int64_t>(first, 0, width_));
  const auto end = static_cast<std::int32_t>(std::clamp<std::int64_t>(last + 1, 0, width_));
  for (std::int32_t x = begin; x < end; ++x) blend({x, static_cast<std::int32_t>(y)}, colour);
}

void Canvas::fill_rect(const Rect& rect, Colour colour) noexcept {
  const Rect visible = intersection(rect, {{0, 0}, {width_, height_}});
  for (std::int32_t y = visible.min.y; y < visible.max.y; ++y) blend_span(visible.min.x, visible.max.x - 1, y, colour);
}

void Canvas::line(Pixel from, Pixel to, std::int32_t thickness, Colour colour) noexcept {
  const bool wide = std::abs(std::int64_t{to.x} - from.x) >= std::abs(std::int64_t{to.y} - from.y);
  // Along the longer axis, upwards; every step paints a short stretch of the other axis.
  std::int64_t major = wide ? from.x : from.y;
  std::int64_t major_end = wide ? to.x : to.y;
  std::int64_t minor = wide ? from.y : from.x;
  std::int64_t minor_end = wide ? to.y : to.x;
  if (major > major_end) {
    std::swap(major, major_end);
    std::swap(minor, minor_end);
  }
  const std::int64_t length = std::max<std::int64_t>(1, major_end - major);
  const std::int64_t rise = minor_end - minor;
  // A slanting line is cut slantingly, so the stretch is longer than the line is wide. Scaled down against overflow.
  std::int64_t unit = length;
  std::int64_t slant = std::abs(rise);
  for (; unit > (1 << 20); slant >>= 1) unit >>= 1;
  const std::int64_t across =
      std::max(std::int64_t{1}, std::int64_t{thickness} * square_root(unit * unit + slant * slant) / unit);
  const std::int64_t first = std::max<std::int64_t>(0, -major);
  const std::int64_t last = std::min(major_end - major, (wide ? width_ : height_) - 1 - major);
  for (std::int64_t i = first; i <= last; ++i) {
    const std::int64_t low = minor + floor_divide(2 * i * rise + length, 2 * length) - (across - 1) / 2;
    if (wide) {
      const std::int64_t high = std::min<std::int64_t>(low + across, height_);
      for (std::int64_t y = std::max<std::int64_t>(low, 0); y < high; ++y) blend_span(major + i, major + i, y, colour);
    } else {
      blend_span(low, low + across - 1, major + i, colour);
    }
  }
}

void Canvas::disc(Pixel centre, std::int32_t radius, Colour colour) noexcept {
  circle(centre, radius, std::numeric_limits<std::int32_t>::max(), colour);
}

void Canvas::circle(Pixel centre, std::int32_t radius, std::int32_t thickness, Colour colour) noexcept {
  const std::int64_t first = std::max<std::int64_t>(0, std::int64_t{centre.y} - radius);
  const std::int64_t last = std::min<std::int64_t>(height_ - 1, std::int64_t{centre.y} + radius);
  const std::int64_t hole = std::int64_t{radius} - thickness;
  for (std::int64_t y = first; y <= last; ++y) {
    const std::int64_t outer = disc_reach(radius, y - centre.y);
    const std::int64_t inner = disc_reach(hole, y - centre.y);
    if (inner < 0) {
      blend_span(centre.x - outer, centre.x + outer, y, colour);
    } else {
      blend_span(centre.x - outer, centre.x - inner - 1, y, colour);
      blend_span(centre.x + inner + 1, centre.x + outer, y, colour);
    }
  }
}

Outcome Canvas::save(const std::filesystem::path& path) const {
  const auto bytes = encode_png(*this);
  if (!bytes) return Error{bytes.error().code, path.string() + ": " + bytes.error().message};
  const std::span<const std::byte> chunk = *bytes;
  return write_file_atomically(path, {&chunk, 1});
}

}  // namespace portolan::tools
