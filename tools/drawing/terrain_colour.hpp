// SPDX-License-Identifier: BSL-1.0
// What terrain looks like in pictures and on the page.
#pragma once

#include "drawing/sheet.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>

namespace portolan::tools {

/// A colour for a terrain: its author's, if it has one; else the usual one for the letters of the benchmarks; else one
/// by the last word of its name that says what it is (water, road, wall, grass, ...), darker where it is impassable;
/// for all else one by cost, from pale to brown, and dark where it is impassable. O(length of the name).
[[nodiscard]] Colour terrain_colour(const Terrain& terrain, std::uint32_t cost, std::uint32_t least_cost);

}  // namespace portolan::tools
