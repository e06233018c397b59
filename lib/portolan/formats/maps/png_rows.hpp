// SPDX-License-Identifier: BSL-1.0
// PNG pictures, row by row as colours.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/maps/picture_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace portolan {

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
