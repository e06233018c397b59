// SPDX-License-Identifier: BSL-1.0
// What joins waypoints that a designer placed: which are near enough to see each other, and what a way costs where none
// does.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/tile_astar.hpp"
#include "portolan/core/decimal.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/straight_walk.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace portolan {

/// Whether two tiles are no farther from each other than `length` tiles, from centre to centre.
[[nodiscard]] constexpr bool is_near(Tile a, Tile b, std::uint32_t length) noexcept {
  const std::int64_t wide = std::int64_t{a.x} - b.x;
  const std::int64_t high = std::int64_t{a.y} - b.y;
  return wide * wide + high * high <= std::int64_t{length} * length;
}

/// Calls visit(AreaId) for every waypoint no farther from a tile than `length`, row by row. The areas may be wrong:
/// only waypoints that exist, on their anchors, are visited. O(runs in the rows).
template <class Visit>
void for_each_waypoint_near(const AreasView& areas, Tile at, std::uint32_t length, Visit&& visit) {
  const auto& first = areas.tiles.first;
  const std::int64_t rows = first.empty() ? 0 : static_cast<std::int64_t>(first.size()) - 1;
  const std::int64_t end = std::min<std::int64_t>(rows, std::int64_t{at.y} + length + 1);
  for (std::int64_t y = std::max<std::int64_t>(0, std::int64_t{at.y} - length); y < end; ++y) {
    const std::uint32_t last = first[static_cast<std::size_t>(y) + 1];
    if (last > areas.tiles.runs.size()) return;
    for (std::uint32_t i = first[static_cast<std::size_t>(y)]; i < last; ++i) {
      const AreaRun& run = areas.tiles.runs[i];
      if (run.area >= areas.anchors.size()) continue;
      const Tile tile{static_cast<std::int32_t>(run.x), static_cast<std::int32_t>(y)};
      if (areas.anchors[run.area] == tile && is_near(at, tile, length)) visit(run.area);
    }
  }
}

/// Calls visit(AreaId) for every waypoint that a link of the map leads to from a waypoint, once for each link.
/// O(log links + links there).
template <class Visit>
void for_each_waypoint_linked(const AreasView& areas, const LinkTable& links, AreaId from, Visit&& visit) {
  const auto end = links.find(areas.anchors[from]);
  if (!end) return;
  for (const LinkArc& arc : links.leaving(*end)) {
    const AreaId to = areas.tiles.at(arc.other);
    if (to < areas.anchors.size() && areas.anchors[to] == arc.other) visit(to);
  }
}

/// Finds what least paths on the tiles of a map cost, links included. Scratch of about 50 bytes a tile, committed where
/// searches go. One thread at a time; grid and links must outlive it. The grid must have fewer than kMaxAreaTiles
/// tiles.
class LeastPaths {
 public:
  LeastPaths(const GridView& grid, const LinkTable& links) : grid_(grid), links_(links), astar_(grid) {}
  /// Both ends must be passable. kInfiniteCost if no path leads there. O(tiles log tiles).
  [[nodiscard]] Cost cost(Tile from, Tile to) noexcept;

 private:
  const GridView& grid_;
  const LinkTable& links_;
  TileAStar astar_;
};

/// Finds the least paths by steps of a mover at any angle, who pays for each step as for a straight segment
/// (straight_step). Scratch and conditions as of LeastPaths.
class StraightPaths {
 public:
  /// Only the size of the grid counts; it must outlive this.
  explicit StraightPaths(const GridView& grid) : astar_(grid) {}
  /// Both ends must be passable. `mover` is on a grid of that size. O(tiles log tiles).
  SearchOutcome search(const StraightMover& mover, Tile from, Tile to, std::uint64_t expansions) noexcept;
  /// Of a path to a tile that the last search reached.
  [[nodiscard]] Cost cost(Tile tile) const noexcept { return astar_.cost(tile); }
  /// Calls visit(Tile) for the tiles of that path, backwards.
  template <class Visit>
  void for_each_back(Tile tile, Visit&& visit) const {
    astar_.for_each_back(tile, visit);
  }

 private:
  TileAStar astar_;
};

/// What ways between waypoints cost the mover that a board is made for. One thread at a time, but in_sight and
/// in_tiles.
class WayCosts {
 public:
  /// `straight`: a mover at any angle, on the same grid, who takes no links. Grid and links must outlive it.
  WayCosts(const GridView& grid, const LinkTable& links, const std::optional<StraightMover>& straight)
      : grid_(grid), links_(links), straight_(straight) {}

  /// Walking along the line of sight: walk_in_sight, at any angle straight_walk. Nothing where there is none.
  /// O(length).
  [[nodiscard]] std::optional<Cost> in_sight(Tile from, Tile to) const noexcept;
  /// Both ends must be passable. kInfiniteCost if no path leads there. O(tiles log tiles). @throws std::bad_alloc, the
  /// first time
  [[nodiscard]] Cost least_path(Tile from, Tile to);
  /// In tiles at terrain cost 1, rounded up to kBorderCostDecimals; nothing if it does not fit an arc. O(1).
  [[nodiscard]] std::optional<Decimal> in_tiles(Cost cost) const;
  [[nodiscard]] bool any_angle() const noexcept { return straight_.has_value(); }

 private:
  const GridView& grid_;
  const LinkTable& links_;
  std::optional<StraightMover> straight_;
  std::unique_ptr<LeastPaths> by_steps_;  ///< once one was asked for, as below
  std::unique_ptr<StraightPaths> by_straight_steps_;
};

}  // namespace portolan
