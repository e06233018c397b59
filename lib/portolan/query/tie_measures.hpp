// SPDX-License-Identifier: BSL-1.0
// What rules of ties go by: how many paths there are, chances, headings, and distances beside a line.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/split_mix.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace portolan {

/// A number of paths: mantissa * 2^exponent. Exact below 2^63; a sum beyond loses less than one part in 2^61, by
/// integers alone, so every machine counts alike and no number of paths is too large.
struct PathCount {
  std::uint64_t mantissa = 0;  ///< below 2^63, and not below 2^62 where the exponent is not 0
  std::uint64_t exponent = 0;

  /// How many times 2^to this is, rounded down; `to` must not be below the exponent.
  [[nodiscard]] constexpr std::uint64_t scaled(std::uint64_t to) const noexcept {
    const std::uint64_t shift = to - exponent;
    return shift < 64 ? mantissa >> shift : 0;
  }
};
[[nodiscard]] constexpr PathCount operator+(const PathCount& a, const PathCount& b) noexcept {
  const std::uint64_t exponent = a.exponent > b.exponent ? a.exponent : b.exponent;
  const std::uint64_t sum = a.scaled(exponent) + b.scaled(exponent);
  return sum >> 63 == 0 ? PathCount{sum, exponent} : PathCount{sum >> 1, exponent + 1};
}

/// Random numbers from a seed and from what they are for: what is drawn for different things is independent, and the
/// same again in whichever order it is asked for.
class Draws {
 public:
  Draws(std::uint64_t seed, std::initializer_list<std::uint64_t> things) noexcept : words_(seed) {
    for (const std::uint64_t thing : things) words_ = SplitMix(words_.next() ^ thing);
  }
  /// Evenly from [0, bound), bound > 0: whole words are drawn until one will do.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept {
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound);
    std::uint64_t drawn = words_.next() & mask;
    while (drawn >= bound) drawn = words_.next() & mask;
    return drawn;
  }

 private:
  SplitMix words_;
};

/// For a piece of a path.
[[nodiscard]] inline Draws draws_between(std::uint64_t seed, Tile from, Tile to) noexcept {
  const auto thing = [](std::int32_t part) { return std::uint64_t{static_cast<std::uint32_t>(part)}; };
  return {seed, {thing(from.x), thing(from.y), thing(to.x), thing(to.y)}};
}

/// Directions of steps.
inline constexpr std::size_t kDirections = 8;

/// The number of a step's direction.
[[nodiscard]] constexpr std::size_t heading(Tile from, Tile to) noexcept {
  const std::int32_t place = (to.y - from.y + 1) * 3 + (to.x - from.x + 1);
  return static_cast<std::size_t>(place < 4 ? place : place - 1);
}
/// The tile that a step leads to.
[[nodiscard]] constexpr Tile ahead(Tile from, std::size_t heading) noexcept {
  const auto place = static_cast<std::int32_t>(heading < 4 ? heading : heading + 1);
  return {from.x + place % 3 - 1, from.y + place / 3 - 1};
}

/// How far a tile lies beside the line through two others, in units of one over their distance.
[[nodiscard]] constexpr std::uint64_t beside(Tile from, Tile to, Tile t) noexcept {
  const std::int64_t cross =
      std::int64_t{to.x - from.x} * (t.y - from.y) - std::int64_t{to.y - from.y} * (t.x - from.x);
  return static_cast<std::uint64_t>(cross < 0 ? -cross : cross);
}

}  // namespace portolan
