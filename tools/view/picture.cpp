// SPDX-License-Identifier: BSL-1.0
#include "view/picture.hpp"

#include <algorithm>

namespace portolan::tools {
namespace {

constexpr std::int32_t kSamples = 4;

/// The mean of colours, those that are more opaque counting for more.
class Mean {
 public:
  void add(Colour c) {
    r_ += std::uint32_t{c.r} * c.a;
    g_ += std::uint32_t{c.g} * c.a;
    b_ += std::uint32_t{c.b} * c.a;
    alpha_ += c.a;
    ++count_;
  }
  [[nodiscard]] Colour get() const {
    if (alpha_ == 0) return {0, 0, 0, 0};
    const auto of = [&](std::uint32_t sum) { return static_cast<std::uint8_t>((sum + alpha_ / 2) / alpha_); };
    return {of(r_), of(g_), of(b_), static_cast<std::uint8_t>(alpha_ / count_)};
  }

 private:
  std::uint32_t r_ = 0;
  std::uint32_t g_ = 0;
  std::uint32_t b_ = 0;
  std::uint32_t alpha_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Result<Canvas> picture_of(const Rect& bounds, Tile origin, std::int32_t zoom, std::int32_t width, std::int32_t height,
                          const std::function<Colour(Tile)>& colour) {
  auto canvas = Canvas::create(width, height, {0, 0, 0, 0});
  if (!canvas) return canvas;
  const std::int32_t side = std::int32_t{1} << zoom;
  const std::int32_t step = std::max(1, side / kSamples);
  for (std::int32_t v = 0; v < height; ++v) {
    for (std::int32_t u = 0; u < width; ++u) {
      Mean mean;
      const Tile corner{origin.x + u * side, origin.y + v * side};
      for (std::int32_t y = step / 2; y < side; y += step) {
        for (std::int32_t x = step / 2; x < side; x += step) {
          const Tile at{corner.x + x, corner.y + y};
          if (bounds.contains(at)) mean.add(colour(at));
        }
      }
      canvas->set({u, v}, mean.get());
    }
  }
  return canvas;
}

}  // namespace portolan::tools
