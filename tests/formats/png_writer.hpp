// SPDX-License-Identifier: BSL-1.0
// Writes PNG files chunk by chunk, right or wrong on purpose, without libpng (W3C, PNG Specification, second edition).
#pragma once

#include "formats/deflate.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace portolan::test {

inline constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

inline std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

inline std::string png_chunk(std::string_view kind, std::string_view data) {
  const std::string body = std::string(kind) + std::string(data);
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc_of(body));
}

enum class PngColour : char { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgba = 6 };

struct PngHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int depth = 8;
  PngColour colour = PngColour::grey;
  bool interlaced = false;

  [[nodiscard]] std::string chunk() const {
    return png_chunk("IHDR", big_endian(width) + big_endian(height) + static_cast<char>(depth) +
                                 static_cast<char>(colour) + std::string(2, '\0') + static_cast<char>(interlaced));
  }
};

/// Samples per pixel.
inline std::size_t channels(PngColour colour) {
  switch (colour) {
    case PngColour::grey:
    case PngColour::palette:
      return 1;
    case PngColour::grey_alpha:
      return 2;
    case PngColour::rgb:
      return 3;
    case PngColour::rgba:
      return 4;
  }
  return 0;
}

/// Packs samples of `depth` bits, with a filter byte of 0 before each row.
inline std::string packed_rows(std::span<const unsigned> samples, std::size_t per_row, int depth) {
  std::string out;
  for (std::size_t row = 0; row + per_row <= samples.size() && per_row > 0; row += per_row) {
    out += '\0';
    unsigned bits = 0;
    int filled = 0;
    for (const unsigned sample : samples.subspan(row, per_row)) {
      bits = bits << depth | sample;
      for (filled += depth; filled >= 8; filled -= 8) out += static_cast<char>(bits >> (filled - 8) & 0xff);
    }
    if (filled > 0) out += static_cast<char>(bits << (8 - filled) & 0xff);
  }
  return out;
}

/// The packed rows of the seven passes of an interlaced picture.
inline std::string interlaced_rows(const PngHeader& header, std::span<const unsigned> samples) {
  struct Pass {
    std::size_t x, y, dx, dy;
  };
  constexpr std::array<Pass, 7> kPasses{
      {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
  const std::size_t per_pixel = channels(header.colour);
  std::string rows;
  for (const Pass& pass : kPasses) {
    for (std::size_t y = pass.y; y < header.height; y += pass.dy) {
      std::vector<unsigned> row;
      for (std::size_t x = pass.x; x < header.width; x += pass.dx) {
        const auto pixel = samples.subspan((y * header.width + x) * per_pixel, per_pixel);
        row.insert(row.end(), pixel.begin(), pixel.end());
      }
      rows += packed_rows(row, row.size(), header.depth);
    }
  }
  return rows;
}

/// A whole picture from its samples, row by row. `palette` holds the bytes of the PLTE chunk, if any.
inline std::string png(const PngHeader& header, std::span<const unsigned> samples, std::string_view palette = {}) {
  const std::string rows = header.interlaced
                               ? interlaced_rows(header, samples)
                               : packed_rows(samples, header.width * channels(header.colour), header.depth);
  std::string out = std::string(kPngSignature) + header.chunk();
  if (!palette.empty()) out += png_chunk("PLTE", palette);
  return out + png_chunk("IDAT", deflated(rows)) + png_chunk("IEND", "");
}

/// Recomputes the checksum of every chunk, so that changed bytes get past it.
inline std::string with_repaired_checksums(std::string file) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(file[i])); };
  for (std::size_t at = kPngSignature.size(); at + 12 <= file.size();) {
    const std::uint64_t length = byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
    if (length > file.size() - at - 12) break;
    file.replace(at + 8 + length, 4, big_endian(crc_of(std::string_view(file).substr(at + 4, 4 + length))));
    at += 12 + length;
  }
  return file;
}

}  // namespace portolan::test
