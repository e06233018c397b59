// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_layer_data.hpp"

#include "portolan/formats/text.hpp"
#include "portolan/formats/unpack.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace portolan {
namespace {

using TakeTiles = std::function<Outcome(std::size_t, std::span<const std::uint32_t>)>;

constexpr std::string_view kBlanks = " \t\r\n";

/// Numbers of tiles on their way, handed on in pieces.
class TileStream {
 public:
  TileStream(std::size_t count, const TakeTiles& take) : count_(count), take_(take) {}

  Outcome add(std::uint32_t gid) {
    constexpr std::uint32_t kFlipBits = 0xf0000000;
    if (given_ + held_ == count_) return Error{ErrorCode::syntax, fmt::format("more than {} tiles", count_)};
    piece_[held_++] = gid & ~kFlipBits;
    return held_ == piece_.size() ? hand_on() : Success{};
  }
  Outcome end() {
    if (Outcome handed = hand_on(); !handed) return handed;
    if (given_ == count_) return Success{};
    return Error{ErrorCode::syntax, fmt::format("{} tiles instead of {}", given_, count_)};
  }

 private:
  Outcome hand_on() {
    const std::size_t first = given_;
    const std::span<const std::uint32_t> piece(piece_.data(), held_);
    given_ += held_;
    held_ = 0;
    return piece.empty() ? Success{} : take_(first, piece);
  }

  std::size_t count_;
  const TakeTiles& take_;
  std::size_t given_ = 0;
  std::size_t held_ = 0;
  std::array<std::uint32_t, 4096> piece_{};
};

std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

Outcome add_csv(std::string_view text, TileStream& tiles) {
  while (true) {
    text = without_leading_blanks(text);
    std::uint32_t gid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gid);
    if (error != std::errc{}) {
      return Error{ErrorCode::syntax,
                   fmt::format("{} is no number of a tile", in_quotes(text.substr(0, text.find_first_of(",\n"))))};
    }
    if (Outcome added = tiles.add(gid); !added) return added;
    text = without_leading_blanks(text.substr(static_cast<std::size_t>(end - text.data())));
    if (text.empty()) return Success{};
    if (!text.starts_with(',')) {
      return Error{ErrorCode::syntax, fmt::format("expected a comma before {}", in_quotes(text.substr(0, 1)))};
    }
    text.remove_prefix(1);
  }
}

std::optional<unsigned> sextet(char c) noexcept {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0' + 52);
  if (c == '+') return 62U;
  if (c == '/') return 63U;
  return std::nullopt;
}

/// RFC 4648, with blanks around and within.
Result<std::string> decode_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int held = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (kBlanks.find(c) != std::string_view::npos) continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const auto value = sextet(c);
    if (!value || padding != 0) {
      return Error{ErrorCode::syntax, fmt::format("{} is out of place in base64", in_quotes({&c, 1}))};
    }
    bits = bits << 6U | *value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(held) & 0xffU);
  }
  if (held == 6 || padding > 2) return Error{ErrorCode::syntax, "base64 ends amid a byte"};
  return bytes;
}

Outcome add_packed(std::string_view text, Packing packing, TileStream& tiles, std::uint64_t memory) {
  const auto bytes = decode_base64(text);
  if (!bytes) return bytes.error();
  std::uint32_t gid = 0;
  unsigned held = 0;
  const Outcome unpacked = unpack(
      *bytes, packing,
      [&](std::string_view piece) -> Outcome {
        for (const char c : piece) {
          gid |= std::uint32_t{static_cast<unsigned char>(c)} << held;
          held += 8;
          if (held < 32) continue;
          if (Outcome added = tiles.add(gid); !added) return added;
          gid = 0;
          held = 0;
        }
        return Success{};
      },
      memory);
  if (!unpacked) return unpacked;
  if (held != 0) return Error{ErrorCode::syntax, "the data end amid a tile"};
  return Success{};
}

Outcome add_all(const TiledLayerData& data, TileStream& tiles, std::uint64_t memory) {
  switch (data.encoding) {
    case TiledEncoding::plain:
      for (const std::uint32_t gid : data.gids) {
        if (Outcome added = tiles.add(gid); !added) return added;
      }
      return Success{};
    case TiledEncoding::csv:
      return add_csv(data.text, tiles);
    case TiledEncoding::base64:
      return add_packed(data.text, Packing::none, tiles, memory);
    case TiledEncoding::base64_zlib:
      return add_packed(data.text, Packing::zlib, tiles, memory);
    case TiledEncoding::base64_gzip:
      return add_packed(data.text, Packing::gzip, tiles, memory);
    case TiledEncoding::base64_zstd:
      return add_packed(data.text, Packing::zstd, tiles, memory);
  }
  return Success{};
}

}  // namespace

Result<TiledEncoding> parse_tiled_encoding(std::string_view encoding, std::string_view compression) {
  if (encoding.empty() && compression.empty()) return TiledEncoding::plain;
  if (encoding == "csv" && compression.empty()) return TiledEncoding::csv;
  if (encoding == "base64") {
    if (compression.empty()) return TiledEncoding::base64;
    if (compression == "zlib") return TiledEncoding::base64_zlib;
    if (compression == "gzip") return TiledEncoding::base64_gzip;
    if (compression == "zstd") return TiledEncoding::base64_zstd;
  }
  return Error{ErrorCode::unsupported, fmt::format("encoding {} with compression {} is not known", in_quotes(encoding),
                                                   in_quotes(compression))};
}

Outcome decode_tiles(const TiledLayerData& data, std::size_t count, const TakeTiles& take, std::uint64_t memory) {
  TileStream tiles(count, take);
  if (Outcome added = add_all(data, tiles, memory); !added) return added;
  return tiles.end();
}

}  // namespace portolan
