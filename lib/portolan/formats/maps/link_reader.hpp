// SPDX-License-Identifier: BSL-1.0
// Links of a tile map as a table (TSV or CSV) with a header:
//
//   from     to        cost  one_way  name
//   12,7,0   3,4,1     2.5   yes      stairs of the north tower
//
// An end is a tile, x,y, with a third number its floor, 0 if it is not given; between commas ends are put in quotes.
// The cost is in tiles at terrain cost 1, with up to four decimals, 1 if it is not given; links lead both ways unless
// `one_way` says otherwise (yes, true or 1). The columns `from` and `to` must be there, the others may be absent.
// Unknown and repeated ones are errors; lines that start with `#` are comments. A text that begins with `{` is read as
// JSON (link_json.hpp).
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Reads a whole text, in whose messages `source` stands for it; ends become tiles of this map. Errors: syntax (also a
/// value out of range, an end that is not on the map), unsupported (JSON of another version), limit (JSON whose tree
/// takes more than `memory` bytes); they name the line. O(bytes).
Result<std::vector<Link>> parse_links(std::string_view text, std::string_view source, const TileMap& map,
                                      std::uint64_t memory = kAnyMemory);

/// Reads links, as parse_links does, from a file. Errors: those of parse_links, and io.
Result<std::vector<Link>> read_links(const std::filesystem::path& path, const TileMap& map);

/// Writes the links of a map as a table with tabs, which parse_links reads back.
[[nodiscard]] std::string link_table(const TileMap& map);

}  // namespace portolan
