// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tile_search.hpp"

namespace portolan {

SearchOutcome TileSearch::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  start_ = from;
  bound_.aim(from, Toward::start);
  const GridView backward = reversed(grid_);
  return astar_.search(
      to, from, expansions, [&](Tile tile) noexcept { return bound_.of(tile); },
      [&](Tile tile, auto&& relax) noexcept {
        for_each_step(backward, backward.bounds(), tile, relax);
        links_.for_each_arriving(tile, [&](const LinkArc& arc) { relax(arc.other, arc.cost); });
      });
}

/// The link from a tile of the path to the next, if no step costs the same.
LinkId TileSearch::link_between(Tile tile, Tile next) const noexcept {
  if (links_.empty()) return kNoLink;
  const Cost cost = astar_.cost(tile) - astar_.cost(next);
  LinkId link = kNoLink;
  links_.for_each_leaving(tile, [&](const LinkArc& arc) {
    if (link == kNoLink && arc.other == next && arc.cost == cost) link = arc.link;
  });
  for_each_step(grid_, grid_.bounds(), tile, [&](Tile to, Cost step) {
    if (to == next && step == cost) link = kNoLink;
  });
  return link;
}

}  // namespace portolan
