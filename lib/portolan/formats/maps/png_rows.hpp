// SPDX-License-Identifier: BSL-1.0
// PNG pictures, row by row as colours.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// The bytes that decoding takes for rows, by column: two rows as stored, at most 8 bytes a pixel, and one as colours.
inline constexpr std::uint64_t kPngBytesPerColumn = 2 * 8 + 3;

/// Checks that the rows of a picture, and `bytes_per_pixel` bytes for each of its pixels, fit `memory`. Error (limit):
/// they do not.
[[nodiscard]] Outcome check_picture(std::string_view name, const PictureSize& size, std::uint64_t bytes_per_pixel,
                                    std::uint64_t memory);

/// Decodes a picture; `name` stands for it in errors. Any PNG will do: grey, palette and true colour of every depth (16
/// bits are cut to 8), interlaced or not; transparency, gamma and all other extras are ignored. Calls `begin` once,
/// after checking that so many pixels can come out of so few bytes and before anything is allocated for them, then
/// `take` until every pixel came once; or until one fails. Takes kPngBytesPerColumn bytes a column. Errors: syntax
/// (damaged), limit (a side beyond kMaxSide), and those of `begin` and `take`.
Outcome decode_png_rows(std::span<const std::byte> bytes, std::string_view name,
                        const std::function<Outcome(const PictureSize&)>& begin,
                        const std::function<Outcome(const PixelRow&)>& take);

}  // namespace portolan
