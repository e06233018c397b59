// SPDX-License-Identifier: BSL-1.0
// What becomes of the ends of a request before anything is searched.
#include "portolan/query/nearest_tile.hpp"
#include "portolan/query/path_query.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

/// The tiles that a point of the map touches, those only on which the mover can stand: up to four at a lattice corner.
struct TouchedTiles {
  std::array<Tile, 4> tiles{};
  std::size_t count = 0;

  TouchedTiles(const GridView& grid, Point p) noexcept {
    const Tile last = tile_at(p);
    for (std::int32_t y = last.y - (on_lattice(p.y) ? 1 : 0); y <= last.y; ++y) {
      for (std::int32_t x = last.x - (on_lattice(p.x) ? 1 : 0); x <= last.x; ++x) {
        if (grid.passable({x, y})) tiles[count++] = {x, y};
      }
    }
  }
  [[nodiscard]] const Tile* begin() const noexcept { return tiles.data(); }
  [[nodiscard]] const Tile* end() const noexcept { return tiles.data() + count; }
};

/// The answer that an end which will not do gets.
PathResult bad_end(Status status, Why why) noexcept {
  PathResult result;
  result.status = status;
  result.why = why;
  return result;
}

PathResult on_different_islands() noexcept {
  PathResult result = bad_end(Status::unreachable, Why::different_islands);
  result.optimal = true;
  return result;
}

}  // namespace

/// Whether islands alone say that no path joins two passable tiles. Edits that open nothing only split islands.
bool PathQuery::known_apart(Tile a, Tile b) const noexcept {
  return !opened_ && profile_.islands.label(grid_.index(a)) != profile_.islands.label(grid_.index(b));
}

PathResult PathQuery::find(const PathRequest& asked) noexcept {
  reset();
  const PathRequest request = asked.ends == EndRule::nearest ? settle_ends(asked) : asked;
  PathResult result = check_ends(request);
  if (result.why == Why::none) {
    result = answer({.from = request.from,
                     .to = request.to,
                     .plane_from = to_plane(contact_, centre_of(request.from)),
                     .plane_to = to_plane(contact_, centre_of(request.to)),
                     .tier = request.tier,
                     .max_expansions = request.max_expansions,
                     .unpacking = request.unpacking});
  }
  if (result.status == Status::found && (request.from != asked.from || request.to != asked.to)) {
    result.why = Why::moved_end;
    if (request.to != asked.to) result.status = Status::partial;
  }
  // There is a tile that will do, the start if no other, so that nothing is unreachable but what was taken for the
  // goal.
  if (asked.ends == EndRule::nearest && result.status == Status::unreachable) {
    result.status = Status::bad_goal;
    result.why = Why::nearest_unknown;
    result.optimal = false;
  }
  return result;
}

PathResult PathQuery::find_between(const PointRequest& request) noexcept {
  reset();
  const GridView& grid = grid_;
  for (const Point end : {request.from, request.to}) {
    const bool inside = end.x >= 0 && end.y >= 0 && end.x <= grid.width * kSubUnits && end.y <= grid.height * kSubUnits;
    if (!inside) return bad_end(end == request.from ? Status::bad_start : Status::bad_goal, Why::outside);
  }
  Task task{.from = tile_at(request.from),
            .to = tile_at(request.to),
            .plane_from = to_plane(contact_, request.from),
            .plane_to = to_plane(contact_, request.to),
            .tier = request.tier,
            .max_expansions = request.max_expansions};
  if (contact_ == Contact::point) return answer_touching(request, task);
  const PathResult result = check_lattice(task);
  return result.why == Why::none ? answer(task) : result;
}

/// Moves the ends that will not do as they are; leaves them if there is nowhere to move them to. Islands of the file
/// hold all that can be reached, unless edits have opened something.
PathRequest PathQuery::settle_ends(PathRequest request) const noexcept {
  const auto settle = [&](Tile& end, std::uint32_t island) {
    end = nearest_standing_tile(grid_, profile_.islands, end, island).value_or(end);
  };
  if (!grid_.passable(request.from)) settle(request.from, kAnyIsland);
  if (!grid_.passable(request.from)) return request;
  if (!grid_.passable(request.to) || known_apart(request.from, request.to)) {
    settle(request.to, opened_ ? kAnyIsland : profile_.islands.label(grid_.index(request.from)));
  }
  return request;
}

/// Decides what the ends alone can decide; `why` is none if a search is needed.
PathResult PathQuery::check_ends(const PathRequest& request) const noexcept {
  const GridView& grid = grid_;
  for (const Tile end : {request.from, request.to}) {
    if (grid.passable(end)) continue;
    return bad_end(end == request.from ? Status::bad_start : Status::bad_goal,
                   grid.bounds().contains(end) ? Why::blocked : Why::outside);
  }
  return known_apart(request.from, request.to) ? on_different_islands() : PathResult{};
}

/// The same for points, of movers that stand on tiles only.
PathResult PathQuery::check_lattice(const Task& task) const noexcept {
  for (const Point end : {task.plane_from, task.plane_to}) {
    if (on_lattice(end.x) && on_lattice(end.y)) continue;
    return bad_end(end == task.plane_from ? Status::bad_start : Status::bad_goal, Why::off_lattice);
  }
  return check_ends({.from = task.from, .to = task.to});
}

/// Answers for points of a point mover. An end on the border of tiles goes with the one of them that lies on an island
/// of the other end: where the border is a pinch, that may be either. Islands decide which, or after edits the
/// searches.
PathResult PathQuery::answer_touching(const PointRequest& request, Task task) noexcept {
  const TouchedTiles from(grid_, request.from);
  const TouchedTiles to(grid_, request.to);
  if (from.count == 0) return bad_end(Status::bad_start, Why::blocked);
  if (to.count == 0) return bad_end(Status::bad_goal, Why::blocked);
  PathResult result = on_different_islands();
  for (const Tile a : from) {
    for (const Tile b : to) {
      if (known_apart(a, b)) continue;
      task.from = a;
      task.to = b;
      const Expansions before = result.expansions;
      result = answer(task);
      task.max_expansions -= std::min(task.max_expansions, result.expansions.total());
      result.expansions += before;
      if (!edited() || result.status != Status::unreachable) return result;
    }
  }
  return result;
}

}  // namespace portolan
