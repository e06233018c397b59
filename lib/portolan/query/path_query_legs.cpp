// SPDX-License-Identifier: BSL-1.0
// The legs of the path that a PathQuery found last.
#include "portolan/query/path_query.hpp"
#include "portolan/query/sight_leg.hpp"

namespace portolan {

LegStatus PathQuery::next_leg(Leg& leg) noexcept {
  if (next_leg_ + 1 >= waypoint_count_) return LegStatus::done;
  if (next_hop_ != hop_count_ && hops_[next_hop_].leg == next_leg_) {
    const Tile from = waypoints_[next_leg_++];
    return link_leg(from, waypoints_[next_leg_], hops_[next_hop_++].link, leg);
  }
  if (route_.empty()) return sight_leg(waypoints_[next_leg_], waypoints_[next_leg_ + 1], leg);
  return region_leg(route_[next_leg_++], leg);
}

/// From mouth to mouth.
LegStatus PathQuery::link_leg(Tile from, Tile to, LinkId link, Leg& leg) noexcept {
  leg = {};
  leg.link = link;
  links_.for_each_leaving(from, [&](const LinkArc& arc) {
    if (arc.link == link && arc.other == to) leg.cost = arc.cost;
  });
  tiles_[0] = from;
  tiles_[1] = to;
  leg.tiles = {tiles_.data(), 2};
  return LegStatus::ready;
}

/// Walks from one waypoint towards the next, by the rule of sight_step, for as many tiles as a leg can have.
LegStatus PathQuery::sight_leg(Tile from, Tile to, Leg& leg) noexcept {
  const GridView& grid = grid_;
  leg = {};
  std::size_t count = 0;
  Tile at = sight_step(from, to, next_step_);
  tiles_[count++] = at;
  // A waypoint graph is there only where all terrain has one price; a file that says otherwise is wrong.
  const bool one_price = searched_ >= Tier::waypoints;
  const std::uint32_t price = profile_.rules.least_cost;
  const auto go = [&](Tile next) {
    if (grid.cost(next) == 0 || !legal_step(grid, at, next)) return false;
    if (one_price && (grid.cost(next) != price || grid.cost(at) != price)) return false;
    const bool diagonal = next.x != at.x && next.y != at.y;
    leg.cost += diagonal ? grid.rules->diagonal_step(grid.cost(at), grid.cost(next))
                         : grid.rules->straight_step(grid.cost(at), grid.cost(next));
    tiles_[count++] = at = next;
    return true;
  };
  const std::int32_t steps = sight_steps(from, to);
  while (next_step_ < steps && count + 2 <= tiles_.size()) {
    const Tile next = sight_step(from, to, ++next_step_);
    const bool split = grid.rules->neighbours == Neighbours::four && next.x != at.x && next.y != at.y;
    if ((split && !go(sight_elbow(from, to, at, next))) || !go(next)) return LegStatus::corrupt;
  }
  if (next_step_ == steps) {
    ++next_leg_;
    next_step_ = 0;
  }
  leg.tiles = {tiles_.data(), count};
  return LegStatus::ready;
}

/// A* inside the leg's region, in the matrix centred on the midpoint of the leg's ends and shifted to hold the region.
LegStatus PathQuery::region_leg(const RouteLeg& planned, Leg& leg) noexcept {
  const GridView& grid = grid_;
  const Rect area = profile_.regions.topology.layout.area(0, planned.region);
  leg = {};
  if (!area.contains(planned.from) || !area.contains(planned.to) || grid.cost(planned.from) == 0)
    return LegStatus::corrupt;
  searched_ = Tier::automatic;
  matrix_.place(LegMatrix::shifted_to_contain(LegMatrix::centred(planned.from, planned.to), area));
  const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, planned.to); };
  const SearchOutcome outcome = with_moves(grid, area, [&](auto&& moves) {
    return matrix_.search(planned.from, planned.to, LegMatrix::kNodes, bound, moves);
  });
  leg.window = matrix_.window();
  leg.states = outcome.expansions;
  if (outcome.end != SearchEnd::reached || matrix_.cost(planned.to) != planned.cost) return LegStatus::corrupt;
  leg.cost = planned.cost;
  leg.tiles = matrix_.path(planned.to, tiles_);
  return LegStatus::ready;
}

}  // namespace portolan
