// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/corridor_query.hpp"

#include <algorithm>

namespace portolan {

CorridorQuery::CorridorQuery(World world)
    : world_(std::move(world)),
      profile_(world_.profiles().front()),
      graph_(world_.region_graph()->graph),
      regions_(*world_.drawn_regions()),
      way_(graph_.size()),
      tiles_(profile_.grid.terrain.size()) {
  close({});
}

void CorridorQuery::close(const RegionClosures& closures) {
  const DrawnRegionsView& author = *world_.drawn_regions();
  closed_.assign(author.closed.begin(), author.closed.end());
  closed_.insert(closed_.end(), closures.borders.begin(), closures.borders.end());
  std::sort(closed_.begin(), closed_.end());
  regions_ = author;
  regions_.closed = closed_;
  region_closed_.assign(graph_.size(), false);
  for (const NodeId region : closures.regions) {
    if (region < region_closed_.size()) region_closed_[region] = true;
  }
  arcs_ = open_arcs(graph_.arcs, closures, regions_);
  coarse_.emplace(arcs_.view());
  fine_.emplace(profile_.grid, regions_);
}

bool CorridorQuery::is_open(Tile tile) const noexcept {
  const AreaId region = regions_.areas.at(tile);
  return region < region_closed_.size() && !region_closed_[region];
}

CorridorPath CorridorQuery::find(Tile from, Tile to, std::uint64_t max_expansions) noexcept {
  CorridorPath path;
  for (const auto& [tile, wrong] : {std::pair(from, Status::bad_start), std::pair(to, Status::bad_goal)}) {
    path.why = !world_.bounds().contains(tile) ? Why::outside
               : !profile_.grid.passable(tile) ? Why::blocked
               : !is_open(tile)                ? Why::no_region
                                               : Why::none;
    if (path.why == Why::none) continue;
    path.status = wrong;
    return path;
  }
  const auto fail = [&](Status status, Why why) {
    path.status = status;
    path.why = why;
    return path;
  };
  const GraphPath way = coarse_->path(regions_.areas.at(from), regions_.areas.at(to), max_expansions, way_);
  path.settled_regions = way.settled;
  if (way.status == Status::unreachable) return fail(way.status, Why::exhausted);
  if (way.status == Status::out_of_budget) return fail(way.status, Why::budget_spent);
  if (way.status != Status::found) return fail(Status::corrupt, Why::bad_reference);
  path.regions = way.nodes;
  path.region_cost = way.cost;
  const SearchOutcome outcome = fine_->search(way.nodes, from, to, max_expansions - way.settled);
  path.settled_tiles = outcome.expansions;
  switch (outcome.end) {
    case SearchEnd::reached:
      break;
    case SearchEnd::exhausted:
      return fail(Status::partial, Why::exhausted);
    case SearchEnd::budget:
      return fail(Status::out_of_budget, Why::budget_spent);
    case SearchEnd::overflow:
      return fail(Status::corrupt, Why::bad_reference);
  }
  path.status = Status::found;
  path.cost = fine_->cost();
  path.tiles = {tiles_.data(), fine_->path({tiles_.data(), tiles_.size()})};
  return path;
}

std::optional<Tile> CorridorQuery::anchor(NodeId region) const noexcept {
  if (!regions_.has_anchor(profile_.grid, region)) return {};
  return regions_.anchors[region];
}

}  // namespace portolan
