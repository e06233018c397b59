// SPDX-License-Identifier: BSL-1.0
// Worlds from a seed in which links matter. The same seed gives the same world on every platform, as with
// make_world.hpp.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Maps that lie above each other, and links between them.
struct LinkedWorld {
  std::vector<TileMap> floors;  ///< the maps, the lowest first
  std::vector<Link> links;      ///< in tiles of the stacked map (TileMap::stack)
};

/// Makes floors of rooms, each joined to the next by stairs, one for about 2000 tiles, and by chutes that lead down
/// only. Errors: those of make_world, limit (more rows in all than a map has).
Result<LinkedWorld> make_tower(std::int32_t width, std::int32_t height, std::int32_t floors, std::uint64_t seed);

/// Makes islands of several terrains, with a ferry between shores for about 16,000 tiles, some of which leave one way
/// only. Errors: those of make_world.
Result<LinkedWorld> make_archipelago(std::int32_t width, std::int32_t height, std::uint64_t seed);

}  // namespace portolan
