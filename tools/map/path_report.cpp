// SPDX-License-Identifier: BSL-1.0
#include "map/path_report.hpp"

namespace portolan::tools {
namespace {

/// A cost in the author's unit; the double prints as the decimal that it is.
Json number_of(const BoardView& graph, Cost cost) {
  return Json::parse(to_text(graph.in_author_unit(cost)));
}

Json arc_report(const BoardView& graph, const BoardPath& path, std::size_t i) {
  const std::size_t arc = path.arcs[i];
  Json tags = Json::array();
  for (const std::uint32_t tag : graph.arc_tags[arc]) tags.push_back(graph.tag_names[tag]);
  return {{"from", graph.names[path.nodes[i]]},
          {"to", graph.names[path.nodes[i + 1]]},
          {"cost", number_of(graph, graph.arcs.weight[arc])},
          {"enter", number_of(graph, graph.cost_to_enter(path.nodes[i + 1]))},
          {"name", graph.arc_names[arc]},
          {"tags", tags}};
}

}  // namespace

Json listed(std::span<const Point> points, const TileNames& names) {
  Json list = Json::array();
  for (const Point p : points) {
    const std::int32_t floor = names.floors.floor(tile_at(p).y);
    const std::int32_t y = p.y - names.floors.tile(floor, {0, 0}).y * kSubUnits;
    list.push_back(
        {static_cast<double>(p.x) / kSubUnits + names.origin.x, static_cast<double>(y) / kSubUnits + names.origin.y});
    if (names.floors.count > 1) list.back().push_back(floor);
  }
  return list;
}

Json listed(Tile tile, const TileNames& names) {
  const std::int32_t x = tile.x + names.origin.x;
  if (names.floors.count == 1) return {x, tile.y + names.origin.y};
  return {x, names.floors.row(tile.y) + names.origin.y, names.floors.floor(tile.y)};
}

Json listed(std::span<const Tile> tiles, const TileNames& names) {
  Json list = Json::array();
  for (const Tile tile : tiles) list.push_back(listed(tile, names));
  return list;
}

void report_smooth(Json& report, const SmoothPath& path, const TileNames& names) {
  report["points"] = listed(path.points, names);
  report["segments"] = Json::array();
  for (const SegmentKind kind : path.segments) report["segments"].push_back(to_string(kind));
  report["smooth_cost"] = path.length;
}

Json scope_of(const PathResult& result) {
  return result.ties_scope == TiesScope::none ? Json() : Json(to_string(result.ties_scope));
}

Json steps_report(const MoveRules& rules) {
  const auto steps = declared_steps(rules);
  return steps ? Json{steps->straight, steps->diagonal} : Json();
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json report_path(const World& world, const PathResult& result, const Path& path, const JudgedPath& judged, double us,
                 const TileNames& names) {
  const bool found = has_path(result.status);
  const Expansions& e = result.expansions;
  Json hops = Json::array();
  for (const LinkHop& hop : path.hops()) {
    hops.push_back({{"leg", hop.leg}, {"link", hop.link}, {"name", world.links()[hop.link].name}});
  }
  return {{"status", to_string(result.status)},
          {"why", to_string(result.why)},
          {"cost", found ? Json(judged.cost) : Json()},
          {"optimal", result.optimal()},
          {"waypoints", !found                   ? Json::array()
                        : !path.points().empty() ? listed(path.points(), names)
                                                 : listed(path.waypoints(), names)},
          {"hops", hops},
          {"legs",
           {{"straight", judged.walked.legs.straight},
            {"centred", judged.walked.legs.centred},
            {"shifted", judged.walked.legs.shifted}}},
          {"tiles", Json()},
          {"expansions", e.total()},
          {"expansions_by_tier",
           {{"local", e.local},
            {"access", e.access},
            {"coarse", e.coarse},
            {"unpack", e.unpack},
            {"astar", e.astar},
            {"waypoints", e.waypoints},
            {"jump", e.jump}}},
          {"tier", to_string(result.tier)},
          {"us", us}};
}

Json report_path(const BoardView& graph, const BoardPath& path, double us) {
  const bool found = path.status == Status::found;
  Json nodes = Json::array();
  Json arcs = Json::array();
  if (found) {
    for (const NodeId node : path.nodes) nodes.push_back(graph.names[node]);
    for (std::size_t i = 0; i < path.arcs.size(); ++i) arcs.push_back(arc_report(graph, path, i));
  }
  return {{"status", to_string(path.status)},
          {"why", to_string(path.why)},
          {"cost", found ? number_of(graph, path.cost) : Json()},
          {"lower_bound", found ? number_of(graph, path.lower_bound) : Json()},
          {"optimal", path.optimal()},
          {"nodes", nodes},
          {"arcs", arcs},
          {"expansions", path.work},
          {"tier", to_string(path.tier)},
          {"us", us}};
}

}  // namespace portolan::tools
