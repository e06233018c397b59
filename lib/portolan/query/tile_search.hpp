// SPDX-License-Identifier: BSL-1.0
// The baseline: plain A* on the tiles of the whole map, and the links between them.
#pragma once

#include "portolan/boards/tile_astar.hpp"
#include "portolan/query/link_bound.hpp"

#include <cstdint>

namespace portolan {

/// A reusable searcher with the scratch of a TileAStar. A search allocates nothing. One thread at a time. The grid must
/// have fewer than 2^32 - 1 tiles, and outlive the searcher with its rules; so must the links.
class TileSearch {
 public:
  TileSearch(const GridView& grid, const OpenLinks& links, const FloorStack& floors)
      : grid_(grid), links_(links), bound_(links, floors), astar_(grid) {}

  /// From the goal, so that the path can be told forwards. Both ends must be passable. If the end is `reached`, the
  /// path follows from cost() and for_each_tile().
  SearchOutcome search(Tile from, Tile to, std::uint64_t expansions) noexcept;

  [[nodiscard]] Cost cost() const noexcept { return astar_.cost(start_); }
  /// Calls visit(Tile, LinkId, Cost) for every tile of the path found, in order, with the link that led there, kNoLink
  /// if it was a step, and the cost of the rest of the path.
  template <class Visit>
  void for_each_tile(Visit&& visit) const {
    Tile last = start_;
    astar_.for_each_back(start_, [&](Tile tile) {
      visit(tile, tile == last ? kNoLink : link_between(last, tile), astar_.cost(tile));
      last = tile;
    });
  }
  /// Calls visit(Tile, settled) for every tile that the last search touched. O(tiles).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    astar_.for_each_touched(visit);
  }

 private:
  [[nodiscard]] LinkId link_between(Tile tile, Tile next) const noexcept;

  const GridView& grid_;
  const OpenLinks& links_;
  LinkBound bound_;
  TileAStar astar_;
  Tile start_{};
};

}  // namespace portolan
