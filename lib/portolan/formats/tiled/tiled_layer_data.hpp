// SPDX-License-Identifier: BSL-1.0
// The tiles of a layer as Tiled stores them.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// How the numbers of tiles are written.
enum class TiledEncoding {
  plain,  ///< numbers, one by one
  csv,
  base64,
  base64_zlib,
  base64_gzip,
  base64_zstd,
};

/// Finds the encoding by its name and compression, as the attributes have them. Errors (unsupported) hold the reason
/// alone.
Result<TiledEncoding> parse_tiled_encoding(std::string_view encoding, std::string_view compression);

/// The tiles of a layer as stored: numbers where the encoding is plain, else a text.
struct TiledLayerData {
  TiledEncoding encoding = TiledEncoding::plain;
  std::string text;
  std::vector<std::uint32_t> gids;
};

/// Gives the numbers of `count` tiles to `take`, in order, with the number of tiles before them; the bits that flip and
/// turn tiles are cleared, 0 is no tile. Memory: that of `unpack`, with `memory` for it, and three quarters of the
/// text. Errors: syntax (damaged, or not `count` tiles), which hold the reason alone, and those of `take`.
Outcome decode_tiles(const TiledLayerData& data, std::size_t count,
                     const std::function<Outcome(std::size_t, std::span<const std::uint32_t>)>& take,
                     std::uint64_t memory = kAnyMemory);

}  // namespace portolan
