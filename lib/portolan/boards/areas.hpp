// SPDX-License-Identifier: BSL-1.0
// Areas that an author drew over a tile map, as searches see them: of any shape, with the names of a board's places
// (board.hpp).
#pragma once

#include "portolan/boards/tile_areas.hpp"
#include "portolan/core/array_store.hpp"
#include "portolan/grid/grid_view.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// Maps with areas have fewer tiles than this.
inline constexpr std::uint64_t kMaxAreaTiles = 0xFFFF'FFFF;

/// The tiles of two areas that are neighbours, crossed in one direction.
struct AreaBorder {
  AreaId from = 0;
  AreaId to = 0;
  friend constexpr auto operator<=>(const AreaBorder&, const AreaBorder&) = default;
};

/// A way between areas besides walking over their border: from the anchor of one straight to that of the other.
struct AreaLink {
  AreaId from = 0;
  AreaId to = 0;
  std::uint32_t weight = 0;  ///< in the unit of the board
  std::uint32_t reserved = 0;
  Cost cost = 0;  ///< the same in the unit of the profile
  friend constexpr auto operator<=>(const AreaLink&, const AreaLink&) = default;
};

/// How the places of a board that is joined by sight are: waypoints, areas of one tile each, which is the anchor.
struct SightRule {
  std::uint32_t length = 0;  ///< how far waypoints see, in tiles from centre to centre; at least 1
  std::uint32_t reserved = 0;
  friend constexpr bool operator==(const SightRule&, const SightRule&) = default;
};

/// What an arc between waypoints stands for.
enum class WayKind : std::uint32_t {
  in_sight = 0,  ///< a walk along a line of sight (walk_in_sight, at any angle straight_walk)
  /// The least path on the map: between two that do not see each other, where the author drew a way, and from end to
  /// end of a link of the map.
  least_path = 1,
  link = 2,  ///< one of the links
};

/// An arc between waypoints, as the first profile walks it on the map of the file.
struct AreaWay {
  Cost cost = 0;  ///< in the unit of the profile
  WayKind kind = WayKind::in_sight;
  std::uint32_t reserved = 0;
  friend constexpr bool operator==(const AreaWay&, const AreaWay&) = default;
};

/// Of an area without tiles to stand on.
inline constexpr Tile kNoAnchor{-1, -1};

/// Where the areas are, and what joins and parts them besides their borders.
template <template <class> class Store>
struct BasicAreas {
  BasicTileAreas<Store> tiles;
  Store<Tile> anchors;          ///< by area: the tile that stands for it, or kNoAnchor
  Store<AreaBorder> closed;     ///< ascending
  Store<AreaLink> links;        ///< ascending
  Store<SightRule> sight = {};  ///< one if the places are waypoints; none if they are areas joined by their borders
  Store<AreaWay> ways = {};     ///< by arc of the board, between waypoints

  /// Whether the places are waypoints, which lines of sight join.
  [[nodiscard]] bool by_sight() const noexcept { return !sight.empty(); }
  [[nodiscard]] bool is_closed(AreaBorder border) const noexcept;
  /// The links that leave an area. O(log links).
  [[nodiscard]] std::span<const AreaLink> links_from(AreaId area) const noexcept;
  /// Whether the area's anchor is there and a passable tile of it.
  [[nodiscard]] bool has_anchor(const GridView& grid, AreaId area) const noexcept;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t rows = 0, std::size_t areas = 0, std::size_t arcs = 0) {
    BasicTileAreas<Store>::visit(self.tiles, visitor, rows);
    visitor.array(SectionKind::area_anchors, areas, self.anchors);
    visitor.array(SectionKind::area_closed, kAnyCount, self.closed);
    visitor.array(SectionKind::area_links, kAnyCount, self.links);
    visitor.optional([&](auto& part) {
      part.array(SectionKind::way_sight, 1, self.sight);
      part.array(SectionKind::way_costs, arcs, self.ways);
    });
  }
  [[nodiscard]] BasicAreas<Viewed> view() const noexcept { return view_of<BasicAreas<Viewed>>(*this); }
};

/// A view: owns nothing, safe to read from any number of threads. Where the data come from a file they are not trusted.
using AreasView = BasicAreas<Viewed>;

/// What is wrong with the areas, of which there are anchors.size(), as the mover of the grid sees them. Empty if
/// nothing. O(runs + areas + borders + links + ways).
[[nodiscard]] std::string_view fault_of(const AreasView& areas, const GridView& grid) noexcept;

}  // namespace portolan
