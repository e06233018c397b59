// SPDX-License-Identifier: BSL-1.0
// A file of changes for a map, from a seed: a world at work, and queries in between.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace portolan {

/// Makes a file of changes (formats/maps/change_reader.hpp) with so many queries between positions that are passable at
/// the moment, and about one edit to four of them: doors across passages that close and open, buildings of walls with a
/// gap, tunnels dug into what is blocked, fires that open some of what is blocked and leave rubble; one edit in four
/// undoes an earlier one. Passable is what the map's default costs say. The same map, number and seed give the same
/// text on every platform. O(tiles + queries). Errors (usage): no terrain to walk on, or none that blocks; several
/// floors.
Result<std::string> make_changes(const TileMap& map, std::size_t queries, std::uint64_t seed);

}  // namespace portolan
