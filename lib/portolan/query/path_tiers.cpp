// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_tiers.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/query/certificate.hpp"
#include "portolan/query/ends.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan {
namespace {

/// What jump points settle before islands of the map as it is are asked whether there is a path at all, which to find
/// after an edit takes a few hundred times as long as to settle a tile.
constexpr std::uint64_t kJumpsInGoodFaith = 4096;

/// The length of a path with links, which count what their author wrote, without the rounding to the unit in which they
/// are compared.
class PathLength {
 public:
  explicit PathLength(const ProfileSnapshot& snapshot) noexcept : snapshot_(snapshot) {}
  void add(LinkId number) noexcept {
    if (number == kNoLink) return;
    const Link& link = snapshot_.world().links()[number];
    priced_ += link_cost(snapshot_.profile().rules, link.cost);
    written_ += link.cost;
  }
  [[nodiscard]] double of(Cost cost) const noexcept {
    return snapshot_.profile().in_tiles(cost - std::min(cost, priced_)) + static_cast<double>(written_) / kCostScale;
  }

 private:
  const ProfileSnapshot& snapshot_;
  Cost priced_ = 0;
  std::uint64_t written_ = 0;
};

/// Whether the walker is to unpack the path.
bool leaves_arcs(const PathTask& task) noexcept {
  if (task.unpacking != Unpacking::by_distance) return task.unpacking == Unpacking::leg_by_leg;
  const std::int64_t columns = std::abs(std::int64_t{task.to.x} - task.from.x);
  const std::int64_t rows = std::abs(std::int64_t{task.to.y} - task.from.y);
  return std::max(columns, rows) > kFarUnpacked;
}

void set_found(PathResult& result, Cost cost, Cost lower_bound, double length) noexcept {
  result.status = Status::found;
  result.cost = cost;
  result.lower_bound = lower_bound;
  result.length = length;
}

void set_answer(PathResult& result, const Answer& answer) noexcept {
  static_cast<Answer&>(result) = answer;
  result.length = 0;
}

/// The answer of a search that says nothing of what lies beyond it.
Answer undecided(Why why) noexcept {
  return {.status = Status::undecided, .why = why};
}

/// The answer of a search that has seen all that can be reached.
Answer exhausted() noexcept {
  return {.status = Status::unreachable, .why = Why::exhausted, .lower_bound = kInfiniteCost};
}

}  // namespace

Rect local_window(const PathTask& task) noexcept {
  const bool fits = LegMatrix::fits(task.from, task.to);
  const bool fits_wide = WideMatrix::fits(task.from, task.to);
  const bool may_grow = !fits && task.tier == Tier::local && task.matrix == MatrixSide::by_ends;
  const bool wide = task.matrix == MatrixSide::side_120 || may_grow;
  if (wide) return fits_wide ? WideMatrix::centred(task.from, task.to) : Rect{};
  return fits ? LegMatrix::centred(task.from, task.to) : Rect{};
}

LocalTier::LocalTier(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      link_bound_(snapshot.links(), snapshot.world().floors()),
      matrix_(snapshot.profile().rules),
      wide_(snapshot.profile().rules),
      tiles_(std::make_unique_for_overwrite<std::array<Tile, WideMatrix::kNodes>>()) {}

PathResult LocalTier::search(const PathTask& task, Path& path) noexcept {
  const Rect window = local_window(task);
  const auto search = [&](auto& matrix) noexcept { return search_in(matrix, task, window, path); };
  switch (window.width()) {
    case LegMatrix::kSide:
      last_side_ = LegMatrix::kSide;
      return matrix_.with(search);
    case WideMatrix::kSide:
      last_side_ = WideMatrix::kSide;
      return wide_.with(search);
    default: {
      PathResult result;
      result.tier = Tier::local;
      set_answer(result, undecided(Why::does_not_fit));
      return result;
    }
  }
}

template <class Matrix>
PathResult LocalTier::search_in(Matrix& matrix, const PathTask& task, const Rect& window, Path& path) noexcept {
  PathResult result;
  result.tier = Tier::local;
  const GridView& grid = snapshot_.grid();
  matrix.place(window);
  const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, task.to); };
  const SearchOutcome outcome = with_moves(grid, intersection(window, grid.bounds()), [&](auto&& moves) {
    return matrix.search(task.from, task.to, task.max_expansions, bound, moves);
  });
  result.expansions.local = outcome.expansions;
  if (outcome.end == SearchEnd::budget) {
    set_answer(result, spent_answer(outcome.expansions));
    return result;
  }
  link_bound_.aim(task.to, Toward::goal);
  const Cost escape = std::min(escape_bound(grid, window, task.from, task.to), link_bound_.detour(task.from));
  if (outcome.end != SearchEnd::reached) {
    const bool decided = escape == kInfiniteCost && outcome.end == SearchEnd::exhausted;
    set_answer(result, decided ? exhausted() : undecided(Why::no_local_path));
    return result;
  }
  const Cost cost = matrix.cost(task.to);
  set_found(result, cost, std::min(cost, escape), snapshot_.profile().in_tiles(cost));
  write_in(matrix, task, task.to, path);
  return result;
}

template <class Matrix>
void LocalTier::write_in(const Matrix& matrix, const PathTask& task, Tile end, Path& path) noexcept {
  PathWriter writer(path);
  writer.start(snapshot_, task.from, task.ties);
  Cost before = 0;
  const std::span<Tile, Matrix::kNodes> memory = std::span(*tiles_).template first<Matrix::kNodes>();
  for (const Tile tile : matrix.path(end, memory).subspan(1)) {
    const Cost so_far = matrix.cost(tile);
    if (!writer.add_step(tile, kNoLink, so_far - before)) break;
    before = so_far;
  }
  writer.finish_arcs();
}

Approach LocalTier::approach(const PathTask& task) noexcept {
  Approach best{.at = task.from};
  link_bound_.aim(task.to, Toward::goal);
  const auto find = [&](const auto& matrix) {
    const Rect window = intersection(matrix.window(), snapshot_.grid().bounds());
    for (std::int32_t y = window.min.y; y < window.max.y; ++y) {
      for (std::int32_t x = window.min.x; x < window.max.x; ++x) {
        if (!matrix.settled({x, y})) continue;
        const Approach here{.at = {x, y}, .bound = link_bound_.of({x, y}), .cost = matrix.cost({x, y})};
        if (here.closer_than(best)) best = here;
      }
    }
  };
  last_side_ == LegMatrix::kSide ? matrix_.with(find) : wide_.with(find);
  return best;
}

void LocalTier::write(const PathTask& task, const Approach& approach, Path& path) noexcept {
  const auto write = [&](const auto& matrix) { write_in(matrix, task, approach.at, path); };
  last_side_ == LegMatrix::kSide ? matrix_.with(write) : wide_.with(write);
}

CoarseTier::CoarseTier(const ProfileSnapshot& snapshot, std::shared_ptr<SearchMemory> memory)
    : snapshot_(snapshot),
      search_(snapshot.profile(), snapshot.grid(), snapshot.links(), snapshot.world().floors(), std::move(memory)) {}

PathResult CoarseTier::search(const PathTask& task, Path& path) noexcept {
  PathResult result;
  result.tier = Tier::regions;
  const Route route = search_.search({.from = task.from,
                                      .to = task.to,
                                      .below = task.below,
                                      .expansions = task.max_expansions,
                                      .when_spent = task.when_spent,
                                      .joined = task.joined});
  approach_ = route.end == Route::End::budget ? search_.approach() : std::nullopt;
  whole_ = false;
  result.expansions.access = route.access;
  result.expansions.coarse = route.coarse;
  switch (route.end == Route::End::found ? write(task, route, result, path) : route.end) {
    case Route::End::found:
      break;
    case Route::End::exhausted:
      set_answer(result, exhausted());
      break;
    case Route::End::budget:
      set_answer(result, spent_answer(0));
      break;
    case Route::End::corrupt:
      set_answer(result, corrupt_answer());
      break;
  }
  return result;
}

/// Writes the path found, in pieces or in legs: what fits, as what does not is not unpacked.
Route::End CoarseTier::write(const PathTask& task, const Route& route, PathResult& result, Path& path) noexcept {
  PathLength length(snapshot_);
  for_each_piece(search_.route().arcs(), [&](Tile, LinkId link) { length.add(link); });
  set_found(result, route.cost, route.cost, length.of(route.cost));
  PathWriter writer(path);
  writer.start(snapshot_, task.from, task.ties);
  if (leaves_arcs(task)) {
    return write_arcs(writer) ? Route::End::found : Route::End::corrupt;
  }
  const std::uint64_t allowed = task.max_expansions - route.access - route.coarse;
  std::uint64_t budget = allowed;
  RouteLeg leg;
  Unpacked step = Unpacked::leg;
  while (step == Unpacked::leg && !path.truncated()) {
    step = search_.unpacker().next_leg(search_.route(), leg, budget);
    if (step != Unpacked::leg) break;
    writer.add_arc(
        {.from = {leg.from}, .to = {leg.to}, .cost = leg.cost, .level = 0, .region = leg.region, .link = leg.link});
  }
  result.expansions.unpack = allowed - budget;
  if (step == Unpacked::budget) {
    if (task.when_spent == WhenSpent::remember && write_arcs(writer)) {
      approach_ = Approach{.at = task.to, .bound = 0, .cost = route.cost};
      whole_ = true;
    }
    return Route::End::budget;
  }
  writer.finish_arcs();
  return step == Unpacked::done || path.truncated() ? Route::End::found : Route::End::corrupt;
}

/// Writes the route found as far as there is room; false if the file is not sound.
bool CoarseTier::write_arcs(PathWriter& writer) noexcept {
  const std::span<const CoarseArc> arcs = search_.route().arcs();
  for (std::size_t i = arcs.size(); i-- > 0;) {
    const CoarseArc& arc = arcs[i];
    if (arc.from.tile == arc.to.tile && arc.cost == 0) continue;
    if (arc.from.tile == arc.to.tile) return false;
    if (!writer.add_arc(arc)) break;
  }
  writer.finish_arcs();
  return true;
}

void CoarseTier::write(const PathTask& task, Path& path) noexcept {
  if (whole_) return;
  PathWriter writer(path);
  writer.start(snapshot_, task.from, task.ties);
  (void)write_arcs(writer);
}

TileTier::TileTier(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot), search_(snapshot.grid(), snapshot.links(), snapshot.world().floors()) {}

PathResult TileTier::search(const PathTask& task, Path& path) noexcept {
  PathResult result;
  result.tier = Tier::astar;
  const SearchOutcome outcome = search_.search(task.from, task.to, task.max_expansions);
  result.expansions.astar = outcome.expansions;
  set_answer(result, answer_of(outcome, outcome.end == SearchEnd::reached ? search_.cost() : 0));
  if (result.status != Status::found) return result;
  PathLength length(snapshot_);
  PathWriter writer(path);
  writer.start(snapshot_, task.from, task.ties);
  Cost left = search_.cost();
  search_.for_each_tile([&](Tile tile, LinkId link, Cost from_there) {
    length.add(link);
    if (tile != task.from) writer.add_step(tile, link, left - from_there);
    left = from_there;
  });
  writer.finish_arcs();
  result.length = length.of(result.cost);
  return result;
}

JumpTier::JumpTier(const ProfileSnapshot& snapshot) : snapshot_(snapshot), search_(snapshot.grid()) {}

PathResult JumpTier::search(const PathTask& task, std::size_t most_waypoints, Path& path) noexcept {
  PathResult result;
  result.tier = Tier::jump;
  set_answer(result, settle(task, result.expansions.jump));
  if (result.status != Status::found) return result;
  if (waypoints(task) > most_waypoints) {
    set_answer(result, undecided(Why::no_room));
    return result;
  }
  set_found(result, search_.cost(), search_.cost(), snapshot_.profile().in_tiles(search_.cost()));
  write(task, path);
  return result;
}

Answer JumpTier::settle(const PathTask& task, std::uint64_t& expansions) noexcept {
  const std::uint64_t first = std::min(task.max_expansions, kJumpsInGoodFaith);
  SearchOutcome outcome = search_.search(task.from, task.to, task.below, first);
  expansions = outcome.expansions;
  if (outcome.end == SearchEnd::budget && first == kJumpsInGoodFaith) {
    Reach* const reach = snapshot_.reach();
    if (reach != nullptr && !reach->joins(task.from, task.to)) return on_different_islands();
    outcome = search_.go_on(task.max_expansions - first);
    expansions += outcome.expansions;
  }
  return answer_of(outcome, outcome.end == SearchEnd::reached ? search_.cost() : 0);
}

/// Of the path found: one a run, and one for each piece into which a rule of ties may cut it.
std::size_t JumpTier::waypoints(const PathTask& task) const noexcept {
  constexpr std::size_t kLeastPiece = LegMatrix::kSide / 2 - 1;
  std::size_t count = 1;
  Tile at = task.from;
  search_.for_each_run([&](Tile to, Cost) {
    count += 1 + static_cast<std::size_t>(std::max(std::abs(to.x - at.x), std::abs(to.y - at.y))) / kLeastPiece;
    at = to;
  });
  return count;
}

void JumpTier::write(const PathTask& task, Path& path) noexcept {
  PathWriter writer(path);
  writer.start(snapshot_, task.from, task.ties);
  Tile at = task.from;
  search_.for_each_run([&](Tile to, Cost cost) {
    if (task.ties.rule == TieRule::first) {
      writer.add_step(to, kNoLink, cost);
      return;
    }
    const Tile step{sign(to.x - at.x), sign(to.y - at.y)};
    const auto steps = static_cast<Cost>(std::max(std::abs(to.x - at.x), std::abs(to.y - at.y)));
    for (; at != to; at = {at.x + step.x, at.y + step.y}) {
      if (!writer.add_step({at.x + step.x, at.y + step.y}, kNoLink, cost / steps)) return;
    }
  });
  writer.finish_arcs();
}

std::optional<Approach> JumpTier::approach(const PathTask& task, std::size_t most_waypoints) noexcept {
  Approach best{.at = task.from};
  search_.for_each_touched([&](Tile tile, bool settled) {
    if (!settled) return;
    const Approach here{
        .at = tile, .bound = snapshot_.grid().rules->lower_bound(tile, task.to), .cost = search_.cost(tile)};
    if (here.closer_than(best)) best = here;
  });
  search_.lead_to(best.at);
  return waypoints(task) > most_waypoints ? std::nullopt : std::optional(best);
}

/// Writes a path on tiles step by step, along its lines of sight, and link by link.
void SightTier::add_steps(const SightPath& found, PathWriter& writer) const noexcept {
  const MoveRules& rules = snapshot_.profile().rules;
  std::span<const LinkHop> hops = found.hops;
  for (std::size_t i = 1; i < found.points.size(); ++i) {
    const Tile from = tile_at(found.points[i - 1]);
    const Tile to = tile_at(found.points[i]);
    if (!hops.empty() && hops.front().leg == i - 1) {
      const LinkId link = hops.front().link;
      if (!writer.add_step(to, link, link_cost(rules, snapshot_.world().links()[link].cost))) return;
      hops = hops.subspan(1);
      continue;
    }
    Tile at = from;
    for (std::int32_t step = 1; step <= sight_steps(from, to, rules.neighbours); ++step) {
      const Tile next = sight_step(from, to, rules.neighbours, SightWalk::along_line, step);
      // Where there is a waypoint graph, all terrain has one price.
      if (!writer.add_step(next, kNoLink, rules.lower_bound(at, next))) return;
      at = next;
    }
  }
}

double SightTier::length_of(Cost cost, std::span<const LinkHop> hops) const noexcept {
  PathLength length(snapshot_);
  for (const LinkHop& hop : hops) length.add(hop.link);
  return length.of(cost);
}

SightTier::SightTier(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot), tiers_(snapshot.profile(), snapshot.links(), snapshot.world().floors()) {}

PathResult SightTier::search(const PathTask& task, Path& path) noexcept {
  PathResult result;
  result.tier = task.tier;
  const SightPath found = tiers_.find(task.plane_from, task.plane_to, task.tier, task.max_expansions);
  result.expansions.waypoints = found.work;
  if (found.status != Status::found) {
    // The ends were judged before: a plane that disagrees is wrong.
    const bool disagrees = found.status == Status::bad_start || found.status == Status::bad_goal;
    set_answer(result, disagrees ? corrupt_answer(found.work) : Answer{found});
    return result;
  }
  const Cost price = snapshot_.any_angle() ? snapshot_.profile().rules.least_cost : 1;
  const Cost cost = found.cost * price;
  set_found(result, cost, cost, found.hops.empty() ? snapshot_.profile().in_tiles(cost) : length_of(cost, found.hops));
  PathWriter writer(path);
  if (snapshot_.any_angle()) {
    writer.write_points(snapshot_, found.points);
  } else if (!found.points.empty()) {
    writer.start(snapshot_, tile_at(found.points.front()), task.ties);
    if (task.ties.rule == TieRule::first) {
      writer.add_lines(found.points.subspan(1));
      if (!found.hops.empty()) writer.add_hops(found.hops);
    } else {
      add_steps(found, writer);
      writer.finish_arcs();
    }
  }
  return result;
}

}  // namespace portolan
