// SPDX-License-Identifier: BSL-1.0
// The public rule by which a mover on tiles walks along a line of sight.
#include "portolan/grid/path_check.hpp"
#include "portolan/grid/sight_leg.hpp"
#include "portolan/grid/sight_space.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;

constexpr auto kFour = Neighbours::four;
constexpr auto kEight = Neighbours::eight;

std::vector<Tile> tiles_of(Tile from, Tile to, Neighbours neighbours, SightWalk walk) {
  std::vector<Tile> tiles;
  for (std::int32_t step = 0; step <= sight_steps(from, to, neighbours); ++step) {
    tiles.push_back(sight_step(from, to, neighbours, walk, step));
  }
  return tiles;
}

std::size_t turns_of(std::span<const Tile> tiles) {
  std::size_t turns = 0;
  for (std::size_t i = 2; i < tiles.size(); ++i) {
    const Tile before{tiles[i - 1].x - tiles[i - 2].x, tiles[i - 1].y - tiles[i - 2].y};
    const Tile after{tiles[i].x - tiles[i - 1].x, tiles[i].y - tiles[i - 1].y};
    turns += before == after ? 0 : 1;
  }
  return turns;
}

/// The tiles of the walk that the rule demands of terrain at one price, by the judge of paths: the first of the three
/// that is legal.
std::vector<Tile> ruled_walk(const TileMap& map, const MovementProfile& profile, Tile from, Tile to) {
  std::vector<Tile> tiles;
  for (const SightWalk walk : {SightWalk::diagonal_first, SightWalk::diagonal_last, SightWalk::along_line}) {
    tiles = tiles_of(from, to, profile.neighbours, walk);
    if (measure_path(map, profile, tiles).fault.empty()) break;
  }
  return tiles;
}

/// All tiles of the path found last.
std::vector<Tile> all_legs(test::Asker& query, const test::Found& result) {
  const test::Walk walk = test::walk(query, result);
  REQUIRE(walk.fault == "");
  return walk.tiles;
}

}  // namespace

TEST_CASE("walks in straight runs by hand: the diagonal one comes first, or last; x comes before y") {
  REQUIRE(tiles_of({0, 0}, {5, 2}, kEight, SightWalk::diagonal_first) ==
          std::vector<Tile>{{0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 2}});
  REQUIRE(tiles_of({0, 0}, {5, 2}, kEight, SightWalk::diagonal_last) ==
          std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 1}, {5, 2}});
  REQUIRE(tiles_of({5, 2}, {0, 0}, kEight, SightWalk::diagonal_first) ==
          std::vector<Tile>{{5, 2}, {4, 1}, {3, 0}, {2, 0}, {1, 0}, {0, 0}});
  REQUIRE(tiles_of({0, 0}, {-1, 3}, kEight, SightWalk::diagonal_last) ==
          std::vector<Tile>{{0, 0}, {0, 1}, {0, 2}, {-1, 3}});
  REQUIRE(tiles_of({0, 0}, {2, -1}, kFour, SightWalk::diagonal_first) ==
          std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {2, -1}});
  REQUIRE(tiles_of({0, 0}, {2, -1}, kFour, SightWalk::diagonal_last) ==
          std::vector<Tile>{{0, 0}, {0, -1}, {1, -1}, {2, -1}});
  for (const SightWalk walk : kSightWalks) REQUIRE(tiles_of({3, 3}, {3, 3}, kEight, walk) == std::vector<Tile>{{3, 3}});
}

TEST_CASE("a walk along the line by hand: the minor axis moves by the floor of its share") {
  constexpr auto kLine = SightWalk::along_line;
  REQUIRE(tiles_of({0, 0}, {5, 2}, kEight, kLine) == std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 2}});
  REQUIRE(tiles_of({5, 2}, {0, 0}, kEight, kLine) == std::vector<Tile>{{5, 2}, {4, 2}, {3, 2}, {2, 1}, {1, 1}, {0, 0}});
  REQUIRE(tiles_of({0, 0}, {-1, 3}, kEight, kLine) == std::vector<Tile>{{0, 0}, {0, 1}, {0, 2}, {-1, 3}});
  REQUIRE(tiles_of({0, 0}, {2, 2}, kFour, kLine) == std::vector<Tile>{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}});
  REQUIRE(tiles_of({0, 0}, {1, 2}, kFour, kLine) == std::vector<Tile>{{0, 0}, {0, 1}, {0, 2}, {1, 2}});
  REQUIRE(tiles_of({0, 0}, {3, -2}, kFour, kLine) ==
          std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {2, -1}, {3, -1}, {3, -2}});
  REQUIRE(tiles_of({3, 3}, {3, 3}, kFour, kLine) == std::vector<Tile>{{3, 3}});
  // The longest line that fits a map: no overflow.
  const Tile end{kMaxSide - 1, kMaxSide - 2};
  REQUIRE(sight_step({0, 0}, end, kEight, kLine, kMaxSide - 2) == Tile{kMaxSide - 2, kMaxSide - 3});
  REQUIRE(sight_step({0, 0}, end, kFour, kLine, 2 * kMaxSide - 4) == Tile{kMaxSide - 1, kMaxSide - 3});
}

TEST_CASE("every walk goes from end to end by neighbouring tiles, the straight ones with one turn at most") {
  for (const Neighbours neighbours : {kEight, kFour}) {
    for (std::int32_t y = -7; y <= 7; ++y) {
      for (std::int32_t x = -7; x <= 7; ++x) {
        for (const SightWalk walk : kSightWalks) {
          const std::vector<Tile> tiles = tiles_of({10, 10}, {10 + x, 10 + y}, neighbours, walk);
          CAPTURE(x, y, static_cast<int>(walk));
          REQUIRE(tiles.front() == Tile{10, 10});
          REQUIRE(tiles.back() == Tile{10 + x, 10 + y});
          for (std::size_t i = 1; i < tiles.size(); ++i) {
            const std::int32_t dx = std::abs(tiles[i].x - tiles[i - 1].x);
            const std::int32_t dy = std::abs(tiles[i].y - tiles[i - 1].y);
            REQUIRE((neighbours == kFour ? dx + dy : std::max(dx, dy)) == 1);
          }
          if (walk != SightWalk::along_line) {
            REQUIRE(turns_of(tiles) == (is_one_run({0, 0}, {x, y}, neighbours) ? 0 : 1));
          }
        }
      }
    }
  }
}

TEST_CASE("wherever two positions see each other the walk along the line is legal and costs their distance") {
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
      const std::vector<Tile> tiles = tiles_of(*from, to, profile.neighbours, SightWalk::along_line);
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

TEST_CASE("a leg in plain sight takes the first walk that is free, back and forth") {
  Rng rng(92);
  std::array<std::size_t, 3> taken{};
  for (int world = 0; world < 150; ++world) {
    MovementProfile profile;
    profile.neighbours = rng.percent(60) ? Neighbours::eight : Neighbours::four;
    profile.footprint = rng.between(1, 2);
    const TileMap map =
        test::random_map(rng, {.character = rng.percent(50) ? test::Character::open : test::Character::scatter,
                               .weights = test::Weights::uniform,
                               .max_side = 50});
    const test::BuiltWorld built(map, profile);
    if (!built.world().profiles()[0].sight) continue;
    test::Asker query(built.world(), 0);
    const test::Oracle oracle(map, profile, query.profile().rules);
    for (int i = 0; i < 40; ++i) {
      const auto from = test::random_passable(rng, query.profile().grid);
      if (!from) break;
      const Tile to = *test::random_passable(rng, query.profile().grid);
      for (const auto& [a, b] : {std::pair(*from, to), std::pair(to, *from)}) {
        const test::Found result = query.find({.from = a, .to = b, .tier = Tier::waypoints});
        if (result.status != Status::found || result.waypoints.size() != 2) continue;
        CAPTURE(world, a.x, a.y, b.x, b.y);
        const std::vector<Tile> tiles = all_legs(query, result);
        REQUIRE(tiles == ruled_walk(map, profile, a, b));
        REQUIRE(cost_of(oracle, tiles) == result.cost);
        if (is_one_run(a, b, profile.neighbours)) continue;
        for (std::size_t walk = 0; walk < kSightWalks.size(); ++walk) {
          if (tiles != tiles_of(a, b, profile.neighbours, kSightWalks[walk])) continue;
          ++taken[walk];
          break;
        }
      }
    }
  }
  CAPTURE(taken[0], taken[1], taken[2]);
  REQUIRE(*std::min_element(taken.begin(), taken.end()) > 10);
}

TEST_CASE("an open field takes one turn, whichever tier answers") {
  const TileMap map = *TileMap::create(60, 30, {{"floor", kCostScale}}, std::vector<TerrainId>(60 * 30));
  for (const Neighbours neighbours : {kEight, kFour}) {
    MovementProfile profile;
    profile.neighbours = neighbours;
    const test::BuiltWorld built(map, profile, test::BuiltWorld::all_indexes());
    test::Asker query(built.world(), 0);
    for (const Tier tier : {Tier::automatic, Tier::waypoints, Tier::ch, Tier::labels, Tier::blocks}) {
      const test::Found result = query.find({.from = {3, 2}, .to = {55, 25}, .tier = tier});
      const std::vector<Tile> tiles = all_legs(query, result);
      CAPTURE(static_cast<int>(tier), static_cast<int>(neighbours));
      REQUIRE(tiles == tiles_of({3, 2}, {55, 25}, neighbours, SightWalk::diagonal_first));
      REQUIRE(turns_of(tiles) == 1);
      REQUIRE(cost_of(test::Oracle(map, profile, query.profile().rules), tiles) == result.cost);
    }
  }
}

TEST_CASE("a straight run that an edit closes or makes dearer is not taken") {
  const TileMap map = *TileMap::create(60, 30, {{"wall", 0}, {"floor", kCostScale}, {"mud", 2 * kCostScale}},
                                       std::vector<TerrainId>(60 * 30, TerrainId{1}));
  const MovementProfile profile;
  const test::BuiltWorld built(map, profile);
  test::Asker query(built.world(), 0);
  constexpr Tile kFrom{3, 2};
  constexpr Tile kTo{55, 25};
  // The elbows: the tiles where the two straight walks turn.
  const Tile elbows[]{sight_step(kFrom, kTo, kEight, SightWalk::diagonal_first, 23),
                      sight_step(kFrom, kTo, kEight, SightWalk::diagonal_last, 29)};
  for (const TerrainId terrain : {TerrainId{0}, TerrainId{2}}) {
    auto overlay = std::make_shared<Overlay>(built.world());
    for (std::size_t edited = 0; edited <= 2; ++edited) {
      CAPTURE(static_cast<int>(terrain), edited);
      query.use(std::make_shared<Overlay>(*overlay));
      const test::Found result = query.find({.from = kFrom, .to = kTo, .tier = Tier::waypoints});
      const std::vector<Tile> tiles = all_legs(query, result);
      REQUIRE(tiles == tiles_of(kFrom, kTo, kEight, kSightWalks[edited]));
      REQUIRE(result.cost == query.profile().rules.lower_bound(kFrom, kTo));
      if (edited == 2) break;
      const Tile elbow = elbows[edited];
      REQUIRE(overlay->set_terrain({elbow, {elbow.x + 1, elbow.y + 1}}, terrain).has_value());
    }
  }
}

TEST_CASE("a line of sight longer than a leg comes in several, on a walk that is free to its end") {
  constexpr Tile kFrom{8999, 0};
  constexpr Tile kTo{0, 2};
  struct Case {
    Neighbours neighbours;
    std::vector<Tile> walls;  ///< beyond the first leg
    SightWalk walk;
  };
  const std::vector<Case> cases{{kEight, {}, SightWalk::diagonal_first},
                                {kEight, {{5000, 2}}, SightWalk::diagonal_last},
                                {kEight, {{5000, 2}, {4000, 0}}, SightWalk::along_line},
                                {kFour, {}, SightWalk::diagonal_first},
                                {kFour, {{4000, 0}}, SightWalk::diagonal_last},
                                {kFour, {{5000, 2}, {4000, 0}}, SightWalk::along_line}};
  for (const Case& c : cases) {
    std::vector<TerrainId> tiles(std::size_t{9000} * 3, TerrainId{1});
    for (const Tile wall : c.walls) tiles[static_cast<std::size_t>(wall.y * 9000 + wall.x)] = 0;
    const auto map = TileMap::create(9000, 3, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
    MovementProfile profile;
    profile.neighbours = c.neighbours;
    const test::BuiltWorld built(*map, profile);
    test::Asker query(built.world(), 0);
    const test::Found result = query.find({.from = kFrom, .to = kTo, .tier = Tier::waypoints});
    CAPTURE(static_cast<int>(c.neighbours), c.walls.size());
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
    REQUIRE(all == tiles_of(kFrom, kTo, c.neighbours, c.walk));
  }
}

}  // namespace portolan
