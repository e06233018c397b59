// SPDX-License-Identifier: BSL-1.0
// What pictures are drawn on: pixels (canvas.hpp) or shapes (svg_sheet.hpp), by the extension of the file.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace portolan::tools {

/// The longest side of a sheet, in pixels.
inline constexpr std::int32_t kMaxSheetSide = 16384;

/// Red, green, blue and opacity (255: opaque), not premultiplied.
struct Colour {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// A pixel; x grows to the right, y downwards, (0,0) is the top-left one. Any coordinates may be drawn to: what lies
/// outside the sheet is not seen.
struct Pixel {
  std::int32_t x = 0;
  std::int32_t y = 0;
};

/// What shapes are drawn on. Each lies above those drawn before; a translucent one has one even tone. One thread at a
/// time may draw.
class Sheet {
 public:
  Sheet() = default;
  Sheet(const Sheet&) = default;
  Sheet& operator=(const Sheet&) = default;
  virtual ~Sheet() = default;

  /// Fills the pixels of a rectangle, half open.
  virtual void fill_rect(const Rect& rect, Colour colour) = 0;
  /// Draws a line with both ends, `thickness` pixels wide (at least 1). Ends lie within 2^30 of the origin.
  virtual void line(Pixel from, Pixel to, std::int32_t thickness, Colour colour) = 0;
  /// Fills the pixels within `radius` of a centre, 0 <= radius <= 2^20; 0 is the pixel itself.
  virtual void disc(Pixel centre, std::int32_t radius, Colour colour) = 0;
  /// Fills the outermost `thickness` pixels (at least 1) of the disc of a centre and radius.
  virtual void circle(Pixel centre, std::int32_t radius, std::int32_t thickness, Colour colour) = 0;
  /// Writes UTF-8 with its middle on a place, `height` pixels high, where the sheet can write; pixels cannot.
  virtual void text(Pixel middle, std::int32_t height, std::string_view text, Colour colour) = 0;

  /// Writes the picture so that `path` holds all of it or is untouched; the same drawing gives the same bytes. Errors:
  /// io (names the file), limit (out of memory).
  [[nodiscard]] virtual Outcome save(const std::filesystem::path& path) const = 0;
};

/// Makes a sheet for a file: shapes for X.svg, else pixels for a PNG. Errors (limit): a side outside 1 to
/// kMaxSheetSide, out of memory.
Result<std::unique_ptr<Sheet>> make_sheet(const std::filesystem::path& path, std::int32_t width, std::int32_t height,
                                          Colour background);

}  // namespace portolan::tools
