// SPDX-License-Identifier: BSL-1.0
// What the generators draw on: a letter of the Moving AI format per tile.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::generators {

namespace letter {
inline constexpr std::uint8_t kFloor = '.';
inline constexpr std::uint8_t kGrass = 'G';
inline constexpr std::uint8_t kRock = '@';
inline constexpr std::uint8_t kSwamp = 'S';
inline constexpr std::uint8_t kTrees = 'T';
inline constexpr std::uint8_t kWater = 'W';
}  // namespace letter

/// Whether a letter can be walked on by default.
[[nodiscard]] constexpr bool is_open(std::uint8_t l) noexcept {
  return l == letter::kFloor || l == letter::kGrass || l == letter::kSwamp;
}

/// A map of width x height letters, row by row. Owns them.
class LetterMap {
 public:
  LetterMap(std::int32_t width, std::int32_t height, std::uint8_t fill)
      : width_(width),
        letters_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill),
        height_(height) {}

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width_, height_}}; }
  [[nodiscard]] std::size_t index(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  [[nodiscard]] std::uint8_t& at(std::int32_t x, std::int32_t y) noexcept { return letters_[index(x, y)]; }
  [[nodiscard]] std::uint8_t at(std::int32_t x, std::int32_t y) const noexcept { return letters_[index(x, y)]; }
  [[nodiscard]] std::vector<std::uint8_t>& letters() noexcept { return letters_; }
  [[nodiscard]] const std::vector<std::uint8_t>& letters() const noexcept { return letters_; }

  /// Sets the tiles of a rectangle, as far as it lies on the map, to a letter.
  void fill(const Rect& rect, std::uint8_t l) noexcept {
    const Rect visible = intersection(rect, bounds());
    for (std::int32_t y = visible.min.y; y < visible.max.y; ++y) {
      for (std::int32_t x = visible.min.x; x < visible.max.x; ++x) at(x, y) = l;
    }
  }

 private:
  std::int32_t width_;
  std::vector<std::uint8_t> letters_;
  std::int32_t height_;
};

}  // namespace portolan::generators
