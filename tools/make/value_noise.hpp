// SPDX-License-Identifier: BSL-1.0
// Smooth random fields in integers: random values on a lattice, interpolated (value noise, after K. Perlin, "An image
// synthesizer", 1985), summed over lattices of halving spacing.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace portolan::generators {

/// Values of a field run from 0 to this; sums of octaves gather around the middle.
inline constexpr std::int32_t kNoiseMax = 65535;
/// The middle of the values of a field.
inline constexpr std::int32_t kNoiseMiddle = 32768;

/// A smooth random field over the plane. Never repeats within the coordinates of a map.
class ValueNoise {
 public:
  /// Makes a field whose coarsest lattice has a spacing of 2^spacing_bits tiles; each further one of the `octaves` has
  /// half the spacing and half the weight of the one before. 1 <= octaves <= 8, octaves <= spacing_bits <= 16.
  ValueNoise(std::uint64_t seed, std::int32_t spacing_bits, std::int32_t octaves) noexcept;

  /// The value at a tile, |x| and |y| below 2^21. O(octaves).
  [[nodiscard]] std::int32_t at(std::int32_t x, std::int32_t y) const noexcept;

  /// The values at the tiles from (x, y) on eastwards, as at() gives them one by one, in a fraction of the time.
  void row(std::int32_t x, std::int32_t y, std::span<std::int32_t> values) const noexcept;

  /// Whether the level line of the field's middle value runs within about `distance` tiles of (x, y). With few octaves
  /// these lines wind smoothly: rivers, tunnels, boulevards.
  [[nodiscard]] bool near_level_line(std::int32_t x, std::int32_t y, std::int32_t distance) const noexcept;
  /// The same of a tile by its value, that of the tile to the east and that of the tile to the south.
  [[nodiscard]] bool near_level_line(std::int32_t value, std::int32_t east, std::int32_t south,
                                     std::int32_t distance) const noexcept;

 private:
  std::array<std::uint64_t, 8> seeds_{};  ///< by octave
  std::int32_t spacing_bits_;
  std::int32_t octaves_;
};

/// Stretches the contrast of a noise value: the values from `low` to `high` are spread over `to_low`..`to_high`.
[[nodiscard]] constexpr std::int32_t stretch(std::int32_t value, std::int32_t low, std::int32_t high,
                                             std::int32_t to_low, std::int32_t to_high) noexcept {
  const std::int64_t clamped = value < low ? low : value > high ? high : value;
  return to_low + static_cast<std::int32_t>((clamped - low) * (to_high - to_low) / (high - low));
}

}  // namespace portolan::generators
