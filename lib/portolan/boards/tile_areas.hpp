// SPDX-License-Identifier: BSL-1.0
// Areas on a tile map: for every tile the number of the area that it lies in, kept as runs along the rows.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// Number of an area, which is that of the node of a board that it is drawn for.
using AreaId = std::uint32_t;
/// Of tiles that lie in no area.
inline constexpr AreaId kNoArea = 0xFFFF'FFFF;

/// Tiles beside each other that lie in one area, or in none: up to the next run of the row, or the end of the row.
struct AreaRun {
  std::uint32_t x = 0;  ///< of the first
  AreaId area = kNoArea;
  friend constexpr bool operator==(const AreaRun&, const AreaRun&) = default;
};

/// The runs of a map.
template <template <class> class Store>
struct BasicTileAreas {
  Store<std::uint32_t> first;  ///< rows + 1: the runs of row y are [first[y], first[y+1])
  Store<AreaRun> runs;         ///< each row's ascend from x = 0, and neighbours differ

  /// The area of a tile; kNoArea if it is outside of all rows or the offsets are wrong. What it says of a wrong file
  /// may be any number. O(log runs of the row).
  [[nodiscard]] AreaId at(Tile t) const noexcept;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t rows = 0) {
    visitor.array(SectionKind::area_first, rows + 1, self.first);
    visitor.array(SectionKind::area_runs, kAnyCount, self.runs);
  }
  [[nodiscard]] BasicTileAreas<Viewed> view() const noexcept { return view_of<BasicTileAreas<Viewed>>(*this); }
  friend bool operator==(const BasicTileAreas&, const BasicTileAreas&) = default;
};
/// A view: owns nothing, safe to read from any number of threads. Where the data come from a file they are not trusted.
using TileAreasView = BasicTileAreas<Viewed>;
/// Areas that own their runs.
using TileAreas = BasicTileAreas<Owned>;

/// What is wrong with the areas of a map: rows that do not begin at 0 or do not ascend, runs that could be one, numbers
/// of areas not below `areas`. Empty if nothing. O(runs).
[[nodiscard]] std::string_view fault_of(const TileAreasView& view, const Rect& bounds, AreaId areas) noexcept;

/// From the area of every tile, row by row, `width` (at least 1) to the row; fewer than 2^32 tiles. O(tiles).
[[nodiscard]] TileAreas make_tile_areas(std::span<const AreaId> tiles, std::int32_t width);

}  // namespace portolan
