// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/corridor_query.hpp"

#include "portolan/boards/border_costs.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace portolan {
namespace {

std::vector<AreaBorder> sorted(std::span<const AreaBorder> some, std::span<const AreaBorder> more) {
  std::vector<AreaBorder> all(some.begin(), some.end());
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end());
  return all;
}

/// The links between areas as a mover takes them: in its own unit where the file has that of the first profile.
std::vector<AreaLink> links_for(const ProfileSnapshot& snapshot) {
  if (snapshot.any_angle()) return {};
  const World& world = snapshot.world();
  std::vector<AreaLink> links(world.areas()->links.begin(), world.areas()->links.end());
  if (snapshot.number() == 0) return links;
  for (AreaLink& link : links) {
    link.cost = in_units(snapshot.profile().rules, world.board()->graph.in_author_unit(link.weight));
  }
  return links;
}

/// The areas of the file with these borders closed and these links.
AreasView areas_of(const ProfileSnapshot& snapshot, std::span<const AreaBorder> closed,
                   std::span<const AreaLink> links) {
  const AreasView& areas = *snapshot.world().areas();
  return {.tiles = areas.tiles, .anchors = areas.anchors, .closed = closed, .links = links};
}

}  // namespace

CorridorQuery::OpenWays::OpenWays(const ProfileSnapshot& snapshot, std::span<const AreaLink> links,
                                  const AreaClosures& closures)
    : closed_borders(sorted(snapshot.world().areas()->closed, closures.borders)),
      area_closed(closures.closed_areas(snapshot.world().board()->graph.size())),
      areas(areas_of(snapshot, closed_borders, links)),
      arcs(open_arcs(snapshot.world().board()->graph, closures, areas)),
      over_areas(arcs.view()),
      on_tiles(snapshot.grid(), areas) {}

CorridorQuery::CorridorQuery(World world, std::size_t profile)
    : snapshot_(std::move(world), profile),
      links_(links_for(snapshot_)),
      bound_(snapshot_.links(), snapshot_.world().floors()),
      areas_(areas_of(snapshot_, snapshot_.world().areas()->closed, links_)),
      matrix_(snapshot_.profile().rules),
      wide_(snapshot_.profile().rules) {
  if (snapshot_.world().areas()->by_sight()) {
    over_waypoints_ = std::make_unique<WaySearch>(snapshot_);
    return;
  }
  ways_ = std::make_unique<OpenWays>(snapshot_, links_, AreaClosures{});
  way_.resize(snapshot_.world().board()->graph.size());
  tried_.resize(way_.size());
  tiles_ = ZeroedArray<Tile>(std::max(snapshot_.grid().terrain.size(), WideMatrix::kNodes));
}

void CorridorQuery::close(const AreaClosures& closures) {
  if (over_waypoints_) return over_waypoints_->close(closures);
  ways_ = std::make_unique<OpenWays>(snapshot_, links_, closures);
}

void CorridorQuery::use(std::shared_ptr<const Overlay> overlay) {
  try {
    snapshot_.use(overlay);
    if (over_waypoints_) over_waypoints_->use(overlay);
  } catch (...) {
    snapshot_.use_file();
    if (over_waypoints_) over_waypoints_->use_file();
    throw;
  }
}

bool CorridorQuery::is_open(Tile tile) const noexcept {
  const AreaId area = areas().tiles.at(tile);
  return area < ways_->area_closed.size() && !ways_->area_closed[area];
}

/// Whether there are no links that a path could take.
bool CorridorQuery::on_foot() const noexcept {
  return links_.empty() && snapshot_.links().empty();
}

/// On all of the map.
template <class Bound>
SearchOutcome CorridorQuery::search_map(std::span<const NodeId> corridor, Tile from, Tile to, std::uint64_t expansions,
                                        Bound&& bound) noexcept {
  return ways_->on_tiles.search(corridor, from, to, expansions, bound, [&](Tile tile, auto&& visit) {
    snapshot_.links().for_each_leaving(tile, [&](const LinkArc& arc) { visit(arc.other, arc.cost); });
  });
}

CorridorPath CorridorQuery::find(const CorridorRequest& request) noexcept {
  if (over_waypoints_) return search_over_waypoints(request);
  if (request.ends == EndRule::nearest) return search_nearest(request);
  // Links between areas may join islands.
  const JudgedEnds ends(snapshot_, request.from, request.to, EndRule::exact, IslandRule::joined);
  const Answer& judged = ends.answer();
  if (judged.status == Status::bad_start) return {judged};
  if (!is_open(ends.from())) return {{.status = Status::bad_start, .why = Why::no_area}};
  if (judged.status == Status::bad_goal) return {judged};
  if (!is_open(ends.to())) return {{.status = Status::bad_goal, .why = Why::no_area}};
  return search(ends.from(), ends.to(), request.max_expansions);
}

CorridorPath CorridorQuery::search_over_waypoints(const CorridorRequest& request) noexcept {
  const JudgedEnds ends(snapshot_, request.from, request.to, request.ends, IslandRule::joined);
  if (ends.decided()) return {ends.answer()};
  CorridorPath path = search_ways(ends.from(), ends.to(), request.max_expansions);
  ends.conclude(path);
  return path;
}

/// Tries areas in the order in which they come near to the goal. Of one whose nearest tile cannot be reached, the
/// nearest that can be waits until no other area is nearer.
CorridorPath CorridorQuery::search_nearest(const CorridorRequest& request) noexcept {
  const GridView& grid = snapshot_.grid();
  const auto stands = [&](Tile t) { return grid.cost(t) != 0 && is_open(t); };
  const NearestTiles starts = nearest_tiles(grid.bounds(), request.from, stands);
  if (starts.tiles().empty()) return {{.status = Status::bad_start, .why = Why::no_area}};
  const Tile from = starts.tiles().front();
  std::fill(tried_.begin(), tried_.end(), false);
  std::uint64_t left = request.max_expansions;
  NearestTiles fallback(grid.bounds(), request.to);
  for (;;) {
    const NearestTiles next =
        nearest_tiles(grid.bounds(), request.to, [&](Tile t) { return stands(t) && !tried_[areas().tiles.at(t)]; });
    NearestTiles best = fallback;
    for (const Tile t : next.tiles()) best.offer(t);
    // The start can be reached, if no other.
    if (best.tiles().empty()) return {corrupt_answer(request.max_expansions - left)};
    const Tile to = best.tiles().front();
    CorridorPath path = search(from, to, left);
    left -= path.work;
    path.work = request.max_expansions - left;
    if (path.status == Status::found) {
      if (from != request.from || to != request.to) path.why = Why::moved_end;
      if (to != request.to) path.status = Status::partial;
      return path;
    }
    if (path.status != Status::unreachable && path.status != Status::undecided) return path;
    tried_[areas().tiles.at(to)] = true;
    const std::optional<Tile> reached =
        path.why == Why::no_path_within ? nearest_within(from, to, request.to, left) : std::nullopt;
    if (reached) fallback.offer(*reached);
  }
}

/// The tile nearest to one that a path leads to within the areas on the way from one tile to another, which is not
/// reached, and that lies in the area of that.
std::optional<Tile> CorridorQuery::nearest_within(Tile from, Tile to, Tile wanted, std::uint64_t& expansions) noexcept {
  const AreaId area = areas().tiles.at(to);
  const GraphPath way = ways_->over_areas.path(areas().tiles.at(from), area, expansions, way_);
  expansions -= way.work;
  // Bounds would leave out all from which the goal is known to be out of reach.
  const auto no_bound = [](Tile) noexcept { return Cost{0}; };
  expansions -= search_map(way.nodes, from, to, expansions, no_bound).expansions;
  NearestTiles nearest(snapshot_.grid().bounds(), wanted);
  ways_->on_tiles.for_each_settled([&](Tile t) {
    if (areas().tiles.at(t) == area) nearest.offer(t);
  });
  return nearest.tiles().empty() ? std::nullopt : std::optional(nearest.tiles().front());
}

CorridorPath CorridorQuery::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  const GraphPath way = ways_->over_areas.path(areas().tiles.at(from), areas().tiles.at(to), expansions, way_);
  if (way.status != Status::found) {
    CorridorPath none{way};
    if (way.status != Status::unreachable) return none;
    // The map may join what no way over areas does, and what the board lacks another mover, or this one after edits,
    // might find.
    none.lower_bound = 0;
    if (snapshot_.number() != 0 || snapshot_.edited()) none.status = Status::undecided;
    return none;
  }
  const Walk walk = search_tiles(way.nodes, from, to, expansions - way.work);
  CorridorPath path{answer_of(walk.outcome, walk.cost)};
  path.work += way.work;
  path.board_cost = way.cost;
  path.areas = way.nodes;
  if (walk.outcome.end == SearchEnd::exhausted) {
    path.status = Status::undecided;
    path.why = Why::no_path_within;
    path.lower_bound = 0;
  }
  if (walk.outcome.end != SearchEnd::reached) return path;
  path.tiles = walk.tiles;
  measure(path);
  return path;
}

CorridorPath CorridorQuery::search_ways(Tile from, Tile to, std::uint64_t expansions) noexcept {
  if (over_waypoints_->is_closed(from)) return {{.status = Status::bad_start, .why = Why::closed}};
  if (over_waypoints_->is_closed(to)) return {{.status = Status::bad_goal, .why = Why::closed}};
  CorridorPath path{over_waypoints_->search(from, to, expansions)};
  // The map may join what no way over waypoints does.
  path.lower_bound = 0;
  if (path.status != Status::found) return path;
  path.areas = over_waypoints_->places();
  path.tiles = over_waypoints_->tiles();
  path.board_cost = over_waypoints_->board_cost();
  measure(path);
  return path;
}

CorridorQuery::Walk CorridorQuery::search_tiles(std::span<const NodeId> corridor, Tile from, Tile to,
                                                std::uint64_t expansions) noexcept {
  bound_.aim(to, Toward::goal);
  Walk walk{.outcome = {.end = SearchEnd::overflow}};
  if (on_foot()) {
    if (LegMatrix::fits(from, to)) {
      walk = search_window(matrix_, corridor, from, to, expansions);
    } else if (WideMatrix::fits(from, to)) {
      walk = search_window(wide_, corridor, from, to, expansions);
    }
  }
  // As long as nothing is decided.
  if (walk.outcome.end != SearchEnd::overflow) return walk;
  const std::uint64_t tried = walk.outcome.expansions;
  walk.outcome =
      search_map(corridor, from, to, expansions - tried, [&](Tile tile) noexcept { return bound_.of(tile); });
  walk.outcome.expansions += tried;
  if (walk.outcome.end != SearchEnd::reached) return walk;
  walk.cost = ways_->on_tiles.cost();
  walk.tiles = {tiles_.data(), ways_->on_tiles.path({tiles_.data(), tiles_.size()})};
  return walk;
}

/// Within the window around the midpoint of two ends, which it must hold. `overflow` unless that settles it: a path
/// that leaves the window may be as cheap.
template <std::int32_t Side>
CorridorQuery::Walk CorridorQuery::search_window(MoverMatrix<Side>& matrix, std::span<const NodeId> corridor, Tile from,
                                                 Tile to, std::uint64_t expansions) noexcept {
  using Matrix = LocalMatrix<Side>;
  const Rect window = Matrix::centred(from, to);
  const Cost leaving = leaving_bound(snapshot_.grid(), window, from, to);
  const auto bound = [&](Tile tile) noexcept { return bound_.of(tile); };
  const Walk undecided{.outcome = {.end = SearchEnd::overflow}};
  if (bound(from) >= leaving) return undecided;
  return matrix.with([&](auto& labels) noexcept {
    labels.place(window);
    Walk walk{.outcome = ways_->on_tiles.search_in(labels, corridor, from, to, expansions, bound)};
    const bool reached = walk.outcome.end == SearchEnd::reached;
    if (reached && labels.cost(to) < leaving) {
      walk.cost = labels.cost(to);
      walk.tiles = labels.path(to, std::span<Tile, Matrix::kNodes>(tiles_.data(), Matrix::kNodes));
    } else if (reached || (walk.outcome.end == SearchEnd::exhausted && leaving != kInfiniteCost)) {
      walk.outcome.end = SearchEnd::overflow;
    }
    return walk;
  });
}

/// What a path found costs in the unit of its profile, what is known of others, and its length.
void CorridorQuery::measure(CorridorPath& path) const noexcept {
  const Tile from = path.tiles.front();
  const Tile to = path.tiles.back();
  path.lower_bound = on_foot() && !snapshot_.any_angle() ? snapshot_.grid().rules->lower_bound(from, to) : 0;
  if (snapshot_.any_angle()) path.cost = segments_cost(path.tiles);
  path.length = length_of(path);
}

/// Of a path at any angle that goes from centre to centre.
Cost CorridorQuery::segments_cost(std::span<const Tile> tiles) const noexcept {
  const CostField field{.grid = snapshot_.grid(),
                        .contact = snapshot_.contact(),
                        .fraction_bits = snapshot_.profile().sight->fraction_bits};
  const auto place = [&](Tile tile) { return to_plane(snapshot_.contact(), centre_of(tile)); };
  Cost cost = 0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    cost += path_cost(field, std::array{place(tiles[i - 1]), place(tiles[i])});
    cost = std::min(kInfiniteCost, cost + snapshot_.segment_crossing(tiles[i - 1], tiles[i]));
  }
  return cost;
}

/// Links count what their author wrote, without the rounding to the unit in which they are compared.
double CorridorQuery::length_of(const CorridorPath& path) const noexcept {
  const ProfileView& profile = snapshot_.profile();
  if (on_foot()) return profile.in_tiles(path.cost);
  const GridView& grid = snapshot_.grid();
  Cost walked = 0;
  Cost by_area_links = 0;
  std::uint64_t by_map_links = 0;
  for (std::size_t i = 1; i < path.tiles.size(); ++i) {
    const Tile from = path.tiles[i - 1];
    const Tile to = path.tiles[i];
    Cost least = kInfiniteCost;
    const AreaBorder border{areas().tiles.at(from), areas().tiles.at(to)};
    if (over_waypoints_ || border.from == border.to || !areas().is_closed(border)) {
      for_each_step(grid, grid.bounds(), from, [&](Tile next, Cost step) {
        if (next == to) least = step;
      });
    }
    const AreaLink* area_link = nullptr;
    for (const AreaLink& link : areas().links_from(border.from)) {
      if (link.to != border.to || link.to >= areas().anchors.size() || areas().anchors[link.from] != from ||
          areas().anchors[link.to] != to)
        continue;
      if (link.cost >= least) continue;
      least = link.cost;
      area_link = &link;
    }
    LinkId map_link = kNoLink;
    snapshot_.links().for_each_leaving(from, [&](const LinkArc& arc) {
      if (arc.other != to || arc.cost >= least) return;
      least = arc.cost;
      map_link = arc.link;
    });
    if (map_link != kNoLink) {
      by_map_links += snapshot_.world().links()[map_link].cost;
    } else if (area_link != nullptr) {
      by_area_links += area_link->weight;
    } else {
      walked += least;
    }
  }
  const Decimal declared = snapshot_.world().board()->graph.in_author_unit(by_area_links);
  return profile.in_tiles(walked) + static_cast<double>(declared.digits) / std::pow(10.0, declared.decimals) +
         static_cast<double>(by_map_links) / kCostScale;
}

std::optional<Tile> CorridorQuery::anchor(NodeId area) const noexcept {
  if (!areas().has_anchor(snapshot_.grid(), area)) return {};
  return areas().anchors[area];
}

}  // namespace portolan
