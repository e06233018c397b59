// SPDX-License-Identifier: BSL-1.0
// A sea with islands: height and moisture, both smooth random fields, choose the terrain of each tile; then come towns
// and roads, and at last bridges between the islands that are still apart.
#include "make/joining.hpp"
#include "make/painters.hpp"
#include "make/random.hpp"
#include "make/roads.hpp"
#include "make/value_noise.hpp"

#include <algorithm>

namespace portolan::generators {
namespace {

constexpr std::int32_t kSeaLevel = 30'500;
constexpr std::int32_t kBeach = 700;      ///< height of beaches above the sea
constexpr std::int32_t kLowland = 5'500;  ///< swamps lie below
constexpr std::int32_t kUpland = 13'000;  ///< bare rock begins this far above the mean land
constexpr std::int32_t kSmallestIsland = 100;

/// Terrain by height above the sea, height above the land around, and moisture.
std::uint8_t choose_terrain(std::int32_t height, std::int32_t relief, std::int32_t moisture) noexcept {
  if (height < 0) return letter::kWater;
  if (height < kBeach) return letter::kFloor;
  if (relief > kUpland) return letter::kRock;
  if (height < kLowland && moisture > 41'000) return letter::kSwamp;
  if (height >= kBeach * 2 && moisture > 36'500 + (kUpland - relief) / 8) return letter::kTrees;
  return moisture < 23'500 ? letter::kFloor : letter::kGrass;
}

LetterMap paint_land(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  const ValueNoise lands(derive_seed(seed, 1), 7, 6);
  const ValueNoise continents(derive_seed(seed, 2), 10, 2);
  const ValueNoise moisture(derive_seed(seed, 3), 6, 5);
  const ValueNoise bend_x(derive_seed(seed, 4), 6, 2);
  const ValueNoise bend_y(derive_seed(seed, 5), 6, 2);
  LetterMap map(width, height, letter::kWater);
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      // Bending the plane hides the lattice of the noise.
      const std::int32_t bent_x = x + (bend_x.at(x, y) - kNoiseMiddle) / 1024;
      const std::int32_t bent_y = y + (bend_y.at(x, y) - kNoiseMiddle) / 1024;
      const std::int32_t relief = lands.at(bent_x, bent_y) - kSeaLevel;
      const std::int32_t ground = relief + (continents.at(x, y) - kNoiseMiddle) / 4;
      map.at(x, y) = choose_terrain(ground, relief, moisture.at(bent_x, bent_y));
    }
  }
  return map;
}

}  // namespace

LetterMap paint_islands(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  LetterMap map = paint_land(width, height, seed);
  if (std::min(width, height) < 8) return map;
  draw_roads(map, derive_seed(seed, 6));
  JoiningRules rules;
  rules.smallest = kSmallestIsland;
  rules.effort.fill(1);
  rules.effort[letter::kRock] = 2;
  rules.roughness[letter::kRock] = 3;
  rules.roughness[letter::kTrees] = 3;
  rules.effort[letter::kWater] = 3;
  rules.passage_width = 2;
  join_pieces(map, derive_seed(seed, 7), rules);
  return map;
}

}  // namespace portolan::generators
