// SPDX-License-Identifier: BSL-1.0
// Worlds of any size, of which every tile is a function of its place and a seed: they are made row by row, any part of
// them by itself, and a larger one shows the smaller one in its corner. Nothing is joined, so that they may have many
// islands. Integers only, so the same tiles come on every platform.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// What such a world looks like.
enum class FieldKind : std::uint8_t {
  caves,    ///< caverns, winding tunnels and masses of rock
  noise,    ///< independent random blocked tiles, their density drifting between 10 % and 40 %
  city,     ///< avenues, streets, buildings, yards and parks, a river with bridges
  islands,  ///< a sea with islands of four prices: grass, sand, forest, swamp; and bare rock
};

/// The kind of a name: `field-caves`, `field-noise`, `field-city` or `field-islands`; nothing if there is none.
[[nodiscard]] std::optional<FieldKind> parse_field_kind(std::string_view name) noexcept;

/// The terrains of a kind, all of them, whether they occur or not.
[[nodiscard]] std::vector<Terrain> field_palette(FieldKind kind);

/// Fills `rows` with whole rows of a world `width` tiles wide, from row `first_row` on, as ids of field_palette. All
/// rows lie within kMaxSide. Work is spread over threads (0: one a core), and the tiles do not depend on that. O(tiles)
/// time; some hundred rows of scratch memory a thread.
/// @throws std::bad_alloc
void paint_field(FieldKind kind, std::uint64_t seed, std::int32_t width, std::int32_t first_row,
                 std::span<TerrainId> rows, unsigned threads);

}  // namespace portolan
