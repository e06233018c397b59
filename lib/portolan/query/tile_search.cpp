// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tile_search.hpp"

namespace portolan {

TileSearch::TileSearch(const GridView& grid, const OpenLinks& links, const FloorStack& floors)
    : grid_(grid), links_(links), bound_(links, floors), labels_(grid.terrain.size()), open_(grid.terrain.size()) {}

SearchOutcome TileSearch::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  start_ = static_cast<NodeId>(grid_.index(from));
  labels_.clear();
  const SearchLimits limits{.goal = start_, .expansions = expansions};
  bound_.aim(from, Toward::start);
  BestFirst search(labels_, std::span(open_.data(), open_.size()),
                   [&](NodeId node) noexcept { return bound_.of(grid_.tile(node)); });
  search.seed({.node = static_cast<NodeId>(grid_.index(to))}, limits);
  return search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    for_each_step(grid_, grid_.bounds(), grid_.tile(node),
                  [&](Tile next, Cost step) { relax(static_cast<NodeId>(grid_.index(next)), step); });
    links_.for_each_arriving(grid_.tile(node),
                             [&](const LinkArc& arc) { relax(static_cast<NodeId>(grid_.index(arc.other)), arc.cost); });
  });
}

/// The link from a node of the path to the next, if no step costs the same.
LinkId TileSearch::link_onward(NodeId node) const noexcept {
  const NodeId next = labels_.parent(node);
  if (links_.empty() || next == kNoNode) return kNoLink;
  const Cost cost = labels_.cost(node) - labels_.cost(next);
  LinkId link = kNoLink;
  links_.for_each_leaving(grid_.tile(node), [&](const LinkArc& arc) {
    if (link == kNoLink && arc.other == grid_.tile(next) && arc.cost == cost) link = arc.link;
  });
  for_each_step(grid_, grid_.bounds(), grid_.tile(node), [&](Tile to, Cost step) {
    if (to == grid_.tile(next) && step == cost) link = kNoLink;
  });
  return link;
}

}  // namespace portolan
