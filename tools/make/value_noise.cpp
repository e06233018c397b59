// SPDX-License-Identifier: BSL-1.0
#include "make/value_noise.hpp"

#include "make/random.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan::generators {
namespace {

/// 3t^2 - 2t^3 for t in 1/65536.
std::int64_t smooth(std::int64_t t) noexcept {
  return (t * t >> 16) * (3 * 65536 - 2 * t) >> 16;
}

std::int64_t lattice_value(std::uint64_t seed, std::int64_t x, std::int64_t y) noexcept {
  return static_cast<std::int64_t>(hash_at(seed, x, y) >> 48);
}

std::int64_t octave(std::uint64_t seed, std::int64_t x, std::int64_t y, std::int32_t bits) noexcept {
  const std::int64_t left = x >> bits;
  const std::int64_t top = y >> bits;
  const std::int64_t across = smooth((x - (left << bits)) << (16 - bits));
  const std::int64_t down = smooth((y - (top << bits)) << (16 - bits));
  const auto mix = [](std::int64_t a, std::int64_t b, std::int64_t t) { return a + ((b - a) * t >> 16); };
  return mix(mix(lattice_value(seed, left, top), lattice_value(seed, left + 1, top), across),
             mix(lattice_value(seed, left, top + 1), lattice_value(seed, left + 1, top + 1), across), down);
}

}  // namespace

ValueNoise::ValueNoise(std::uint64_t seed, std::int32_t spacing_bits, std::int32_t octaves) noexcept
    : spacing_bits_(spacing_bits), octaves_(octaves) {
  for (std::size_t i = 0; i < seeds_.size(); ++i) seeds_[i] = derive_seed(seed, i);
}

std::int32_t ValueNoise::at(std::int32_t x, std::int32_t y) const noexcept {
  std::int64_t sum = 0;
  std::int64_t weights = 0;
  for (std::int32_t i = 0; i < octaves_; ++i) {
    const std::uint64_t seed = seeds_[static_cast<std::size_t>(i)];
    const std::int64_t weight = std::int64_t{1} << (octaves_ - 1 - i);
    // Lattices that start elsewhere for each octave and seed: no line of the map is special.
    const auto shift_x = static_cast<std::int64_t>(seed & 0xffff);
    const auto shift_y = static_cast<std::int64_t>(seed >> 16 & 0xffff);
    sum += weight * octave(seed, x + shift_x, y + shift_y, spacing_bits_ - i);
    weights += weight;
  }
  return static_cast<std::int32_t>(sum / weights);
}

void ValueNoise::row(std::int32_t x, std::int32_t y, std::span<std::int32_t> values) const noexcept {
  std::fill(values.begin(), values.end(), 0);
  std::int32_t weights = 0;
  const auto mix = [](std::int64_t a, std::int64_t b, std::int64_t t) { return a + ((b - a) * t >> 16); };
  for (std::int32_t i = 0; i < octaves_; ++i) {
    const std::uint64_t seed = seeds_[static_cast<std::size_t>(i)];
    const std::int32_t bits = spacing_bits_ - i;
    const std::int32_t weight = std::int32_t{1} << (octaves_ - 1 - i);
    weights += weight;
    const std::int64_t first = x + static_cast<std::int64_t>(seed & 0xffff);
    const std::int64_t line = y + static_cast<std::int64_t>(seed >> 16 & 0xffff);
    const std::int64_t top = line >> bits;
    const std::int64_t down = smooth((line - (top << bits)) << (16 - bits));
    std::int64_t left = first >> bits;
    std::int64_t top_right = lattice_value(seed, left, top);
    std::int64_t bottom_right = lattice_value(seed, left, top + 1);
    // A cell of the lattice after the other, whose values are hashed once.
    std::int64_t step = first - (left << bits);
    for (std::size_t at = 0; at < values.size(); step = 0) {
      const std::int64_t top_left = std::exchange(top_right, lattice_value(seed, ++left, top));
      const std::int64_t bottom_left = std::exchange(bottom_right, lattice_value(seed, left, top + 1));
      for (; step < (std::int64_t{1} << bits) && at < values.size(); ++step, ++at) {
        const std::int64_t across = smooth(step << (16 - bits));
        const std::int64_t value = mix(mix(top_left, top_right, across), mix(bottom_left, bottom_right, across), down);
        values[at] += weight * static_cast<std::int32_t>(value);
      }
    }
  }
  for (std::int32_t& value : values) value /= weights;
}

bool ValueNoise::near_level_line(std::int32_t x, std::int32_t y, std::int32_t distance) const noexcept {
  return near_level_line(at(x, y), at(x + 1, y), at(x, y + 1), distance);
}

bool ValueNoise::near_level_line(std::int32_t value, std::int32_t east, std::int32_t south,
                                 std::int32_t distance) const noexcept {
  const std::int32_t height = std::abs(value - kNoiseMiddle);
  // The steepest slope of the coarsest lattice is 1.5 of its range per spacing; twice that allows for the others.
  if (height > std::int64_t{distance} * 3 * (kNoiseMax >> spacing_bits_)) return false;
  const std::int32_t slope_x = std::abs(east - value);
  const std::int32_t slope_y = std::abs(south - value);
  const std::int32_t slope = std::max(slope_x, slope_y) + std::min(slope_x, slope_y) / 2;
  // Where the field is nearly flat the line would widen into a lake.
  const std::int32_t least = (kNoiseMax >> spacing_bits_) / 4;
  return height < std::int64_t{distance} * std::max(slope, least);
}

}  // namespace portolan::generators
