// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_query.hpp"

#include "portolan/query/certificate.hpp"
#include "portolan/query/segment_cost.hpp"
#include "portolan/query/smoothing.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Waypoints of a region path besides the ends of its arcs.
constexpr std::size_t kEndsOfRoute = 3;

PathResult result_of(const Answer& answer) noexcept {
  PathResult result;
  result.status = answer.status;
  result.why = answer.why;
  result.optimal = answer.optimal();
  return result;
}

}  // namespace

PathQuery::PathQuery(World world, std::size_t profile, Baseline baseline)
    : snapshot_(std::move(world), profile),
      profile_(snapshot_.profile()),
      grid_(snapshot_.grid()),
      links_(snapshot_.links()),
      link_bound_(links_, snapshot_.world().floors()),
      contact_(snapshot_.contact()),
      regions_(profile_, grid_, links_, snapshot_.world().floors()) {
  const std::size_t tiles = grid_.terrain.size();
  std::size_t waypoints = std::max(regions_.most_legs() + kEndsOfRoute, LegMatrix::kNodes);
  if (baseline == Baseline::with && tiles < kNoNode) {
    baseline_.emplace(grid_, links_, snapshot_.world().floors());
    waypoints = std::max(waypoints, tiles);
  }
  if (profile_.sight && profile_.sight->graph) {
    sight_.emplace(profile_, grid_);
    waypoints = std::max(waypoints, profile_.sight->graph->size() + 2);
  }
  waypoints_ = ZeroedArray<Tile>(waypoints);
  route_ = ZeroedArray<RouteLeg>(regions_.most_legs());
  hops_ = ZeroedArray<LinkHop>(profile_.links.arcs());
  // A path on tiles, to be pulled straight, has no tile twice; its ends may be points beside the tiles' centres.
  if (profile_.rules.metric == Metric::any_angle) points_ = ZeroedArray<Point>(std::max(waypoints, tiles + 2));
}

void PathQuery::use(std::shared_ptr<const Overlay> overlay) {
  reset();
  use_file();
  snapshot_.use(std::move(overlay));
  if (!edited()) return;
  try {
    regions_.use(snapshot_.dirty(), snapshot_.refreshed());
    const std::size_t legs = regions_.most_legs();
    if (legs > route_.size()) route_ = ZeroedArray<RouteLeg>(legs);
    if (legs + kEndsOfRoute > waypoints_.size()) waypoints_ = ZeroedArray<Tile>(legs + kEndsOfRoute);
    if (sight_) sight_->use(snapshot_.dirty());
  } catch (...) {
    use_file();
    throw;
  }
}

void PathQuery::use_file() noexcept {
  regions_.use_file();
  if (sight_) sight_->use_file();
  snapshot_.use_file();
}

void PathQuery::reset() noexcept {
  waypoint_count_ = 0;
  hop_count_ = 0;
  point_count_ = 0;
  legs_from_ = LegSource::sight;
  next_leg_ = 0;
  next_hop_ = 0;
  next_step_ = 0;
  searched_ = Tier::automatic;
}

PathResult PathQuery::find(const PathRequest& asked) noexcept {
  reset();
  const JudgedEnds ends(snapshot_, asked.from, asked.to, asked.ends);
  if (ends.decided()) return result_of(ends.answer());
  PathResult result = answer({.from = ends.from(),
                              .to = ends.to(),
                              .plane_from = to_plane(contact_, centre_of(ends.from())),
                              .plane_to = to_plane(contact_, centre_of(ends.to())),
                              .tier = asked.tier,
                              .max_expansions = asked.max_expansions,
                              .unpacking = asked.unpacking});
  Answer concluded{.status = result.status, .why = result.why};
  ends.conclude(concluded);
  if (concluded.status == Status::bad_goal) result.optimal = false;
  result.status = concluded.status;
  result.why = concluded.why;
  return result;
}

PathResult PathQuery::find_between(const PointRequest& request) noexcept {
  reset();
  if (const Answer ends = judge_points(snapshot_, request.from, request.to); ends.why != Why::none) {
    return result_of(ends);
  }
  const Task task{.from = tile_at(request.from),
                  .to = tile_at(request.to),
                  .plane_from = to_plane(contact_, request.from),
                  .plane_to = to_plane(contact_, request.to),
                  .tier = request.tier,
                  .max_expansions = request.max_expansions};
  return contact_ == Contact::point ? answer_touching(request, task) : answer(task);
}

/// Answers for points of a point mover. An end on the border of tiles goes with the one of them that lies on an island
/// of the other end: where the border is a pinch, that may be either. Islands decide which, or after edits the
/// searches.
PathResult PathQuery::answer_touching(const PointRequest& request, Task task) noexcept {
  PathResult result = result_of(on_different_islands());
  for (const Tile a : TouchedTiles(grid_, request.from)) {
    for (const Tile b : TouchedTiles(grid_, request.to)) {
      if (snapshot_.known_apart(a, b)) continue;
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

PathResult PathQuery::answer(const Task& task) noexcept {
  const bool any_angle = profile_.rules.metric == Metric::any_angle;
  PathResult result;
  if (task.plane_from == task.plane_to) {
    result.status = Status::found;
    result.optimal = true;
    waypoints_[waypoint_count_++] = task.from;
    if (any_angle) points_[point_count_++] = task.plane_from;
  } else {
    result = search(task);
  }
  if (any_angle) {
    if (contact_ == Contact::square) {
      std::transform(points_.data(), points_.data() + point_count_, points_.data(),
                     [](Point p) { return to_map(Contact::square, p); });
    }
    result.points = {points_.data(), point_count_};
    waypoint_count_ = 0;
    legs_from_ = LegSource::sight;
  } else {
    result.waypoints = {waypoints_.data(), waypoint_count_};
    result.hops = {hops_.data(), hop_count_};
  }
  if (result.status == Status::found) result.length = length_of(result);
  return result;
}

/// Links count what their author wrote, without the rounding to the unit in which they are compared.
double PathQuery::length_of(const PathResult& result) const noexcept {
  Cost steps = result.cost;
  std::uint64_t by_link = 0;
  for (const LinkHop& hop : result.hops) {
    const Link& link = snapshot_.world().links()[hop.link];
    steps -= std::min(steps, link_cost(profile_.rules, link.cost));
    by_link += link.cost;
  }
  return profile_.in_tiles(steps) + static_cast<double>(by_link) / kCostScale;
}

/// By the tiers in their order, or the one that is forced. What edits keep the waypoint tier from answering, tiles do.
PathResult PathQuery::search(const Task& task) noexcept {
  if (task.tier >= Tier::waypoints) return find_waypoints(task, task.tier);
  Task rest = task;
  Expansions spent;
  const bool free_choice = task.tier == Tier::automatic && sight_;
  const Tier first = free_choice ? sight_->preferred(task.plane_from, task.plane_to) : Tier::automatic;
  if (first != Tier::automatic) {
    const PathResult result = find_waypoints(task, first);
    if (result.status != Status::undecided) return result;
    spent = result.expansions;
    rest.max_expansions -= spent.total();
  }
  PathResult result = find_on_tiles(rest);
  result.expansions += spent;
  const bool pulls = profile_.rules.metric == Metric::any_angle && result.status == Status::found;
  return pulls ? pull_straight(task, result) : result;
}

PathResult PathQuery::find_on_tiles(const Task& task) noexcept {
  switch (task.tier) {
    case Tier::local:
      return find_local(task);
    case Tier::astar:
      return find_astar(task);
    case Tier::regions:
      return find_regions(task, {});
    default: {
      const PathResult local = LegMatrix::fits(task.from, task.to) ? find_local(task) : PathResult{};
      const bool decided = local.optimal || local.status == Status::out_of_budget ||
                           (local.tier == Tier::local && local.status == Status::unreachable);
      return decided ? local : find_regions(task, local);
    }
  }
}

/// A* in the matrix centred on the midpoint of the ends, with the certificate that says whether it is the last word.
PathResult PathQuery::find_local(const Task& task) noexcept {
  PathResult result;
  result.tier = Tier::local;
  result.status = Status::undecided;
  if (!LegMatrix::fits(task.from, task.to)) {
    result.why = Why::does_not_fit;
    return result;
  }
  searched_ = Tier::local;
  const GridView& grid = grid_;
  const Rect window = LegMatrix::centred(task.from, task.to);
  matrix_.place(window);
  const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, task.to); };
  const SearchOutcome outcome = with_moves(grid, intersection(window, grid.bounds()), [&](auto&& moves) {
    return matrix_.search(task.from, task.to, task.max_expansions, bound, moves);
  });
  result.expansions.local = outcome.expansions;
  if (outcome.end == SearchEnd::budget) {
    result.status = Status::out_of_budget;
    result.why = Why::budget_spent;
    return result;
  }
  link_bound_.aim(task.to, Toward::goal);
  const Cost escape = std::min(escape_bound(grid, window, task.from, task.to), link_bound_.detour(task.from));
  if (outcome.end != SearchEnd::reached) {
    result.why = Why::no_local_path;
    if (escape == kInfiniteCost) {
      result.status = Status::unreachable;
      result.why = Why::exhausted;
      result.optimal = true;
    }
    return result;
  }
  result.status = Status::found;
  result.cost = matrix_.cost(task.to);
  result.optimal = result.cost <= escape;
  for (const Tile tile : matrix_.path(task.to, tiles_)) add_turn(tile);
  return result;
}

/// A* over the region levels. `local`, if it found a path, is an upper bound that stands if nothing less is found.
PathResult PathQuery::find_regions(const Task& task, const PathResult& local) noexcept {
  const bool bounded = local.status == Status::found && local.tier == Tier::local;
  PathResult result;
  result.tier = Tier::regions;
  result.expansions = local.expansions;
  searched_ = Tier::regions;
  const std::uint64_t expansions = task.max_expansions - local.expansions.total();
  const Route route = regions_.search(
      {.from = task.from, .to = task.to, .below = bounded ? local.cost : kInfiniteCost, .expansions = expansions});
  result.expansions.access = route.access;
  result.expansions.coarse = route.coarse;
  Route::End end = route.end;
  if (end == Route::End::found) {
    waypoint_count_ = 0;
    waypoints_[waypoint_count_++] = task.from;
    if (task.unpacking == Unpacking::leg_by_leg && profile_.rules.metric == Metric::grid) {
      legs_from_ = LegSource::search;
      regions_.for_each_piece([&](Tile to, LinkId link) { add_waypoint(to, link); });
    } else {
      legs_from_ = LegSource::route;
      end = unpack(expansions - route.access - route.coarse, result.expansions.unpack);
    }
  }
  switch (end) {
    case Route::End::found:
      result.status = Status::found;
      result.cost = route.cost;
      result.optimal = true;
      return result;
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
      return result;
    case Route::End::budget:
      result.status = Status::out_of_budget;
      result.why = Why::budget_spent;
      break;
    case Route::End::corrupt:
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
      break;
  }
  waypoint_count_ = 0;
  hop_count_ = 0;
  legs_from_ = LegSource::sight;
  return result;
}

/// Breaks the region path down into all of its legs, whose ends become waypoints.
Route::End PathQuery::unpack(std::uint64_t budget, std::uint64_t& spent) noexcept {
  const std::uint64_t allowed = budget;
  RouteLeg leg;
  Unpacked step = regions_.next_leg(leg, budget);
  for (std::size_t i = 0; step == Unpacked::leg; ++i, step = regions_.next_leg(leg, budget)) {
    if (i == route_.size()) return Route::End::corrupt;  // after a use() that ran out of memory
    route_[i] = leg;
    add_waypoint(leg.to, leg.link);
  }
  spent = allowed - budget;
  return step == Unpacked::done     ? Route::End::found
         : step == Unpacked::budget ? Route::End::budget
                                    : Route::End::corrupt;
}

/// Plain A* on the tiles of the whole map.
PathResult PathQuery::find_astar(const Task& task) noexcept {
  PathResult result;
  result.tier = Tier::astar;
  if (!baseline_) {
    result.status = Status::undecided;
    result.why = Why::tier_missing;
    return result;
  }
  searched_ = Tier::astar;
  const SearchOutcome outcome = baseline_->search(task.from, task.to, task.max_expansions);
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
    result.cost = baseline_->cost();
    result.optimal = true;
    baseline_->for_each_tile([&](Tile tile, LinkId link) { add_turn(tile, link); });
  }
  return result;
}

/// Direct sight, else a search over the waypoint graph. The points of the answer are the mover's tiles in the grid
/// metric.
PathResult PathQuery::find_waypoints(const Task& task, Tier tier) noexcept {
  PathResult result;
  result.tier = tier;
  const SightPath path = sight_ ? sight_->find(task.plane_from, task.plane_to, tier, task.max_expansions)
                                : SightPath{{.status = Status::undecided, .why = Why::tier_missing}};
  if (path.status != Status::undecided) searched_ = tier;
  result.status = path.status;
  result.expansions.waypoints = path.work;
  switch (path.status) {
    case Status::found:
      result.optimal = true;
      break;
    case Status::unreachable:
      result.why = Why::exhausted;
      result.optimal = true;
      return result;
    case Status::out_of_budget:
      result.why = Why::budget_spent;
      return result;
    case Status::undecided:
      result.why = path.why;
      return result;
    default:  // corrupt; or, as the ends were found fit before, a plane that disagrees
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
      return result;
  }
  if (profile_.rules.metric == Metric::any_angle) {
    result.cost = path.cost * profile_.rules.least_cost;
    point_count_ = path.points.size();
    std::copy(path.points.begin(), path.points.end(), points_.data());
  } else {
    result.cost = path.cost;
    waypoint_count_ = path.points.size();
    std::transform(path.points.begin(), path.points.end(), waypoints_.data(), tile_at);
  }
  return result;
}

/// Turns a path on tiles into straight segments as long as sight and cost allow. Nothing is proven of the result.
PathResult PathQuery::pull_straight(const Task& task, PathResult result) noexcept {
  result.optimal = false;
  const auto add = [&](Point p) {
    if (point_count_ != 0 && points_[point_count_ - 1] == p) return true;
    if (point_count_ == points_.size()) return false;
    points_[point_count_++] = p;
    return true;
  };
  bool whole = add(task.plane_from) && add(to_plane(contact_, centre_of(task.from)));
  const std::uint64_t allowed = task.max_expansions - result.expansions.total();
  std::uint64_t budget = allowed;
  Leg leg;
  Unpacked step = next_leg(leg, budget);
  for (; whole && step == Unpacked::leg; step = next_leg(leg, budget)) {
    for (const Tile tile : leg.tiles) whole = whole && add(to_plane(contact_, centre_of(tile)));
  }
  result.expansions.unpack += allowed - budget;
  whole = whole && step == Unpacked::done && add(task.plane_to);
  if (!whole) {
    const bool spent = step == Unpacked::budget;
    point_count_ = 0;
    result.status = spent ? Status::out_of_budget : Status::corrupt;
    result.why = spent ? Why::budget_spent : Why::bad_reference;
    result.cost = 0;
    return result;
  }
  const SightTierView& sight = *profile_.sight;
  const std::span<Point> path(points_.data(), point_count_);
  point_count_ = edited() ? smooth_edited_path(grid_, profile_.grid, sight.space, sight.fraction_bits, path)
                          : smooth_path(grid_, sight.space, sight.fraction_bits, path);
  result.cost =
      path_cost({.grid = grid_, .contact = contact_, .fraction_bits = sight.fraction_bits}, path.first(point_count_));
  return result;
}

/// Adds the next tile of a path, and the link by which it is reached, if not by a step; only turning points and ends of
/// links stay, so that the waypoints bound straight or diagonal runs.
void PathQuery::add_turn(Tile tile, LinkId link) noexcept {
  const bool after_hop = hop_count_ != 0 && hops_[hop_count_ - 1].leg + 2 == waypoint_count_;
  if (link != kNoLink) {
    add_hop(link);
  } else if (waypoint_count_ >= 2 && !after_hop) {
    const Tile a = waypoints_[waypoint_count_ - 2];
    Tile& b = waypoints_[waypoint_count_ - 1];
    if (sign(b.x - a.x) == tile.x - b.x && sign(b.y - a.y) == tile.y - b.y) {
      b = tile;
      return;
    }
  }
  waypoints_[waypoint_count_++] = tile;
}

/// Adds the next waypoint, and the link by which it is reached, if one is.
void PathQuery::add_waypoint(Tile tile, LinkId link) noexcept {
  if (link != kNoLink) add_hop(link);
  waypoints_[waypoint_count_++] = tile;
}

/// The way from the last waypoint to the one added next is a link.
void PathQuery::add_hop(LinkId link) noexcept {
  if (hop_count_ != hops_.size()) hops_[hop_count_++] = {waypoint_count_ - 1, link};
}

void PathQuery::visit_search(const std::function<void(Point, bool)>& visit) const {
  const auto visit_tile = [&](Tile tile, bool settled) { visit(centre_of(tile), settled); };
  switch (searched_) {
    case Tier::local: {
      const Rect window = intersection(matrix_.window(), grid_.bounds());
      for (std::int32_t y = window.min.y; y < window.max.y; ++y) {
        for (std::int32_t x = window.min.x; x < window.max.x; ++x) {
          if (matrix_.reached({x, y})) visit_tile({x, y}, matrix_.settled({x, y}));
        }
      }
      break;
    }
    case Tier::regions:
      regions_.for_each_touched(visit_tile);
      break;
    case Tier::astar:
      baseline_->for_each_touched(visit_tile);
      break;
    case Tier::waypoints:
      sight_->for_each_touched([&](Point p, bool settled) { visit(to_map(contact_, p), settled); });
      break;
    case Tier::ch:  // their searchers keep no labels to show
    case Tier::labels:
    case Tier::blocks:
    case Tier::automatic:
      break;
  }
}

}  // namespace portolan
