// SPDX-License-Identifier: BSL-1.0
// Where the regions of each level lie: closed squares of side 32, 64, 128 ... whose neighbours share their border line.
//
// Region (i,j) of side S covers the tiles [S*i, S*i+S] x [S*j, S*j+S], counted from an origin up to 31 tiles left of
// and above the map and cut at the map's edge, so that the tiles on the lines x = S*i and y = S*j belong to the regions
// on both sides. The origin is chosen so that the lines lie where few paths cross them (region_alignment.hpp). Every
// unit square of tiles lies inside one region; hence no step, and nothing that its legality depends on, ever crosses
// from one region to another without touching the shared line.
#pragma once

#include "portolan/core/geometry.hpp"

#include <bit>
#include <cstdint>

namespace portolan {

/// Side of a region of level 0, in tiles, between its border lines.
inline constexpr std::int32_t kRegionSide = 32;
/// Binary logarithm of kRegionSide.
inline constexpr int kRegionShift = 5;
/// Number of levels that a map of kMaxSide can have.
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
  /// Lays regions over a map of width x height tiles. `shift` is where the map's first tile lies in the first region of
  /// level 0; both coordinates are from 0 to kRegionSide-1.
  constexpr RegionLayout(std::int32_t width, std::int32_t height, Tile shift = {}) noexcept
      : shift_(shift), width_(width + shift.x), height_(height + shift.y) {}

  /// Whether regions can be shifted so.
  [[nodiscard]] static constexpr bool is_shift(Tile shift) noexcept {
    return shift.x >= 0 && shift.y >= 0 && shift.x < kRegionSide && shift.y < kRegionSide;
  }
  /// Where the map's first tile lies in the first region of level 0.
  [[nodiscard]] constexpr Tile shift() const noexcept { return shift_; }

  /// The number of levels that have at least one line between two regions; 0 if one region covers the map.
  [[nodiscard]] constexpr int levels() const noexcept {
    const auto longest = static_cast<std::uint32_t>(columns(0) > rows(0) ? columns(0) : rows(0));
    return static_cast<int>(std::bit_width(longest - 1));
  }
  /// The number of regions in a row of a level.
  [[nodiscard]] constexpr std::int32_t columns(int level) const noexcept { return count(width_, level); }
  /// The number of rows of regions of a level.
  [[nodiscard]] constexpr std::int32_t rows(int level) const noexcept { return count(height_, level); }
  /// The number of regions of a level.
  [[nodiscard]] constexpr std::size_t regions(int level) const noexcept {
    return static_cast<std::size_t>(columns(level)) * static_cast<std::size_t>(rows(level));
  }
  /// The number of a region in its level, counted row by row.
  [[nodiscard]] constexpr std::size_t number(int level, RegionIndex r) const noexcept {
    return static_cast<std::size_t>(r.y) * static_cast<std::size_t>(columns(level)) + static_cast<std::size_t>(r.x);
  }
  /// The region of a number in its level.
  [[nodiscard]] constexpr RegionIndex region(int level, std::size_t number) const noexcept {
    const auto n = static_cast<std::size_t>(columns(level));
    return {static_cast<std::int32_t>(number % n), static_cast<std::int32_t>(number / n)};
  }
  /// The upper left tile of a region; left of or above the map where the shift puts it there.
  [[nodiscard]] constexpr Tile origin(int level, RegionIndex r) const noexcept {
    const std::int32_t side = kRegionSide << level;
    return {r.x * side - shift_.x, r.y * side - shift_.y};
  }
  /// The tiles of a region, its border lines included.
  [[nodiscard]] constexpr Rect area(int level, RegionIndex r) const noexcept {
    const std::int32_t side = kRegionSide << level;
    const Tile min = origin(level, r);
    return intersection({min, {min.x + side + 1, min.y + side + 1}}, {{0, 0}, {width_ - shift_.x, height_ - shift_.y}});
  }
  /// The tiles of regions of level 0, those of the columns [min.x, max.x) and rows [min.y, max.y).
  [[nodiscard]] constexpr Rect area_of(const Rect& regions) const noexcept {
    return {area(0, {regions.min.x, regions.min.y}).min, area(0, {regions.max.x - 1, regions.max.y - 1}).max};
  }
  /// The one, two or four regions of level 0 whose area contains the tile: columns [min.x, max.x), rows [min.y, max.y).
  [[nodiscard]] constexpr Rect around(Tile t) const noexcept {
    const Tile s = shifted(t);
    return {{low(s.x), low(s.y)}, {high(s.x, width_) + 1, high(s.y, height_) + 1}};
  }
  /// The highest level that has a line through the tile, at most levels()-1; -1 if no line does.
  [[nodiscard]] constexpr int line_level(Tile t) const noexcept {
    const Tile s = shifted(t);
    const int x = line_level(s.x, width_);
    const int y = line_level(s.y, height_);
    return x > y ? x : y;
  }
  /// Whether the tile is on a line of level 0 between columns.
  [[nodiscard]] constexpr bool on_vertical(Tile t) const noexcept {
    return low(t.x + shift_.x) != high(t.x + shift_.x, width_);
  }
  /// Whether the tile is on a line of level 0 between rows.
  [[nodiscard]] constexpr bool on_horizontal(Tile t) const noexcept {
    return low(t.y + shift_.y) != high(t.y + shift_.y, height_);
  }
  /// The square of side kRegionSide that a tile lies in, each line counted to its right and below.
  [[nodiscard]] constexpr RegionIndex square(Tile t) const noexcept {
    const Tile s = shifted(t);
    return {s.x >> kRegionShift, s.y >> kRegionShift};
  }

  /// The corner of the tile's surroundings that a region is in: bit 0 is set if the tile is on the region's left line,
  /// bit 1 if on its top line. Tells the up to four regions around a tile apart, at each level.
  [[nodiscard]] constexpr std::uint32_t corner(int level, RegionIndex r, Tile t) const noexcept {
    const std::int32_t side = kRegionSide << level;
    const Tile s = shifted(t);
    return (r.x != 0 && s.x == r.x * side ? 1U : 0U) | (r.y != 0 && s.y == r.y * side ? 2U : 0U);
  }

 private:
  [[nodiscard]] constexpr Tile shifted(Tile t) const noexcept { return {t.x + shift_.x, t.y + shift_.y}; }
  // A last column of one single line of tiles is the border of the one before it, not a region of its own.
  static constexpr std::int32_t count(std::int32_t side, int level) noexcept {
    const std::int32_t step = kRegionSide << level;
    return side <= 2 ? 1 : (side - 2) / step + 1;
  }
  static constexpr std::int32_t high(std::int32_t v, std::int32_t side) noexcept {
    const std::int32_t last = count(side, 0) - 1;
    return (v >> kRegionShift) < last ? (v >> kRegionShift) : last;
  }
  static constexpr std::int32_t low(std::int32_t v) noexcept { return v <= 0 ? 0 : (v - 1) >> kRegionShift; }
  [[nodiscard]] constexpr int line_level(std::int32_t v, std::int32_t side) const noexcept {
    const std::int32_t line = v >> kRegionShift;
    if ((v & (kRegionSide - 1)) != 0 || line == 0 || line >= count(side, 0)) return -1;
    const int level = std::countr_zero(static_cast<std::uint32_t>(line));
    return level < levels() ? level : levels() - 1;
  }

  Tile shift_{};
  std::int32_t width_ = 1;   ///< tiles a row, the shift included
  std::int32_t height_ = 1;  ///< rows of tiles, the shift included
};

}  // namespace portolan
