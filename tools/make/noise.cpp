// SPDX-License-Identifier: BSL-1.0
// Independent random blocked tiles, their density drifting over the map.
#include "make/painters.hpp"
#include "make/random.hpp"
#include "make/value_noise.hpp"

namespace portolan::generators {

LetterMap paint_noise(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  LetterMap map(width, height, letter::kFloor);
  const ValueNoise density(derive_seed(seed, 1), 8, 2);
  const std::uint64_t tiles = derive_seed(seed, 2);
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const std::int32_t blocked =
          stretch(density.at(x, y), kNoiseMax / 5, kNoiseMax / 5 * 4, kNoiseMax / 10, kNoiseMax / 10 * 4);
      if (static_cast<std::int32_t>(hash_at(tiles, x, y) >> 48) < blocked) map.at(x, y) = letter::kRock;
    }
  }
  return map;
}

}  // namespace portolan::generators
