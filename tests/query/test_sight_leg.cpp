// SPDX-License-Identifier: BSL-1.0
// The public rule by which a mover on tiles walks along a line of sight.
#include "portolan/grid/path_check.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/query/sight_leg.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <cstdlib>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;

std::vector<Tile> walk_line(Tile from, Tile to, Neighbours neighbours) {
  std::vector<Tile> tiles{from};
  for (std::int32_t step = 1; step <= sight_steps(from, to); ++step) {
    const Tile next = sight_step(from, to, step);
    const bool diagonal = next.x != tiles.back().x && next.y != tiles.back().y;
    if (neighbours == Neighbours::four && diagonal) tiles.push_back(sight_elbow(from, to, tiles.back(), next));
    tiles.push_back(next);
  }
  return tiles;
}

}  // namespace

TEST_CASE("a line of sight by hand: the minor axis moves by the floor of its share") {
  REQUIRE(walk_line({0, 0}, {5, 2}, Neighbours::eight) ==
          std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 2}});
  REQUIRE(walk_line({5, 2}, {0, 0}, Neighbours::eight) ==
          std::vector<Tile>{{5, 2}, {4, 2}, {3, 2}, {2, 1}, {1, 1}, {0, 0}});
  REQUIRE(walk_line({0, 0}, {-1, 3}, Neighbours::eight) == std::vector<Tile>{{0, 0}, {0, 1}, {0, 2}, {-1, 3}});
  REQUIRE(walk_line({0, 0}, {2, 2}, Neighbours::four) == std::vector<Tile>{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}});
  REQUIRE(walk_line({0, 0}, {1, 2}, Neighbours::four) == std::vector<Tile>{{0, 0}, {0, 1}, {0, 2}, {1, 2}});
  REQUIRE(walk_line({3, 3}, {3, 3}, Neighbours::eight) == std::vector<Tile>{{3, 3}});
  // The longest line that fits a map: no overflow.
  REQUIRE(sight_step({0, 0}, {kMaxSide - 1, kMaxSide - 2}, kMaxSide - 2) == Tile{kMaxSide - 2, kMaxSide - 3});
}

TEST_CASE("wherever two positions see each other the walk is legal and costs their distance") {
  Rng rng(91);
  std::size_t walked = 0;
  for (int world = 0; world < 400; ++world) {
    MovementProfile profile;
    profile.neighbours = rng.percent(50) ? Neighbours::eight : Neighbours::four;
    profile.footprint = rng.between(1, 3);
    const test::TestGrid grid(
        test::random_map(rng,
                         {.character = rng.pick(test::kCharacters), .weights = test::Weights::uniform, .max_side = 40}),
        profile);
    const SightPlanes planes = SightPlanes::for_square(grid.view());
    for (int i = 0; i < 40; ++i) {
      const auto from = test::random_passable(rng, grid.view());
      if (!from) break;
      const Tile to = *test::random_passable(rng, grid.view());
      if (!in_sight(planes.space(), to_point({from->x, from->y}), to_point({to.x, to.y}))) continue;
      const std::vector<Tile> tiles = walk_line(*from, to, profile.neighbours);
      const PathMeasure measure = measure_path(grid.map(), grid.profile(), tiles);
      CAPTURE(world, from->x, from->y, to.x, to.y);
      REQUIRE(measure.fault == "");
      REQUIRE(tiles.back() == to);
      const Cost cost = cost_of(grid.oracle(), tiles);
      REQUIRE(cost == grid.rules().lower_bound(*from, to));
      walked += tiles.size() > 2 ? 1 : 0;
    }
  }
  REQUIRE(walked > 2000);
}

TEST_CASE("a line of sight longer than a leg comes in several") {
  std::vector<TerrainId> tiles(std::size_t{9000} * 3, TerrainId{1});
  const auto map = TileMap::create(9000, 3, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  for (const Neighbours neighbours : {Neighbours::eight, Neighbours::four}) {
    MovementProfile profile;
    profile.neighbours = neighbours;
    const test::BuiltWorld built(*map, profile);
    PathQuery query(built.world(), 0);
    const PathResult result = query.find({.from = {8999, 0}, .to = {0, 2}, .tier = Tier::waypoints});
    REQUIRE(result.waypoints.size() == 2);
    std::vector<Tile> all{result.waypoints.front()};
    Leg leg;
    std::size_t legs = 0;
    Cost cost = 0;
    while (query.next_leg(leg) == LegStatus::ready) {
      REQUIRE(leg.tiles.size() <= LegMatrix::kNodes);
      REQUIRE(leg.tiles.front() == all.back());
      all.insert(all.end(), leg.tiles.begin() + 1, leg.tiles.end());
      cost += leg.cost;
      ++legs;
    }
    REQUIRE(legs == 3);
    REQUIRE(cost == result.cost);
    REQUIRE(all == walk_line({8999, 0}, {0, 2}, neighbours));
  }
}

}  // namespace portolan
