// SPDX-License-Identifier: BSL-1.0
#include "map/corridor.hpp"

#include "board/board.hpp"
#include "common.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/grid/path_check.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

bool is_tile(std::string_view text, const World& world) {
  return !text.starts_with("name:") && parse_end(text, world.profiles().front(), world.floors()).has_value();
}

struct Measured {
  std::string fault;  ///< empty: every step is legal or a link
  double cost = 0;
};

Measured measure(const World& world, const TileMap& map, std::span<const Tile> tiles) {
  const MovementProfile profile = world.declared_profile(0);
  Measured measured;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= tiles.size(); ++i) {
    std::optional<double> link;
    if (i < tiles.size()) {
      const AreaLink* const found = find_link(world, tiles[i - 1], tiles[i]);
      if (found == nullptr) continue;
      link = cost_of(world, *found);
      const PathMeasure step = measure_path(map, profile, tiles.subspan(i - 1, 2));
      if (step.fault.empty() && step.cost <= *link) continue;
    }
    const PathMeasure piece = measure_path(map, profile, tiles.subspan(begin, i - begin));
    if (!piece.fault.empty()) return {piece.fault, 0};
    measured.cost += piece.cost + link.value_or(0);
    begin = i;
  }
  return measured;
}

}  // namespace

bool wants_corridor(const CorridorRequest& request, const World& world) {
  if (request.tier == "corridor") return true;
  return world.areas() && !(is_tile(request.from, world) && is_tile(request.to, world));
}

Outcome check_corridor(const CorridorRequest& request, const World& world) {
  if (!world.areas()) return Error{ErrorCode::usage, "the world file has no areas drawn over its map"};
  if (request.tier != "auto" && request.tier != "corridor") {
    return Error{ErrorCode::usage,
                 fmt::format("--tier {}: a path that keeps to areas has the tier corridor", request.tier)};
  }
  if (!request.profile.empty() && request.profile != world.profiles().front().name) {
    return Error{ErrorCode::usage, fmt::format("--profile {}: areas are for the first profile, {}", request.profile,
                                               world.profiles().front().name)};
  }
  return Success{};
}

Result<Tile> parse_place(std::string_view text, const World& world, const CorridorQuery& query) {
  if (is_tile(text, world)) {
    const auto end = parse_end(text, world.profiles().front(), world.floors());
    if (const Outcome inside = check_inside(world, *end); !inside) return inside.error();
    return std::get<Tile>(*end);
  }
  const auto node = parse_node(world.board()->graph, text, "area");
  if (!node) return node.error();
  if (const auto anchor = query.anchor(*node)) return *anchor;
  return Error{ErrorCode::usage, fmt::format("the area {} has no tile to stand on", in_quotes(text))};
}

const AreaLink* find_link(const World& world, Tile from, Tile to) {
  const AreasView& areas = *world.areas();
  for (const AreaLink& link : areas.links_from(areas.tiles.at(from))) {
    if (link.to == areas.tiles.at(to) && areas.anchors[link.from] == from && areas.anchors[link.to] == to) return &link;
  }
  return nullptr;
}

bool is_jump(Tile from, Tile to) {
  return std::abs(from.x - to.x) > 1 || std::abs(from.y - to.y) > 1;
}

std::vector<Tile> entries(const World& world, std::span<const Tile> tiles) {
  std::vector<Tile> list;
  const TileAreasView& areas = world.areas()->tiles;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool enters = i == 0 || areas.at(tiles[i]) != areas.at(tiles[i - 1]);
    const bool departs = i + 1 == tiles.size() || is_jump(tiles[i], tiles[i + 1]);
    if (enters || departs) list.push_back(tiles[i]);
  }
  return list;
}

JudgedCorridor judge_corridor(const World& world, const TileMap& map, const CorridorPath& path) {
  if (path.status != Status::found) return {path, 0};
  const Measured measured = measure(world, map, path.tiles);
  const double unit = world.profiles().front().tiles_per_unit();
  const double claimed = static_cast<double>(path.cost) * unit;
  // Every link, of which a path takes at most one an area, is rounded to the unit.
  const double rounding = unit * static_cast<double>(path.areas.size());
  if (measured.fault.empty() && std::abs(measured.cost - claimed) <= 1e-6 * claimed + rounding)
    return {path, measured.cost};
  return {{.status = Status::corrupt, .why = Why::bad_reference}, 0};
}

double as_double(const Decimal& number) {
  return static_cast<double>(number.digits) / std::pow(10.0, number.decimals);
}

double cost_of(const World& world, const AreaLink& link) {
  return as_double(world.board()->graph.in_author_unit(link.weight));
}

}  // namespace portolan::tools
