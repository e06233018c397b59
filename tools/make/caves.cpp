// SPDX-License-Identifier: BSL-1.0
// Random rock smoothed by a cellular automaton (L. Johnson, G. Yannakakis and J. Togelius, "Cellular automata for
// real-time generation of infinite cave levels", 2010). The share of rock drifts on several scales, which makes
// caverns, mazes of small caves and masses of rock; winding tunnels run through them.
#include "make/joining.hpp"
#include "make/painters.hpp"
#include "make/random.hpp"
#include "make/value_noise.hpp"

#include <algorithm>
#include <vector>

namespace portolan::generators {
namespace {

constexpr std::int32_t kSmoothings = 5;
constexpr std::int32_t kSmallestCave = 40;
/// Maps with a shorter side stay one open floor.
constexpr std::int32_t kSmallestWorld = 16;

LetterMap scatter_rock(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  const ValueNoise caverns(derive_seed(seed, 1), 6, 3);
  const ValueNoise lands(derive_seed(seed, 2), 9, 2);
  const ValueNoise tunnels(derive_seed(seed, 3), 6, 2);
  const std::uint64_t tiles = derive_seed(seed, 4);
  LetterMap map(width, height, letter::kRock);
  for (std::int32_t y = 1; y + 1 < height; ++y) {
    for (std::int32_t x = 1; x + 1 < width; ++x) {
      const std::int32_t rock =
          34'000 + (caverns.at(x, y) - kNoiseMiddle) * 5 / 4 + (lands.at(x, y) - kNoiseMiddle) / 4;
      const bool solid = static_cast<std::int32_t>(hash_at(tiles, x, y) >> 48) < rock;
      if (!solid || tunnels.near_level_line(x, y, 2)) map.at(x, y) = letter::kFloor;
    }
  }
  return map;
}

/// One step of the automaton: a tile becomes what most of the nine tiles around it are; outside is rock.
void smooth(LetterMap& map, LetterMap& next) {
  const auto width = static_cast<std::size_t>(map.width());
  std::vector<std::uint8_t> column(width, 0);  // open tiles among the three of each column
  for (std::int32_t y = 1; y + 1 < map.height(); ++y) {
    const std::uint8_t* const row = &map.letters()[map.index(0, y)];
    const std::uint8_t* const above = row - width;
    const std::uint8_t* const below = row + width;
    for (std::size_t x = 0; x < width; ++x) {
      column[x] = static_cast<std::uint8_t>(is_open(above[x]) + is_open(row[x]) + is_open(below[x]));
    }
    std::uint8_t* out = &next.letters()[next.index(0, y)];
    for (std::size_t x = 1; x + 1 < width; ++x) {
      out[x] = column[x - 1] + column[x] + column[x + 1] >= 5 ? letter::kFloor : letter::kRock;
    }
  }
  std::swap(map, next);
}

}  // namespace

LetterMap paint_caves(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  if (std::min(width, height) < kSmallestWorld) return {width, height, letter::kFloor};
  LetterMap map = scatter_rock(width, height, seed);
  {
    LetterMap next(width, height, letter::kRock);
    for (std::int32_t i = 0; i < kSmoothings; ++i) smooth(map, next);
  }
  fill_small_pieces(map, kSmallestCave, letter::kRock);
  JoiningRules rules;
  rules.effort.fill(1);
  rules.roughness.fill(3);
  rules.passage_width = 2;
  join_pieces(map, derive_seed(seed, 5), rules);
  return map;
}

}  // namespace portolan::generators
