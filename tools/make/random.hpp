// SPDX-License-Identifier: BSL-1.0
// Random integers for worlds, alike on every platform: as a sequence and as a hash of coordinates.
#pragma once

#include "portolan/core/split_mix.hpp"

#include <cstdint>

namespace portolan::generators {

/// A random word that belongs to (x, y); x and y within 32 bits.
[[nodiscard]] constexpr std::uint64_t hash_at(std::uint64_t seed, std::int64_t x, std::int64_t y) noexcept {
  return scrambled(seed + static_cast<std::uint64_t>(x) * SplitMix::kStep +
                   static_cast<std::uint64_t>(y) * 0xd1b54a32d192ed03U);
}

/// A seed of its own for each use of the world's seed.
[[nodiscard]] constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t use) noexcept {
  return scrambled(scrambled(seed + SplitMix::kStep) + use * SplitMix::kStep);
}

/// A sequence of random numbers.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : words_(seed) {}

  /// The next 64 random bits.
  std::uint64_t next() noexcept { return words_.next(); }
  /// A random number from low to high, both included; high - low is below 2^31.
  std::int32_t between(std::int32_t low, std::int32_t high) noexcept {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int32_t>(((next() >> 32) * span) >> 32);
  }
  /// Whether a case occurs that has `percent` chances in 100.
  bool chance(std::int32_t percent) noexcept { return between(0, 99) < percent; }

 private:
  SplitMix words_;
};

}  // namespace portolan::generators
