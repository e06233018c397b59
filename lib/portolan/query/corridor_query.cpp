// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/corridor_query.hpp"

#include <algorithm>
#include <cmath>

namespace portolan {
namespace {

std::vector<RegionBorder> sorted(std::span<const RegionBorder> some, std::span<const RegionBorder> more) {
  std::vector<RegionBorder> all(some.begin(), some.end());
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

CorridorQuery::OpenWays::OpenWays(const World& world, const RegionClosures& closures)
    : closed_borders(sorted(world.drawn_regions()->closed, closures.borders)),
      region_closed(closures.closed_regions(world.region_graph()->graph.size())),
      regions{.areas = world.drawn_regions()->areas,
              .anchors = world.drawn_regions()->anchors,
              .closed = closed_borders,
              .links = world.drawn_regions()->links},
      arcs(open_arcs(world.region_graph()->graph.arcs, closures, regions)),
      coarse(arcs.view()),
      fine(world.profiles().front().grid, regions) {}

CorridorQuery::CorridorQuery(World world)
    : world_(std::move(world)),
      profile_(world_.profiles().front()),
      ways_(std::make_unique<OpenWays>(world_, RegionClosures{})),
      way_(world_.region_graph()->graph.size()),
      tiles_(profile_.grid.terrain.size()) {}

void CorridorQuery::close(const RegionClosures& closures) {
  ways_ = std::make_unique<OpenWays>(world_, closures);
}

bool CorridorQuery::is_open(Tile tile) const noexcept {
  const AreaId region = ways_->regions.areas.at(tile);
  return region < ways_->region_closed.size() && !ways_->region_closed[region];
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
  const GraphPath way =
      ways_->coarse.path(ways_->regions.areas.at(from), ways_->regions.areas.at(to), max_expansions, way_);
  path.settled_regions = way.settled;
  if (way.status == Status::unreachable) return fail(way.status, Why::exhausted);
  if (way.status == Status::out_of_budget) return fail(way.status, Why::budget_spent);
  if (way.status != Status::found) return fail(Status::corrupt, Why::bad_reference);
  path.regions = way.nodes;
  path.region_cost = way.cost;
  const SearchOutcome outcome = ways_->fine.search(way.nodes, from, to, max_expansions - way.settled);
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
  path.cost = ways_->fine.cost();
  path.length = length_of(path.cost);
  path.tiles = {tiles_.data(), ways_->fine.path({tiles_.data(), tiles_.size()})};
  return path;
}

/// Of the path found last: its links at what the author wrote.
double CorridorQuery::length_of(Cost cost) const noexcept {
  Cost by_link = 0;
  ways_->fine.for_each_link([&](const RegionLink& link) {
    cost -= std::min(cost, link.cost);
    by_link += link.weight;
  });
  const Decimal declared = world_.region_graph()->graph.in_author_unit(by_link);
  return profile_.in_tiles(cost) + static_cast<double>(declared.digits) / std::pow(10.0, declared.decimals);
}

std::optional<Tile> CorridorQuery::anchor(NodeId region) const noexcept {
  if (!ways_->regions.has_anchor(profile_.grid, region)) return {};
  return ways_->regions.anchors[region];
}

}  // namespace portolan
