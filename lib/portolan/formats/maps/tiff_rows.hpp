// SPDX-License-Identifier: BSL-1.0
// TIFF pictures (Adobe, TIFF Revision 6.0, 1992; BigTIFF), piece by piece as rows of colours.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/maps/picture_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace portolan {

/// The bytes of a file, wherever they lie. `read` fills the span with those from an offset on, all within the size.
struct TiffBytes {
  std::uint64_t size = 0;
  std::function<Outcome(std::uint64_t offset, std::span<std::byte> piece)> read;
};

/// The most bytes that a strip or a tile may have, as stored, and that a tile or a row may have as samples.
inline constexpr std::uint64_t kMaxTiffPieceBytes = std::uint64_t{1} << 28;
/// The most directories that a file may have: a picture with its reduced copies and masks.
inline constexpr int kMaxTiffDirectories = 64;

/// Whether this library was built with libtiff.
[[nodiscard]] bool reads_tiff() noexcept;

/// Whether bytes begin as a TIFF file does, of either byte order, classic or BigTIFF.
[[nodiscard]] constexpr bool starts_like_tiff(std::string_view bytes) noexcept {
  using namespace std::string_view_literals;
  return bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) || bytes.starts_with("II+\0"sv) ||
         bytes.starts_with("MM\0+"sv);
}

/// Decodes the picture of a file; `name` stands for it in errors. It is grey or a palette of 1, 2, 4, 8 or 16 bits a
/// sample (a palette of at most 8), or RGB of 8 or 16, in strips or tiles, uncompressed or by PackBits, LZW, Deflate or
/// Zstandard. 16 bits are cut to 8; a further sample, such as alpha, is ignored, and so are georeferences, reduced
/// copies and masks. Calls `begin` once, with the memory that is left for others, after checking that so many pixels
/// can come out of so few bytes and before anything is allocated for them; then `take` until every pixel came once, row
/// by row of the picture or of its tiles; or until one fails. Takes one strip or tile as stored, one tile or row as
/// samples, 16 bytes for each of them, a row of colours, and for Zstandard 128 MiB. Any number of threads may decode at
/// once. Errors: syntax (damaged), limit (a side beyond kMaxSide, a piece beyond kMaxTiffPieceBytes, directories beyond
/// kMaxTiffDirectories, or more than fits `memory`), unsupported (other kinds of pictures, several of them, or a build
/// without libtiff), those of `file`, `begin` and `take`.
Outcome decode_tiff_rows(const TiffBytes& file, std::string_view name, std::uint64_t memory,
                         const std::function<Outcome(const PictureSize&, std::uint64_t memory_left)>& begin,
                         const std::function<Outcome(const PixelRow&)>& take);

}  // namespace portolan
