// SPDX-License-Identifier: BSL-1.0
// What is odd about a map and those who move on it, though nothing is wrong: an author should look at it.
#pragma once

#include "portolan/grid/movement_profile.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// A mover that can stand on fewer tiles than one in this many finds nearly everything impassable.
inline constexpr std::int64_t kNearlyAllTiles = 100;

/// Says what is odd, in sentences without a full stop, each on one line:
///   - what the reader of the map remarked, but for default costs that every profile replaces;
///   - terrains of tiles, passable by default, that no profile prices, where every profile has prices of its own;
///   - profiles that price terrains which the map's palette lacks, with names that may have been meant;
///   - profiles for which nothing is impassable, and those that can stand nowhere or on fewer than one tile in
///     kNearlyAllTiles, with a footprint counted by its top-left tile; rows between floors do not count.
///
/// `name` stands for the map. O(tiles x profiles with footprints above 1), O(tiles) without any.
[[nodiscard]] std::vector<std::string> warnings_in(const TileMap& map, std::span<const MovementProfile> profiles,
                                                   std::string_view name);

}  // namespace portolan
