// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/leg_maker.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// A walk in the making, of which the first tiles are kept, as many as the caller's memory holds.
class TileWalk {
 public:
  TileWalk(const GridView& grid, std::span<Tile> memory, Tile from) noexcept
      : grid_(grid), memory_(memory), last_(from) {
    memory_[count_++] = from;
  }
  /// Takes a step to a tile of the map beside the last one; does nothing and returns false if that is not legal.
  [[nodiscard]] bool go(Tile next) noexcept {
    const Cost step = step_cost(grid_, last_, next);
    if (step == kInfiniteCost) return false;
    cost_ += step;
    if (count_ != memory_.size()) {
      cost_kept_ = cost_;
      memory_[count_++] = next;
    }
    last_ = next;
    return true;
  }
  [[nodiscard]] Tile last() const noexcept { return last_; }
  /// What all steps so far cost.
  [[nodiscard]] Cost cost() const noexcept { return cost_; }
  /// The tiles kept, and what it costs to walk them.
  [[nodiscard]] std::span<const Tile> tiles() const noexcept { return memory_.first(count_); }
  [[nodiscard]] Cost cost_kept() const noexcept { return cost_kept_; }

 private:
  const GridView& grid_;
  std::span<Tile> memory_;
  Tile last_;
  std::size_t count_ = 0;
  Cost cost_ = 0;
  Cost cost_kept_ = 0;
};

}  // namespace

LegMaker::LegMaker(const ProfileSnapshot& snapshot, const RegionTier& regions)
    : snapshot_(snapshot),
      regions_(regions),
      unpacker_(regions),
      aside_(regions.ample_arcs()),
      matrix_(snapshot.profile().rules),
      breaker_(snapshot) {}

void LegMaker::make_room() {
  if (regions_.most_arcs() > aside_.size()) aside_ = ZeroedArray<CoarseArc>(regions_.ample_arcs());
  unpacker_.make_room();
}

Unpacked LegMaker::next(Path& path, Leg& leg, std::uint64_t& budget) noexcept {
  State& state = path.state_;
  Unpacked made = Unpacked::done;
  // Runs were chosen when they were written.
  const bool run = state.legs == Path::Legs::by_arcs && state.arc_count != 0 &&
                   path.memory_.arcs[state.arc_count - 1].level == Path::kRunLevel;
  switch (state.legs) {
    case Path::Legs::none:
      break;
    case Path::Legs::in_sight:
      made = next_in_sight(path.memory_, state, leg);
      break;
    case Path::Legs::by_arcs:
      made = next_by_arcs(path, leg, budget);
      break;
  }
  if (made == Unpacked::leg) {
    if (state.ties.rule != TieRule::first && !run) break_ties(state.ties, leg);
    state.at = leg.tiles.back();
    count(leg.kind);
  }
  return made == Unpacked::done && state.truncated ? Unpacked::full : made;
}

void LegMaker::count(LegKind kind) noexcept {
  switch (kind) {
    case LegKind::straight:
      ++counts_.straight;
      break;
    case LegKind::centred:
      ++counts_.centred;
      break;
    case LegKind::shifted:
      ++counts_.shifted;
      break;
    case LegKind::link:
      break;
  }
}

Unpacked LegMaker::next_in_sight(const PathMemory& memory, State& state, Leg& leg) noexcept {
  if (state.next_waypoint + 1 >= state.waypoint_count) return Unpacked::done;
  const Tile from = memory.waypoints[state.next_waypoint];
  const Tile to = memory.waypoints[state.next_waypoint + 1];
  const bool by_link = state.next_hop < state.hop_count && memory.hops[state.next_hop].leg == state.next_waypoint;
  const Unpacked made =
      by_link ? link_leg(from, to, memory.hops[state.next_hop].link, leg) : sight_leg(from, to, state, leg);
  if (made != Unpacked::leg) return made;
  if (by_link) ++state.next_hop;
  if (state.next_step == 0) ++state.next_waypoint;
  return made;
}

Unpacked LegMaker::next_by_arcs(Path& path, Leg& leg, std::uint64_t& budget) noexcept {
  State& state = path.state_;
  if (state.arc_count == 0) return Unpacked::done;
  CoarseArc& next = path.memory_.arcs[state.arc_count - 1];
  if (next.level == Path::kRunLevel) {
    if (const Unpacked made = run_leg(next, leg); made != Unpacked::leg) return made;
    // A run that is longer than a leg goes on as what is left of it, at what that costs.
    next.from.tile = leg.tiles.back();
    next.cost -= leg.cost;
    if (next.from.tile == next.to.tile) --state.arc_count;
    return Unpacked::leg;
  }
  if (next.level == Path::kPieceLevel) {
    const Unpacked made = piece_leg(next, leg, budget);
    if (made == Unpacked::leg) --state.arc_count;
    return made;
  }
  RouteLeg planned;
  const std::uint64_t allowed = budget;
  if (const Unpacked step = unpack(path, planned, budget); step != Unpacked::leg) return step;
  const std::uint64_t unpack = allowed - budget;
  const Unpacked made = make(planned, leg, budget);
  leg.unpack = unpack;
  if (made != Unpacked::leg) {
    // What was taken off the stack still lies above it.
    ++state.arc_count;
    --state.legs_unpacked;
  }
  return made;
}

/// Takes the next leg that is to be made off the arcs of a path.
Unpacked LegMaker::unpack(Path& path, RouteLeg& planned, std::uint64_t& budget) noexcept {
  State& state = path.state_;
  CoarseRoute route{path.memory_.arcs, state.arc_count, state.legs_unpacked};
  const Unpacked step = unpacker_.next_leg(route, planned, budget);
  state.arc_count = route.count;
  state.legs_unpacked = route.legs;
  return step == Unpacked::full ? unpack_aside(path, planned, budget) : step;
}

/// The same where the path cannot hold what its next arc is made of: of all that is left it keeps the nearest, as much
/// as fits.
Unpacked LegMaker::unpack_aside(Path& path, RouteLeg& planned, std::uint64_t& budget) noexcept {
  State& state = path.state_;
  const std::span<CoarseArc> arcs = path.memory_.arcs;
  CoarseRoute aside{{aside_.data(), aside_.size()}, 0, state.legs_unpacked};
  if (!aside.push(arcs[state.arc_count - 1])) return Unpacked::corrupt;
  const Unpacked step = unpacker_.next_leg(aside, planned, budget);
  if (step != Unpacked::leg) return step == Unpacked::full ? Unpacked::corrupt : step;
  // The leg that was taken stays above the stack, so there must be room for it too.
  const std::size_t rest = state.arc_count - 1;
  const std::size_t near = std::min(aside.count, arcs.size() - 1);
  const std::size_t far = std::min(rest, arcs.size() - 1 - near);
  state.truncated = state.truncated || near + far != aside.count + rest;
  std::copy(arcs.begin() + static_cast<std::ptrdiff_t>(rest - far), arcs.begin() + static_cast<std::ptrdiff_t>(rest),
            arcs.begin());
  std::copy_n(aside_.data() + (aside.count - near), near + 1, arcs.begin() + static_cast<std::ptrdiff_t>(far));
  state.arc_count = far + near;
  state.legs_unpacked = aside.legs;
  return Unpacked::leg;
}

Unpacked LegMaker::make(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept {
  if (planned.link == kNoLink) return region_leg(planned, leg, budget);
  const Unpacked made = link_leg(planned.from, planned.to, planned.link, leg);
  return made == Unpacked::leg && leg.cost != planned.cost ? Unpacked::corrupt : made;
}

/// From end to end of the link.
Unpacked LegMaker::link_leg(Tile from, Tile to, LinkId link, Leg& leg) noexcept {
  leg = {};
  if (!snapshot_.grid().passable(from)) return Unpacked::corrupt;
  snapshot_.links().for_each_leaving(from, [&](const LinkArc& arc) {
    if (arc.link != link || arc.other != to) return;
    leg.link = link;
    leg.kind = LegKind::link;
    leg.cost = arc.cost;
  });
  if (leg.link == kNoLink) return Unpacked::corrupt;
  tiles_[0] = from;
  tiles_[1] = to;
  leg.tiles = {tiles_.data(), 2};
  return Unpacked::leg;
}

/// Follows a walk between two tiles from one of its steps to another, as long as `fits(TileWalk)` holds after each.
/// Where it always does the leg is what was walked, as far as a leg goes.
template <class Fits>
bool LegMaker::follow(const Line& line, std::int32_t first, std::int32_t last, Leg& leg, Fits&& fits) noexcept {
  const GridView& grid = snapshot_.grid();
  const auto at = [&](std::int32_t step) {
    return sight_step(line.from, line.to, grid.rules->neighbours, line.walk, step);
  };
  TileWalk walk(grid, tiles_, at(first));
  for (std::int32_t step = first + 1; step <= last; ++step) {
    if (!walk.go(at(step)) || !fits(walk)) return false;
  }
  leg.cost = walk.cost_kept();
  leg.tiles = walk.tiles();
  return true;
}

/// Goes from one waypoint towards the next, for as many tiles as a leg can have. The first leg of several has proven
/// that its walk is free to the end.
Unpacked LegMaker::sight_leg(Tile from, Tile to, State& state, Leg& leg) noexcept {
  leg = {};
  const GridView& grid = snapshot_.grid();
  // A waypoint graph is there only where all terrain has one price; a file that says otherwise is wrong.
  const Cost price = snapshot_.profile().rules.least_cost;
  const auto fits = [&](const TileWalk& walk) { return grid.cost(walk.last()) == price; };
  const std::int32_t steps = sight_steps(from, to, grid.rules->neighbours);
  bool free = grid.cost(from) == price;
  if (state.next_step == 0) {
    free = free && std::any_of(kSightWalks.begin(), kSightWalks.end(), [&](SightWalk walk) {
             state.next_walk = walk;
             return follow({from, to, walk}, 0, steps, leg, fits);
           });
  } else {
    const Line line{from, to, state.next_walk};
    free = free && follow(line, state.next_step, end_of_leg(state.next_step, steps), leg, fits);
  }
  if (!free) return Unpacked::corrupt;
  state.next_step += static_cast<std::int32_t>(leg.tiles.size()) - 1;
  if (state.next_step == steps) state.next_step = 0;
  return Unpacked::leg;
}

/// The first leg of a straight or diagonal run, all of which must cost what it says.
Unpacked LegMaker::run_leg(const CoarseArc& run, Leg& leg) noexcept {
  leg = {};
  const GridView& grid = snapshot_.grid();
  const Line line{run.from.tile, run.to.tile, SightWalk::along_line};
  const std::int32_t steps = sight_steps(line.from, line.to, grid.rules->neighbours);
  if (!grid.passable(line.from)) return Unpacked::corrupt;
  Cost cost = 0;
  const auto add = [&](const TileWalk& walk) {
    cost = walk.cost();
    return true;
  };
  return follow(line, 0, steps, leg, add) && cost == run.cost ? Unpacked::leg : Unpacked::corrupt;
}

/// Goes the leg in two straight runs; false if neither order of them costs what the leg does.
bool LegMaker::straight_leg(const RouteLeg& planned, Leg& leg) noexcept {
  const GridView& grid = snapshot_.grid();
  const Neighbours neighbours = grid.rules->neighbours;
  const std::int32_t steps = sight_steps(planned.from, planned.to, neighbours);
  const auto fits = [&](const TileWalk& walk) {
    return walk.cost() + grid.rules->lower_bound(walk.last(), planned.to) <= planned.cost;
  };
  const auto costs_as_planned = [&](SightWalk walk) {
    return follow({planned.from, planned.to, walk}, 0, steps, leg, fits) && leg.cost == planned.cost;
  };
  return costs_as_planned(SightWalk::diagonal_first) ||
         (!is_one_run(planned.from, planned.to, neighbours) && costs_as_planned(SightWalk::diagonal_last));
}

/// Whether a path in the area, for no more than was planned, may lead beyond the window: it crosses the first row or
/// column of the area that lies outside.
bool LegMaker::may_leave(const Rect& window, const Rect& area, const RouteLeg& planned) const noexcept {
  const GridView& grid = snapshot_.grid();
  const Rect inside = intersection(window, area);
  const auto serves = [&](Tile t) noexcept {
    const Cost least = grid.rules->lower_bound(planned.from, t) + grid.rules->lower_bound(t, planned.to);
    return least <= planned.cost && grid.cost(t) != 0;
  };
  bool found = false;
  const auto look_at_column = [&](std::int32_t x) {
    for (std::int32_t y = area.min.y; y < area.max.y && !found; ++y) found = serves({x, y});
  };
  const auto look_at_row = [&](std::int32_t y) {
    for (std::int32_t x = area.min.x; x < area.max.x && !found; ++x) found = serves({x, y});
  };
  if (inside.min.x != area.min.x) look_at_column(inside.min.x - 1);
  if (inside.max.x != area.max.x) look_at_column(inside.max.x);
  if (inside.min.y != area.min.y) look_at_row(inside.min.y - 1);
  if (inside.max.y != area.max.y) look_at_row(inside.max.y);
  return found;
}

/// Straight, or A* inside the leg's region, in the matrix centred on the midpoint of the leg's ends. Where a path that
/// costs as little may lead beyond that, the matrix is shifted to hold the region: so every tile that a search of the
/// region settles is there, and the leg is the same.
Unpacked LegMaker::region_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept {
  const GridView& grid = snapshot_.grid();
  const Rect area = regions_.layout().area(0, planned.region);
  leg = {};
  if (!area.contains(planned.from) || !area.contains(planned.to) || grid.cost(planned.from) == 0)
    return Unpacked::corrupt;
  if (straight_leg(planned, leg)) return Unpacked::leg;
  const Rect centred = LegMatrix::centred(planned.from, planned.to);
  const bool shift = may_leave(centred, area, planned);
  leg.kind = shift ? LegKind::shifted : LegKind::centred;
  leg.window = shift ? LegMatrix::shifted_to_contain(centred, area) : centred;
  return matrix_.with([&](auto& matrix) noexcept { return search_leg(matrix, planned, area, leg, budget); });
}

/// A* in the matrix centred on the midpoint of the ends of a piece.
Unpacked LegMaker::piece_leg(const CoarseArc& piece, Leg& leg, std::uint64_t& budget) noexcept {
  const GridView& grid = snapshot_.grid();
  leg = {};
  if (!grid.passable(piece.from.tile)) return Unpacked::corrupt;
  leg.kind = LegKind::centred;
  leg.window = LegMatrix::centred(piece.from.tile, piece.to.tile);
  const RouteLeg planned{.from = piece.from.tile, .to = piece.to.tile, .region = {}, .cost = piece.cost};
  return matrix_.with([&](auto& matrix) noexcept { return search_leg(matrix, planned, grid.bounds(), leg, budget); });
}

/// A* in the leg's window and an area, for what was planned.
template <class Matrix>
Unpacked LegMaker::search_leg(Matrix& matrix, const RouteLeg& planned, const Rect& area, Leg& leg,
                              std::uint64_t& budget) noexcept {
  const GridView& grid = snapshot_.grid();
  matrix.place(leg.window);
  const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, planned.to); };
  const SearchOutcome outcome = with_moves(grid, intersection(leg.window, area), [&](auto&& moves) {
    return matrix.search(planned.from, planned.to, budget, bound, moves);
  });
  leg.states = outcome.expansions;
  budget -= outcome.expansions;
  if (outcome.end == SearchEnd::budget) return Unpacked::budget;
  if (outcome.end != SearchEnd::reached || matrix.cost(planned.to) != planned.cost) return Unpacked::corrupt;
  leg.cost = planned.cost;
  leg.tiles = matrix.path(planned.to, tiles_);
  return Unpacked::leg;
}

/// Puts the one that a rule chooses among all legs of the same cost in the place of a leg that was made, if it fits the
/// matrix and is the least there.
void LegMaker::break_ties(const Ties& ties, Leg& leg) noexcept {
  const Tile from = leg.tiles.front();
  const Tile to = leg.tiles.back();
  if (leg.link != kNoLink || !LegMatrix::fits(from, to)) return;
  const TieChoice choice = breaker_.choose(breaker_.around(from, to), from, to, leg.cost, ties, LegMatrix::kNodes);
  leg.states += choice.expansions;
  if (choice.tiles.empty()) return;
  leg.kind = LegKind::centred;
  leg.window = breaker_.window();
  leg.tiles = choice.tiles;
}

bool LegMaker::holds(const CoarseArc& arc) noexcept {
  Leg leg;
  std::uint64_t budget = ~std::uint64_t{0};
  CoarseRoute aside{{aside_.data(), aside_.size()}, 0, 0};
  RouteLeg planned;
  Unpacked step = aside.push(arc) ? Unpacked::leg : Unpacked::full;
  while (step == Unpacked::leg) {
    step = unpacker_.next_leg(aside, planned, budget);
    if (step == Unpacked::leg) step = make(planned, leg, budget);
  }
  return step == Unpacked::done;
}

}  // namespace portolan
