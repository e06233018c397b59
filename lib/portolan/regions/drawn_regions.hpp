// SPDX-License-Identifier: BSL-1.0
// Regions that an author drew over a tile map, as searches see them. Not to be confused with the squares of the region
// tier: these have any shape, and names (graph/region_graph.hpp).
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/tile_areas.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// The tiles of two regions that are neighbours, crossed in one direction.
struct RegionBorder {
  AreaId from = 0;
  AreaId to = 0;
  friend constexpr auto operator<=>(const RegionBorder&, const RegionBorder&) = default;
};

/// A way between regions besides walking over their border: from the anchor of one straight to that of the other.
struct RegionLink {
  AreaId from = 0;
  AreaId to = 0;
  std::uint32_t weight = 0;  ///< in the unit of the region graph
  std::uint32_t reserved = 0;
  Cost cost = 0;  ///< the same in the unit of the profile
  friend constexpr auto operator<=>(const RegionLink&, const RegionLink&) = default;
};

/// Of a region without tiles to stand on.
inline constexpr Tile kNoAnchor{-1, -1};

/// A view: owns nothing, safe to read from any number of threads. Where the data come from a file they are not trusted.
struct DrawnRegionsView {
  TileAreasView areas;
  std::span<const Tile> anchors;         ///< by region: the tile that stands for it, or kNoAnchor
  std::span<const RegionBorder> closed;  ///< ascending
  std::span<const RegionLink> links;     ///< ascending

  [[nodiscard]] bool is_closed(RegionBorder border) const noexcept;
  /// The links that leave a region. O(log links).
  [[nodiscard]] std::span<const RegionLink> links_from(AreaId region) const noexcept;
  /// Whether the region's anchor is there and a passable tile of it.
  [[nodiscard]] bool has_anchor(const GridView& grid, AreaId region) const noexcept;
};

/// What is wrong with the regions, of which there are anchors.size(), as the mover of the grid sees them. Empty if
/// nothing. O(runs + regions + borders + links).
[[nodiscard]] std::string_view fault_of(const DrawnRegionsView& regions, const GridView& grid) noexcept;

}  // namespace portolan
