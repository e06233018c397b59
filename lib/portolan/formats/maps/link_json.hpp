// SPDX-License-Identifier: BSL-1.0
// Links of a tile map as JSON:
//
//   {"portolan": "links", "version": 1,
//    "links": [{"from": [12, 7, 0], "to": [3, 4, 1], "cost": 2.5, "one_way": true, "name": "stairs"}]}
//
// Ends, costs and the rest mean what they do in tables (link_reader.hpp); a link needs `from` and `to`. Keys that are
// unknown or given twice are errors.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/json_tree.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace portolan {

/// Reads a whole text, in whose messages `source` stands for it; ends become tiles of this map. Errors: syntax (also a
/// value out of range, an end that is not on the map), unsupported (another version), limit (a tree of more than
/// `memory` bytes); they name the line. O(bytes).
Result<std::vector<Link>> parse_links_json(std::string_view text, std::string_view source, const TileMap& map,
                                           std::uint64_t memory);

/// Reads [x, y] or [x, y, floor] as a tile of a map. Error: syntax.
Outcome read_tile(const JsonValue& value, const TileMap& map, Tile& tile);

}  // namespace portolan
