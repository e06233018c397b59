// SPDX-License-Identifier: BSL-1.0
// The `.map` format of the Moving AI benchmarks (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012):
// `type octile`, `height H`, `width W`, `map`, then H rows of W letters. Each letter is a terrain of that name.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <string>
#include <string_view>

namespace portolan {

/// Parses a whole file; `name` stands for it in errors. The palette holds the letters that occur, ordered by character
/// code; `.`, `G` and `S` cost 1, `@`, `O`, `T` and `W` are impassable by default. Height and width may swap places,
/// lines may end in CRLF, blank lines may follow the rows. O(bytes).
/// Errors: syntax, limit (a side beyond kMaxSide), unsupported (another type than octile).
Result<TileMap> parse_movingai(std::string_view text, std::string_view name);

/// Writes a map in that format, with LF. Default costs are not part of it. Error (unsupported): a terrain's name is not
/// one of the seven letters.
Result<std::string> write_movingai(const TileMap& map);

}  // namespace portolan
