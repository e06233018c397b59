// SPDX-License-Identifier: BSL-1.0
// Pictures of any format as rows of colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace portolan {

/// A colour, 0xrrggbb.
using Colour = std::uint32_t;

/// Reads a colour: `#rrggbb`, or a grey level from 0 to 255.
[[nodiscard]] std::optional<Colour> parse_colour(std::string_view text);

/// The size of a picture in pixels.
struct PictureSize {
  std::int32_t width = 0;
  std::int32_t height = 0;
};

/// Some pixels of row y: every `step`-th from x on. An interlaced picture gives a few of a row at a time.
struct PixelRow {
  std::size_t y = 0;
  std::size_t x = 0;
  std::size_t step = 1;
  std::span<const std::uint8_t> rgb{};  ///< three bytes a pixel

  [[nodiscard]] std::size_t size() const noexcept { return rgb.size() / 3; }
  [[nodiscard]] std::size_t column(std::size_t i) const noexcept { return x + i * step; }
  [[nodiscard]] Colour colour(std::size_t i) const noexcept {
    return Colour{rgb[3 * i]} << 16 | Colour{rgb[3 * i + 1]} << 8 | Colour{rgb[3 * i + 2]};
  }
};

}  // namespace portolan
