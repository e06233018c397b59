// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_query.hpp"

#include "portolan/query/certificate.hpp"
#include "portolan/query/nearest_tile.hpp"
#include "portolan/query/segment_cost.hpp"
#include "portolan/query/sight_leg.hpp"
#include "portolan/query/smoothing.hpp"

#include <algorithm>
#include <stdexcept>

namespace portolan {
namespace {

constexpr std::int32_t sign(std::int32_t v) noexcept {
  return (v > 0 ? 1 : 0) - (v < 0 ? 1 : 0);
}

Contact contact_of(const MoveRules& rules) noexcept {
  return rules.footprint == 0 ? Contact::point : Contact::square;
}

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

PathQuery::PathQuery(World world, std::size_t profile, Baseline baseline)
    : world_(std::move(world)),
      profile_number_(profile),
      profile_(world_.profiles()[profile]),
      edited_rules_(profile_.rules),
      grid_(profile_.grid),
      links_(profile_.links, grid_),
      link_bound_(links_, world_.floors()),
      contact_(contact_of(profile_.rules)),
      regions_(profile_, grid_, links_, world_.floors()) {
  const std::size_t tiles = grid_.terrain.size();
  std::size_t waypoints = std::max(profile_.regions.topology.tiles.size() + 3, LegMatrix::kNodes);
  if (baseline == Baseline::with && tiles < kNoNode) {
    baseline_.emplace(grid_, links_, world_.floors());
    waypoints = std::max(waypoints, tiles);
  }
  if (profile_.sight && profile_.sight->graph) {
    const SightTierView& sight = *profile_.sight;
    sight_.emplace(sight.space, *sight.graph);
    if (profile_.rules.metric == Metric::any_angle) free_segments_.emplace(sight.space.width, sight.graph->size());
    if (sight.hierarchy) hierarchy_.emplace(sight.space, *sight.graph, *sight.hierarchy);
    if (sight.labels) labels_.emplace(sight.space, *sight.graph, *sight.labels);
    if (sight.blocks) blocks_.emplace(sight.space, *sight.graph, *sight.labels, *sight.blocks);
    waypoints = std::max(waypoints, profile_.sight->graph->size() + 2);
  }
  waypoints_ = ZeroedArray<Tile>(waypoints);
  hops_ = ZeroedArray<LinkHop>(profile_.links.arcs());
  // A path on tiles, to be pulled straight, has no tile twice; its ends may be points beside the tiles' centres.
  if (profile_.rules.metric == Metric::any_angle) points_ = ZeroedArray<Point>(std::max(waypoints, tiles + 2));
}

void PathQuery::use(std::shared_ptr<const Overlay> overlay) {
  reset();
  use_file();
  if (overlay == nullptr) return;
  if (overlay->world().bytes().data() != world_.bytes().data()) {
    throw std::invalid_argument("PathQuery::use: an overlay of another world");
  }
  const std::span<const DirtyRegion> dirty = overlay->dirty(profile_number_);
  const std::span<const LinkId> closed = links_.empty() ? std::span<const LinkId>() : overlay->closed_links();
  if (dirty.empty() && closed.empty()) return;
  try {
    pages_.assign(overlay->positions(profile_number_));
    regions_.use(dirty, overlay->refreshed(profile_number_));
    const std::size_t turns = regions_.most_legs() + 1;
    if (turns > waypoints_.size()) waypoints_ = ZeroedArray<Tile>(turns);
  } catch (...) {
    regions_.use_file();
    throw;
  }
  for (const DirtyRegion& region : dirty) {
    opened_ = opened_ || region.opened;
    if (region.least_cost != 0) edited_rules_.least_cost = std::min(edited_rules_.least_cost, region.least_cost);
  }
  overlay_ = std::move(overlay);
  links_.close(closed);
  grid_.rules = &edited_rules_;
  grid_.pages = pages_.view();
}

void PathQuery::use_file() noexcept {
  regions_.use_file();
  links_.close({});
  grid_ = profile_.grid;
  edited_rules_.least_cost = profile_.rules.least_cost;
  opened_ = false;
  overlay_.reset();
}

/// Whether islands alone say that no path joins two passable tiles. Edits that open nothing only split islands.
bool PathQuery::known_apart(Tile a, Tile b) const noexcept {
  return !opened_ && profile_.islands.label(grid_.index(a)) != profile_.islands.label(grid_.index(b));
}

void PathQuery::reset() noexcept {
  waypoint_count_ = 0;
  hop_count_ = 0;
  point_count_ = 0;
  route_ = {};
  next_leg_ = 0;
  next_hop_ = 0;
  next_step_ = 0;
  searched_ = Tier::automatic;
}

PathResult PathQuery::find(const PathRequest& asked) noexcept {
  reset();
  const PathRequest request = asked.ends == EndRule::nearest ? settle_ends(asked) : asked;
  PathResult result = check_ends(request);
  if (result.why != Why::none) return result;
  result = answer({.from = request.from,
                   .to = request.to,
                   .plane_from = to_plane(contact_, centre_of(request.from)),
                   .plane_to = to_plane(contact_, centre_of(request.to)),
                   .tier = request.tier,
                   .max_expansions = request.max_expansions});
  if (result.status == Status::found && (request.from != asked.from || request.to != asked.to)) {
    result.why = Why::moved_end;
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

/// Moves the ends that will not do as they are; leaves them if there is nowhere to move them to.
PathRequest PathQuery::settle_ends(PathRequest request) const noexcept {
  const auto settle = [&](Tile& end, std::uint32_t island) {
    end = nearest_standing_tile(grid_, profile_.islands, end, island).value_or(end);
  };
  if (!grid_.passable(request.from)) settle(request.from, kAnyIsland);
  if (!grid_.passable(request.from)) return request;
  if (edited()) {
    if (!grid_.passable(request.to)) settle(request.to, kAnyIsland);
  } else if (!grid_.passable(request.to) || known_apart(request.from, request.to)) {
    settle(request.to, profile_.islands.label(grid_.index(request.from)));
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

PathResult PathQuery::answer(const Task& task) noexcept {
  const bool any_angle = profile_.rules.metric == Metric::any_angle;
  PathResult result;
  if (task.plane_from == task.plane_to) {
    result.status = Status::found;
    result.optimal = true;
    waypoints_[waypoint_count_++] = task.from;
    if (any_angle) points_[point_count_++] = task.plane_from;
  } else if (task.tier == Tier::automatic && !edited() && prefers_waypoints()) {
    result = find_waypoints(task, best_sight_tier(task));
  } else if (task.tier >= Tier::waypoints) {
    result = find_waypoints(task, task.tier);
  } else {
    result = find_on_tiles(task);
    if (any_angle && result.status == Status::found) result = pull_straight(task, result);
  }
  if (any_angle) {
    if (contact_ == Contact::square) {
      std::transform(points_.data(), points_.data() + point_count_, points_.data(),
                     [](Point p) { return to_map(Contact::square, p); });
    }
    result.points = {points_.data(), point_count_};
    waypoint_count_ = 0;
  } else {
    result.waypoints = {waypoints_.data(), waypoint_count_};
    result.hops = {hops_.data(), hop_count_};
  }
  return result;
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
  result.status = Status::partial;
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
  const Route route = regions_.search({.from = task.from,
                                       .to = task.to,
                                       .below = bounded ? local.cost : kInfiniteCost,
                                       .expansions = task.max_expansions - local.expansions.total()});
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
      waypoints_[waypoint_count_++] = task.from;
      for (const RouteLeg& leg : route_) {
        if (leg.link != kNoLink) add_hop(leg.link);
        waypoints_[waypoint_count_++] = leg.to;
      }
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

/// Plain A* on the tiles of the whole map.
PathResult PathQuery::find_astar(const Task& task) noexcept {
  PathResult result;
  result.tier = Tier::astar;
  if (!baseline_) {
    result.status = Status::partial;
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

/// Whether the waypoint tier answers first, where nothing is forced. On tiles both tiers are exact: A* over waypoints
/// settles some part of all of them, A* over regions hardly more in a larger world.
bool PathQuery::prefers_waypoints() const noexcept {
  constexpr std::size_t kMostSearched = 32'768;
  if (!sight_) return false;
  const bool any_angle = profile_.rules.metric == Metric::any_angle;
  return any_angle || labels_ || hierarchy_ || profile_.sight->graph->size() <= kMostSearched;
}

Tier PathQuery::best_sight_tier(const Task& task) const noexcept {
  if (blocks_ && task.between_tiles(contact_)) return Tier::blocks;
  if (labels_) return Tier::labels;
  return hierarchy_ ? Tier::ch : Tier::waypoints;
}

/// Over the waypoint graph by one of its tiers; `partial` if the query lacks it. Blocks know tiles only: points between
/// them go by labels.
SightPath PathQuery::search_waypoints(const Task& task, Tier tier) noexcept {
  if (edited()) return {.status = Status::partial};
  if (tier == Tier::blocks && blocks_) {
    return task.between_tiles(contact_) ? blocks_->find(task.from, task.to)
                                        : labels_->find(task.plane_from, task.plane_to, task.max_expansions);
  }
  if (tier == Tier::ch && hierarchy_) return hierarchy_->find(task.plane_from, task.plane_to, task.max_expansions);
  if (tier == Tier::labels && labels_) return labels_->find(task.plane_from, task.plane_to, task.max_expansions);
  if (tier == Tier::waypoints && sight_) return sight_->find(task.plane_from, task.plane_to, task.max_expansions);
  return {.status = Status::partial};
}

/// Direct sight, else a search over the waypoint graph. The points of the answer are the mover's tiles in the grid
/// metric.
PathResult PathQuery::find_waypoints(const Task& task, Tier tier) noexcept {
  PathResult result;
  result.tier = tier;
  const SightPath path = search_waypoints(task, tier);
  if (path.status != Status::partial) searched_ = tier;
  result.status = path.status;
  result.expansions.waypoints = path.expansions;
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
    case Status::partial:
      result.why = Why::tier_missing;
      return result;
    default:  // the ends were found fit before, so a plane that disagrees is wrong
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
      return result;
  }
  if (profile_.rules.metric == Metric::any_angle) {
    // Nobody walks these segments tile by tile, so a wrong file is found out here.
    if (!is_free(path.points)) {
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
      result.optimal = false;
      return result;
    }
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

/// Whether the mover can go straight from point to point. The first one must be a position.
bool PathQuery::is_free(std::span<const Point> path) noexcept {
  const SightSpace& space = profile_.sight->space;
  SegmentMemo::VertexNumber from = SegmentMemo::kNoVertex;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const SegmentMemo::VertexNumber to = free_segments_->number_of(path[i]);
    if (!free_segments_->knows(from, to)) {
      if (!can_stand(space, path[i]) || !in_sight(space, path[i - 1], path[i])) return false;
      free_segments_->add(from, to);
    }
    from = to;
  }
  return true;
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
  Leg leg;
  LegStatus status = next_leg(leg);
  for (; whole && status == LegStatus::ready; status = next_leg(leg)) {
    for (const Tile tile : leg.tiles) whole = whole && add(to_plane(contact_, centre_of(tile)));
  }
  whole = whole && status == LegStatus::done && add(task.plane_to);
  if (!whole) {
    point_count_ = 0;
    result.status = Status::corrupt;
    result.why = Why::bad_reference;
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

/// The way from the last waypoint to the one added next is a link.
void PathQuery::add_hop(LinkId link) noexcept {
  if (hop_count_ != hops_.size()) hops_[hop_count_++] = {waypoint_count_ - 1, link};
}

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
  const auto go = [&](Tile next) {
    if (grid.cost(next) == 0 || !legal_step(grid, at, next)) return false;
    if (one_price && (grid.cost(next) != grid.rules->least_cost || grid.cost(at) != grid.rules->least_cost))
      return false;
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
