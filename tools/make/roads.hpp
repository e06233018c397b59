// SPDX-License-Identifier: BSL-1.0
// Roads that join towns over land that is more or less easy to cross.
#pragma once

#include "make/letter_map.hpp"

#include <cstdint>

namespace portolan::generators {

/// Scatters towns over the grass, about one per 64x64 tiles, and joins many neighbouring ones by roads of floor, two
/// tiles wide, where there is a way without long bridges. A road takes the way of least effort: along older roads, over
/// grass, around swamps, woods, water and rock. O(tiles).
void draw_roads(LetterMap& map, std::uint64_t seed);

}  // namespace portolan::generators
