// SPDX-License-Identifier: BSL-1.0
// Where to go instead of a tile that cannot be stood on or reached.
#pragma once

#include "portolan/world/world.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// For nearest_standing_tile: any island will do.
inline constexpr std::uint32_t kAnyIsland = 0;

/// The passable tile of an island that is nearest to `wanted` in a straight line; of several the uppermost, then the
/// leftmost. `islands` are those of the grid, or of the file below it, and unused for kAnyIsland. A tile outside the
/// map counts as the tile of the map nearest to it. Nothing if the island has no tile. O(d^2) in the distance d found.
[[nodiscard]] std::optional<Tile> nearest_standing_tile(const GridView& grid, const IslandsView& islands, Tile wanted,
                                                        std::uint32_t island) noexcept;

}  // namespace portolan
