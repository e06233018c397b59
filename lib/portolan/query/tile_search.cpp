// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tile_search.hpp"

namespace portolan {

TileSearch::TileSearch(const GridView& grid) : grid_(grid), labels_(grid.terrain.size()), open_(grid.terrain.size()) {}

SearchOutcome TileSearch::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  start_ = static_cast<NodeId>(grid_.index(from));
  labels_.clear();
  const SearchLimits limits{.goal = start_, .expansions = expansions};
  BestFirst search(labels_, std::span(open_.data(), open_.size()),
                   [&](NodeId node) noexcept { return grid_.rules->lower_bound(grid_.tile(node), from); });
  search.seed({.node = static_cast<NodeId>(grid_.index(to))}, limits);
  return search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    for_each_step(grid_, grid_.bounds(), grid_.tile(node),
                  [&](Tile next, Cost step) { relax(static_cast<NodeId>(grid_.index(next)), step); });
  });
}

}  // namespace portolan
