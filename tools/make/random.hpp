// SPDX-License-Identifier: BSL-1.0
// Pseudo-random integers that are alike on every platform: SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable
// pseudorandom number generators", 2014), as a sequence and as a hash of coordinates.
#pragma once

#include <cstdint>

namespace portolan::generators {

/// The finaliser of SplitMix64: a bijection of 64-bit words that looks random.
[[nodiscard]] constexpr std::uint64_t scramble(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// A random word that belongs to (x, y); x and y within 32 bits.
[[nodiscard]] constexpr std::uint64_t hash_at(std::uint64_t seed, std::int64_t x, std::int64_t y) noexcept {
  return scramble(seed + static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U +
                  static_cast<std::uint64_t>(y) * 0xd1b54a32d192ed03U);
}

/// A seed of its own for each use of the world's seed.
[[nodiscard]] constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t use) noexcept {
  return scramble(scramble(seed + 0x9e3779b97f4a7c15U) + use * 0x9e3779b97f4a7c15U);
}

/// A sequence of random numbers.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  /// The next 64 random bits.
  std::uint64_t next() noexcept { return scramble(state_ += 0x9e3779b97f4a7c15U); }
  /// A random number from low to high, both included; high - low is below 2^31.
  std::int32_t between(std::int32_t low, std::int32_t high) noexcept {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int32_t>(((next() >> 32) * span) >> 32);
  }
  /// Whether a case occurs that has `percent` chances in 100.
  bool chance(std::int32_t percent) noexcept { return between(0, 99) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace portolan::generators
