// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/corridor_query.hpp"

#include <algorithm>
#include <cmath>

namespace portolan {
namespace {

std::vector<AreaBorder> sorted(std::span<const AreaBorder> some, std::span<const AreaBorder> more) {
  std::vector<AreaBorder> all(some.begin(), some.end());
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

CorridorQuery::OpenWays::OpenWays(const World& world, const AreaClosures& closures)
    : closed_borders(sorted(world.areas()->closed, closures.borders)),
      area_closed(closures.closed_areas(world.board()->graph.size())),
      areas{.tiles = world.areas()->tiles,
            .anchors = world.areas()->anchors,
            .closed = closed_borders,
            .links = world.areas()->links},
      arcs(open_arcs(world.board()->graph.arcs, closures, areas)),
      coarse(arcs.view()),
      fine(world.profiles().front().grid, areas) {}

CorridorQuery::CorridorQuery(World world)
    : world_(std::move(world)),
      profile_(world_.profiles().front()),
      ways_(std::make_unique<OpenWays>(world_, AreaClosures{})),
      way_(world_.board()->graph.size()),
      tiles_(profile_.grid.terrain.size()) {}

void CorridorQuery::close(const AreaClosures& closures) {
  ways_ = std::make_unique<OpenWays>(world_, closures);
}

bool CorridorQuery::is_open(Tile tile) const noexcept {
  const AreaId area = ways_->areas.tiles.at(tile);
  return area < ways_->area_closed.size() && !ways_->area_closed[area];
}

CorridorPath CorridorQuery::find(Tile from, Tile to, std::uint64_t max_expansions) noexcept {
  CorridorPath path;
  for (const auto& [tile, wrong] : {std::pair(from, Status::bad_start), std::pair(to, Status::bad_goal)}) {
    path.why = !world_.bounds().contains(tile) ? Why::outside
               : !profile_.grid.passable(tile) ? Why::blocked
               : !is_open(tile)                ? Why::no_area
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
      ways_->coarse.path(ways_->areas.tiles.at(from), ways_->areas.tiles.at(to), max_expansions, way_);
  path.settled_areas = way.work;
  if (way.status == Status::unreachable) return fail(way.status, Why::exhausted);
  if (way.status == Status::out_of_budget) return fail(way.status, Why::budget_spent);
  if (way.status != Status::found) return fail(Status::corrupt, Why::bad_reference);
  path.areas = way.nodes;
  path.board_cost = way.cost;
  const SearchOutcome outcome = ways_->fine.search(way.nodes, from, to, max_expansions - way.work);
  path.settled_tiles = outcome.expansions;
  switch (outcome.end) {
    case SearchEnd::reached:
      break;
    case SearchEnd::exhausted:
      return fail(Status::undecided, Why::no_path_within);
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
  ways_->fine.for_each_link([&](const AreaLink& link) {
    cost -= std::min(cost, link.cost);
    by_link += link.weight;
  });
  const Decimal declared = world_.board()->graph.in_author_unit(by_link);
  return profile_.in_tiles(cost) + static_cast<double>(declared.digits) / std::pow(10.0, declared.decimals);
}

std::optional<Tile> CorridorQuery::anchor(NodeId area) const noexcept {
  if (!ways_->areas.has_anchor(profile_.grid, area)) return {};
  return ways_->areas.anchors[area];
}

}  // namespace portolan
