// SPDX-License-Identifier: BSL-1.0
// Why there is no path, in words: from the map and the declared profile alone, without any index.
#pragma once

#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"
#include "portolan/grid/tile_text.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace portolan::tools {

/// Why there is no path.
struct Explanation {
  std::string text;           ///< sentences
  std::optional<Tile> place;  ///< the tile that the text speaks of: what blocks an end, or where the way is too narrow
  bool has_path = false;      ///< whether there is a path after all
};

/// Tiles of a map beyond which an explanation beside an answer takes more time and memory than it is worth.
inline constexpr std::size_t kMostExplained = std::size_t{1} << 26;

/// Why the profile's mover does not get from tile to tile: an end outside or blocked, islands apart; where the
/// footprint is to blame, the widest that would do, and the narrowest gap on a way of that one. The mover stands at an
/// end with its top-left tile; tiles are called as `names` says. Says so if there is a path. O(tiles * log^2
/// footprint), memory 13 bytes a tile.
[[nodiscard]] Explanation explain_no_path(const TileMap& map, const MovementProfile& profile, Tile from, Tile to,
                                          const TileNames& names);

}  // namespace portolan::tools
