// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_query.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/query/far_ties.hpp"
#include "portolan/query/path_tiers.hpp"
#include "portolan/query/path_writer.hpp"
#include "portolan/query/straightener.hpp"
#include "portolan/query/tie_breaker.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace portolan {
namespace {

/// Waypoints of a region path besides the ends of its arcs.
constexpr std::size_t kEndsOfRoute = 3;

/// Corners on a map up to which jump points find paths in less time than regions do: so many,
constexpr std::uint64_t kCornersAtLeast = 18'000;
/// and for each region that would be searched by its tiles.
constexpr std::uint64_t kCornersARegion = 400;

PathResult result_of(const Answer& answer) noexcept {
  PathResult result;
  static_cast<Answer&>(result) = answer;
  return result;
}

PathResult lacks_tier(Tier tier) noexcept {
  PathResult result = result_of({.status = Status::undecided, .why = Why::tier_missing});
  result.tier = tier;
  return result;
}

}  // namespace

/// The cascade: tiers in the order in which they are asked.
struct PathQuery::Parts {
  Parts(World world, std::size_t profile, std::shared_ptr<SearchMemory> given, Baseline with_baseline);

  void use(std::shared_ptr<const Overlay> overlay);
  void use_file() noexcept;
  /// Forgets the last question.
  void begin() noexcept {
    touched = Tier::automatic;
    if (memory) memory->begin_round();
  }
  PathResult answer_touching(const PointRequest& request, PathTask& task, Path& path) noexcept;
  PathResult answer(const PathTask& task, Path& path) noexcept;
  PathResult search(const PathTask& task, Path& path) noexcept;
  PathResult find_in_order(const PathTask& task, Path& path) noexcept;
  PathResult find_over_edits(PathTask task, Path& path) noexcept;
  PathResult find_on_tiles(const PathTask& task, Path& path) noexcept;
  PathResult find_by_jumps(const PathTask& task, Path& path) noexcept;
  PathResult find_by_sight(const PathTask& task, Path& path) noexcept;
  PathResult find_locally(const PathTask& task, Path& path) noexcept;
  PathResult find_far(PathTask task, const PathResult& locally, Path& path) noexcept;
  PathResult find_anywhere(PathTask task, Path& path) noexcept;
  PathResult find_near_or_far(const PathTask& task, Path& path) noexcept;
  PathResult find_by_regions(PathTask task, Path& path) noexcept;
  PathResult answer_between(const PointRequest& request, Path& path) noexcept;
  PathResult answer_moved(const PointRequest& request, PathTask task, Path& path) noexcept;
  PathResult answer_nearest(std::span<const Tile> goals, PathTask& task, Path& path) noexcept;
  void go_as_far(const PathTask& task, PathResult& result, Path& path) noexcept;
  void break_ties(const PathTask& task, PathResult& result, Path& path) noexcept;
  [[nodiscard]] bool choose_nearby(const PathTask& task, PathResult& result, Path& path) noexcept;
  void write_tiles(std::span<const Tile> tiles, Path& path) noexcept;
  [[nodiscard]] bool can_jump() const noexcept { return jumps && jumps->serves(); }
  [[nodiscard]] bool worth_jumping() noexcept;
  [[nodiscard]] std::size_t most_waypoints() const noexcept;
  [[nodiscard]] PathRoom room_on_tiles() const noexcept;
  [[nodiscard]] PathRoom room() const noexcept;

  std::shared_ptr<SearchMemory> memory;  ///< if the caller has stated one
  ProfileSnapshot snapshot;
  std::optional<SightTier> sight;
  LocalTier local;
  CoarseTier coarse;
  std::optional<TileTier> baseline;
  std::optional<JumpTier> jumps;
  std::uint64_t by_tiles = 0;                            ///< dirty regions that were not customised since
  std::optional<Straightener> straightener;              ///< any_angle only
  std::optional<TieBreaker<WideMatrix::kSide>> breaker;  ///< else
  std::optional<FarTies> far_ties;                       ///< without moves
  Tier touched = Tier::automatic;                        ///< the tier whose labels the last find() left behind
  /// The tiers that know how far they came in the last answer.
  struct {
    bool local = false;
    bool regions = false;
    bool jump = false;
  } tried;
};

PathQuery::Parts::Parts(World world, std::size_t profile, std::shared_ptr<SearchMemory> given, Baseline with_baseline)
    : memory(std::move(given)), snapshot(std::move(world), profile), local(snapshot), coarse(snapshot, memory) {
  const ProfileView& view = snapshot.profile();
  if (with_baseline == Baseline::with && view.grid.terrain.size() < kNoNode) baseline.emplace(snapshot);
  if (JumpSearch::serves(view)) jumps.emplace(snapshot);
  if (view.sight && view.sight->graph) sight.emplace(snapshot);
  if (snapshot.any_angle()) {
    straightener.emplace(snapshot, coarse.regions(), room_on_tiles());
  } else {
    breaker.emplace(snapshot);
    if (snapshot.grid().edges == nullptr) far_ties.emplace(snapshot);
  }
}

void PathQuery::Parts::use(std::shared_ptr<const Overlay> overlay) {
  coarse.use_file();
  if (sight) sight->use_file();
  snapshot.use(std::move(overlay));
  if (!snapshot.edited()) {
    if (jumps) jumps->use_file();
    if (far_ties) far_ties->use_file();
    return;
  }
  coarse.use();
  if (sight) sight->use();
  // What both overlays share of the terrain is known already.
  if (can_jump()) jumps->use(snapshot.positions());
  const std::span<const RefreshedRegion> refreshed = snapshot.refreshed();
  by_tiles =
      snapshot.dirty().size() - static_cast<std::size_t>(std::ranges::count_if(
                                    refreshed, [](const auto& region) { return region.level == 0 && !region.stale; }));
  if (straightener) straightener->make_room(room_on_tiles());
  if (far_ties) far_ties->use();
}

void PathQuery::Parts::use_file() noexcept {
  coarse.use_file();
  if (sight) sight->use_file();
  if (jumps) jumps->use_file();
  snapshot.use_file();
  if (far_ties) far_ties->use_file();
}

/// Of a path that regions or the local matrix find. Jump points leave one with more turns to the regions.
std::size_t PathQuery::Parts::most_waypoints() const noexcept {
  const std::size_t locally = std::min(snapshot.grid().terrain.size(), WideMatrix::kNodes);
  return std::max(coarse.regions().most_arcs() + kEndsOfRoute, locally);
}

/// What a path on tiles needs before it is pulled straight, or at all.
PathRoom PathQuery::Parts::room_on_tiles() const noexcept {
  std::size_t waypoints = most_waypoints();
  if (baseline) waypoints = std::max(waypoints, snapshot.grid().terrain.size());
  return {.waypoints = waypoints, .hops = snapshot.profile().links.arcs(), .arcs = waypoints};
}

PathRoom PathQuery::Parts::room() const noexcept {
  const std::size_t turns = sight ? snapshot.profile().sight->graph->size() + 2 : 0;
  PathRoom room = room_on_tiles();
  // By links for nothing a path of labels may come to a waypoint, or take a link, twice.
  const bool by_links = sight && !snapshot.profile().links.empty();
  room.waypoints = std::max(room.waypoints, by_links ? 2 * turns : turns);
  if (by_links) room.hops *= 2;
  // A path on tiles, to be pulled straight, has no tile twice; its ends may be points beside the tiles' centres.
  if (snapshot.any_angle()) room = {.points = std::max(turns, snapshot.grid().terrain.size() + 2)};
  return room;
}

/// Answers for points of a point mover. An end on the border of tiles goes with the one of them that lies on an island
/// of the other end: where the border is a pinch, that may be either. Islands decide which, or after edits the
/// searches. The task is then that of the tiles that were answered for.
PathResult PathQuery::Parts::answer_touching(const PointRequest& request, PathTask& task, Path& path) noexcept {
  PathResult result = result_of(on_different_islands());
  const TouchedTiles from(snapshot.grid(), request.from);
  const TouchedTiles to(snapshot.grid(), request.to);
  for (const Tile a : from) {
    for (const Tile b : to) {
      if (snapshot.known_apart(a, b)) continue;
      task.from = a;
      task.to = b;
      const Expansions before = result.expansions;
      result = answer(task, path);
      task.max_expansions -= std::min(task.max_expansions, result.expansions.total());
      result.expansions += before;
      const bool others_may_do = snapshot.edited() || snapshot.grid().edges != nullptr;
      if (!others_may_do || result.status != Status::unreachable) return result;
    }
  }
  return result;
}

PathResult PathQuery::Parts::answer_between(const PointRequest& request, Path& path) noexcept {
  // Points far off the map, which are refused below, need not have one on the plane.
  const Contact contact = snapshot.contact();
  const auto on_plane = [contact](Point p) {
    return to_plane(contact, {std::max(p.x, -kSubUnits), std::max(p.y, -kSubUnits)});
  };
  PathTask task{.from = tile_at(request.from),
                .to = tile_at(request.to),
                .plane_from = on_plane(request.from),
                .plane_to = on_plane(request.to),
                .tier = request.tier,
                .max_expansions = request.max_expansions,
                .matrix = request.matrix,
                .when_spent = request.ends == EndRule::nearest ? WhenSpent::remember : WhenSpent::forget};
  const Answer ends = judge_points(snapshot, request.from, request.to);
  if (request.ends == EndRule::nearest) {
    const TouchedTiles from(snapshot.grid(), request.from);
    const TouchedTiles to(snapshot.grid(), request.to);
    const bool joined = ends.why == Why::none && std::ranges::any_of(from, [&](Tile a) {
                          return std::ranges::any_of(to, [&](Tile b) { return may_join(snapshot, a, b); });
                        });
    if (!joined) return answer_moved(request, task, path);
  }
  if (ends.why != Why::none) return result_of(ends);
  PathResult result = contact == Contact::point ? answer_touching(request, task, path) : answer(task, path);
  if (result.status == Status::out_of_budget && task.when_spent == WhenSpent::remember) go_as_far(task, result, path);
  return result;
}

/// Where an end will not do as it is. One that will do stays the point that it is.
PathResult PathQuery::Parts::answer_moved(const PointRequest& request, PathTask task, Path& path) noexcept {
  const auto stands = [&](Point p) { return judge_points(snapshot, p, p).why == Why::none; };
  const bool starts_there = stands(request.from);
  // A start on a border between islands goes to whichever comes nearer.
  const TouchedTiles starts(snapshot.grid(), request.from);
  JudgedEnds ends(snapshot, starts_there ? *starts.begin() : task.from, task.to, EndRule::nearest);
  const NearestTiles distance(snapshot.grid().bounds(), task.to);
  for (const Tile start : starts) {
    if (!starts_there || start == ends.from()) continue;
    const JudgedEnds other(snapshot, start, task.to, EndRule::nearest);
    if (distance.squared(other.to()) < distance.squared(ends.to())) ends = other;
  }
  if (ends.decided()) return result_of(ends.answer());
  task.from = ends.from();
  if (!starts_there) task.plane_from = to_plane(snapshot.contact(), centre_of(task.from));
  const TouchedTiles goals(snapshot.grid(), request.to);
  const auto* const goal = std::ranges::find_if(goals, [&](Tile t) { return may_join(snapshot, task.from, t); });
  const bool ends_there = stands(request.to) && goal != goals.end();
  PathResult result;
  if (ends_there) {
    task.to = *goal;
    result = answer(task, path);
  } else {
    task.to = ends.to();
    task.plane_to = to_plane(snapshot.contact(), centre_of(task.to));
    result = answer_nearest(ends.goals(), task, path);
  }
  task.max_expansions = request.max_expansions;
  if (result.status == Status::out_of_budget) go_as_far(task, result, path);
  if (result.status == Status::found) {
    result.why = Why::moved_end;
    if (!ends_there) result.status = Status::partial;
  }
  return result;
}

/// Answers for the one of several goals that costs least, of several the first. Leaves it in the task, which comes with
/// the first of them.
PathResult PathQuery::Parts::answer_nearest(std::span<const Tile> goals, PathTask& task, Path& path) noexcept {
  if (goals.size() == 1) return answer(task, path);
  const auto aim = [&](Tile goal) {
    task.to = goal;
    task.plane_to = to_plane(snapshot.contact(), centre_of(goal));
  };
  const auto ask = [&](Tile goal, Expansions& spent, Path& found) {
    aim(goal);
    PathResult result = answer(task, found);
    task.max_expansions -= result.expansions.total();
    spent += result.expansions;
    result.expansions = spent;
    return result;
  };
  const bool bounded = !snapshot.any_angle() && snapshot.links().empty();
  Expansions spent;
  Tile best = goals.front();
  PathResult least = ask(best, spent, path);
  for (const Tile goal : goals.subspan(1)) {
    if (least.status == Status::out_of_budget) return least;
    if (bounded && least.status == Status::found && snapshot.grid().rules->lower_bound(task.from, goal) >= least.cost) {
      continue;
    }
    Path none;
    const PathResult result = ask(goal, spent, none);
    if (result.status == Status::out_of_budget) return result;
    if (result.status == Status::found && (least.status != Status::found || result.cost < least.cost)) {
      least = result;
      best = goal;
    }
  }
  if (best != goals.front()) return ask(best, spent, path);
  aim(best);
  least.expansions = spent;
  return least;
}

/// Makes of an answer out of budget one of how far the searches came. What is pulled straight at any angle takes more
/// work where it leads over regions, so it ends where they begin.
void PathQuery::Parts::go_as_far(const PathTask& task, PathResult& result, Path& path) noexcept {
  Approach best{.at = task.from};
  Tier by = Tier::automatic;
  const auto consider = [&](Tier tier, const std::optional<Approach>& approach) {
    if (!approach || !approach->closer_than(best)) return;
    best = *approach;
    by = tier;
  };
  if (tried.local) consider(Tier::local, local.approach(task));
  if (tried.regions && !straightener) consider(Tier::regions, coarse.approach());
  if (tried.jump) consider(Tier::jump, jumps->approach(task, most_waypoints()));
  PathTask far = task;
  far.to = best.at;
  far.plane_to = to_plane(snapshot.contact(), centre_of(best.at));
  Path& written = straightener ? straightener->on_tiles() : path;
  switch (by) {
    case Tier::local:
      local.write(far, best, written);
      break;
    case Tier::regions:
      coarse.write(far, path);
      break;
    case Tier::jump:
      jumps->write(far, written);
      break;
    default:
      best = {.at = task.from};
      answer({.from = task.from, .to = task.from, .plane_from = task.plane_from, .plane_to = task.plane_from}, path);
      break;
  }
  const Expansions spent = result.expansions;
  result.tier = by;
  result.cost = best.cost;
  result.length = snapshot.profile().in_tiles(best.cost);
  if (straightener && by != Tier::automatic) result = straightener->pull(far, result, path);
  result.expansions = spent;
  result.status = Status::partial;
  result.why = Why::budget_spent;
  result.lower_bound = 0;
}

PathResult PathQuery::Parts::answer(const PathTask& task, Path& path) noexcept {
  tried = {};
  if (task.plane_from != task.plane_to) return search(task, path);
  PathWriter writer(path);
  if (snapshot.any_angle()) {
    writer.write_points(snapshot, std::span(&task.plane_from, 1));
  } else {
    writer.start(snapshot, task.from);
  }
  return result_of({.status = Status::found});
}

PathResult PathQuery::Parts::search(const PathTask& task, Path& path) noexcept {
  return is_by_sight(task.tier) ? find_by_sight(task, path) : find_in_order(task, path);
}

/// By the tiers in their order, or one on tiles that is forced. What edits keep the waypoint tier from answering, tiles
/// do.
PathResult PathQuery::Parts::find_in_order(const PathTask& task, Path& path) noexcept {
  PathTask rest = task;
  Expansions spent;
  const Tier first = task.tier == Tier::automatic && sight ? sight->preferred(task) : Tier::automatic;
  if (first != Tier::automatic) {
    rest.tier = first;
    PathResult result;
    result.status = Status::undecided;
    const bool over_edits = sight->searches_edits();
    if (!over_edits || first != Tier::waypoints) result = find_by_sight(rest, path);
    if (result.status == Status::undecided && over_edits) {
      spent = result.expansions;
      rest.max_expansions -= spent.total();
      result = find_over_edits(rest, path);
      result.expansions += spent;
    }
    rest.tier = task.tier;
    if (result.status != Status::undecided) return result;
    spent = result.expansions;
    rest.max_expansions = task.max_expansions - spent.total();
  }
  PathResult result;
  if (straightener) {
    result = find_on_tiles(rest, straightener->on_tiles());
    if (result.status == Status::found) result = straightener->pull(rest, result, path);
  } else {
    result = find_on_tiles(rest, path);
  }
  result.expansions += spent;
  return result;
}

/// Over the waypoints of the edited map, all of which would have to be seen to tell that nothing joins the ends.
PathResult PathQuery::Parts::find_over_edits(PathTask task, Path& path) noexcept {
  task.tier = Tier::waypoints;
  Reach* const reach = snapshot.reach();
  if (reach == nullptr || reach->joins(task.from, task.to)) return find_by_sight(task, path);
  PathResult result = result_of(on_different_islands());
  result.tier = Tier::waypoints;
  return result;
}

PathResult PathQuery::Parts::find_on_tiles(const PathTask& task, Path& path) noexcept {
  switch (task.tier) {
    case Tier::local:
      return find_locally(task, path);
    case Tier::astar:
      if (!baseline) return lacks_tier(Tier::astar);
      touched = Tier::astar;
      return baseline->search(task, path);
    case Tier::jump:
      return find_by_jumps(task, path);
    case Tier::regions:
      return find_by_regions(task, path);
    default:
      return find_anywhere(task, path);
  }
}

PathResult PathQuery::Parts::find_by_jumps(const PathTask& task, Path& path) noexcept {
  if (!can_jump()) return lacks_tier(Tier::jump);
  touched = Tier::jump;
  const PathResult result = jumps->search(task, most_waypoints(), path);
  tried.jump = result.status == Status::out_of_budget;
  return result;
}

PathResult PathQuery::Parts::find_by_sight(const PathTask& task, Path& path) noexcept {
  PathResult result = sight ? sight->search(task, path) : lacks_tier(task.tier);
  if (result.status != Status::undecided) touched = task.tier;
  return result;
}

PathResult PathQuery::Parts::find_locally(const PathTask& task, Path& path) noexcept {
  const PathResult result = local.search(task, path);
  if (result.why == Why::does_not_fit) return result;
  touched = Tier::local;
  tried.local = true;
  return result;
}

/// A path found locally stands if there is none that costs less.
PathResult PathQuery::Parts::find_far(PathTask task, const PathResult& locally, Path& path) noexcept {
  const bool bounded = locally.status == Status::found;
  if (bounded) task.below = locally.cost;
  task.max_expansions -= locally.expansions.total();
  PathResult result = find_by_regions(task, path);
  if (bounded && result.status == Status::unreachable) {
    const Expansions spent = result.expansions;
    result = locally;
    result.lower_bound = result.cost;
    result.expansions = spent;
  }
  result.expansions += locally.expansions;
  return result;
}

/// By jump points where they are likely to be done before the others would, else in the local matrix and by the
/// regions, as where the path might have too many turns.
PathResult PathQuery::Parts::find_anywhere(PathTask task, Path& path) noexcept {
  if (!worth_jumping()) return find_near_or_far(task, path);
  const PathResult jumped = find_by_jumps(task, path);
  if (jumped.status != Status::undecided) return jumped;
  task.max_expansions -= jumped.expansions.total();
  PathResult result = find_near_or_far(task, path);
  result.expansions += jumped.expansions;
  return result;
}

PathResult PathQuery::Parts::find_near_or_far(const PathTask& task, Path& path) noexcept {
  const bool fits = local_window(task).width() != 0;
  const PathResult locally = fits ? find_locally(task, path) : PathResult{};
  const bool decided = fits && (locally.optimal() || locally.status == Status::out_of_budget);
  return decided ? locally : find_far(task, locally, path);
}

/// Where islands of the file do not say what joins the ends, a search would have to see all there is to tell that
/// nothing does.
PathResult PathQuery::Parts::find_by_regions(PathTask task, Path& path) noexcept {
  if (Reach* const reach = snapshot.reach()) {
    if (!reach->joins(task.from, task.to)) {
      PathResult result = result_of(on_different_islands());
      result.tier = Tier::regions;
      return result;
    }
    task.joined = Joined::yes;
  }
  touched = Tier::regions;
  tried.regions = true;
  return coarse.search(task, path);
}

/// Jump points settle more tiles the more corners a map has, and regions take longer the more of them they have to
/// search by their tiles. Of counts of the snapshot alone, so that every machine and every query chooses alike.
bool PathQuery::Parts::worth_jumping() noexcept {
  return can_jump() && snapshot.edited() && jumps->corners() <= kCornersAtLeast + kCornersARegion * by_tiles;
}

/// Puts the one that the rule of ties takes in the place of the one found: where all least paths lie near, by what a
/// matrix holds of them, else by their distances to the goal; where that is too much, the rule is for the legs. A path
/// that is the least in the local matrix only is chosen among its like.
void PathQuery::Parts::break_ties(const PathTask& task, PathResult& result, Path& path) noexcept {
  result.ties_scope = result.tier == Tier::regions ? TiesScope::leg : TiesScope::stretch;
  if (task.from == task.to || choose_nearby(task, result, path)) {
    result.ties_scope = TiesScope::path;
  } else if (result.status == Status::found && result.optimal() && far_ties) {
    const FarChoice choice = far_ties->choose(task.from, task.to, result.cost, task.ties,
                                              task.max_expansions - result.expansions.total(), path);
    result.expansions.local += choice.work;
    result.ties_spent = choice.spent;
    if (choice.made) result.ties_scope = TiesScope::path;
  }
}

/// Whether the path was chosen among all that cost as little.
bool PathQuery::Parts::choose_nearby(const PathTask& task, PathResult& result, Path& path) noexcept {
  if (!WideMatrix::fits(task.from, task.to)) return false;
  const Rect within = result.optimal() ? breaker->around(task.from, task.to)
                                       : intersection(local_window(task), snapshot.grid().bounds());
  const TieChoice choice = breaker->choose(within, task.from, task.to, result.cost, task.ties,
                                           task.max_expansions - result.expansions.total());
  result.expansions.local += choice.expansions;
  if (choice.spent) {
    result.ties_scope = TiesScope::none;
    if (task.when_spent == WhenSpent::remember) {
      // The search has come to the goal; only which path to take is not known.
      result.status = Status::partial;
      result.why = Why::budget_spent;
      result.lower_bound = 0;
      return false;
    }
    static_cast<Answer&>(result) = spent_answer(0);
    result.length = 0;
    return false;
  }
  if (choice.tiles.empty() || (result.optimal() && !choice.among_all)) return false;
  write_tiles(choice.tiles, path);
  return choice.among_all;
}

/// Writes a path that is not to be chosen any more.
void PathQuery::Parts::write_tiles(std::span<const Tile> tiles, Path& path) noexcept {
  const GridView& grid = snapshot.grid();
  PathWriter writer(path);
  writer.start(snapshot, tiles.front());
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    if (!writer.add_step(tiles[i], kNoLink, step_cost(grid, tiles[i - 1], tiles[i]))) break;
  }
  writer.finish_arcs();
}

PathQuery::PathQuery(World world, std::size_t profile, Baseline baseline)
    : PathQuery(std::move(world), profile, nullptr, baseline) {}
PathQuery::PathQuery(World world, std::size_t profile, std::shared_ptr<SearchMemory> memory, Baseline baseline)
    : parts_(std::make_unique<Parts>(std::move(world), profile, std::move(memory), baseline)) {}
PathQuery::PathQuery(PathQuery&&) noexcept = default;
PathQuery& PathQuery::operator=(PathQuery&&) noexcept = default;
PathQuery::~PathQuery() = default;

void PathQuery::use(std::shared_ptr<const Overlay> overlay) {
  Parts& parts = *parts_;
  parts.touched = Tier::automatic;
  try {
    parts.use(std::move(overlay));
  } catch (...) {
    parts.use_file();
    throw;
  }
}

PathResult PathQuery::find(const PathRequest& request, Path& path) noexcept {
  Parts& parts = *parts_;
  parts.begin();
  const JudgedEnds ends(parts.snapshot, request.from, request.to, request.ends);
  if (ends.decided()) {
    PathWriter(path).clear(request.from);
    return result_of(ends.answer());
  }
  const Contact contact = parts.snapshot.contact();
  PathTask task{.from = ends.from(),
                .to = ends.to(),
                .plane_from = to_plane(contact, centre_of(ends.from())),
                .plane_to = to_plane(contact, centre_of(ends.to())),
                .tier = request.tier,
                .max_expansions = request.max_expansions,
                .unpacking = request.unpacking,
                .ties = parts.breaker ? request.ties : Ties{},
                .matrix = request.matrix,
                .when_spent = request.ends == EndRule::nearest ? WhenSpent::remember : WhenSpent::forget};
  PathResult result = parts.answer_nearest(ends.goals(), task, path);
  task.max_expansions = request.max_expansions;
  if (result.status == Status::out_of_budget && task.when_spent == WhenSpent::remember) {
    parts.go_as_far(task, result, path);
  } else if (task.ties.rule != TieRule::first && result.status == Status::found) {
    parts.break_ties(task, result, path);
  }
  result.work = result.expansions.total();
  ends.conclude(result, task.to);
  if (has_path(result.status) && result.optimal()) PathWriter(path).mark_least();
  if (!has_path(result.status)) PathWriter(path).clear(request.from);
  return result;
}

PathResult PathQuery::find_between(const PointRequest& request, Path& path) noexcept {
  parts_->begin();
  PathResult result = parts_->answer_between(request, path);
  result.work = result.expansions.total();
  if (request.ends == EndRule::nearest) conclude_nearest(result);
  if (!has_path(result.status)) PathWriter(path).clear();
  if (has_path(result.status) && result.optimal()) PathWriter(path).mark_least();
  return result;
}

PathResult PathQuery::find(const PathRequest& request) noexcept {
  PathRequest any = request;
  any.ties = {};
  Path none;
  return find(any, none);
}

PathRoom PathQuery::room() const noexcept {
  return parts_->room();
}

const ProfileView& PathQuery::profile() const noexcept {
  return parts_->snapshot.profile();
}

std::optional<Tile> PathQuery::nearest_tile(Tile wanted) const noexcept {
  const ProfileSnapshot& snapshot = parts_->snapshot;
  const Tile tile = JudgedEnds(snapshot, wanted, wanted, EndRule::nearest, IslandRule::joined).from();
  return snapshot.grid().passable(tile) ? std::optional(tile) : std::nullopt;
}

std::optional<Tile> PathQuery::nearest_tile(Tile wanted, Tile from) noexcept {
  const ProfileSnapshot& snapshot = parts_->snapshot;
  if (!snapshot.grid().passable(from)) return std::nullopt;
  return JudgedEnds(snapshot, from, wanted, EndRule::nearest).to();
}

std::optional<TileDeadEnd> PathQuery::dead_end(Tile tile) const noexcept {
  return parts_->coarse.dead_ends().at(tile);
}

std::span<const std::size_t> PathQuery::opened_regions() const noexcept {
  return parts_->touched == Tier::regions ? parts_->coarse.opened() : std::span<const std::size_t>{};
}

void PathQuery::visit_search(const std::function<void(Point, bool)>& visit) const {
  const auto visit_tile = [&](Tile tile, bool settled) { visit(centre_of(tile), settled); };
  switch (parts_->touched) {
    case Tier::local:
      parts_->local.for_each_touched(visit_tile);
      break;
    case Tier::regions:
      parts_->coarse.for_each_touched(visit_tile);
      break;
    case Tier::astar:
      parts_->baseline->for_each_touched(visit_tile);
      break;
    case Tier::waypoints:
      parts_->sight->for_each_touched(visit);
      break;
    case Tier::jump:
      parts_->jumps->for_each_touched(visit_tile);
      break;
    case Tier::ch:  // their searchers keep no labels to show
    case Tier::labels:
    case Tier::blocks:
    case Tier::automatic:
      break;
  }
}

}  // namespace portolan
