// SPDX-License-Identifier: BSL-1.0
// Maps drawn in a text file, with a legend that says what each character is:
//
//   portolan ascii 1
//   . grass 1
//   ~ swamp 2.5
//   # rock -
//   map
//   ..~~#
//   ...~#
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <string>
#include <string_view>

namespace portolan {

/// Parses a whole file; `name` stands for it in errors. A legend line is one printable character of ASCII, a terrain
/// name without blanks (several characters may name the same terrain) and its cost: a decimal above 0, at most 10^5,
/// with at most 4 decimals, or `-` for impassable. The palette lists the terrains in the order of the legend, used or
/// not. Rows have equal lengths; lines may end in CRLF, blank lines may follow the rows. O(bytes). Remarks: characters
/// of the legend that no tile has. Errors: syntax, limit (a side beyond kMaxSide, more than 255 terrains), unsupported
/// (another version).
Result<TileMap> parse_ascii(std::string_view text, std::string_view name);

/// Writes a map in that format, with LF: the whole palette in its order, used or not, a terrain whose name is one
/// printable character as that, others as their first character that is free, or any. Links and remarks are not part of
/// it. O(tiles). Errors (unsupported): several floors, moves, more than 94 terrains, a name that is empty or has blanks
/// or control characters.
Result<std::string> write_ascii(const TileMap& map);

}  // namespace portolan
