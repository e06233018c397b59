// SPDX-License-Identifier: BSL-1.0
#include "make/packing.hpp"

#include "make/random.hpp"

#include <algorithm>

namespace portolan::generators {
namespace {

/// A random side that leaves nothing, or enough for another rectangle, of `space`.
std::int32_t choose_side(Random& random, std::int32_t least, std::int32_t most, std::int32_t space) noexcept {
  const std::int32_t side = random.between(least, std::max(least, most));
  return space - side < least ? space : side;
}

/// The free part of the map lies below this line.
class Skyline {
 public:
  explicit Skyline(std::int32_t width) : bottom_(static_cast<std::size_t>(width), 0) {}

  [[nodiscard]] std::int32_t operator[](std::int32_t x) const noexcept { return bottom_[static_cast<std::size_t>(x)]; }
  void cover(const Rect& r) noexcept { std::fill(bottom_.begin() + r.min.x, bottom_.begin() + r.max.x, r.max.y); }
  /// Where the free tiles from x on at height y end, or `most` tiles further.
  [[nodiscard]] std::int32_t free_end(std::int32_t x, std::int32_t y, std::int32_t most) const noexcept {
    const std::int32_t stop = std::min(static_cast<std::int32_t>(bottom_.size()), x + most);
    while (x < stop && (*this)[x] <= y) ++x;
    return x;
  }

 private:
  std::vector<std::int32_t> bottom_;
};

}  // namespace

std::vector<Rect> pack_rectangles(std::int32_t width, std::int32_t height, std::uint64_t seed,
                                  const PackingSizes& sizes) {
  const ValueNoise scale(derive_seed(seed, 1), sizes.spacing_bits, 3);
  Random random(derive_seed(seed, 2));
  Skyline skyline(width);
  std::vector<Rect> rectangles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      if (skyline[x] > y) continue;
      const std::int32_t space = skyline.free_end(x, y, 4 * sizes.large) - x;
      const std::int32_t most = stretch(scale.at(x, y), kNoiseMax / 4, kNoiseMax / 4 * 3, sizes.small, sizes.large);
      const std::int32_t across = choose_side(random, sizes.least, most, space);
      std::int32_t down = choose_side(random, sizes.least, std::min(most, 2 * across), height - y);
      // Rectangles that end level with a neighbour make room for wide ones below; without this, columns would form.
      const std::int32_t level = (x > 0 && random.chance(50) ? skyline[x - 1]
                                  : x + across < width       ? skyline[x + across]
                                                             : y) -
                                 y;
      if (level >= sizes.least && level <= 2 * most && height - y - level >= sizes.least && random.chance(75))
        down = level;
      rectangles.push_back({{x, y}, {x + across, y + down}});
      skyline.cover(rectangles.back());
    }
  }
  return rectangles;
}

}  // namespace portolan::generators
