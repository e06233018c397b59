// SPDX-License-Identifier: BSL-1.0
// The `.map` format of the Moving AI benchmarks (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012):
// `type octile`, `height H`, `width W`, `map`, then H rows of W letters. Each letter is a terrain of that name.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/hashed_map.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace portolan {

/// Parses a whole file; `name` stands for it in errors. The palette holds the letters that occur, ordered by character
/// code; `.`, `G` and `S` cost 1, `@`, `O`, `T` and `W` are impassable by default. Height and width may swap places,
/// lines may end in CRLF, blank lines may follow the rows. O(bytes).
/// Errors: syntax, limit (a side beyond kMaxSide), unsupported (another type than octile).
Result<TileMap> parse_movingai(std::string_view text, std::string_view name);

/// Reads the same from a file of any length, with a few megabytes beside the tiles; the hash is hash_bytes of the file.
/// `scratch_folder`: for make_tiles. Errors: those of parse_movingai, io, limit (tiles that do not fit `memory`, a line
/// of more than 4 MiB).
Result<HashedMap> read_movingai(const PieceFile& file, std::string_view name, std::uint64_t memory,
                                const std::filesystem::path& scratch_folder = {});

/// Writes a map in that format, with LF. Default costs are not part of it. Error (unsupported): a terrain's name is not
/// one of the seven letters.
Result<std::string> write_movingai(const TileMap& map);

}  // namespace portolan
