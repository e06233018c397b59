// SPDX-License-Identifier: BSL-1.0
// SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014): numbers that
// look random and are alike on every machine.
#pragma once

#include <cstdint>

namespace portolan {

/// The finaliser of SplitMix64: a bijection of 64-bit words.
[[nodiscard]] constexpr std::uint64_t scrambled(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9;
  z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EB;
  return z ^ (z >> 31);
}

/// A sequence of random words. One thread at a time.
class SplitMix {
 public:
  explicit constexpr SplitMix(std::uint64_t seed) noexcept : state_(seed) {}

  /// The next 64 random bits.
  constexpr std::uint64_t next() noexcept { return scrambled(state_ += kStep); }

  /// The golden ratio as a fraction of 2^64, by which the state grows.
  static constexpr std::uint64_t kStep = 0x9E37'79B9'7F4A'7C15;

 private:
  std::uint64_t state_;
};

}  // namespace portolan
