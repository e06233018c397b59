// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/ends.hpp"

#include "portolan/query/nearest_tile.hpp"

namespace portolan {
namespace {

/// The tiles to stand on that are nearest to one.
NearestTiles nearest_to_stand(const ProfileSnapshot& snapshot, Tile wanted) noexcept {
  return nearest_standing_tiles(snapshot.grid(), snapshot.profile().islands, wanted, kAnyIsland);
}

/// The same of those that can be reached from a tile that the mover can stand on; none where the goal itself will do.
NearestTiles nearest_to_reach(const ProfileSnapshot& snapshot, Tile from, Tile to) noexcept {
  const GridView& grid = snapshot.grid();
  const bool stands = grid.passable(to);
  if (Reach* const reach = snapshot.reach()) {
    return stands && reach->joins(from, to) ? NearestTiles(grid.bounds(), to) : reach->nearest(from, to);
  }
  if (stands && !snapshot.known_apart(from, to)) return {grid.bounds(), to};
  const IslandsView& islands = snapshot.profile().islands;
  return nearest_standing_tiles(grid, islands, to, snapshot.opened() ? kAnyIsland : islands.label(grid.index(from)));
}

Answer judge(const ProfileSnapshot& snapshot, Tile from, Tile to, IslandRule islands) noexcept {
  const GridView& grid = snapshot.grid();
  const auto bad = [&](Tile end, Status status) {
    return Answer{.status = status, .why = grid.contains(end) ? Why::blocked : Why::outside};
  };
  if (!grid.passable(from)) return bad(from, Status::bad_start);
  if (!grid.passable(to)) return bad(to, Status::bad_goal);
  return islands == IslandRule::apart && snapshot.known_apart(from, to) ? on_different_islands() : Answer{};
}

}  // namespace

JudgedEnds::JudgedEnds(const ProfileSnapshot& snapshot, Tile from, Tile to, EndRule rule, IslandRule islands) noexcept
    : asked_from_(from), asked_to_(to), rule_(rule), from_(from), to_(to) {
  if (rule == EndRule::nearest) settle(snapshot, islands);
  answer_ = judge(snapshot, from_, to_, islands);
  if (decided()) conclude(answer_);
}

/// Moves the ends that will not do as they are; leaves them if there is nowhere to move them to.
void JudgedEnds::settle(const ProfileSnapshot& snapshot, IslandRule islands) noexcept {
  const GridView& grid = snapshot.grid();
  if (!grid.passable(from_)) {
    const NearestTiles starts = nearest_to_stand(snapshot, from_);
    if (starts.tiles().empty()) return;
    from_ = starts.tiles().front();
  }
  if (islands == IslandRule::apart) {
    goals_ = nearest_to_reach(snapshot, from_, to_);
  } else if (!grid.passable(to_)) {
    goals_ = nearest_to_stand(snapshot, to_);
  }
  if (goals_ && !goals_->tiles().empty()) to_ = goals_->tiles().front();
}

void JudgedEnds::conclude(Answer& answer, Tile goal) const noexcept {
  if (answer.status == Status::found && (from_ != asked_from_ || goal != asked_to_)) {
    answer.why = Why::moved_end;
    if (goal != asked_to_) answer.status = Status::partial;
  }
  if (rule_ == EndRule::nearest) conclude_nearest(answer);
}

void conclude_nearest(Answer& answer) noexcept {
  if (answer.status != Status::unreachable) return;
  answer.status = Status::bad_goal;
  answer.why = Why::nearest_unknown;
  answer.lower_bound = 0;
}

namespace {

/// Whether a point lies on an edge that costs something to cross, or at an end of one: whoever could stop there would
/// cross it for nothing in two halves.
bool lies_on_priced_edge(const GridView& grid, Point p) noexcept {
  if (grid.edges == nullptr) return false;
  const Tile last = tile_at(p);
  const Tile first{last.x - (on_lattice(p.x) ? 1 : 0), last.y - (on_lattice(p.y) ? 1 : 0)};
  const auto costs = [&](Tile a, Tile b) {
    const bool inside = grid.contains(a) && grid.contains(b);
    return inside && (grid.edges->crossed(grid.width, a, b) != 0 || grid.edges->crossed(grid.width, b, a) != 0);
  };
  for (std::int32_t y = first.y; y <= last.y; ++y) {
    if (first.x != last.x && costs({first.x, y}, {last.x, y})) return true;
  }
  for (std::int32_t x = first.x; x <= last.x; ++x) {
    if (first.y != last.y && costs({x, first.y}, {x, last.y})) return true;
  }
  return false;
}

}  // namespace

bool may_join(const ProfileSnapshot& snapshot, Tile from, Tile to) noexcept {
  if (Reach* const reach = snapshot.reach()) return reach->joins(from, to);
  return !snapshot.known_apart(from, to);
}

TouchedTiles::TouchedTiles(const GridView& grid, Point p) noexcept {
  const Tile last = tile_at(p);
  for (std::int32_t y = last.y - (on_lattice(p.y) ? 1 : 0); y <= last.y; ++y) {
    for (std::int32_t x = last.x - (on_lattice(p.x) ? 1 : 0); x <= last.x; ++x) {
      if (grid.passable({x, y})) tiles_[count_++] = {x, y};
    }
  }
}

Answer judge_points(const ProfileSnapshot& snapshot, Point from, Point to) noexcept {
  const GridView& grid = snapshot.grid();
  const auto bad = [&](Point end, Why why) {
    return Answer{.status = end == from ? Status::bad_start : Status::bad_goal, .why = why};
  };
  const auto inside = [&](Point p) {
    return p.x >= 0 && p.y >= 0 && p.x <= grid.width * kSubUnits && p.y <= grid.height * kSubUnits;
  };
  const auto at_centre = [&](Point p) {
    const Point plane = to_plane(snapshot.contact(), p);
    return on_lattice(plane.x) && on_lattice(plane.y);
  };
  for (const Point end : {from, to}) {
    if (!inside(end)) return bad(end, Why::outside);
  }
  if (snapshot.contact() == Contact::point) {
    for (const Point end : {from, to}) {
      if (TouchedTiles(grid, end).empty() || lies_on_priced_edge(grid, end)) return bad(end, Why::blocked);
    }
    return {};
  }
  for (const Point end : {from, to}) {
    if (!at_centre(end)) return bad(end, Why::off_lattice);
  }
  return judge(snapshot, tile_at(from), tile_at(to), IslandRule::apart);
}

}  // namespace portolan
