// SPDX-License-Identifier: BSL-1.0
// A* on the tiles of some of the areas that an author drew, and nowhere else.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/tile_astar.hpp"
#include "portolan/core/zeroed_array.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher with scratch per tile, about 50 bytes, committed only where searches go. A search allocates
/// nothing. One thread at a time.
///
/// A path keeps to passable tiles of the areas given, steps as the mover's rules allow (what they ask of the tiles
/// beside a diagonal step is asked of the map, whichever area those lie in), crosses no closed border on foot, and
/// takes links between anchors whose areas are both given. Among such paths the one found costs the least.
class CorridorSearch {
 public:
  /// The grid must have fewer than kMaxAreaTiles tiles. It, its rules and what `areas` views must outlive the
  /// searcher; the contents may be wrong.
  CorridorSearch(const GridView& grid, const AreasView& areas)
      : grid_(grid), areas_(areas), astar_(grid), inside_(areas.anchors.size()) {}

  /// Both ends must be passable tiles of the map; one outside the corridor is not reached. Areas that do not exist
  /// are passed over. `expansions` is how many tiles may be settled. Besides steps and links between areas a path may
  /// take what map_links(Tile, visit) tells: it calls visit(Tile, Cost) for every way that leads from a tile.
  /// bound(Tile) is a lower bound of the cost to the goal, consistent with steps and those ways.
  template <class Bound, class MapLinks>
  SearchOutcome search(std::span<const AreaId> corridor, Tile from, Tile to, std::uint64_t expansions, Bound&& bound,
                       MapLinks&& map_links) noexcept;

  /// The same on foot within a matrix (query/local_matrix.hpp) placed on a window that holds both ends: links are not
  /// taken. Where no path that costs as little leaves the window, it finds the same path as search().
  template <class Matrix, class Bound>
  SearchOutcome search_in(Matrix& matrix, std::span<const AreaId> corridor, Tile from, Tile to,
                          std::uint64_t expansions, Bound&& bound) noexcept {
    enter(corridor);
    if (!inside(areas_.tiles.at(from)) || !inside(areas_.tiles.at(to))) return {};
    const Rect within = intersection(matrix.window(), grid_.bounds());
    return matrix.search(from, to, expansions, bound,
                         [&](Tile tile, auto&& visit) noexcept { for_each_step_inside(within, tile, visit); });
  }

  /// Of the path to the goal, if the last search() ended `reached`.
  [[nodiscard]] Cost cost() const noexcept { return astar_.cost(goal_); }
  /// The tiles of that path, ends included, in room[0, count); only tiles with a link between them are not neighbours.
  /// `room` must have as many tiles as the grid.
  [[nodiscard]] std::size_t path(std::span<Tile> room) const noexcept {
    std::size_t count = 0;
    astar_.for_each_back(goal_, [&](Tile tile) {
      if (count < room.size()) room[count++] = tile;
    });
    std::reverse(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
  }

  /// Calls visit(Tile) for the tiles that the last search() settled: where it was exhausted, all that can be reached.
  /// O(tiles of the map).
  template <class Visit>
  void for_each_settled(Visit&& visit) const {
    astar_.for_each_touched([&](Tile tile, bool settled) {
      if (settled) visit(tile);
    });
  }

 private:
  void enter(std::span<const AreaId> corridor) noexcept {
    if (++stamp_ == 0) {
      std::fill_n(inside_.data(), inside_.size(), 0);
      stamp_ = 1;
    }
    for (const AreaId area : corridor) {
      if (area < inside_.size()) inside_[area] = stamp_;
    }
  }
  [[nodiscard]] bool inside(AreaId area) const noexcept { return area < inside_.size() && inside_[area] == stamp_; }
  template <class Visit>
  void for_each_step_inside(const Rect& within, Tile tile, Visit&& visit) const {
    const AreaId here = areas_.tiles.at(tile);
    for_each_step(grid_, within, tile, [&](Tile next, Cost step) {
      const AreaId there = areas_.tiles.at(next);
      if (!inside(there) || (there != here && areas_.is_closed({here, there}))) return;
      visit(next, step);
    });
  }
  [[nodiscard]] bool has_links(std::span<const AreaId> corridor) const noexcept {
    return std::any_of(corridor.begin(), corridor.end(), [&](AreaId area) {
      const auto links = areas_.links_from(area);
      return std::any_of(links.begin(), links.end(), [&](const AreaLink& link) { return inside(link.to); });
    });
  }

  const GridView& grid_;
  AreasView areas_;
  TileAStar astar_;
  ZeroedArray<std::uint32_t> inside_;  ///< by area: stamp_ where it is in the corridor
  std::uint32_t stamp_ = 0;
  Tile goal_{};
};

template <class Bound, class MapLinks>
SearchOutcome CorridorSearch::search(std::span<const AreaId> corridor, Tile from, Tile to, std::uint64_t expansions,
                                     Bound&& bound, MapLinks&& map_links) noexcept {
  enter(corridor);
  goal_ = to;
  if (!inside(areas_.tiles.at(from)) || !inside(areas_.tiles.at(to))) return {};
  // A link between areas may be cheaper than any walk, so that no distance bounds what is left of a path.
  const bool estimates = !has_links(corridor);
  const auto estimate = [&](Tile tile) noexcept { return estimates ? bound(tile) : Cost{0}; };
  return astar_.search(from, to, expansions, estimate, [&](Tile tile, auto&& relax) noexcept {
    for_each_step_inside(grid_.bounds(), tile, relax);
    map_links(tile, [&](Tile next, Cost cost) {
      if (inside(areas_.tiles.at(next))) relax(next, cost);
    });
    const AreaId here = areas_.tiles.at(tile);
    if (!inside(here) || areas_.anchors[here] != tile) return;
    for (const AreaLink& link : areas_.links_from(here)) {
      if (!inside(link.to) || !areas_.has_anchor(grid_, link.to) || link.cost >= kInfiniteCost) continue;
      relax(areas_.anchors[link.to], link.cost);
    }
  });
}

}  // namespace portolan
