// SPDX-License-Identifier: BSL-1.0
#include "map/corridor_report.hpp"

#include "map/path_report.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace portolan::tools {
namespace {

/// The cheapest link of the map from tile to tile; null if there is none.
const Link* find_map_link(const World& world, Tile from, Tile to) {
  const Link* cheapest = nullptr;
  for (const Link& link : world.links()) {
    const bool forth = link.from == from && link.to == to;
    const bool back = link.direction == LinkDirection::both && link.from == to && link.to == from;
    if ((forth || back) && (cheapest == nullptr || link.cost < cheapest->cost)) cheapest = &link;
  }
  return cheapest;
}

bool any_angle(const World& world, std::size_t profile) {
  return world.profiles()[profile].rules.metric == Metric::any_angle;
}

/// The links of a path, with the places where they begin and end. Movers at any angle take none.
Json links_of(const World& world, const CorridorAnswer& answer) {
  Json links = Json::array();
  if (any_angle(world, answer.profile)) return links;
  const std::span<const Tile> tiles = answer.path.tiles;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const Tile from = tiles[i - 1];
    const Tile to = tiles[i];
    if (!is_jump(from, to)) continue;
    const AreaLink* const link = find_link(world, from, to);
    const Link* const stairs = find_map_link(world, from, to);
    if (link == nullptr && stairs == nullptr) continue;
    const double by_map =
        stairs == nullptr ? std::numeric_limits<double>::infinity() : static_cast<double>(stairs->cost) / kCostScale;
    const bool between_areas = link != nullptr && cost_of(world, *link) <= by_map;
    links.push_back({{"from", listed(from, world.floors())},
                     {"to", listed(to, world.floors())},
                     {"cost", between_areas ? cost_of(world, *link) : by_map},
                     {"name", between_areas ? name_of(world, *link) : std::string_view(stairs->name)}});
  }
  return links;
}

/// Whether a path takes a link between areas or waypoints.
bool takes_link(const World& world, std::size_t profile, std::span<const Tile> tiles) {
  if (any_angle(world, profile)) return false;
  const auto by_link = [&](Tile from, Tile to) { return is_jump(from, to) && find_link(world, from, to) != nullptr; };
  return std::adjacent_find(tiles.begin(), tiles.end(), by_link) != tiles.end();
}

/// What the areas after the first cost to enter, which is a part of what the board says, and none of the tiles.
Cost entering(const BoardView& graph, std::span<const NodeId> areas) {
  Cost sum = 0;
  for (std::size_t i = 1; i < areas.size(); ++i) sum += graph.cost_to_enter(areas[i]);
  return sum;
}

}  // namespace

std::string_view name_of(const World& world, const AreaLink& link) {
  const BoardView& graph = world.board()->graph;
  for (std::uint32_t arc = graph.arcs.first[link.from]; arc < graph.arcs.first[link.from + 1]; ++arc) {
    const bool same = graph.arcs.target[arc] == link.to && graph.own_weight(arc) == link.weight;
    if (same && !graph.arc_names[arc].empty()) return graph.arc_names[arc];
  }
  return {};
}

CorridorAnswer ask_corridor(const World& world, std::size_t profile, const TileMap& map, CorridorQuery& query,
                            PathQuery& free, const CorridorRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  const CorridorPath found = query.find(request);
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const auto [path, cost] = judge_corridor(world, profile, map, found);
  const std::uint64_t left = request.max_expansions - path.work;
  const PathResult best =
      free.find({.from = request.from, .to = request.to, .ends = request.ends, .max_expansions = left});
  CorridorAnswer answer{
      .path = path, .profile = profile, .cost = cost, .free_status = best.status, .free_cost = {}, .us = us.count()};
  if (!has_path(best.status)) return answer;
  answer.free_cost = best.length;
  // Both costs are whole numbers of one unit. The free search knows no links between areas.
  answer.optimal =
      has_path(path.status) && !takes_link(world, profile, path.tiles) && best.optimal() && path.cost == best.cost;
  return answer;
}

Json corridor_report(const World& world, const CorridorAnswer& answer) {
  const BoardView& graph = world.board()->graph;
  const CorridorPath& path = answer.path;
  const bool found = has_path(path.status);
  Json areas = Json::array();
  for (const NodeId area : path.areas) areas.push_back(graph.names[area]);
  return {
      {"status", to_string(path.status)},
      {"why", to_string(path.why)},
      {"cost", found ? Json(answer.cost) : Json()},
      {"optimal", answer.optimal},
      {"waypoints", found ? listed(std::span<const Tile>(entries(world, path.tiles)), world.floors()) : Json::array()},
      {"tiles", Json()},
      {"expansions", path.work},
      {"tier", tier_of(world)},
      {"us", answer.us},
      {"areas", areas},
      {"links", links_of(world, answer)},
      {"enter_cost", as_double(graph.in_author_unit(entering(graph, path.areas)))},
      {"board_cost", path.areas.empty() ? Json() : Json(as_double(graph.in_author_unit(path.board_cost)))},
      {"free_cost", answer.free_cost ? Json(*answer.free_cost) : Json()}};
}

}  // namespace portolan::tools
