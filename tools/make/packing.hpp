// SPDX-License-Identifier: BSL-1.0
// Covers a map with rectangles of random sizes, without gaps, overlaps, or lines that run through the whole map.
#pragma once

#include "make/value_noise.hpp"
#include "portolan/core/geometry.hpp"

#include <cstdint>
#include <vector>

namespace portolan::generators {

/// Sides of the rectangles, in tiles. Noise decides between small and large ones.
struct PackingSizes {
  std::int32_t least = 1;         ///< shortest side, where the map is no smaller
  std::int32_t small = 1;         ///< longest side (before rounding up to the free space) where the noise is lowest
  std::int32_t large = 1;         ///< longest side (before rounding up to the free space) where the noise is highest
  std::int32_t spacing_bits = 9;  ///< scale of the noise, see ValueNoise
};

/// Covers a map of width x height tiles; the rectangles come from top to bottom. They are placed greedily at the
/// topmost, then leftmost free tile, so that the free part always lies below a skyline. O(width*height) time.
[[nodiscard]] std::vector<Rect> pack_rectangles(std::int32_t width, std::int32_t height, std::uint64_t seed,
                                                const PackingSizes& sizes);

}  // namespace portolan::generators
