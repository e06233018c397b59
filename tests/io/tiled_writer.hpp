// SPDX-License-Identifier: BSL-1.0
// Writes maps as the Tiled editor does, in every form and encoding.
#pragma once

#include "portolan/io/tiled_layer_data.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <zlib.h>
#include <zstd.h>

namespace portolan::test {

enum class TiledForm { xml, json };

inline constexpr TiledEncoding kTiledEncodings[] = {TiledEncoding::plain,       TiledEncoding::csv,
                                                    TiledEncoding::base64,      TiledEncoding::base64_zlib,
                                                    TiledEncoding::base64_gzip, TiledEncoding::base64_zstd};

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (unsigned k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

/// zlib for window bits up to 15, gzip for 16 more.
inline std::string deflated_as(std::string_view bytes, int window_bits) {
  z_stream stream{};
  REQUIRE(::deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(::deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

inline std::string zstd_packed(std::string_view bytes) {
  std::string out(::ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ::ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
  REQUIRE(::ZSTD_isError(size) == 0);
  out.resize(size);
  return out;
}

inline std::string little_endian(std::span<const std::uint32_t> gids) {
  std::string bytes;
  for (const std::uint32_t gid : gids) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(gid >> shift & 0xffU);
  }
  return bytes;
}

/// The numbers with commas between them.
inline std::string numbers(std::span<const std::uint32_t> gids) {
  std::string text;
  for (const std::uint32_t gid : gids) text += (text.empty() ? "" : ",") + std::to_string(gid);
  return text;
}

/// What stands in the tags or the string of tile data in base64.
inline std::string packed_tiles(std::span<const std::uint32_t> gids, TiledEncoding encoding) {
  const std::string bytes = little_endian(gids);
  switch (encoding) {
    case TiledEncoding::base64_zlib:
      return base64(deflated_as(bytes, MAX_WBITS));
    case TiledEncoding::base64_gzip:
      return base64(deflated_as(bytes, MAX_WBITS + 16));
    case TiledEncoding::base64_zstd:
      return base64(zstd_packed(bytes));
    default:
      return base64(bytes);
  }
}

inline std::string_view compression_of(TiledEncoding encoding) {
  switch (encoding) {
    case TiledEncoding::base64_zlib:
      return "zlib";
    case TiledEncoding::base64_gzip:
      return "gzip";
    case TiledEncoding::base64_zstd:
      return "zstd";
    default:
      return "";
  }
}

inline std::string_view encoding_name(TiledEncoding encoding) {
  return encoding == TiledEncoding::plain ? "" : encoding == TiledEncoding::csv ? "csv" : "base64";
}

/// Tile data as the content of <data> or <chunk>, or as the value of the key "data".
inline std::string tile_data(std::span<const std::uint32_t> gids, TiledEncoding encoding, TiledForm form) {
  if (form == TiledForm::json) {
    if (encoding == TiledEncoding::plain || encoding == TiledEncoding::csv) return "[" + numbers(gids) + "]";
    return "\"" + packed_tiles(gids, encoding) + "\"";
  }
  if (encoding == TiledEncoding::csv) return "\n" + numbers(gids) + "\n";
  if (encoding != TiledEncoding::plain) return "\n   " + packed_tiles(gids, encoding) + "\n  ";
  std::string text;
  for (const std::uint32_t gid : gids) text += gid == 0 ? "<tile/>" : "<tile gid=\"" + std::to_string(gid) + "\"/>";
  return text;
}

}  // namespace portolan::test
