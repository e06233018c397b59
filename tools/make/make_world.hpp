// SPDX-License-Identifier: BSL-1.0
// Worlds from a seed: the same recipe gives the same tiles on every platform and for every compiler, since nothing but
// integers is used. A world never repeats itself, and larger worlds show variation on larger scales too.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace portolan {

/// What a generated world looks like.
enum class WorldKind : std::uint8_t {
  caves,    ///< caverns, winding tunnels and masses of rock
  rooms,    ///< rectangular rooms joined by doors
  maze,     ///< a maze with a few loops; the seed chooses the width of its corridors, 1 to 4 tiles
  islands,  ///< terrain in a sea: grass, swamp, forest, rock; roads, fords and bridges
  city,     ///< streets, buildings, parks, a river with bridges
  noise,    ///< independent random blocked tiles, their density drifting between 10 % and 40 %
};

/// The kind of a name, which is written as in the enumeration; nothing if there is none.
[[nodiscard]] std::optional<WorldKind> parse_world_kind(std::string_view name) noexcept;
/// The name of the kind, as in the enumeration.
[[nodiscard]] std::string_view to_string(WorldKind kind) noexcept;

/// Everything that a generated world depends on.
struct WorldRecipe {
  WorldKind kind = WorldKind::caves;
  std::int32_t width = 0;   ///< in tiles, from 1 to kMaxSide
  std::int32_t height = 0;  ///< in tiles, from 1 to kMaxSide
  std::uint64_t seed = 0;
};

/// The most tiles of a generated world (16384 x 16384).
inline constexpr std::int64_t kMaxGeneratedTiles = std::int64_t{1} << 28;

/// Makes the world of a recipe. Its terrains are letters of the Moving AI format, only those that occur, ordered by
/// character code: `.` floor or road, `G` grass and `S` swamp cost 1; `@` rock or wall, `T` trees and `W` water are
/// impassable by default. Most of what is passable by default is one island. O(tiles) time; at most about 10 bytes a
/// tile while it runs. Errors (limit): a side outside 1 to kMaxSide, more than kMaxGeneratedTiles tiles.
Result<TileMap> make_world(const WorldRecipe& recipe);

}  // namespace portolan
