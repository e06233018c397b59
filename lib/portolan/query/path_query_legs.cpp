// SPDX-License-Identifier: BSL-1.0
// The legs of the path that a PathQuery found last.
#include "portolan/query/path_query.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// A path in the making, of which the first tiles are kept, as many as the caller's memory holds.
class TileWalk {
 public:
  TileWalk(const GridView& grid, std::span<Tile> memory, Tile from) noexcept
      : grid_(grid), memory_(memory), last_(from) {
    memory_[count_++] = from;
  }
  /// Takes a step to a tile of the map beside the last one; does nothing and returns false if that is not legal.
  [[nodiscard]] bool go(Tile next) noexcept {
    const std::uint32_t here = grid_.cost(last_);
    const std::uint32_t there = grid_.cost(next);
    if (there == 0 || !legal_step(grid_, last_, next)) return false;
    if (count_ != memory_.size()) {
      const bool diagonal = next.x != last_.x && next.y != last_.y;
      cost_ += diagonal ? grid_.rules->diagonal_step(here, there) : grid_.rules->straight_step(here, there);
      memory_[count_++] = next;
    }
    last_ = next;
    return true;
  }
  [[nodiscard]] Tile last() const noexcept { return last_; }
  /// The tiles kept, and what it costs to walk them.
  [[nodiscard]] std::span<const Tile> tiles() const noexcept { return memory_.first(count_); }
  [[nodiscard]] Cost cost() const noexcept { return cost_; }

 private:
  const GridView& grid_;
  std::span<Tile> memory_;
  Tile last_;
  std::size_t count_ = 0;
  Cost cost_ = 0;
};

}  // namespace

LegStatus PathQuery::next_leg(Leg& leg) noexcept {
  std::uint64_t budget = ~std::uint64_t{0};
  switch (next_leg(leg, budget)) {
    case Unpacked::leg:
      return LegStatus::ready;
    case Unpacked::done:
      return LegStatus::done;
    default:
      return LegStatus::corrupt;
  }
}

/// The same, settling at most `budget` nodes, which are deducted.
Unpacked PathQuery::next_leg(Leg& leg, std::uint64_t& budget) noexcept {
  if (legs_from_ == LegSource::search) return unpack_leg(leg, budget);
  if (next_leg_ + 1 >= waypoint_count_) return Unpacked::done;
  if (legs_from_ == LegSource::route) return route_leg(route_[next_leg_++], leg, budget);
  if (next_hop_ != hop_count_ && hops_[next_hop_].leg == next_leg_) {
    const Tile from = waypoints_[next_leg_++];
    return link_leg(from, waypoints_[next_leg_], hops_[next_hop_++].link, leg);
  }
  return sight_leg(waypoints_[next_leg_], waypoints_[next_leg_ + 1], leg);
}

/// Breaks the region path down as far as its next leg takes.
Unpacked PathQuery::unpack_leg(Leg& leg, std::uint64_t& budget) noexcept {
  RouteLeg planned;
  const std::uint64_t allowed = budget;
  if (const Unpacked step = regions_.next_leg(planned, budget); step != Unpacked::leg) return step;
  const std::uint64_t unpack = allowed - budget;
  const Unpacked made = route_leg(planned, leg, budget);
  leg.unpack = unpack;
  return made;
}

Unpacked PathQuery::route_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept {
  return planned.link == kNoLink ? region_leg(planned, leg, budget)
                                 : link_leg(planned.from, planned.to, planned.link, leg);
}

/// From mouth to mouth.
Unpacked PathQuery::link_leg(Tile from, Tile to, LinkId link, Leg& leg) noexcept {
  leg = {};
  leg.link = link;
  links_.for_each_leaving(from, [&](const LinkArc& arc) {
    if (arc.link == link && arc.other == to) leg.cost = arc.cost;
  });
  tiles_[0] = from;
  tiles_[1] = to;
  leg.tiles = {tiles_.data(), 2};
  return Unpacked::leg;
}

/// Follows a walk between two tiles from one of its steps to another, as long as `fits(TileWalk)` holds after each.
/// Where it always does the leg is what was walked, as far as a leg goes.
template <class Fits>
bool PathQuery::follow(const Line& line, std::int32_t first, std::int32_t last, Leg& leg, Fits&& fits) noexcept {
  const auto at = [&](std::int32_t step) {
    return sight_step(line.from, line.to, grid_.rules->neighbours, line.walk, step);
  };
  TileWalk walk(grid_, tiles_, at(first));
  for (std::int32_t step = first + 1; step <= last; ++step) {
    if (!walk.go(at(step)) || !fits(walk)) return false;
  }
  leg.cost = walk.cost();
  leg.tiles = walk.tiles();
  return true;
}

/// Goes from one waypoint towards the next, for as many tiles as a leg can have. The first leg of several has proven
/// that its walk is free to the end.
Unpacked PathQuery::sight_leg(Tile from, Tile to, Leg& leg) noexcept {
  leg = {};
  // A waypoint graph is there only where all terrain has one price; a file that says otherwise is wrong.
  const bool one_price = searched_ >= Tier::waypoints;
  const auto has_price = [&](Tile tile) { return !one_price || grid_.cost(tile) == profile_.rules.least_cost; };
  const auto fits = [&](const TileWalk& walk) { return has_price(walk.last()); };
  const std::int32_t steps = sight_steps(from, to, grid_.rules->neighbours);
  bool free = has_price(from);
  if (next_step_ == 0) {
    free = free && std::any_of(kSightWalks.begin(), kSightWalks.end(), [&](SightWalk walk) {
             next_walk_ = walk;
             return follow({from, to, walk}, 0, steps, leg, fits);
           });
  } else {
    const auto most = static_cast<std::int32_t>(tiles_.size()) - 1;
    free = free && follow({from, to, next_walk_}, next_step_, std::min(steps, next_step_ + most), leg, fits);
  }
  if (!free) return Unpacked::corrupt;
  next_step_ += static_cast<std::int32_t>(leg.tiles.size()) - 1;
  if (next_step_ == steps) {
    ++next_leg_;
    next_step_ = 0;
  }
  return Unpacked::leg;
}

/// Goes the leg in two straight runs; false if neither order of them costs what the leg does.
bool PathQuery::straight_leg(const RouteLeg& planned, Leg& leg) noexcept {
  const Neighbours neighbours = grid_.rules->neighbours;
  const std::int32_t steps = sight_steps(planned.from, planned.to, neighbours);
  const auto fits = [&](const TileWalk& walk) {
    return walk.cost() + grid_.rules->lower_bound(walk.last(), planned.to) <= planned.cost;
  };
  const auto costs_as_planned = [&](SightWalk walk) {
    return follow({planned.from, planned.to, walk}, 0, steps, leg, fits) && leg.cost == planned.cost;
  };
  return costs_as_planned(SightWalk::diagonal_first) ||
         (!is_one_run(planned.from, planned.to, neighbours) && costs_as_planned(SightWalk::diagonal_last));
}

/// Straight, or A* inside the leg's region, in the matrix centred on the midpoint of the leg's ends and shifted to hold
/// the region.
Unpacked PathQuery::region_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept {
  const GridView& grid = grid_;
  const Rect area = profile_.regions.topology.layout.area(0, planned.region);
  leg = {};
  if (!area.contains(planned.from) || !area.contains(planned.to) || grid.cost(planned.from) == 0)
    return Unpacked::corrupt;
  searched_ = Tier::automatic;
  if (straight_leg(planned, leg)) return Unpacked::leg;
  matrix_.place(LegMatrix::shifted_to_contain(LegMatrix::centred(planned.from, planned.to), area));
  const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, planned.to); };
  const SearchOutcome outcome = with_moves(
      grid, area, [&](auto&& moves) { return matrix_.search(planned.from, planned.to, budget, bound, moves); });
  leg.window = matrix_.window();
  leg.states = outcome.expansions;
  budget -= outcome.expansions;
  if (outcome.end == SearchEnd::budget) return Unpacked::budget;
  if (outcome.end != SearchEnd::reached || matrix_.cost(planned.to) != planned.cost) return Unpacked::corrupt;
  leg.cost = planned.cost;
  leg.tiles = matrix_.path(planned.to, tiles_);
  return Unpacked::leg;
}

}  // namespace portolan
