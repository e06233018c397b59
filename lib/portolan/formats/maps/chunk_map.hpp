// SPDX-License-Identifier: BSL-1.0
// Maps painted as a folder of PNG or TIFF pictures, such as `name_{x}_{y}.png`, where {x} and {y} stand for whole
// numbers: the columns and rows of chunks that together are one map.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/hashed_map.hpp"
#include "portolan/formats/maps/picture_terrain.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace portolan {

/// The most places that a folder of chunks may have, those of missing chunks included.
inline constexpr std::uint64_t kMaxChunks = std::uint64_t{1} << 20;

/// Whether the name of the file at a path has both {x} and {y}.
[[nodiscard]] bool is_chunk_pattern(const std::filesystem::path& path);

/// What belongs to a map of chunks.
struct ChunkMapOptions {
  const ColourLegend* legend = nullptr;       ///< as of decode_png; null: light is open, dark is wall
  std::string missing = {};                   ///< the terrain of chunks that are not there; empty: they are an error
  ReadFile read = read_file;                  ///< gives the pictures, one at a time
  std::uint64_t memory = kAnyMemory;          ///< bytes that the tiles, and one picture with its rows, may take
  std::filesystem::path scratch_folder = {};  ///< for make_tiles
};

/// Reads all chunks of a pattern into one map. Numbers may be negative and have leading zeros; the least become the
/// map's first column and row, which TileMap::origin tells in tiles. All chunks are of one size, but those of the last
/// column may be narrower and those of the last row lower. The hash is one of all pictures and their places. Remarks:
/// those of decode_png. Errors: io (no chunk, a folder or picture that cannot be read), syntax (two files of one chunk,
/// sizes that do not fit, missing chunks, those of decode_picture_rows, a colour that the legend lacks; the message
/// names the file), limit (more than kMaxChunks, kMaxSide or `memory`), usage (a pattern that numbers cannot be told
/// from, a terrain that the legend lacks).
Result<HashedMap> read_chunks(const std::filesystem::path& pattern, const ChunkMapOptions& options);

}  // namespace portolan
