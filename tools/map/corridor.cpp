// SPDX-License-Identifier: BSL-1.0
#include "map/corridor.hpp"

#include "board/board.hpp"
#include "common.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <variant>

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

/// The parts between links of areas are measured one by one.
class PathRuler {
 public:
  PathRuler(const World& world, std::size_t profile, const TileMap& map)
      : world_(world),
        links_(world.profiles()[profile].links),
        any_angle_(world.profiles()[profile].rules.metric == Metric::any_angle),
        profile_(world.declared_profile(profile)),
        map_(map) {}

  [[nodiscard]] Measured measure(std::span<const Tile> tiles) const {
    constexpr std::array<std::size_t, 1> kFirst{0};
    Measured measured;
    std::size_t begin = 0;
    std::vector<std::size_t> by_link;
    for (std::size_t i = 1; i <= tiles.size(); ++i) {
      std::optional<double> link;
      if (i < tiles.size()) {
        const std::span<const Tile> pair = tiles.subspan(i - 1, 2);
        const AreaLink* const found = any_angle_ ? nullptr : find_link(world_, pair[0], pair[1]);
        if (found == nullptr && !links_.find(pair[0])) continue;
        const double on_foot = cost_of_pair(pair, {});
        const double by_map = links_.find(pair[0]) ? cost_of_pair(pair, kFirst) : kNoWay;
        if (by_map < on_foot) by_link.push_back(i - 1 - begin);
        if (found == nullptr || std::min(on_foot, by_map) <= cost_of(world_, *found)) continue;
        if (by_map < on_foot) by_link.pop_back();
        link = cost_of(world_, *found);
      }
      const PathMeasure piece = measure_path(map_, profile_, tiles.subspan(begin, i - begin), by_link);
      if (!piece.fault.empty()) return {piece.fault, 0};
      measured.cost += piece.cost + link.value_or(0);
      begin = i;
      by_link.clear();
    }
    return measured;
  }

 private:
  static constexpr double kNoWay = std::numeric_limits<double>::infinity();

  [[nodiscard]] double cost_of_pair(std::span<const Tile> pair, std::span<const std::size_t> by_link) const {
    const PathMeasure step = measure_path(map_, profile_, pair, by_link);
    return step.fault.empty() ? step.cost : kNoWay;
  }

  const World& world_;
  const LinkTable& links_;
  bool any_angle_;
  MovementProfile profile_;
  const TileMap& map_;
};

}  // namespace

bool wants_corridor(const CorridorArguments& arguments, const World& world) {
  if (arguments.tier == "corridor" || arguments.tier == "board") return true;
  return world.areas() && !(is_tile(arguments.from, world) && is_tile(arguments.to, world));
}

std::string_view tier_of(const World& world) {
  return world.areas()->by_sight() ? "board" : "corridor";
}

Result<std::size_t> check_corridor(const CorridorArguments& arguments, const World& world) {
  if (!world.areas()) {
    return Error{ErrorCode::usage, arguments.tier == "board" ? "the world file has no waypoints on its map"
                                                             : "the world file has no areas drawn over its map"};
  }
  if (arguments.tier != "auto" && arguments.tier != tier_of(world)) {
    return Error{ErrorCode::usage,
                 fmt::format("--tier {}: a path {} has the tier {}", arguments.tier,
                             world.areas()->by_sight() ? "over waypoints" : "that keeps to areas", tier_of(world))};
  }
  return choose_profile(world, std::string(arguments.profile));
}

Result<Tile> parse_place(std::string_view text, const World& world, const CorridorQuery& query) {
  if (is_tile(text, world)) {
    const auto end = parse_end(text, world.profiles().front(), world.floors());
    if (const Outcome inside = check_inside(world, *end, world.floors()); !inside) return inside.error();
    if (const Tile* const tile = std::get_if<Tile>(&*end)) return *tile;
    return Error{ErrorCode::usage, fmt::format("{}: paths over waypoints lead from tile to tile", in_quotes(text))};
  }
  const std::string_view what = world.areas()->by_sight() ? "waypoint" : "area";
  const auto node = parse_node(world.board()->graph, text, what);
  if (!node) return node.error();
  if (const auto anchor = query.anchor(*node)) return *anchor;
  return Error{ErrorCode::usage, fmt::format("the {} {} has no tile to stand on", what, in_quotes(text))};
}

const AreaLink* find_link(const World& world, Tile from, Tile to) {
  const AreasView& areas = *world.areas();
  for (const AreaLink& link : areas.links_from(areas.tiles.at(from))) {
    if (link.to == areas.tiles.at(to) && link.to < areas.anchors.size() && areas.anchors[link.from] == from &&
        areas.anchors[link.to] == to)
      return &link;
  }
  return nullptr;
}

bool is_jump(Tile from, Tile to) {
  return std::abs(from.x - to.x) > 1 || std::abs(from.y - to.y) > 1;
}

namespace {

/// The ends of a path and of its links, and where it turns.
std::vector<Tile> turns(std::span<const Tile> tiles) {
  std::vector<Tile> list;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool inside = i != 0 && i + 1 < tiles.size();
    const bool straight = inside && !is_jump(tiles[i - 1], tiles[i]) && !is_jump(tiles[i], tiles[i + 1]) &&
                          tiles[i].x - tiles[i - 1].x == tiles[i + 1].x - tiles[i].x &&
                          tiles[i].y - tiles[i - 1].y == tiles[i + 1].y - tiles[i].y;
    if (!straight) list.push_back(tiles[i]);
  }
  return list;
}

}  // namespace

std::vector<Tile> entries(const World& world, std::span<const Tile> tiles) {
  std::vector<Tile> list;
  if (world.areas()->by_sight()) return turns(tiles);
  const TileAreasView& areas = world.areas()->tiles;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool enters = i == 0 || areas.at(tiles[i]) != areas.at(tiles[i - 1]);
    const bool departs = i + 1 == tiles.size() || is_jump(tiles[i], tiles[i + 1]);
    if (enters || departs) list.push_back(tiles[i]);
  }
  return list;
}

namespace {

/// At any angle over waypoints.
Measured measure_straight(const World& world, std::size_t profile, const TileMap& map, std::span<const Tile> tiles) {
  std::vector<Point> points;
  for (const Tile tile : tiles) points.push_back(centre_of(tile));
  const LineMeasure line = measure_line(map, world.declared_profile(profile), points);
  return {line.fault, line.cost};
}

}  // namespace

JudgedCorridor judge_corridor(const World& world, std::size_t profile, const TileMap& map, const CorridorPath& path) {
  if (!has_path(path.status)) return {path, 0};
  const ProfileView& view = world.profiles()[profile];
  const bool straight = view.rules.metric == Metric::any_angle && world.areas()->by_sight();
  const Measured measured =
      straight ? measure_straight(world, profile, map, path.tiles) : PathRuler(world, profile, map).measure(path.tiles);
  const double unit = view.tiles_per_unit();
  const double claimed = static_cast<double>(path.cost) * unit;
  // Every link, of which a path takes at most one an area, is rounded to the unit, and every segment at any angle.
  const bool any_angle = view.rules.metric == Metric::any_angle;
  const double rounding = unit * static_cast<double>(any_angle ? path.tiles.size() : path.areas.size());
  if (measured.fault.empty() && std::abs(measured.cost - claimed) <= 1e-6 * claimed + rounding)
    return {path, measured.cost};
  return {{{.status = Status::corrupt, .why = Why::bad_reference, .work = path.work}}, 0};
}

double as_double(const Decimal& number) {
  return static_cast<double>(number.digits) / std::pow(10.0, number.decimals);
}

double cost_of(const World& world, const AreaLink& link) {
  return as_double(world.board()->graph.in_author_unit(link.weight));
}

}  // namespace portolan::tools
