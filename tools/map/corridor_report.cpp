// SPDX-License-Identifier: BSL-1.0
#include "map/corridor_report.hpp"

#include <algorithm>
#include <chrono>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

/// The links of a path, with the places where they begin and end.
Json links_of(const World& world, std::span<const Tile> tiles) {
  Json links = Json::array();
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const AreaLink* const link = is_jump(tiles[i - 1], tiles[i]) ? find_link(world, tiles[i - 1], tiles[i]) : nullptr;
    if (link == nullptr) continue;
    links.push_back({{"from", {tiles[i - 1].x, tiles[i - 1].y}},
                     {"to", {tiles[i].x, tiles[i].y}},
                     {"cost", cost_of(world, *link)},
                     {"name", name_of(world, *link)}});
  }
  return links;
}

bool takes_link(std::span<const Tile> tiles) {
  const auto jump = std::adjacent_find(tiles.begin(), tiles.end(), is_jump);
  return jump != tiles.end();
}

}  // namespace

std::string_view name_of(const World& world, const AreaLink& link) {
  const BoardView& graph = world.board()->graph;
  for (std::uint32_t arc = graph.arcs.first[link.from]; arc < graph.arcs.first[link.from + 1]; ++arc) {
    const bool same = graph.arcs.target[arc] == link.to && graph.arcs.weight[arc] == link.weight;
    if (same && !graph.arc_names[arc].empty()) return graph.arc_names[arc];
  }
  return {};
}

Json listed(std::span<const Tile> tiles) {
  Json list = Json::array();
  for (const Tile tile : tiles) list.push_back({tile.x, tile.y});
  return list;
}

CorridorAnswer ask_corridor(const World& world, const TileMap& map, CorridorQuery& query, PathQuery& free, Tile from,
                            Tile to, std::uint64_t max_expansions) {
  const auto start = std::chrono::steady_clock::now();
  const CorridorPath found = query.find(from, to, max_expansions);
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const auto [path, cost] = judge_corridor(world, map, found);
  const std::uint64_t left = max_expansions - (path.settled_areas + path.settled_tiles);
  const PathResult best = free.find({.from = from, .to = to, .max_expansions = left});
  CorridorAnswer answer{.path = path, .cost = cost, .free_status = best.status, .free_cost = {}, .us = us.count()};
  if (best.status != Status::found) return answer;
  answer.free_cost = best.length;
  // Both costs are whole numbers of one unit. The free search knows no links.
  answer.optimal = path.status == Status::found && !takes_link(path.tiles) && best.optimal() && path.cost == best.cost;
  return answer;
}

Json corridor_report(const World& world, const CorridorAnswer& answer) {
  const BoardView& graph = world.board()->graph;
  const CorridorPath& path = answer.path;
  const bool found = path.status == Status::found;
  Json areas = Json::array();
  for (const NodeId area : path.areas) areas.push_back(graph.names[area]);
  return {{"status", to_string(path.status)},
          {"why", to_string(path.why)},
          {"cost", found ? Json(answer.cost) : Json()},
          {"optimal", answer.optimal},
          {"waypoints", found ? listed(entries(world, path.tiles)) : Json::array()},
          {"tiles", Json()},
          {"expansions", path.settled_areas + path.settled_tiles},
          {"tier", "corridor"},
          {"us", answer.us},
          {"areas", areas},
          {"links", links_of(world, path.tiles)},
          {"board_cost", path.areas.empty() ? Json() : Json(as_double(graph.in_author_unit(path.board_cost)))},
          {"free_cost", answer.free_cost ? Json(*answer.free_cost) : Json()}};
}

}  // namespace portolan::tools
