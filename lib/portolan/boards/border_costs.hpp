// SPDX-License-Identifier: BSL-1.0
// What it costs to walk from area to neighbouring area, where an author drew areas over a tile map.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/core/decimal.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Decimals of the costs of borders in the board, which are rounded up.
inline constexpr std::uint32_t kBorderCostDecimals = 3;

/// Where steps lead from one area to another, in ascending order. `area_at`: by tile its area, kNoArea where it
/// has none. O(tiles * log borders).
[[nodiscard]] std::vector<AreaBorder> find_borders(const GridView& grid, std::span<const AreaId> area_at);

/// For each border the least cost of a way from anchor to anchor that keeps to the tiles of the two areas and crosses
/// no closed border; kInfiniteCost where there is none. The areas may have links, which are not taken, and must be
/// sound (fault_of). The same for any number of threads (0: one a core). O(borders * tiles of two areas).
[[nodiscard]] std::vector<Cost> measure_borders(const GridView& grid, const AreasView& areas,
                                                std::span<const AreaBorder> borders, unsigned threads);

/// A cost of a mover in tiles, rounded up to kBorderCostDecimals; nothing if it does not fit an arc.
[[nodiscard]] std::optional<Decimal> in_tiles(const MoveRules& rules, Cost cost);

/// The same of a cost at any angle, in 2^-fraction_bits tile.
[[nodiscard]] std::optional<Decimal> straight_in_tiles(const MoveRules& rules, std::uint32_t fraction_bits, Cost cost);

/// The reverse of in_tiles for the cost of an arc, to the nearest unit.
[[nodiscard]] Cost in_units(const MoveRules& rules, const Decimal& tiles);

}  // namespace portolan
