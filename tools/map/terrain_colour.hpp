// SPDX-License-Identifier: BSL-1.0
// What terrain looks like in pictures.
#pragma once

#include "drawing/sheet.hpp"
#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <cstdint>

namespace portolan::tools {

/// A colour for a terrain: the usual one for the letters of the benchmarks; for all else one by cost, from pale to
/// brown, and dark where it is impassable.
inline Colour terrain_colour(const Terrain& terrain, std::uint32_t cost, std::uint32_t least_cost) {
  if (terrain.name == "W") return {94, 140, 186};
  if (terrain.name == "T" && cost == 0) return {60, 92, 60};
  if (cost == 0) return {58, 56, 60};
  if (terrain.name == "G") return {178, 204, 140};
  if (terrain.name == "S") return {150, 168, 130};
  if (terrain.name == "T") return {104, 142, 92};
  const double ratio = std::min(8.0, static_cast<double>(cost) / least_cost);
  const auto shade = [&](int pale, int dark) {
    return static_cast<std::uint8_t>(pale - static_cast<int>((ratio - 1) / 7 * (pale - dark)));
  };
  return {shade(238, 130), shade(230, 92), shade(210, 60)};
}

}  // namespace portolan::tools
