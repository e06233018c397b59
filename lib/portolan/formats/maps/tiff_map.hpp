// SPDX-License-Identifier: BSL-1.0
// Maps painted as TIFF pictures: a pixel is a tile, a legend says which terrain each colour is.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/hashed_map.hpp"
#include "portolan/formats/maps/picture_terrain.hpp"
#include "portolan/formats/maps/tiff_rows.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace portolan {

/// A file that lies in memory. Views the bytes.
[[nodiscard]] TiffBytes tiff_bytes(std::span<const std::byte> bytes);
/// A file that is read piece by piece. Views it.
[[nodiscard]] TiffBytes tiff_bytes(const PieceFile& file);

/// Decodes a picture; `name` stands for it in errors. Colours mean what they do in decode_png, and the remarks are the
/// same; decode_tiff_rows says which pictures are read. Takes what that takes, and one byte a tile. Errors: those of
/// decode_tiff_rows, syntax (a colour that the legend lacks), limit (more than fits `memory`).
Result<TileMap> decode_tiff(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name,
                            std::uint64_t memory = kAnyMemory);

/// Reads the same from a file of any length, of which a strip or a tile is in memory at a time; the hash is hash_bytes
/// of the file. `scratch_folder`: for make_tiles. Errors: those of decode_tiff, io.
Result<HashedMap> read_tiff(const PieceFile& file, const ColourLegend* legend, std::string_view name,
                            std::uint64_t memory = kAnyMemory, const std::filesystem::path& scratch_folder = {});

}  // namespace portolan
