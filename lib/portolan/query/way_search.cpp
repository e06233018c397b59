// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/way_search.hpp"

#include "portolan/boards/border_costs.hpp"
#include "portolan/boards/sight_ways.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/grid/tile_sight.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Tiles of the longest path there may be, for a file that is sound and no edits: every waypoint is left by its longest
/// way, and both ends are joined by least paths.
std::size_t most_tiles(const ProfileSnapshot& snapshot, const AreasView& areas, const BoardView& graph) {
  const GridView& grid = snapshot.grid();
  const Cost straight = snapshot.any_angle() ? Cost{grid.rules->least_cost} << snapshot.profile().sight->fraction_bits
                                             : grid.rules->lower_bound({0, 0}, {1, 0});
  const Cost step = std::max<Cost>(1, straight);
  const std::size_t all = grid.terrain.size();
  std::size_t tiles = 2 * all + 2;
  for (NodeId from = 0; from < graph.size(); ++from) {
    std::size_t longest = 0;
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc) {
      const AreaWay& way = areas.ways[arc];
      std::size_t steps = 1;
      if (way.kind == WayKind::in_sight) {
        const NodeId to = graph.arcs.target[arc];
        if (!areas.has_anchor(grid, from) || !areas.has_anchor(grid, to)) continue;
        steps = static_cast<std::size_t>(sight_steps(areas.anchors[from], areas.anchors[to], Neighbours::four));
      } else if (way.kind == WayKind::least_path) {
        // The cost of a way is that of the first profile, whose links may cost nothing: no path takes two to one tile.
        const std::size_t hops = snapshot.links().table().link_ends().size();
        steps = snapshot.number() == 0 ? static_cast<std::size_t>(std::min<Cost>(all, way.cost / step)) + hops : all;
      }
      longest = std::max(longest, std::min(steps, all));
    }
    tiles += longest;
  }
  return tiles;
}

}  // namespace

WaySearch::WaySearch(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      areas_(*snapshot.world().areas()),
      graph_(snapshot.world().board()->graph),
      sound_(is_well_formed(graph_.arcs)),
      length_(std::min(areas_.sight.front().length, static_cast<std::uint32_t>(kMaxSide))),
      place_closed_(graph_.size(), false),
      by_steps_(snapshot.links(), snapshot.world().floors()),
      labels_(graph_.size() + 1),
      open_(graph_.size() + 1),
      to_cost_(graph_.size(), kInfiniteCost),
      places_(graph_.size()) {
  if (!sound_) return;
  from_.reserve(graph_.size());
  to_.reserve(graph_.size());
  candidates_.reserve(graph_.size());
  if (snapshot.any_angle()) {
    straight_paths_.emplace(snapshot.grid());
  } else {
    paths_.emplace(snapshot.world(), snapshot.number());
    walker_.emplace(snapshot.world(), snapshot.number());
    path_ = Path(paths_->room());
  }
  tiles_ = ZeroedArray<Tile>(most_tiles(snapshot, areas_, graph_));
}

void WaySearch::close(const AreaClosures& closures) {
  std::vector<bool> places = closures.closed_areas(graph_.size());
  std::vector<AreaBorder> borders = closures.borders;
  std::sort(borders.begin(), borders.end());
  place_closed_ = std::move(places);
  closed_ = std::move(borders);
}

void WaySearch::use(const std::shared_ptr<const Overlay>& overlay) {
  if (!paths_) return;
  try {
    paths_->use(overlay);
    walker_->use(overlay);
    path_ = Path(paths_->room());
  } catch (...) {
    use_file();
    throw;
  }
}

void WaySearch::use_file() {
  if (!paths_) return;
  paths_->use(nullptr);
  walker_->use(nullptr);
}

bool WaySearch::is_closed(Tile tile) const noexcept {
  const AreaId place = areas_.tiles.at(tile);
  return place < place_closed_.size() && place_closed_[place];
}

bool WaySearch::is_open(NodeId place) const noexcept {
  return !place_closed_[place] && areas_.has_anchor(snapshot_.grid(), place);
}

NodeId WaySearch::waypoint_at(Tile tile) const noexcept {
  const AreaId place = areas_.tiles.at(tile);
  return place < areas_.anchors.size() && areas_.anchors[place] == tile ? place : kNoNode;
}

void WaySearch::fail(Status status, Why why) noexcept {
  if (failed_.why == Why::none) failed_ = {.status = status, .why = why};
}

/// Of an any_angle profile.
StraightMover WaySearch::straight() const noexcept {
  return straight_mover(snapshot_.grid(), snapshot_.profile().sight->fraction_bits, snapshot_.world().edge_costs());
}

/// Of paths between a tile and the target.
Cost WaySearch::bound(Tile tile) const noexcept {
  return straight_paths_ ? straight_bound(straight(), tile, target_) : by_steps_.of(tile);
}

/// What walking along the line of sight costs this mover now; nothing if it is not free.
std::optional<Cost> WaySearch::walk(Tile from, Tile to) const noexcept {
  if (straight_paths_) return straight_walk(straight(), from, to);
  const auto walk = walk_in_sight(snapshot_.grid(), from, to);
  return walk ? std::optional(walk->cost) : std::nullopt;
}

/// What the least path there costs this mover now; nothing if no path leads there, or the search for it failed.
std::optional<Cost> WaySearch::least_path(Tile from, Tile to) noexcept {
  if (failed_.why != Why::none) return {};
  if (straight_paths_) {
    const SearchOutcome outcome = straight_paths_->search(straight(), from, to, left());
    spend(outcome.expansions);
    if (outcome.end == SearchEnd::reached) return straight_paths_->cost(to);
    const Answer answer = answer_of(outcome, 0);
    if (answer.status != Status::unreachable) fail(answer.status, answer.why);
    return {};
  }
  const PathResult result = paths_->find({.from = from, .to = to, .max_expansions = left()});
  spend(result.work);
  if (result.status == Status::found) return result.cost;
  if (result.status == Status::out_of_budget || result.status == Status::corrupt) fail(result.status, result.why);
  return {};
}

/// What a way costs this mover now; nothing if it does not lead on.
std::optional<Cost> WaySearch::way_cost(NodeId from, std::uint32_t arc) noexcept {
  const AreaWay& way = areas_.ways[arc];
  const NodeId to = graph_.arcs.target[arc];
  if (!is_open(to)) return {};
  // At any angle no links are taken.
  if (straight_paths_ && way.kind == WayKind::link) return {};
  const bool closed = std::binary_search(closed_.begin(), closed_.end(), AreaBorder{from, to});
  if (closed && way.kind != WayKind::link) return {};
  if (native()) return way.cost < kInfiniteCost ? std::optional(way.cost) : std::nullopt;
  switch (way.kind) {
    case WayKind::in_sight:
      return walk(areas_.anchors[from], areas_.anchors[to]);
    case WayKind::least_path:
      return least_path(areas_.anchors[from], areas_.anchors[to]);
    case WayKind::link:
      return in_units(*snapshot_.grid().rules, graph_.in_author_unit(graph_.arcs.weight[arc]));
  }
  return {};
}

void WaySearch::join(Tile end, Toward toward, std::vector<Join>& joins) noexcept {
  joins.clear();
  if (const NodeId here = waypoint_at(end); here != kNoNode) {
    joins.push_back({here, 0, WayKind::in_sight});
    return;
  }
  for_each_waypoint_near(areas_, end, length_, [&](NodeId place) {
    // A file that lists a waypoint twice must not make this grow.
    if (joins.size() == graph_.size() || !is_open(place)) return;
    const Tile at = areas_.anchors[place];
    const auto cost = toward == Toward::goal ? walk(at, end) : walk(end, at);
    if (cost) joins.push_back({place, *cost, WayKind::in_sight});
  });
  if (joins.empty()) join_by_paths(end, toward, joins);
}

void WaySearch::aim(Tile target, Toward toward) noexcept {
  target_ = target;
  if (!straight_paths_) by_steps_.aim(target, toward);
}

void WaySearch::join_by_paths(Tile end, Toward toward, std::vector<Join>& joins) noexcept {
  aim(end, toward);
  candidates_.clear();
  for (NodeId place = 0; place < graph_.size(); ++place) {
    if (is_open(place)) candidates_.push_back({bound(areas_.anchors[place]), place});
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.bound != b.bound ? a.bound < b.bound : a.place < b.place;
  });
  const auto nearer = [](const Join& a, const Join& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.place < b.place;
  };
  for (const Candidate& candidate : candidates_) {
    if (joins.size() == kFewest && candidate.bound > joins.back().cost) break;
    const Tile at = areas_.anchors[candidate.place];
    const auto cost = toward == Toward::goal ? least_path(at, end) : least_path(end, at);
    if (failed_.why != Why::none) return;
    if (!cost) continue;
    const Join found{candidate.place, *cost, WayKind::least_path};
    if (joins.size() == kFewest) {
      if (!nearer(found, joins.back())) continue;
      joins.pop_back();
    }
    joins.insert(std::upper_bound(joins.begin(), joins.end(), found, nearer), found);
  }
}

SearchOutcome WaySearch::run(Tile from, Tile to) noexcept {
  const auto goal = static_cast<NodeId>(graph_.size());
  aim(to, Toward::goal);
  // A link between waypoints may be cheaper than any walk, so that no distance bounds what is left of a path.
  const bool estimates = areas_.links.empty() || straight_paths_;
  const auto estimate = [&](NodeId node) noexcept {
    return node == goal || !estimates ? Cost{0} : bound(areas_.anchors[node]);
  };
  labels_.clear();
  BestFirst search(labels_, std::span(open_.data(), open_.size()), estimate);
  const SearchLimits limits{.goal = goal, .expansions = left()};
  direct_.reset();
  const bool between_tiles = waypoint_at(from) == kNoNode && waypoint_at(to) == kNoNode;
  if (between_tiles && is_near(from, to, length_)) {
    direct_ = walk(from, to);
  }
  if (direct_) search.seed({.node = goal, .cost = *direct_}, limits);
  for (const Join& join : from_) search.seed({.node = join.place, .cost = join.cost}, limits);
  for (const Join& join : to_) to_cost_[join.place] = join.cost;
  SearchOutcome outcome = search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    if (to_cost_[node] != kInfiniteCost) relax(goal, to_cost_[node]);
    for (std::uint32_t arc = graph_.arcs.first[node]; arc < graph_.arcs.first[node + 1]; ++arc) {
      if (const auto cost = way_cost(node, arc)) relax(graph_.arcs.target[arc], *cost);
    }
    if (failed_.why != Why::none) search.abandon();
  });
  for (const Join& join : to_) to_cost_[join.place] = kInfiniteCost;
  return outcome;
}

Answer WaySearch::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  place_count_ = 0;
  tile_count_ = 0;
  board_cost_ = 0;
  work_ = 0;
  budget_ = expansions;
  failed_ = {};
  if (!sound_) return corrupt_answer();
  const auto failure = [&] {
    failed_.work = work_;
    return failed_;
  };
  join(from, Toward::start, from_);
  join(to, Toward::goal, to_);
  if (failed_.why != Why::none) return failure();
  const SearchOutcome outcome = run(from, to);
  // What drawn ways took was not known when the search began.
  if (outcome.expansions > left()) fail(Status::out_of_budget, Why::budget_spent);
  spend(outcome.expansions);
  if (failed_.why != Why::none) return failure();
  const bool reached = outcome.end == SearchEnd::reached;
  Answer answer = answer_of(outcome, reached ? labels_.cost(static_cast<NodeId>(graph_.size())) : 0);
  if (reached && !unpack(from, to)) {
    fail(Status::corrupt, Why::bad_reference);
    return failure();
  }
  answer.work = work_;
  return answer;
}

/// Writes the waypoints and the tiles of what was found. False where a leg does not cost what was reckoned with, or
/// something failed.
bool WaySearch::unpack(Tile from, Tile to) noexcept {
  const auto goal = static_cast<NodeId>(graph_.size());
  for (NodeId node = labels_.parent(goal); node != kNoNode; node = labels_.parent(node)) {
    if (place_count_ == places_.size()) return false;
    places_[place_count_++] = node;
  }
  std::reverse(places_.data(), places_.data() + place_count_);
  if (!add_tile(from)) return false;
  if (place_count_ == 0) return direct_ && add_leg(WayKind::in_sight, to, *direct_);
  const auto by = [](const std::vector<Join>& joins, NodeId place) {
    return std::find_if(joins.begin(), joins.end(), [&](const Join& join) { return join.place == place; });
  };
  const auto first = by(from_, places_[0]);
  const auto last = by(to_, places_[place_count_ - 1]);
  if (first == from_.end() || last == to_.end()) return false;
  if (!add_leg(first->kind, areas_.anchors[first->place], first->cost)) return false;
  for (std::size_t i = 1; i < place_count_; ++i) {
    if (!add_way(places_[i - 1], places_[i])) return false;
  }
  return add_leg(last->kind, to, last->cost);
}

bool WaySearch::add_way(NodeId from, NodeId to) noexcept {
  const Cost wanted = labels_.cost(to) - labels_.cost(from);
  for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
    if (graph_.arcs.target[arc] != to || way_cost(from, arc) != wanted) continue;
    board_cost_ += graph_.arcs.weight[arc];
    if (areas_.ways[arc].kind == WayKind::link && !is_link(from, arc)) return false;
    return add_leg(areas_.ways[arc].kind, areas_.anchors[to], wanted);
  }
  return false;
}

/// Whether the file has the link that an arc says it is.
bool WaySearch::is_link(NodeId from, std::uint32_t arc) const noexcept {
  const auto links = areas_.links_from(from);
  return std::any_of(links.begin(), links.end(), [&](const AreaLink& link) {
    return link.to == graph_.arcs.target[arc] && link.weight == graph_.arcs.weight[arc] &&
           link.cost == areas_.ways[arc].cost;
  });
}

bool WaySearch::add_leg(WayKind kind, Tile to, Cost cost) noexcept {
  switch (kind) {
    case WayKind::in_sight:
      return add_walk(to, cost);
    case WayKind::least_path:
      return add_least_path(to, cost);
    case WayKind::link:
      return add_tile(to);
  }
  return false;
}

bool WaySearch::add_walk(Tile to, Cost cost) noexcept {
  const Tile from = tiles_[tile_count_ - 1];
  if (straight_paths_) return straight_walk(straight(), from, to) == cost && (from == to || add_tile(to));
  const auto walk = walk_in_sight(snapshot_.grid(), from, to);
  if (!walk || walk->cost != cost) return false;
  const Neighbours neighbours = snapshot_.grid().rules->neighbours;
  const std::int32_t steps = sight_steps(from, to, neighbours);
  for (std::int32_t step = 1; step <= steps; ++step) {
    if (!add_tile(sight_step(from, to, neighbours, walk->walk, step))) return false;
  }
  return true;
}

/// The tiles of a search come backwards.
bool WaySearch::add_straight_path(Tile to, Cost cost) noexcept {
  const Tile from = tiles_[tile_count_ - 1];
  if (least_path(from, to) != cost) return false;
  const std::size_t begin = tile_count_;
  bool whole = true;
  straight_paths_->for_each_back(to, [&](Tile tile) { whole = whole && (tile == from || add_tile(tile)); });
  std::reverse(tiles_.data() + begin, tiles_.data() + tile_count_);
  return whole;
}

bool WaySearch::add_least_path(Tile to, Cost cost) noexcept {
  if (straight_paths_) return add_straight_path(to, cost);
  const Tile from = tiles_[tile_count_ - 1];
  const PathResult result = paths_->find({.from = from, .to = to, .max_expansions = left()}, path_);
  spend(result.work);
  if (result.status == Status::out_of_budget) fail(result.status, result.why);
  if (result.status != Status::found || result.cost != cost) return false;
  Leg leg;
  LegStatus status = LegStatus::ready;
  while ((status = walker_->next(path_, leg)) == LegStatus::ready) {
    for (const Tile tile : leg.tiles.subspan(1)) {
      if (!add_tile(tile)) return false;
    }
  }
  return status == LegStatus::done && tiles_[tile_count_ - 1] == to;
}

bool WaySearch::add_tile(Tile tile) noexcept {
  if (tile_count_ == tiles_.size()) {
    fail(Status::out_of_budget, Why::no_room);
    return false;
  }
  tiles_[tile_count_++] = tile;
  return true;
}

}  // namespace portolan
