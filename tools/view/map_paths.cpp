// SPDX-License-Identifier: BSL-1.0
#include "view/map_paths.hpp"

#include "map/corridor_report.hpp"
#include "map/placements.hpp"
#include "portolan/query/path_tiers.hpp"
#include "view/ends.hpp"
#include "view/search_front.hpp"
#include "view/shapes.hpp"
#include "view/warm_time.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace portolan::tools {
namespace {

/// A line through tile centres, by its turns: x0, y0, x1, y1 ...
Json turns_of(std::span<const Tile> tiles) {
  Json line = Json::array();
  const auto is_turn = [&](std::size_t i) {
    if (i == 0 || i + 1 == tiles.size()) return true;
    return tiles[i].x - tiles[i - 1].x != tiles[i + 1].x - tiles[i].x ||
           tiles[i].y - tiles[i - 1].y != tiles[i + 1].y - tiles[i].y;
  };
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (!is_turn(i)) continue;
    line.push_back(tiles[i].x + 0.5);
    line.push_back(tiles[i].y + 0.5);
  }
  return line;
}

/// Of what does not say where it has looked.
Json no_search() {
  return {{"cell", 1}, {"settled", Json::array()}, {"open", Json::array()}};
}

}  // namespace

MapPaths::MapPaths(World world, TileMap map)
    : world_(std::move(world)),
      edits_(std::make_shared<const Overlay>(world_)),
      map_(std::move(map)),
      map_edits_(edits_),
      walking_(world_.profiles().size()),
      corridors_(world_.profiles().size()),
      bounded_(world_.profiles().size()),
      placed_(world_.profiles().size()) {}

void MapPaths::Walking::use(const std::shared_ptr<const Overlay>& edits) {
  query.use(edits);
  walker.use(edits);
  smoother.use(edits);
  path = Path(query.room());
}

template <class Searcher, class Make>
Searcher& MapPaths::up_to_date(Kept<Searcher>& kept, Make&& make) {
  if (!kept.searcher) kept.searcher = make();
  if (kept.edits != edits_) {
    kept.searcher->use(edits_);
    kept.edits = edits_;
  }
  return *kept.searcher;
}

MapPaths::Walking& MapPaths::walking(std::size_t profile, Tier tier) {
  const bool baseline = tier == Tier::astar;
  return up_to_date(walking_[profile][baseline ? 1 : 0], [&] {
    return std::make_unique<Walking>(world_, profile, baseline ? Baseline::with : Baseline::without);
  });
}

const TileMap& MapPaths::edited_map() {
  if (map_edits_ != edits_) {
    const auto palette = world_.palette();
    auto map = TileMap::create(world_.width(), world_.height(), {palette.begin(), palette.end()},
                               edits_->tiles().copy(world_.bounds()));
    // Edits keep to floors.
    if (!map->set_floors(world_.floors()) || !map->set_links({world_.links().begin(), world_.links().end()}) ||
        !map->set_moves({map_.moves().begin(), map_.moves().end()}))
      return map_;
    map_ = std::move(*map);
    map_edits_ = edits_;
  }
  return map_;
}

std::optional<TileDeadEnd> MapPaths::dead_end(std::size_t profile, Tile tile) {
  return walking(profile, Tier::automatic).query.dead_end(tile);
}

Json MapPaths::path(std::size_t profile, Tier tier, const End& from, const End& to, const PathStyle& style) {
  Walking& with = walking(profile, tier);
  Path& path = with.path;
  const PathRequest how{
      .tier = tier, .max_expansions = style.max_expansions, .ties = style.ties, .matrix = MatrixSide::by_ends};
  auto [result, us] = ask_warm([&] { return find_between(with.query, from, to, how, path); });
  const Json search = search_front(with.query, kMaxCells);
  JudgedPath judged;
  SmoothPath smooth;
  if (has_path(result.status)) {
    judged = judge_path(edited_map(), world_.declared_profile(profile), with.walker, path, point_of(from), point_of(to),
                        style.smoothing ? &with.smoother : nullptr);
    if (style.smoothing) smooth = with.smoother.finish(*style.smoothing);
    if (!judged.fault.empty()) {
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
    }
  }
  Json report = report_path(world_, result, path, judged, us, world_.floors());
  if (style.ties.rule != TieRule::first) report["ties_scope"] = scope_of(result);
  Json line = Json::array();
  Json windows = Json::array();
  if (has_path(result.status)) {
    if (path.points().empty()) {
      line = turns_of(judged.walked.tiles);
    } else {
      for (const Point p : path.points()) add_point(line, p);
    }
    for (const Rect& window : judged.walked.windows) windows.push_back(rect_of(window));
  }
  if (result.tier == Tier::local) {
    const Rect window = local_window({.from = tile_of(from),
                                      .to = tile_of(to),
                                      .plane_from = {},
                                      .plane_to = {},
                                      .tier = Tier::local,
                                      .matrix = how.matrix});
    windows.push_back(rect_of(intersection(window, world_.bounds())));
  }
  if (style.smoothing && has_path(result.status)) {
    report_smooth(report, smooth, world_.floors());
    line = Json::array();
    for (const Point p : smooth.points) add_point(line, p);
  }
  report["line"] = line;
  report["windows"] = windows;
  report["search"] = search;
  return report;
}

Json MapPaths::corridor(std::size_t profile, const End& from, const End& to) {
  const CorridorRequest request{.from = tile_of(from), .to = tile_of(to)};
  CorridorQuery& within =
      up_to_date(corridors_[profile], [&] { return std::make_unique<CorridorQuery>(world_, profile); });
  within.find(request);  // the times that are told are those of a second asking
  const CorridorAnswer answer =
      ask_corridor(world_, profile, edited_map(), within, walking(profile, Tier::automatic).query, request);
  Json report = corridor_report(world_, answer);
  report["line"] = answer.path.status == Status::found ? turns_of(answer.path.tiles) : Json::array();
  report["windows"] = Json::array();
  report["search"] = no_search();
  return report;
}

Json MapPaths::bounded(std::size_t profile, const End& from, const End& to) {
  Bounded& with = up_to_date(bounded_[profile], [&] { return std::make_unique<Bounded>(world_, profile); });
  const BoundedRequest request{.from = tile_of(from), .to = tile_of(to)};
  auto [result, us] = ask_warm([&] { return with.query.find(request, with.path); });
  JudgedPath judged;
  if (has_path(result.status)) {
    judged = judge_path(edited_map(), world_.declared_profile(profile), walking(profile, Tier::automatic).walker,
                        with.path, centre_of(request.from), centre_of(request.to));
    if (!judged.fault.empty()) {
      result.status = Status::corrupt;
      result.why = Why::bad_reference;
    }
  }
  Json report = report_path(world_, result, with.path, judged, us, world_.floors());
  report["tier"] = kBounded;
  report["lower_bound"] = Json();
  report["line"] = Json::array();
  report["windows"] = Json::array();
  report["search"] = no_search();
  if (!has_path(result.status)) return report;
  report["lower_bound"] = std::min(judged.cost, with.query.profile().in_tiles(result.lower_bound));
  for (const Point p : with.path.points()) add_point(report["line"], p);
  return report;
}

Json MapPaths::placed(std::size_t profile, const Placement& from, const Placement& to) {
  PlacedQuery& query = up_to_date(placed_[profile], [&] {
    const ProfileView& view = world_.profiles()[profile];
    return std::make_unique<PlacedQuery>(world_, profile, *view.kinematics, view.grid.terrain.size());
  });
  const auto [result, us] = ask_warm([&] { return query.find({.from = from, .to = to}); });
  std::vector<Tile> tiles;
  for (const Placement& at : result.placements) tiles.push_back(at.tile);
  Json bodies = Json::object();
  for (int i = 0; i < kHeadings; ++i) {
    const auto heading = static_cast<Heading>(i);
    if (!query.rules().has(heading)) continue;
    const BodyLine line = body_line(query.rules(), query.profile().rules.footprint, heading);
    Json& place = bodies[std::string(to_string(heading))];
    place = {line.rear.x, line.rear.y, line.front.x, line.front.y};
    add_point(place, line.nose);
  }
  Json report = report_of(query, result, world_.floors(), us);
  report["tier"] = kPlaced;
  report["line"] = turns_of(tiles);
  report["windows"] = Json::array();
  report["search"] = no_search();
  report["bodies"] = bodies;
  report["radius"] = static_cast<double>(query.profile().kinematics->radius) / kCostScale;
  return report;
}

}  // namespace portolan::tools
