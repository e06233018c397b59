// SPDX-License-Identifier: BSL-1.0
// Worlds for tests of rules of ties: who asks there, and all least paths, enumerated one by one or compared by a search
// over tiles and headings that shares nothing with the library's.
#pragma once

#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

using TilePath = std::vector<Tile>;

inline constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints,
                                   Tier::labels,    Tier::blocks,  Tier::ch,    Tier::jump};

/// All least paths from one tile to another, by following every step or link that costs what two distances differ by;
/// nothing where there are more than `most`.
inline std::optional<std::vector<TilePath>> all_least_paths(const Oracle& oracle, Tile from, Tile to,
                                                            std::size_t most) {
  const std::vector<Cost> distance = oracle.distances_from(from);
  std::vector<std::vector<Tile>> before(distance.size());
  for (std::int32_t y = 0; y < oracle.bounds().max.y; ++y) {
    for (std::int32_t x = 0; x < oracle.bounds().max.x; ++x) {
      const Cost so_far = distance[oracle.index({x, y})];
      if (so_far == kInfiniteCost) continue;
      for (const auto& [next, step] : oracle.steps_from({x, y})) {
        if (so_far + step == distance[oracle.index(next)]) before[oracle.index(next)].push_back({x, y});
      }
    }
  }
  std::vector<TilePath> done;
  std::vector<TilePath> open{{to}};
  while (!open.empty()) {
    TilePath path = std::move(open.back());
    open.pop_back();
    const Tile at = path.back();
    if (at == from) {
      std::reverse(path.begin(), path.end());
      done.push_back(std::move(path));
      if (done.size() > most) return {};
      continue;
    }
    for (const Tile tile : before[oracle.index(at)]) {
      open.push_back(path);
      open.back().push_back(tile);
    }
  }
  return done;
}

/// What `straightest` compares: turns, then the sum of distances beside the line between the ends.
inline std::pair<int, std::int64_t> rating(std::span<const Tile> path) {
  const Tile a = path.front();
  const Tile b = path.back();
  int turns = 0;
  std::int64_t beside = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::int64_t cross =
        std::int64_t{b.x - a.x} * (path[i].y - a.y) - std::int64_t{b.y - a.y} * (path[i].x - a.x);
    beside += std::abs(cross);
    if (i == 0 || i + 1 == path.size()) continue;
    const bool straight = path[i + 1].x - path[i].x == path[i].x - path[i - 1].x &&
                          path[i + 1].y - path[i].y == path[i].y - path[i - 1].y;
    turns += straight ? 0 : 1;
  }
  return {turns, beside};
}

/// The best rating there is among paths of the least cost inside a rectangle: Dijkstra over tiles and headings, by
/// cost, turns and distance.
inline std::pair<int, std::int64_t> best_rating(const Oracle& oracle, const Rect& within, Tile from, Tile to) {
  using Key = std::tuple<Cost, int, std::int64_t>;
  using Node = std::tuple<int, int, int, int>;  // x, y, and the step that led there
  std::set<std::pair<Key, Node>> open{{{0, 0, 0}, {from.x, from.y, 0, 0}}};
  std::set<Node> settled;
  while (!open.empty()) {
    const auto [key, node] = *open.begin();
    open.erase(open.begin());
    if (!settled.insert(node).second) continue;
    const auto& [cost, turns, beside] = key;
    const auto& [x, y, dx, dy] = node;
    if (Tile{x, y} == to) return {turns, beside};
    for (const auto& [next, step] : oracle.steps_from({x, y})) {
      if (!within.contains(next)) continue;
      const int wide = next.x - x;
      const int high = next.y - y;
      const bool turn = (dx != 0 || dy != 0) && (wide != dx || high != dy);
      const std::int64_t cross =
          std::int64_t{to.x - from.x} * (next.y - from.y) - std::int64_t{to.y - from.y} * (next.x - from.x);
      open.insert({{cost + step, turns + (turn ? 1 : 0), beside + std::abs(cross)}, {next.x, next.y, wide, high}});
    }
  }
  return {-1, -1};
}

/// The tiles of a path, leg by leg, with the ends of the legs.
struct Walked {
  TilePath tiles;
  std::vector<std::size_t> ends;  ///< of the legs, among the tiles
  std::vector<std::size_t> by_link;
  Cost cost = 0;
};
inline Walked walk(LegWalker& walker, Path& path) {
  Walked walked;
  Leg leg;
  LegStatus status = walker.next(path, leg);
  walked.tiles.push_back(path.waypoints().front());
  walked.ends.push_back(0);
  for (; status == LegStatus::ready; status = walker.next(path, leg)) {
    REQUIRE(leg.tiles.front() == walked.tiles.back());
    if (leg.link != kNoLink) walked.by_link.push_back(walked.tiles.size() - 1);
    walked.tiles.insert(walked.tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    walked.ends.push_back(walked.tiles.size() - 1);
    walked.cost += leg.cost;
  }
  REQUIRE(status == LegStatus::done);
  return walked;
}

/// A small world, one that edits have changed, and who asks there.
struct SmallWorld {
  TileMap map;
  MovementProfile profile;
  BuiltWorld built;
  PathQuery query;
  LegWalker walker;
  Path path;
  std::shared_ptr<const Overlay> overlay = nullptr;

  SmallWorld(TileMap made, MovementProfile mover)
      : map(std::move(made)),
        profile(std::move(mover)),
        built(map, profile, BuiltWorld::all_indexes()),
        query(built.world(), 0, Baseline::with),
        walker(built.world(), 0),
        path(query.room()) {}
  static SmallWorld draw(Rng& rng, std::int32_t side) {
    TileMap map = random_map(rng, {.weights = rng.percent(60) ? Weights::uniform : Weights::small, .max_side = side});
    MovementProfile profile = random_profile(rng, map.palette());
    return {std::move(map), std::move(profile)};
  }
  [[nodiscard]] const MoveRules& rules() const { return built.world().profiles()[0].rules; }
  [[nodiscard]] const GridView& grid() const { return built.world().profiles()[0].grid; }

  /// Random edits, for all who ask; the map as it is then.
  TileMap edit(Rng& rng) {
    std::vector<Mirrored> all{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, built.world(), all, 0);
    overlay = std::make_shared<const Overlay>(all[0].overlay);
    query.use(overlay);
    walker.use(overlay);
    if (query.room().arcs > 0) path = Path(query.room());
    const std::span<const Terrain> palette = map.palette();
    auto edited = TileMap::create(map.width(), map.height(), {palette.begin(), palette.end()}, all[0].tiles);
    REQUIRE(edited.has_value());
    std::vector<Link> open;
    for (std::size_t link = 0; link < map.links().size(); ++link) {
      if (!all[0].closed.contains(static_cast<LinkId>(link))) open.push_back(map.links()[link]);
    }
    REQUIRE(edited->set_links(std::move(open)).has_value());
    return *std::move(edited);
  }
};

/// Whether no window of near ties holds both ends.
inline bool beyond_the_window(Tile from, Tile to) {
  return !WideMatrix::fits(from, to);
}

/// A pair of ends with all least paths between them.
struct Tied {
  Tile from;
  Tile to;
  std::vector<TilePath> paths;
};
inline std::optional<Tied> draw_tied(
    Rng& rng, const SmallWorld& world, const Oracle& oracle, std::size_t most,
    bool (*suits)(Tile, Tile) = [](Tile, Tile) { return true; }) {
  const auto random_tile = [&] { return Tile{rng.below(world.map.width()), rng.below(world.map.height())}; };
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Tile from = random_tile();
    const Tile to = random_tile();
    if (!oracle.passable(from) || !oracle.passable(to) || !suits(from, to)) continue;
    if (oracle.distance(from, to) == kInfiniteCost) continue;
    auto paths = all_least_paths(oracle, from, to, most);
    if (paths) return Tied{from, to, *std::move(paths)};
  }
  return {};
}

/// An open field, with a wall where `closed` says.
template <class Closed>
TileMap field(std::int32_t width, std::int32_t height, Closed&& closed) {
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) tiles.push_back(closed(Tile{x, y}) ? 0 : 1);
  }
  auto map = TileMap::create(width, height, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  return *std::move(map);
}

}  // namespace portolan::test
