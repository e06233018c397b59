// SPDX-License-Identifier: BSL-1.0
// portolan path over regions drawn on a map: the regions on the way, the tiles that keep to them, and what that costs
// against the free optimum.
#include "board.hpp"
#include "board_commands.hpp"
#include "common.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/query/corridor_query.hpp"

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

bool is_tile(std::string_view text, const World& world) {
  return !text.starts_with("name:") && parse_end(text, world.profiles().front(), world.floors()).has_value();
}

/// A tile, or the anchor of a region.
Result<Tile> parse_place(std::string_view text, const World& world, const CorridorQuery& query) {
  if (is_tile(text, world)) {
    const auto end = parse_end(text, world.profiles().front(), world.floors());
    if (const Outcome inside = check_inside(world, *end); !inside) return inside.error();
    return std::get<Tile>(*end);
  }
  const auto node = parse_node(world.region_graph()->graph, text);
  if (!node) return node.error();
  if (const auto anchor = query.anchor(*node)) return *anchor;
  return Error{ErrorCode::usage, fmt::format("the region {} has no tile to stand on", in_quotes(text))};
}

Result<RegionClosures> closures_of(const PathArguments& arguments, const RegionGraphView& graph) {
  RegionClosures closures;
  for (const std::string& name : arguments.closed_regions) {
    const auto node = parse_node(graph, name);
    if (!node) return Error{ErrorCode::usage, "--close-region: " + node.error().message};
    closures.regions.push_back(*node);
  }
  for (std::size_t i = 0; i + 1 < arguments.closed_borders.size(); i += 2) {
    const auto a = parse_node(graph, arguments.closed_borders[i]);
    const auto b = parse_node(graph, arguments.closed_borders[i + 1]);
    for (const auto* node : {&a, &b}) {
      if (!*node) return Error{ErrorCode::usage, "--close-border: " + node->error().message};
    }
    closures.borders.push_back({*a, *b});
    closures.borders.push_back({*b, *a});
  }
  return closures;
}

/// A path on tiles and links, judged by the map and the table of links.
struct Judged {
  std::string fault;  ///< empty: every step is legal or a link
  double cost = 0;    ///< in tiles at terrain cost 1
};

double as_double(const Decimal& number) {
  return static_cast<double>(number.digits) / std::pow(10.0, number.decimals);
}

/// The cheapest link from anchor to anchor.
const RegionLink* find_link(const World& world, Tile from, Tile to) {
  const DrawnRegionsView& regions = *world.drawn_regions();
  for (const RegionLink& link : regions.links_from(regions.areas.at(from))) {
    if (link.to == regions.areas.at(to) && regions.anchors[link.from] == from && regions.anchors[link.to] == to)
      return &link;
  }
  return nullptr;
}

double cost_of(const World& world, const RegionLink& link) {
  return as_double(world.region_graph()->graph.in_author_unit(link.weight));
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

/// Whether a path takes a link here: its tiles are no neighbours.
bool is_jump(Tile from, Tile to) {
  return std::abs(from.x - to.x) > 1 || std::abs(from.y - to.y) > 1;
}

Judged judge(const World& world, const TileMap& map, std::span<const Tile> tiles) {
  const MovementProfile profile = world.declared_profile(0);
  Judged judged;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= tiles.size(); ++i) {
    std::optional<double> link;
    if (i < tiles.size()) {
      const RegionLink* const found = find_link(world, tiles[i - 1], tiles[i]);
      if (found == nullptr) continue;
      link = cost_of(world, *found);
      const PathMeasure step = measure_path(map, profile, tiles.subspan(i - 1, 2));
      if (step.fault.empty() && step.cost <= *link) continue;
    }
    const PathMeasure piece = measure_path(map, profile, tiles.subspan(begin, i - begin));
    if (!piece.fault.empty()) return {piece.fault, 0};
    judged.cost += piece.cost + link.value_or(0);
    begin = i;
  }
  return judged;
}

/// Start, goal, between them the first tile in every region, and both ends of every link.
std::vector<Tile> entries(const World& world, std::span<const Tile> tiles) {
  std::vector<Tile> list;
  const TileAreasView& areas = world.drawn_regions()->areas;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool enters = i == 0 || areas.at(tiles[i]) != areas.at(tiles[i - 1]);
    const bool departs = i + 1 == tiles.size() || is_jump(tiles[i], tiles[i + 1]);
    if (enters || departs) list.push_back(tiles[i]);
  }
  return list;
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

/// What is printed of an answer.
struct Report {
  const CorridorPath& path;
  double cost;
  std::optional<double> free_cost;
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
      {"optimal", false},
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
    fmt::print(
        "found: cost {:.6f} (not proven optimal), {} regions, {} tiles, tier corridor, {} expansions, {:.1f} us\n",
        report.cost, path.regions.size(), path.tiles.size(), path.settled_regions + path.settled_tiles, report.us);
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
  if (arguments.tier == "corridor" || !arguments.closed_regions.empty() || !arguments.closed_borders.empty())
    return true;
  return world.drawn_regions() && !(is_tile(arguments.from, world) && is_tile(arguments.to, world));
}

int path_in_corridor(const PathArguments& arguments, const World& world) {
  if (!world.drawn_regions()) return fail(arguments.world + ": the world file has no regions drawn over its map");
  if (arguments.tier != "auto" && arguments.tier != "corridor")
    return fail(fmt::format("--tier {}: a path that keeps to regions has the tier corridor", arguments.tier));
  if (arguments.ends == Ends::nearest)
    return fail("--nearest: ends of a path that keeps to regions stay where they are");
  if (!arguments.profile.empty() && arguments.profile != world.profiles().front().name) {
    return fail(fmt::format("--profile {}: regions are for the first profile, {}", arguments.profile,
                            world.profiles().front().name));
  }
  const auto map = world.map();
  if (!map) return fail(map.error().message);
  const RegionGraphView& graph = world.region_graph()->graph;
  const auto closures = closures_of(arguments, graph);
  if (!closures) return fail(closures.error().message);
  CorridorQuery query(world);
  query.close(*closures);
  const auto from = parse_place(arguments.from, world, query);
  if (!from) return fail(from.error().message);
  const auto to = parse_place(arguments.to, world, query);
  if (!to) return fail(to.error().message);

  const auto start = std::chrono::steady_clock::now();
  CorridorPath path = query.find(*from, *to, arguments.budget.value_or(~std::uint64_t{0}));
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  Judged judged;
  if (path.status == Status::found) {
    judged = judge(world, *map, path.tiles);
    const double unit = world.profiles().front().tiles_per_unit();
    const double claimed = static_cast<double>(path.cost) * unit;
    // Every link, of which a path takes at most one a region, is rounded to the unit.
    const double rounding = unit * static_cast<double>(path.regions.size());
    const bool agree = std::abs(judged.cost - claimed) <= 1e-6 * claimed + rounding;
    if (!judged.fault.empty() || !agree) path = {.status = Status::corrupt, .why = Why::bad_reference};
  }
  if (path.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);
  std::optional<double> free_cost;
  PathQuery free_query(world, 0);
  const PathResult free_path = free_query.find({.from = *from, .to = *to});
  if (free_path.status == Status::found)
    free_cost = static_cast<double>(free_path.cost) * world.profiles().front().tiles_per_unit();
  const Report report{path, judged.cost, free_cost, us.count(), graph};
  arguments.print == Output::json ? print_json(report, arguments, world) : print_text(report, arguments, world);
  if (path.status == Status::corrupt) return kBadInput;
  return path.status == Status::found ? kDone : kNegative;
}

}  // namespace portolan::tools
