// SPDX-License-Identifier: BSL-1.0
// Edges between tiles: from lists of moves to classes and back, for every footprint, and the steps that they leave.
#include "portolan/grid/edge_costs.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/islands.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Oracle;
using test::Rng;
using test::TestGrid;

/// By both tiles what a list of moves says.
std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>, std::uint64_t> edges_of(
    std::span<const Move> moves) {
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>, std::uint64_t> edges;
  for (const Move& move : moves) {
    const auto put = [&](Tile a, Tile b) {
      if (move.cost == 0) return;
      std::uint64_t& cost = edges[{a.x, a.y, b.x, b.y}];
      cost = std::max(cost, move.cost);
    };
    put(move.from, move.to);
    if (move.direction == LinkDirection::both) put(move.to, move.from);
  }
  return edges;
}

TEST_CASE("moves become classes by ascending cost, and classes the moves that they were made from") {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    TileMap map = test::random_map(rng, {.max_side = 40});
    REQUIRE(map.set_moves(test::random_moves(rng, map, 30)).has_value());
    const EdgePlane plane = edge_plane(map);
    REQUIRE(std::is_sorted(plane.costs.begin(), plane.costs.end()));
    const auto expected = edges_of(map.moves());
    REQUIRE(plane.ids.empty() == expected.empty());
    const std::vector<Move> again = moves_of(plane.ids, plane.costs, map.width());
    REQUIRE(edges_of(again) == expected);
    std::set<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>> seen;
    for (const Move& move : again) REQUIRE(seen.insert({move.from.x, move.from.y, move.to.x, move.to.y}).second);
  }
}

TEST_CASE("steps over edges are those of the oracle, forward and backward, for every footprint") {
  Rng rng(2);
  std::size_t faults = 0;
  std::size_t priced = 0;
  std::size_t blocked = 0;
  for (int round = 0; round < 120; ++round) {
    TileMap map = test::random_map(rng, {.max_side = 24});
    REQUIRE(map.set_moves(test::random_moves(rng, map, 60)).has_value());
    MovementProfile profile = test::random_profile(rng, map.palette());
    const TestGrid owner(std::move(map), std::move(profile));
    const Oracle oracle = owner.oracle();
    const GridView grid = owner.view();
    const GridView back = reversed(grid);
    for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
      const Tile from = grid.tile(i);
      if (!oracle.passable(from)) continue;
      std::map<std::pair<std::int32_t, std::int32_t>, Cost> forward;
      std::map<std::pair<std::int32_t, std::int32_t>, Cost> backward;
      for_each_step(grid, grid.bounds(), from, [&](Tile to, Cost cost) { forward[{to.x, to.y}] = cost; });
      for_each_step(back, grid.bounds(), from, [&](Tile to, Cost cost) { backward[{to.x, to.y}] = cost; });
      std::set<std::pair<std::int32_t, std::int32_t>> joined;
      for_each_joined(grid, grid.bounds(), from, [&](Tile to) { joined.insert({to.x, to.y}); });
      for (std::int32_t y = from.y - 1; y <= from.y + 1; ++y) {
        for (std::int32_t x = from.x - 1; x <= from.x + 1; ++x) {
          const Tile to{x, y};
          if (to == from || !oracle.passable(to)) continue;
          const Cost there = oracle.step_cost(from, to);
          const Cost here = oracle.step_cost(to, from);
          const auto told = [&](const auto& steps) {
            const auto step = steps.find({x, y});
            return step == steps.end() ? kInfiniteCost : step->second;
          };
          faults += told(forward) != there || told(backward) != here ? 1 : 0;
          faults += step_cost(grid, from, to) != there || step_cost(back, from, to) != here ? 1 : 0;
          faults += joined.contains({x, y}) != (there != kInfiniteCost || here != kInfiniteCost) ? 1 : 0;
          const Cost crossing = oracle.crossing(from, to);
          priced += there != kInfiniteCost && crossing != 0 ? 1 : 0;
          blocked += crossing == kInfiniteCost ? 1 : 0;
        }
      }
    }
    REQUIRE(faults == 0);
    REQUIRE(label_islands(grid).label == oracle.islands());
  }
  CHECK(priced > 2000);
  CHECK(blocked > 2000);
}

TEST_CASE("moves that cannot be are refused, and those before stay") {
  TileMap map = *TileMap::create(4, 4, {{"floor", kCostScale}}, std::vector<TerrainId>(16));
  const Move wall{{1, 1}, {2, 1}, kBlockedMove};
  REQUIRE(map.set_moves({wall}).has_value());
  const auto error_of = [&](std::vector<Move> moves) {
    const Outcome set = map.set_moves(std::move(moves));
    return set ? std::string() : set.error().message;
  };
  CHECK(error_of({wall, {{3, 0}, {4, 0}, 1}}) == "move 1: 4,0 lies outside the map");
  CHECK(error_of({{{0, -1}, {0, 0}, 1}}) == "move 0: 0,-1 lies outside the map");
  CHECK(error_of({{{0, 0}, {1, 1}, 1}}) == "move 0: leads from a tile to one that shares no side with it");
  CHECK(error_of({{{0, 0}, {0, 1}, kMaxMoveCost + 1}}) == "move 0: costs more than 1000000000");
  std::vector<Move> many;
  for (std::uint64_t cost = 1; cost <= kMaxMoveCosts + 1; ++cost) many.push_back({{0, 0}, {0, 1}, cost});
  CHECK(error_of(many) == "move 254: moves have more than 254 different costs");
  many.pop_back();
  many.push_back({{0, 0}, {0, 1}, 0});
  many.push_back({{0, 0}, {0, 1}, kBlockedMove});
  REQUIRE(std::vector(map.moves().begin(), map.moves().end()) == std::vector{wall});
  CHECK(error_of(many).empty());
}

TEST_CASE("moves of floors go with them, and none leads between") {
  TileMap floor = *TileMap::create(3, 2, {{"floor", kCostScale}}, std::vector<TerrainId>(6));
  REQUIRE(floor.set_moves({{{0, 0}, {0, 1}, 5}}).has_value());
  const TileMap stacked = *TileMap::stack(std::vector{floor, floor});
  CHECK(std::vector(stacked.moves().begin(), stacked.moves().end()) ==
        std::vector<Move>{{{0, 0}, {0, 1}, 5}, {{0, 3}, {0, 4}, 5}});
  TileMap copy = stacked;
  CHECK_FALSE(copy.set_moves({{{0, 1}, {0, 2}, 5}}).has_value());
}

}  // namespace
}  // namespace portolan
