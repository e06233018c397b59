// SPDX-License-Identifier: BSL-1.0
// What it costs to walk from region to neighbouring region, where an author drew regions over a tile map.
#pragma once

#include "portolan/core/decimal.hpp"
#include "portolan/regions/drawn_regions.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Decimals of the costs of borders in the region graph, which are rounded up.
inline constexpr std::uint32_t kBorderCostDecimals = 3;

/// Where steps lead from one region to another, in ascending order. `region_at`: by tile its region, kNoArea where it
/// has none. O(tiles * log borders).
[[nodiscard]] std::vector<RegionBorder> find_borders(const GridView& grid, std::span<const AreaId> region_at);

/// For each border the least cost of a way from anchor to anchor that keeps to the tiles of the two regions and crosses
/// no closed border; kInfiniteCost where there is none. The regions may have links, which are not taken, and must be
/// sound (fault_of). The same for any number of threads (0: one a core). O(borders * tiles of two regions).
[[nodiscard]] std::vector<Cost> measure_borders(const GridView& grid, const DrawnRegionsView& regions,
                                                std::span<const RegionBorder> borders, unsigned threads);

/// A cost of a mover in tiles, rounded up to kBorderCostDecimals; nothing if it does not fit an arc.
[[nodiscard]] std::optional<Decimal> in_tiles(const MoveRules& rules, Cost cost);

/// The reverse for the cost of an arc, to the nearest unit.
[[nodiscard]] Cost in_units(const MoveRules& rules, const Decimal& tiles);

}  // namespace portolan
