// SPDX-License-Identifier: BSL-1.0
// A* on the tiles of one map: the loop that the baseline and paths within areas share.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/grid/grid_view.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher with scratch per tile, about 50 bytes, committed only where searches go. A search allocates
/// nothing. One thread at a time. The grid must have fewer than 2^32 - 1 tiles and outlive the searcher.
class TileAStar {
 public:
  explicit TileAStar(const GridView& grid) : grid_(grid), labels_(grid.terrain.size()), open_(grid.terrain.size()) {}

  /// Settles at most `expansions` tiles. bound(Tile) is a consistent lower bound of the cost to the target, and
  /// for_each_way(Tile, visit) calls visit(Tile, Cost) for every way that leads from a tile.
  template <class Bound, class Ways>
  SearchOutcome search(Tile source, Tile target, std::uint64_t expansions, Bound&& bound,
                       Ways&& for_each_way) noexcept {
    labels_.clear();
    const SearchLimits limits{.goal = node(target), .expansions = expansions};
    BestFirst best_first(labels_, std::span(open_.data(), open_.size()),
                         [&](NodeId at) noexcept { return bound(grid_.tile(at)); });
    best_first.seed({.node = node(source)}, limits);
    return best_first.run(limits, [&](NodeId at, Cost, auto&& relax) noexcept {
      for_each_way(grid_.tile(at), [&](Tile next, Cost cost) { relax(node(next), cost); });
    });
  }

  /// What it costs to get to a tile that the last search touched.
  [[nodiscard]] Cost cost(Tile tile) const noexcept { return labels_.cost(node(tile)); }
  /// Calls visit(Tile) for the tiles of the path there from the last search's source, backwards.
  template <class Visit>
  void for_each_back(Tile tile, Visit&& visit) const {
    for (NodeId at = node(tile); at != kNoNode; at = labels_.parent(at)) visit(grid_.tile(at));
  }
  /// Calls visit(Tile, settled) for every tile that the last search touched. O(tiles).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (NodeId at = 0; at < labels_.size(); ++at) {
      if (labels_.touched(at)) visit(grid_.tile(at), labels_.slot(at) == kClosedSlot);
    }
  }

 private:
  [[nodiscard]] NodeId node(Tile tile) const noexcept { return static_cast<NodeId>(grid_.index(tile)); }

  const GridView& grid_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
};

}  // namespace portolan
