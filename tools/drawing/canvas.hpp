// SPDX-License-Identifier: BSL-1.0
// Pixels to draw on, and how they are written into a PNG file. Integers only: the same calls give the same pixels
// everywhere.
#pragma once

#include "drawing/sheet.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// A sheet of pixels, 4 bytes each, which it owns. One thread at a time may draw. Every shape blends each of its pixels
/// once, so that a translucent shape has one even tone.
class Canvas final : public Sheet {
 public:
  /// Makes a canvas of one colour. Errors (limit): a side outside 1 to kMaxSheetSide, out of memory.
  static Result<Canvas> create(std::int32_t width, std::int32_t height, Colour background);

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  /// The colour of a pixel on the canvas.
  [[nodiscard]] Colour at(Pixel p) const noexcept { return pixels_[index(p.x, p.y)]; }
  /// The pixels of a row of the canvas.
  [[nodiscard]] std::span<const Colour> row(std::int32_t y) const noexcept {
    return std::span(pixels_).subspan(index(0, y), static_cast<std::size_t>(width_));
  }

  /// Replaces the colour of a pixel.
  void set(Pixel p, Colour colour) noexcept;
  /// Lays a colour over a pixel (the operator `over` of T. Porter and T. Duff, 1984).
  void blend(Pixel p, Colour colour) noexcept;
  /// Blends the pixels of a rectangle, half open. O(visible pixels).
  void fill_rect(const Rect& rect, Colour colour) noexcept override;
  /// Blends a line whose middle is on the pixels that J. Bresenham's algorithm (1965) chooses; its ends are cut along
  /// an axis. O(visible length x thickness).
  void line(Pixel from, Pixel to, std::int32_t thickness, Colour colour) noexcept override;
  void disc(Pixel centre, std::int32_t radius, Colour colour) noexcept override;
  void circle(Pixel centre, std::int32_t radius, std::int32_t thickness, Colour colour) noexcept override;
  void text(Pixel, std::int32_t, std::string_view, Colour) noexcept override {}

  [[nodiscard]] Outcome save(const std::filesystem::path& path) const override;

 private:
  Canvas(std::int32_t width, std::int32_t height, Colour background);
  [[nodiscard]] bool contains(Pixel p) const noexcept { return p.x >= 0 && p.y >= 0 && p.x < width_ && p.y < height_; }
  [[nodiscard]] std::size_t index(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  /// Blends the pixels from x = first to x = last of a row, clipped.
  void blend_span(std::int64_t first, std::int64_t last, std::int64_t y, Colour colour) noexcept;

  std::int32_t width_;
  std::int32_t height_;
  std::vector<Colour> pixels_;
};

/// The canvas as a PNG of 8-bit RGBA, without a time or any text: the same pixels give the same bytes for the same
/// zlib. Error (limit): out of memory.
Result<std::vector<std::byte>> encode_png(const Canvas& canvas);

}  // namespace portolan::tools
