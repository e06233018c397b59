// SPDX-License-Identifier: BSL-1.0
// Where paths on weighted terrain may cross the sides of unit cells so that the best of them is nearly as good as the
// best of all.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace portolan {

/// Points on every side of the cells, besides its ends. With them a least path costs at most 1 + excess times the
/// optimum: DECISIONS.md has the proof, tests/query/test_steiner_points.cpp the figures.
struct SteinerLevel {
  std::uint32_t excess_millionths = 0;        ///< proven
  std::uint32_t points = 0;                   ///< on a side
  std::array<std::uint8_t, 15> first_half{};  ///< their distances to the nearer end in 256ths of a side; the other
                                              ///< half mirrors them. Even, so that half a tile has them too
  /// Of point i, counted from 0, to the first end, in 256ths of a side.
  [[nodiscard]] constexpr std::int32_t offset(std::uint32_t i) const noexcept {
    return 2 * i < points ? first_half[i] : 256 - first_half[points - 1 - i];
  }
};

/// From coarse to fine.
inline constexpr std::array kSteinerLevels{
    SteinerLevel{31'000, 4, {36, 98}},
    SteinerLevel{17'500, 6, {22, 64, 106}},
    SteinerLevel{12'600, 8, {16, 40, 74, 110}},
    SteinerLevel{8'800, 10, {12, 32, 56, 84, 112}},
    SteinerLevel{5'200, 14, {6, 14, 30, 48, 68, 90, 116}},
    SteinerLevel{3'400, 18, {4, 10, 20, 32, 46, 62, 80, 98, 118}},
    SteinerLevel{2'500, 22, {2, 6, 14, 22, 34, 46, 60, 72, 88, 104, 120}},
    SteinerLevel{1'600, 30, {2, 6, 10, 16, 24, 30, 38, 48, 58, 66, 78, 88, 98, 110, 122}},
};
/// The most points on a side at any level.
inline constexpr std::uint32_t kMostSteinerPoints = kSteinerLevels.back().points;

}  // namespace portolan
