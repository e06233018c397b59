// SPDX-License-Identifier: BSL-1.0
// Where the regions of each level lie: closed squares of side 32, 64, 128 ... whose neighbours share their border line.
//
// Region (i,j) of side S covers the tiles [S*i, S*i+S] x [S*j, S*j+S], cut at the map's edge, so that the tiles x = S*i
// and y = S*j belong to the regions on both sides. Every unit square of tiles lies inside one region; hence no step,
// and nothing that its legality depends on, ever crosses from one region to another without touching the shared line.
#pragma once

#include "portolan/core/geometry.hpp"

#include <bit>
#include <cstdint>

namespace portolan {

/// Side of a region of level 0, in tiles, between its border lines.
inline constexpr std::int32_t kRegionSide = 32;
inline constexpr int kRegionShift = 5;
/// More levels than a map of kMaxSide can have.
inline constexpr int kMaxRegionLevels = 16;

/// A region of some level, by column and row.
struct RegionIndex {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const RegionIndex&, const RegionIndex&) = default;
};

/// The squares of every level over a map. Plain data; all functions are O(1).
class RegionLayout {
 public:
  RegionLayout() = default;
  constexpr RegionLayout(std::int32_t width, std::int32_t height) noexcept : width_(width), height_(height) {}

  /// Levels that have at least one line between two regions; 0 if one region covers the map.
  [[nodiscard]] constexpr int levels() const noexcept {
    const auto longest = static_cast<std::uint32_t>(columns(0) > rows(0) ? columns(0) : rows(0));
    return static_cast<int>(std::bit_width(longest - 1));
  }
  [[nodiscard]] constexpr std::int32_t columns(int level) const noexcept { return count(width_, level); }
  [[nodiscard]] constexpr std::int32_t rows(int level) const noexcept { return count(height_, level); }
  [[nodiscard]] constexpr std::size_t regions(int level) const noexcept {
    return static_cast<std::size_t>(columns(level)) * static_cast<std::size_t>(rows(level));
  }
  [[nodiscard]] constexpr std::size_t number(int level, RegionIndex r) const noexcept {
    return static_cast<std::size_t>(r.y) * static_cast<std::size_t>(columns(level)) + static_cast<std::size_t>(r.x);
  }
  [[nodiscard]] constexpr RegionIndex region(int level, std::size_t number) const noexcept {
    const auto n = static_cast<std::size_t>(columns(level));
    return {static_cast<std::int32_t>(number % n), static_cast<std::int32_t>(number / n)};
  }
  /// The tiles of a region, its border lines included.
  [[nodiscard]] constexpr Rect area(int level, RegionIndex r) const noexcept {
    const std::int32_t side = kRegionSide << level;
    return intersection({{r.x * side, r.y * side}, {r.x * side + side + 1, r.y * side + side + 1}},
                        {{0, 0}, {width_, height_}});
  }
  /// The regions of level 0 whose area contains the tile: columns [min.x, max.x), rows [min.y, max.y); one, two or
  /// four.
  [[nodiscard]] constexpr Rect around(Tile t) const noexcept {
    return {{low(t.x), low(t.y)}, {high(t.x, width_) + 1, high(t.y, height_) + 1}};
  }
  /// The highest level that has a line through the tile, at most levels()-1; -1 if no line does.
  [[nodiscard]] constexpr int line_level(Tile t) const noexcept {
    const int x = line_level(t.x, width_);
    const int y = line_level(t.y, height_);
    return x > y ? x : y;
  }
  /// Whether the tile is on a line of level 0 between columns (vertical) or rows (horizontal).
  [[nodiscard]] constexpr bool on_vertical(Tile t) const noexcept { return low(t.x) != high(t.x, width_); }
  [[nodiscard]] constexpr bool on_horizontal(Tile t) const noexcept { return low(t.y) != high(t.y, height_); }

  /// Which corner of the tile's surroundings a region is in: bit 0 set if the tile is on the region's left line, bit 1
  /// if on its top line. Tells the up to four regions around a tile apart, at each level.
  [[nodiscard]] static constexpr std::uint32_t corner(int level, RegionIndex r, Tile t) noexcept {
    const std::int32_t side = kRegionSide << level;
    return (r.x != 0 && t.x == r.x * side ? 1U : 0U) | (r.y != 0 && t.y == r.y * side ? 2U : 0U);
  }

 private:
  // A last column of one single line of tiles is the border of the one before it, not a region of its own.
  static constexpr std::int32_t count(std::int32_t side, int level) noexcept {
    const std::int32_t step = kRegionSide << level;
    return side <= 2 ? 1 : (side - 2) / step + 1;
  }
  static constexpr std::int32_t high(std::int32_t v, std::int32_t side) noexcept {
    const std::int32_t last = count(side, 0) - 1;
    return (v >> kRegionShift) < last ? (v >> kRegionShift) : last;
  }
  static constexpr std::int32_t low(std::int32_t v) noexcept {
    return v <= 0 ? 0 : (v - 1) >> kRegionShift;
  }
  [[nodiscard]] constexpr int line_level(std::int32_t v, std::int32_t side) const noexcept {
    const std::int32_t line = v >> kRegionShift;
    if ((v & (kRegionSide - 1)) != 0 || line == 0 || line >= count(side, 0)) return -1;
    const int level = std::countr_zero(static_cast<std::uint32_t>(line));
    return level < levels() ? level : levels() - 1;
  }

  std::int32_t width_ = 1;
  std::int32_t height_ = 1;
};

}  // namespace portolan
