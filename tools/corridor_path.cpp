// SPDX-License-Identifier: BSL-1.0
// portolan path over regions drawn on a map: the regions on the way, the tiles that keep to them, and what that costs
// against the free optimum.
#include "board.hpp"
#include "board_commands.hpp"
#include "common.hpp"
#include "corridor.hpp"
#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

CorridorRequest request_of(const PathArguments& arguments) {
  return {arguments.from, arguments.to, arguments.tier, arguments.profile};
}

/// The name of the arc that a link became; may be empty.
std::string_view name_of(const World& world, const RegionLink& link) {
  const RegionGraphView& graph = world.region_graph()->graph;
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

/// The links of a path, with the places where they begin and end.
Json links_of(const World& world, std::span<const Tile> tiles) {
  Json links = Json::array();
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const RegionLink* const link = is_jump(tiles[i - 1], tiles[i]) ? find_link(world, tiles[i - 1], tiles[i]) : nullptr;
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

/// What is printed of an answer.
struct Report {
  const CorridorPath& path;
  double cost;
  std::optional<double> free_cost;
  bool optimal;  ///< on foot nothing is cheaper, on the whole map
  double us;
  const RegionGraphView& graph;
};

void print_json(const Report& report, const PathArguments& arguments, const World& world) {
  const CorridorPath& path = report.path;
  const bool found = path.status == Status::found;
  Json regions = Json::array();
  for (const NodeId region : path.regions) regions.push_back(report.graph.names[region]);
  const Json json{
      {"status", to_string(path.status)},
      {"why", to_string(path.why)},
      {"cost", found ? Json(report.cost) : Json()},
      {"optimal", report.optimal},
      {"waypoints", found ? listed(entries(world, path.tiles)) : Json::array()},
      {"tiles", arguments.tiles == Tiles::listed ? listed(path.tiles) : Json()},
      {"expansions", path.settled_regions + path.settled_tiles},
      {"tier", "corridor"},
      {"us", report.us},
      {"regions", regions},
      {"links", links_of(world, path.tiles)},
      {"region_cost", path.regions.empty() ? Json() : Json(as_double(report.graph.in_author_unit(path.region_cost)))},
      {"free_cost", report.free_cost ? Json(*report.free_cost) : Json()}};
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string against_free(const Report& report) {
  if (!report.free_cost) return "without regions there is no way at all";
  const double more = report.cost - *report.free_cost;
  // Links are no steps: what they save, the free path cannot.
  if (more < -1e-9) return fmt::format("the free optimum is {:.6f}: links save {:.6f}", *report.free_cost, -more);
  const double percent = *report.free_cost > 0 ? 100 * more / *report.free_cost : 0;
  return fmt::format("the free optimum is {:.6f}: keeping to the regions costs {:.6f} more ({:.1f} %)",
                     *report.free_cost, std::max(more, 0.0), std::max(percent, 0.0));
}

void print_text(const Report& report, const PathArguments& arguments, const World& world) {
  const CorridorPath& path = report.path;
  if (path.status != Status::found) {
    fmt::print("{}: {}\n", to_string(path.status), to_string(path.why));
  } else {
    fmt::print("found: cost {:.6f} ({}), {} regions, {} tiles, tier corridor, {} expansions, {:.1f} us\n", report.cost,
               report.optimal ? "optimal" : "not proven optimal", path.regions.size(), path.tiles.size(),
               path.settled_regions + path.settled_tiles, report.us);
    fmt::print("{}\n", against_free(report));
  }
  for (const NodeId region : path.regions) fmt::print("{}\n", report.graph.names[region]);
  for (const Json& link : links_of(world, path.tiles)) {
    const auto name = link["name"].get<std::string>();
    fmt::print("link{} from {},{} to {},{}, cost {}\n", name.empty() ? "" : " " + in_quotes(name),
               link["from"][0].get<int>(), link["from"][1].get<int>(), link["to"][0].get<int>(),
               link["to"][1].get<int>(), link["cost"].get<double>());
  }
  if (arguments.tiles != Tiles::listed) return;
  for (const Tile tile : path.tiles) fmt::print("{},{}\n", tile.x, tile.y);
}

}  // namespace

bool wants_corridor(const PathArguments& arguments, const World& world) {
  return !arguments.closed_regions.empty() || !arguments.closed_borders.empty() ||
         wants_corridor(request_of(arguments), world);
}

int path_in_corridor(const PathArguments& arguments, const World& world) {
  const CorridorRequest request = request_of(arguments);
  if (const Outcome possible = check_corridor(request, world); !possible)
    return fail(fmt::format("{}: {}", arguments.world, possible.error().message));
  if (arguments.ends == Ends::nearest)
    return fail("--nearest: ends of a path that keeps to regions stay where they are");
  const auto map = world.map();
  if (!map) return fail(map.error().message);
  const RegionGraphView& graph = world.region_graph()->graph;
  const auto closures =
      parse_closures(graph, &*world.drawn_regions(), arguments.closed_regions, arguments.closed_borders);
  if (!closures) return fail(closures.error().message);
  CorridorQuery query(world);
  query.close(*closures);
  const auto from = parse_place(arguments.from, world, query);
  if (!from) return fail(from.error().message);
  const auto to = parse_place(arguments.to, world, query);
  if (!to) return fail(to.error().message);

  const auto start = std::chrono::steady_clock::now();
  const CorridorPath answer = query.find(*from, *to, arguments.budget.value_or(~std::uint64_t{0}));
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const auto [path, cost] = judge_corridor(world, *map, answer);
  if (path.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);
  std::optional<double> free_cost;
  PathQuery free_query(world, 0);
  const PathResult free_path = free_query.find({.from = *from, .to = *to});
  if (free_path.status == Status::found)
    free_cost = static_cast<double>(free_path.cost) * world.profiles().front().tiles_per_unit();
  // Both costs are whole numbers of one unit. The free search knows no links.
  const bool optimal = path.status == Status::found && !takes_link(path.tiles) && free_path.optimal &&
                       free_path.status == Status::found && path.cost == free_path.cost;
  const Report report{path, cost, free_cost, optimal, us.count(), graph};
  arguments.print == Output::json ? print_json(report, arguments, world) : print_text(report, arguments, world);
  if (path.status == Status::corrupt) return kBadInput;
  return path.status == Status::found ? kDone : kNegative;
}

}  // namespace portolan::tools
