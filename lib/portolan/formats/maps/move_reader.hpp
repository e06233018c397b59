// SPDX-License-Identifier: BSL-1.0
// Moves of a tile map as a table (TSV or CSV) with a header:
//
//   from   to    cost     both
//   12,7   13,7  blocked  yes
//   3,4,1  3,5,1 2.5      no
//
// A tile is x,y, with a third number its floor, 0 if it is not given; between commas tiles are put in quotes. `to` must
// share a side with `from`. The cost is what crossing their edge adds, in tiles at terrain cost 1 with up to four
// decimals, or `blocked`; it is `blocked` if it is not given. A move is for its own direction, unless `both` says yes
// (true, 1). The columns `from` and `to` must be there, the others may be absent. Unknown and repeated ones are errors;
// lines that start with `#` are comments. A text that begins with `{` is read as JSON:
//
//   {"portolan": "moves", "version": 1,
//    "moves": [{"from": [12, 7], "to": [13, 7], "cost": "blocked", "both": true}]}
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace portolan {

/// Reads a whole text, in whose messages `source` stands for it; tiles become those of this map. Errors: syntax (also a
/// value out of range, tiles that share no side or are not on the map), unsupported (JSON of another version), limit
/// (JSON whose tree takes more than `memory` bytes, more than kMaxMoveCosts different costs); they name the line.
/// O(bytes).
Result<std::vector<Move>> parse_moves(std::string_view text, std::string_view source, const TileMap& map,
                                      std::uint64_t memory = kAnyMemory);

/// The cost of a move as written: a number of tiles, or `blocked`, which it is if empty. Error (syntax), which holds
/// the reason alone. Internal to the module.
Result<std::uint64_t> move_cost_of(std::string_view text);

}  // namespace portolan
