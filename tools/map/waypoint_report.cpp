// SPDX-License-Identifier: BSL-1.0
#include "map/waypoint_report.hpp"

#include "board/board.hpp"
#include "even_draws.hpp"
#include "map/path_report.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan::tools {
namespace {

/// Pairs of tiles, drawn of all.
constexpr std::uint64_t kPairs = 500;
/// Tiles of a least path that are tried as waypoints, about.
constexpr std::size_t kCandidates = 64;
/// Names that are listed.
constexpr std::size_t kNames = 10;

class Surveyor {
 public:
  explicit Surveyor(const World& world)
      : areas_(*world.areas()),
        graph_(world.board()->graph),
        profile_(world.profiles().front()),
        board_(world),
        free_(world, 0),
        walker_(world, 0),
        path_(free_.room()) {
    report_.floors = world.floors();
  }

  WaypointReport run() {
    report_.waypoints = graph_.size();
    find_alone();
    find_bare_islands();
    if (!standing_.empty()) try_pairs();
    return std::move(report_);
  }

 private:
  void find_alone() {
    std::vector<bool> joined(graph_.size(), false);
    for (NodeId from = 0; from < graph_.size(); ++from) {
      for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc)
        joined[from] = joined[graph_.arcs.target[arc]] = true;
    }
    for (NodeId id = 0; id < joined.size(); ++id) {
      if (!joined[id]) report_.alone.push_back(graph_.names[id]);
    }
  }

  void find_bare_islands() {
    const GridView& grid = profile_.grid;
    std::vector<std::uint64_t> tiles(std::size_t{profile_.island_count} + 1, 0);
    for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
      const std::uint32_t label = profile_.islands.label(i);
      if (label == 0 || label >= tiles.size()) continue;
      ++tiles[label];
      standing_.push_back(static_cast<std::uint32_t>(i));
    }
    for (const Tile anchor : areas_.anchors) tiles[profile_.islands.label(grid.index(anchor))] = 0;
    for (const std::uint64_t count : tiles) {
      if (count == 0) continue;
      ++report_.bare_islands;
      report_.bare_tiles += count;
    }
  }

  Tile draw() { return profile_.grid.tile(standing_[draws_.below(standing_.size())]); }

  void try_pairs() {
    double sum = 0;
    for (std::uint64_t i = 0; i < kPairs; ++i) {
      const Tile from = draw();
      const Tile to = draw();
      const PathResult least = free_.find({.from = from, .to = to});
      if (least.status != Status::found || least.cost == 0) continue;
      ++report_.pairs;
      const auto cost = over_board(from, to);
      if (!cost) {
        ++report_.apart;
        continue;
      }
      const double ratio = *cost / least.length;
      sum += ratio;
      const bool is_worst =
          *cost > least.length * (1 + 1e-9) && (!report_.worst || ratio > report_.worst->cost / report_.worst->free);
      if (is_worst) report_.worst = WorstDetour{from, to, *cost, least.length, {}, 0};
    }
    if (report_.pairs != report_.apart) report_.mean_ratio = sum / static_cast<double>(report_.pairs - report_.apart);
    if (report_.worst) suggest(*report_.worst);
  }

  std::optional<double> over_board(Tile from, Tile to) {
    const CorridorPath path = board_.find({.from = from, .to = to});
    return path.status == Status::found ? std::optional(path.length) : std::nullopt;
  }

  /// The tiles of the least path.
  std::vector<Tile> least_path(Tile from, Tile to) {
    std::vector<Tile> tiles;
    if (!has_path(free_.find({.from = from, .to = to}, path_).status)) return tiles;
    if (!path_.points().empty()) return tiles_along(path_.points());
    Leg leg;
    while (walker_.next(path_, leg) == LegStatus::ready) tiles.insert(tiles.end(), leg.tiles.begin(), leg.tiles.end());
    return tiles;
  }

  /// The tiles at every tile's length of straight segments.
  static std::vector<Tile> tiles_along(std::span<const Point> points) {
    std::vector<Tile> tiles;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point a = points[i - 1];
      const Point b = points[i];
      const std::int32_t steps = std::max({std::abs(b.x - a.x), std::abs(b.y - a.y), kSubUnits}) / kSubUnits;
      const auto at = [&](std::int32_t from, std::int32_t to, std::int32_t step) {
        return static_cast<std::int32_t>(from + (std::int64_t{to} - from) * step / steps);
      };
      for (std::int32_t step = 0; step < steps; ++step)
        tiles.push_back(tile_at({at(a.x, b.x, step), at(a.y, b.y, step)}));
    }
    return tiles;
  }

  /// Of some tiles of the least path the one that the way over the board is shortest by way of.
  void suggest(WorstDetour& worst) {
    const std::vector<Tile> tiles = least_path(worst.from, worst.to);
    const std::size_t stride = tiles.size() / kCandidates + 1;
    worst.with_suggestion = worst.cost;
    for (std::size_t i = stride / 2; i < tiles.size(); i += stride) {
      const Tile tile = tiles[i];
      if (tile == worst.from || tile == worst.to || areas_.tiles.at(tile) != kNoArea) continue;
      if (!profile_.grid.passable(tile)) continue;
      const auto there = over_board(worst.from, tile);
      const auto on = over_board(tile, worst.to);
      if (!there || !on || *there + *on >= worst.with_suggestion * (1 - 1e-9)) continue;
      worst.with_suggestion = *there + *on;
      worst.suggestion = tile;
    }
  }

  const AreasView& areas_;
  const BoardView& graph_;
  const ProfileView& profile_;
  CorridorQuery board_;
  PathQuery free_;
  LegWalker walker_;
  Path path_;
  std::vector<std::uint32_t> standing_;  ///< tiles that the mover can stand on
  EvenDraws draws_;
  WaypointReport report_;
};

double percent(double ratio) {
  return std::max(0.0, 100 * (ratio - 1));
}

}  // namespace

WaypointReport report_waypoints(const World& world) {
  return Surveyor(world).run();
}

Json to_json(const WaypointReport& report) {
  Json worst;
  if (report.worst) {
    const WorstDetour& detour = *report.worst;
    worst = {{"from", listed(detour.from, report.floors)},
             {"to", listed(detour.to, report.floors)},
             {"cost", detour.cost},
             {"free_cost", detour.free},
             {"suggestion", detour.suggestion ? listed(*detour.suggestion, report.floors) : Json()},
             {"cost_with_suggestion", detour.suggestion ? Json(detour.with_suggestion) : Json()}};
  }
  return {{"alone", report.alone},
          {"islands_without", report.bare_islands},
          {"tiles_without", report.bare_tiles},
          {"pairs", report.pairs},
          {"pairs_apart", report.apart},
          {"mean_ratio", report.mean_ratio},
          {"worst", worst}};
}

std::string text_of(const WaypointReport& report) {
  std::string text = counted(report.waypoints, "waypoint");
  if (report.alone.empty()) {
    text += ", each with a way to another";
  } else {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(report.alone.size(), kNames); ++i) names.push_back(in_quotes(report.alone[i]));
    text += fmt::format(", {} without a way: {}{}", report.alone.size(), fmt::join(names, ", "),
                        report.alone.size() > kNames ? ", ..." : "");
  }
  if (report.bare_islands != 0) {
    text += fmt::format("; {} without one, {} in all", counted(report.bare_islands, "island"),
                        counted(report.bare_tiles, "tile"));
  }
  text += fmt::format(
      "\ndetours: {} of tiles, {} of them not joined by the waypoints; the others on average {:.1f} % "
      "above the free optimum\n",
      counted(report.pairs, "pair"), report.apart, percent(report.mean_ratio));
  if (!report.worst) return text;
  const WorstDetour& worst = *report.worst;
  text += fmt::format("the worst: from {} to {} costs {:.6f} instead of {:.6f}, {:.1f} % more",
                      text_of(worst.from, report.floors), text_of(worst.to, report.floors), worst.cost, worst.free,
                      percent(worst.cost / worst.free));
  if (worst.suggestion) {
    text += fmt::format("; with a waypoint at {} it would be {:.1f} %", text_of(*worst.suggestion, report.floors),
                        percent(worst.with_suggestion / worst.free));
  }
  return text + "\n";
}

}  // namespace portolan::tools
