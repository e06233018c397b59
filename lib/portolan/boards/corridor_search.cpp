// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/corridor_search.hpp"

#include <algorithm>

namespace portolan {

CorridorSearch::CorridorSearch(const GridView& grid, const AreasView& areas)
    : grid_(grid),
      areas_(areas),
      labels_(grid.terrain.size()),
      open_(grid.terrain.size()),
      inside_(areas.anchors.size()) {}

bool CorridorSearch::has_links(std::span<const AreaId> corridor) const noexcept {
  return std::any_of(corridor.begin(), corridor.end(), [&](AreaId area) {
    const auto links = areas_.links_from(area);
    return std::any_of(links.begin(), links.end(), [&](const AreaLink& link) { return inside(link.to); });
  });
}

SearchOutcome CorridorSearch::search(std::span<const AreaId> corridor, Tile from, Tile to,
                                     std::uint64_t expansions) noexcept {
  if (++stamp_ == 0) {
    std::fill_n(inside_.data(), inside_.size(), 0);
    stamp_ = 1;
  }
  for (const AreaId area : corridor) {
    if (area < inside_.size()) inside_[area] = stamp_;
  }
  labels_.clear();
  goal_ = static_cast<NodeId>(grid_.index(to));
  if (!inside(areas_.tiles.at(from)) || !inside(areas_.tiles.at(to))) return {};
  // A link may be cheaper than any walk, so that no distance bounds what is left of a path.
  const bool estimates = !has_links(corridor);
  const SearchLimits limits{.goal = goal_, .expansions = expansions};
  BestFirst search(labels_, std::span(open_.data(), open_.size()), [&](NodeId node) noexcept {
    return estimates ? grid_.rules->lower_bound(grid_.tile(node), to) : Cost{0};
  });
  search.seed({.node = static_cast<NodeId>(grid_.index(from))}, limits);
  return search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    const Tile tile = grid_.tile(node);
    const AreaId here = areas_.tiles.at(tile);
    for_each_step(grid_, grid_.bounds(), tile, [&](Tile next, Cost step) {
      const AreaId there = areas_.tiles.at(next);
      if (!inside(there) || (there != here && areas_.is_closed({here, there}))) return;
      relax(static_cast<NodeId>(grid_.index(next)), step);
    });
    if (!inside(here) || areas_.anchors[here] != tile) return;
    for (const AreaLink& link : areas_.links_from(here)) {
      if (!inside(link.to) || !areas_.has_anchor(grid_, link.to) || link.cost >= kInfiniteCost) continue;
      relax(static_cast<NodeId>(grid_.index(areas_.anchors[link.to])), link.cost);
    }
  });
}

/// The link by which the path goes from a tile to the next; nullptr if it is a step.
const AreaLink* CorridorSearch::link_between(NodeId node, NodeId next) const noexcept {
  const Tile from = grid_.tile(node);
  const Tile to = grid_.tile(next);
  const Cost cost = labels_.cost(next) - labels_.cost(node);
  bool steps = false;
  for_each_step(grid_, grid_.bounds(), from, [&](Tile t, Cost step) { steps = steps || (t == to && step == cost); });
  if (steps) return nullptr;
  for (const AreaLink& link : areas_.links_from(areas_.tiles.at(from))) {
    if (inside(link.to) && link.cost == cost && areas_.anchors[link.to] == to) return &link;
  }
  return nullptr;
}

std::size_t CorridorSearch::path(std::span<Tile> room) const noexcept {
  std::size_t count = 0;
  for (NodeId node = goal_; node != kNoNode && count < room.size(); node = labels_.parent(node)) {
    room[count++] = grid_.tile(node);
  }
  std::reverse(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

}  // namespace portolan
