// SPDX-License-Identifier: BSL-1.0
// The legs of the path that a PathQuery found last.
#include "portolan/query/path_query.hpp"
#include "portolan/query/sight_leg.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

/// A path in the making, in memory of the caller's.
class TileWalk {
 public:
  TileWalk(const GridView& grid, std::span<Tile> memory, Tile from) noexcept : grid_(grid), memory_(memory) {
    memory_[count_++] = from;
  }
  /// Takes a step to a tile of the map beside the last one; does nothing and returns false if that is not legal.
  [[nodiscard]] bool go(Tile next) noexcept {
    const Tile at = last();
    const std::uint32_t there = grid_.cost(next);
    if (there == 0 || !legal_step(grid_, at, next)) return false;
    const bool diagonal = next.x != at.x && next.y != at.y;
    cost_ += diagonal ? grid_.rules->diagonal_step(grid_.cost(at), there)
                      : grid_.rules->straight_step(grid_.cost(at), there);
    memory_[count_++] = next;
    return true;
  }
  [[nodiscard]] Tile last() const noexcept { return memory_[count_ - 1]; }
  [[nodiscard]] std::span<const Tile> tiles() const noexcept { return memory_.first(count_); }
  [[nodiscard]] Cost cost() const noexcept { return cost_; }

 private:
  const GridView& grid_;
  std::span<Tile> memory_;
  std::size_t count_ = 0;
  Cost cost_ = 0;
};

/// So many equal steps.
struct Run {
  Tile step;
  std::int32_t count = 0;
};

/// The two runs that lead from a tile to another if nothing is in the way: diagonal and straight, or along each axis.
std::array<Run, 2> runs_between(Tile from, Tile to, Neighbours neighbours) noexcept {
  const Tile towards{sign(to.x - from.x), sign(to.y - from.y)};
  const std::int32_t wide = std::abs(to.x - from.x);
  const std::int32_t high = std::abs(to.y - from.y);
  if (neighbours == Neighbours::four) return {Run{{towards.x, 0}, wide}, Run{{0, towards.y}, high}};
  const Tile along = wide > high ? Tile{towards.x, 0} : Tile{0, towards.y};
  return {Run{towards, std::min(wide, high)}, Run{along, std::abs(wide - high)}};
}

}  // namespace

LegStatus PathQuery::next_leg(Leg& leg) noexcept {
  if (legs_from_ == LegSource::search) return unpack_leg(leg);
  if (next_leg_ + 1 >= waypoint_count_) return LegStatus::done;
  if (legs_from_ == LegSource::route) return route_leg(route_[next_leg_++], leg);
  if (next_hop_ != hop_count_ && hops_[next_hop_].leg == next_leg_) {
    const Tile from = waypoints_[next_leg_++];
    return link_leg(from, waypoints_[next_leg_], hops_[next_hop_++].link, leg);
  }
  return sight_leg(waypoints_[next_leg_], waypoints_[next_leg_ + 1], leg);
}

/// Breaks the region path down as far as its next leg takes.
LegStatus PathQuery::unpack_leg(Leg& leg) noexcept {
  RouteLeg planned;
  std::uint64_t budget = ~std::uint64_t{0};
  switch (regions_.next_leg(planned, budget)) {
    case Unpacked::leg:
      break;
    case Unpacked::done:
      return LegStatus::done;
    default:
      return LegStatus::corrupt;
  }
  const LegStatus status = route_leg(planned, leg);
  leg.unpack = ~budget;
  return status;
}

LegStatus PathQuery::route_leg(const RouteLeg& planned, Leg& leg) noexcept {
  return planned.link == kNoLink ? region_leg(planned, leg) : link_leg(planned.from, planned.to, planned.link, leg);
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
  leg = {};
  TileWalk walk(grid_, tiles_, sight_step(from, to, next_step_));
  // A waypoint graph is there only where all terrain has one price; a file that says otherwise is wrong.
  const bool one_price = searched_ >= Tier::waypoints;
  const auto go = [&](Tile next) {
    const Tile at = walk.last();
    const std::uint32_t price = profile_.rules.least_cost;
    return walk.go(next) && (!one_price || (grid_.cost(next) == price && grid_.cost(at) == price));
  };
  const std::int32_t steps = sight_steps(from, to);
  while (next_step_ < steps && walk.tiles().size() + 2 <= tiles_.size()) {
    const Tile at = walk.last();
    const Tile next = sight_step(from, to, ++next_step_);
    const bool split = grid_.rules->neighbours == Neighbours::four && next.x != at.x && next.y != at.y;
    if ((split && !go(sight_elbow(from, to, at, next))) || !go(next)) return LegStatus::corrupt;
  }
  if (next_step_ == steps) {
    ++next_leg_;
    next_step_ = 0;
  }
  leg.cost = walk.cost();
  leg.tiles = walk.tiles();
  return LegStatus::ready;
}

/// Walks a leg in two straight runs, whose order matters only for what is in the way; false if neither way costs what
/// the leg does.
bool PathQuery::straight_leg(const RouteLeg& planned, Leg& leg) noexcept {
  std::array<Run, 2> runs = runs_between(planned.from, planned.to, grid_.rules->neighbours);
  const int orders = runs[0].count != 0 && runs[1].count != 0 ? 2 : 1;
  for (int order = 0; order < orders; ++order, std::swap(runs[0], runs[1])) {
    TileWalk walk(grid_, tiles_, planned.from);
    bool good = true;
    for (const Run& run : runs) {
      for (std::int32_t i = 0; i < run.count && good; ++i) {
        const Tile at = walk.last();
        good = walk.go({at.x + run.step.x, at.y + run.step.y}) &&
               walk.cost() + grid_.rules->lower_bound(walk.last(), planned.to) <= planned.cost;
      }
    }
    if (!good || walk.cost() != planned.cost) continue;
    leg.cost = planned.cost;
    leg.tiles = walk.tiles();
    return true;
  }
  return false;
}

/// Straight, or A* inside the leg's region, in the matrix centred on the midpoint of the leg's ends and shifted to hold
/// the region.
LegStatus PathQuery::region_leg(const RouteLeg& planned, Leg& leg) noexcept {
  const GridView& grid = grid_;
  const Rect area = profile_.regions.topology.layout.area(0, planned.region);
  leg = {};
  if (!area.contains(planned.from) || !area.contains(planned.to) || grid.cost(planned.from) == 0)
    return LegStatus::corrupt;
  searched_ = Tier::automatic;
  if (straight_leg(planned, leg)) return LegStatus::ready;
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
