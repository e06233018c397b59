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
  copy_open_arcs(closures);
  coarse_.emplace(CsrGraph{first_, target_, weight_});
  fine_.emplace(profile_.grid, regions_);
}

/// Over a border closed now only the links are left.
void CorridorQuery::copy_open_arcs(const RegionClosures& closures) {
  const CsrGraph& arcs = graph_.arcs;
  first_.clear();
  target_.clear();
  weight_.clear();
  if (!is_well_formed(arcs)) return;
  std::vector<RegionBorder> now = closures.borders;
  std::sort(now.begin(), now.end());
  for (NodeId from = 0; from < arcs.size(); ++from) {
    first_.push_back(static_cast<std::uint32_t>(target_.size()));
    if (region_closed_[from]) continue;
    for (std::size_t arc = arcs.first[from]; arc < arcs.first[from + 1];) {
      const NodeId to = arcs.target[arc];
      const bool walled = std::binary_search(now.begin(), now.end(), RegionBorder{from, to});
      const bool open = !region_closed_[to];
      if (open && walled) {
        for (const RegionLink& link : regions_.links_from(from)) {
          if (link.to != to) continue;
          target_.push_back(to);
          weight_.push_back(link.weight);
        }
      }
      for (; arc < arcs.first[from + 1] && arcs.target[arc] == to; ++arc) {
        if (!open || walled) continue;
        target_.push_back(to);
        weight_.push_back(arcs.weight[arc]);
      }
    }
  }
  first_.push_back(static_cast<std::uint32_t>(target_.size()));
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
