// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_query.hpp"

#include "portolan/query/certificate.hpp"
#include "portolan/query/nearest_tile.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan {
namespace {

constexpr std::int32_t sign(std::int32_t v) noexcept {
  return (v > 0 ? 1 : 0) - (v < 0 ? 1 : 0);
}

}  // namespace

PathQuery::PathQuery(World world, std::size_t profile, Baseline baseline)
    : world_(std::move(world)), profile_(world_.profiles()[profile]), regions_(profile_) {
  const std::size_t tiles = profile_.grid.terrain.size();
  std::size_t waypoints = std::max(profile_.regions.topology.tiles.size() + 3, LegMatrix::kNodes);
  if (baseline == Baseline::with && tiles < kNoNode) {
    tile_labels_ = StampedLabels(tiles);
    tile_open_ = ZeroedArray<OpenEntry>(tiles);
    waypoints = std::max(waypoints, tiles);
  }
  waypoints_ = ZeroedArray<Tile>(waypoints);
}

PathResult PathQuery::find(const PathRequest& asked) noexcept {
  const PathRequest request = asked.ends == EndRule::nearest ? settle_ends(asked) : asked;
  waypoint_count_ = 0;
  route_ = {};
  next_leg_ = 0;
  searched_ = Tier::automatic;
  PathResult result = check_ends(request);
  if (result.why == Why::none && request.from == request.to) {
    result.status = Status::found;
    result.optimal = true;
    waypoints_[waypoint_count_++] = request.from;
  } else if (result.why == Why::none) {
    switch (request.tier) {
      case Tier::automatic: {
        const PathResult local = LegMatrix::fits(request.from, request.to) ? find_local(request) : PathResult{};
        const bool decided = local.optimal || local.status == Status::out_of_budget ||
                             (local.tier == Tier::local && local.status == Status::unreachable);
        result = decided ? local : find_coarse(request, local);
        break;
      }
      case Tier::local:
        result = find_local(request);
        break;
      case Tier::coarse:
        result = find_coarse(request, {});
        break;
      case Tier::astar:
        result = find_astar(request);
        break;
    }
  }
  result.waypoints = {waypoints_.data(), waypoint_count_};
  if (result.status == Status::found && (request.from != asked.from || request.to != asked.to)) {
    result.why = Why::moved_end;
  }
  return result;
}

/// Moves the ends that will not do as they are; leaves them if there is nowhere to move them to.
PathRequest PathQuery::settle_ends(PathRequest request) const noexcept {
  const GridView& grid = profile_.grid;
  if (!grid.passable(request.from)) {
    request.from = nearest_standing_tile(profile_, request.from, kAnyIsland).value_or(request.from);
  }
  if (!grid.passable(request.from)) return request;
  const std::uint32_t island = profile_.islands.label(grid.index(request.from));
  if (!grid.passable(request.to) || profile_.islands.label(grid.index(request.to)) != island) {
    request.to = nearest_standing_tile(profile_, request.to, island).value_or(request.to);
  }
  return request;
}

/// Decides what the ends alone can decide; `why` is none if a search is needed.
PathResult PathQuery::check_ends(const PathRequest& request) const noexcept {
  PathResult result;
  const GridView& grid = profile_.grid;
  for (const Tile end : {request.from, request.to}) {
    const bool inside = grid.bounds().contains(end);
    if (inside && grid.cost(end) != 0) continue;
    result.status = end == request.from ? Status::bad_start : Status::bad_goal;
    result.why = inside ? Why::blocked : Why::outside;
    return result;
  }
  if (profile_.islands.label(grid.index(request.from)) != profile_.islands.label(grid.index(request.to))) {
    result.status = Status::unreachable;
    result.why = Why::different_islands;
    result.optimal = true;
  }
  return result;
}

/// A* in the matrix centred on the midpoint of the ends, with the certificate that says whether it is the last word.
PathResult PathQuery::find_local(const PathRequest& request) noexcept {
  PathResult result;
  result.tier = Tier::local;
  result.status = Status::partial;
  if (!LegMatrix::fits(request.from, request.to)) {
    result.why = Why::does_not_fit;
    return result;
  }
  searched_ = Tier::local;
  const GridView& grid = profile_.grid;
  const Rect window = LegMatrix::centred(request.from, request.to);
  matrix_.place(window);
  const SearchOutcome outcome = matrix_.search(
      request.from, request.to, request.max_expansions,
      [&](Tile t) noexcept { return grid.rules->lower_bound(t, request.to); },
      GridMoves{grid, intersection(window, grid.bounds())});
  result.expansions.local = outcome.expansions;
  if (outcome.end == SearchEnd::budget) {
    result.status = Status::out_of_budget;
    result.why = Why::budget_spent;
    return result;
  }
  const Cost bound = escape_bound(grid, window, request.from, request.to);
  if (outcome.end != SearchEnd::reached) {
    result.why = Why::no_local_path;
    if (bound == kInfiniteCost) {
      result.status = Status::unreachable;
      result.why = Why::exhausted;
      result.optimal = true;
    }
    return result;
  }
  result.status = Status::found;
  result.cost = matrix_.cost(request.to);
  result.optimal = result.cost <= bound;
  for (const Tile tile : matrix_.path(request.to, tiles_)) add_turn(tile);
  return result;
}

/// A* over the region levels. `local`, if it found a path, is an upper bound that stands if nothing less is found.
PathResult PathQuery::find_coarse(const PathRequest& request, const PathResult& local) noexcept {
  const bool bounded = local.status == Status::found && local.tier == Tier::local;
  PathResult result;
  result.tier = Tier::coarse;
  result.expansions = local.expansions;
  searched_ = Tier::coarse;
  const Route route = regions_.search({.from = request.from,
                                       .to = request.to,
                                       .below = bounded ? local.cost : kInfiniteCost,
                                       .expansions = request.max_expansions - local.expansions.total()});
  result.expansions.access = route.access;
  result.expansions.coarse = route.coarse;
  result.expansions.unpack = route.unpack;
  switch (route.end) {
    case Route::End::found:
      result.status = Status::found;
      result.cost = route.cost;
      result.optimal = true;
      route_ = route.legs;
      waypoint_count_ = 0;
      waypoints_[waypoint_count_++] = request.from;
      for (const RouteLeg& leg : route_) waypoints_[waypoint_count_++] = leg.to;
      break;
    case Route::End::exhausted:
      if (bounded) {
        result.tier = Tier::local;
        result.status = Status::found;
        result.cost = local.cost;
      } else {
        result.status = Status::unreachable;
        result.why = Why::exhausted;
      }
      result.optimal = true;
      break;
    case Route::End::budget:
      result.status = Status::out_of_budget;
      result.why = Why::budget_spent;
      waypoint_count_ = 0;
      break;
    case Route::End::corrupt:
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
      waypoint_count_ = 0;
      break;
  }
  return result;
}

/// Plain A* on the tiles of the whole map, from the goal, so that the parents lead forward along the path.
PathResult PathQuery::find_astar(const PathRequest& request) noexcept {
  PathResult result;
  result.tier = Tier::astar;
  if (tile_labels_.size() == 0) {
    result.status = Status::partial;
    result.why = Why::tier_missing;
    return result;
  }
  searched_ = Tier::astar;
  const GridView& grid = profile_.grid;
  tile_labels_.clear();
  const SearchLimits limits{.goal = static_cast<NodeId>(grid.index(request.from)),
                            .expansions = request.max_expansions};
  BestFirst search(tile_labels_, std::span(tile_open_.data(), tile_open_.size()),
                   [&](NodeId node) noexcept { return grid.rules->lower_bound(grid.tile(node), request.from); });
  search.seed({.node = static_cast<NodeId>(grid.index(request.to))}, limits);
  const SearchOutcome outcome = search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    for_each_step(grid, grid.bounds(), grid.tile(node),
                  [&](Tile to, Cost step) { relax(static_cast<NodeId>(grid.index(to)), step); });
  });
  result.expansions.astar = outcome.expansions;
  if (outcome.end == SearchEnd::budget) {
    result.status = Status::out_of_budget;
    result.why = Why::budget_spent;
  } else if (outcome.end != SearchEnd::reached) {
    result.status = Status::unreachable;
    result.why = Why::exhausted;
    result.optimal = true;
  } else {
    result.status = Status::found;
    result.cost = tile_labels_.cost(limits.goal);
    result.optimal = true;
    for (NodeId node = limits.goal; node != kNoNode; node = tile_labels_.parent(node)) add_turn(grid.tile(node));
  }
  return result;
}

/// Adds the next tile of a path; only turning points stay, so the waypoints bound straight or diagonal runs, none
/// longer than a leg can be.
void PathQuery::add_turn(Tile tile) noexcept {
  if (waypoint_count_ >= 2) {
    const Tile a = waypoints_[waypoint_count_ - 2];
    Tile& b = waypoints_[waypoint_count_ - 1];
    const std::int32_t run = std::max(std::abs(tile.x - a.x), std::abs(tile.y - a.y));
    if (sign(b.x - a.x) == tile.x - b.x && sign(b.y - a.y) == tile.y - b.y &&
        run < static_cast<std::int32_t>(tiles_.size())) {
      b = tile;
      return;
    }
  }
  waypoints_[waypoint_count_++] = tile;
}

LegStatus PathQuery::next_leg(Leg& leg) noexcept {
  if (next_leg_ + 1 >= waypoint_count_) return LegStatus::done;
  const std::size_t number = next_leg_++;
  return route_.empty() ? straight_leg(waypoints_[number], waypoints_[number + 1], leg)
                        : region_leg(route_[number], leg);
}

LegStatus PathQuery::straight_leg(Tile from, Tile to, Leg& leg) noexcept {
  const GridView& grid = profile_.grid;
  leg = {};
  std::size_t count = 0;
  tiles_[count++] = from;
  for (Tile tile = from; tile != to;) {
    const Tile next{tile.x + sign(to.x - tile.x), tile.y + sign(to.y - tile.y)};
    const bool diagonal = next.x != tile.x && next.y != tile.y;
    leg.cost += diagonal ? grid.rules->diagonal_step(grid.cost(tile), grid.cost(next))
                         : grid.rules->straight_step(grid.cost(tile), grid.cost(next));
    tile = next;
    tiles_[count++] = tile;
  }
  leg.tiles = {tiles_.data(), count};
  return LegStatus::ready;
}

/// A* inside the leg's region, in the matrix centred on the midpoint of the leg's ends and shifted to hold the region.
LegStatus PathQuery::region_leg(const RouteLeg& planned, Leg& leg) noexcept {
  const GridView& grid = profile_.grid;
  const Rect area = profile_.regions.topology.layout.area(0, planned.region);
  leg = {};
  if (!area.contains(planned.from) || !area.contains(planned.to) || grid.cost(planned.from) == 0)
    return LegStatus::corrupt;
  searched_ = Tier::automatic;
  matrix_.place(LegMatrix::shifted_to_contain(LegMatrix::centred(planned.from, planned.to), area));
  const SearchOutcome outcome = matrix_.search(
      planned.from, planned.to, LegMatrix::kNodes,
      [&](Tile t) noexcept { return grid.rules->lower_bound(t, planned.to); }, GridMoves{grid, area});
  leg.window = matrix_.window();
  leg.states = outcome.expansions;
  if (outcome.end != SearchEnd::reached || matrix_.cost(planned.to) != planned.cost) return LegStatus::corrupt;
  leg.cost = planned.cost;
  leg.tiles = matrix_.path(planned.to, tiles_);
  return LegStatus::ready;
}

void PathQuery::visit_search(const std::function<void(Tile, bool)>& visit) const {
  const GridView& grid = profile_.grid;
  if (searched_ == Tier::local) {
    const Rect window = intersection(matrix_.window(), grid.bounds());
    for (std::int32_t y = window.min.y; y < window.max.y; ++y) {
      for (std::int32_t x = window.min.x; x < window.max.x; ++x) {
        if (matrix_.reached({x, y})) visit({x, y}, matrix_.settled({x, y}));
      }
    }
  } else if (searched_ == Tier::coarse) {
    regions_.for_each_touched(visit);
  } else if (searched_ == Tier::astar) {
    for (NodeId node = 0; node < tile_labels_.size(); ++node) {
      if (tile_labels_.touched(node)) visit(grid.tile(node), tile_labels_.slot(node) == kClosedSlot);
    }
  }
}

}  // namespace portolan
