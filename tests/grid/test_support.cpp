// SPDX-License-Identifier: BSL-1.0
// The tests' own tools on cases worked out by hand: the oracle, drawn maps, random worlds.
#include "support/ascii.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace portolan;
using namespace portolan::test;

namespace {

constexpr Cost kStraight = 5741;
constexpr Cost kDiagonal = 8119;

Oracle oracle_of(std::string_view drawing, MovementProfile profile = {}) {
  return TestGrid(ascii_map(drawing), std::move(profile)).oracle();
}

}  // namespace

TEST_CASE("the oracle walks around a wall") {
  const char* const drawing = R"(
      a....
      ####.
      b....
  )";
  const Tile a = find(drawing, 'a');
  const Tile b = find(drawing, 'b');
  CHECK(oracle_of(drawing).distance(a, b) == 10 * kStraight);
  MovementProfile cutter;
  cutter.corners = CornerRule::cut_one;
  CHECK(oracle_of(drawing, cutter).distance(a, b) == 6 * kStraight + 2 * kDiagonal);
  MovementProfile four;
  four.neighbours = Neighbours::four;
  CHECK(oracle_of(drawing, four).distance(a, b) == 10 * kStraight);
  MovementProfile large;
  large.footprint = 2;
  CHECK(oracle_of(drawing, large).distance(a, b) == kInfiniteCost);
}

TEST_CASE("the oracle prefers cheap detours over dear shortcuts") {
  const char* const drawing = R"(
      a9b
      ...
  )";
  // Over the 9 a step costs 5; the diagonals beside it cut no closed corner and cost 1 each.
  const Oracle oracle = oracle_of(drawing);
  CHECK(oracle.step_cost({0, 0}, {1, 0}) == 5 * kStraight);
  CHECK(oracle.distance(find(drawing, 'a'), find(drawing, 'b')) == 2 * kDiagonal);
}

TEST_CASE("the oracle says infinite from and to where the mover cannot stand") {
  const Oracle oracle = oracle_of("a#b\n##.");
  const auto from_wall = oracle.distances_from({1, 0});
  CHECK(std::all_of(from_wall.begin(), from_wall.end(), [](Cost cost) { return cost == kInfiniteCost; }));
  CHECK(oracle.distance({0, 0}, {0, 0}) == 0);
  CHECK(oracle.distance({0, 0}, {1, 0}) == kInfiniteCost);
  CHECK(oracle.distance({0, 0}, {2, 0}) == kInfiniteCost);
  CHECK(oracle.distance({0, 0}, {7, 7}) == kInfiniteCost);
}

TEST_CASE("the oracle can be kept inside a rectangle") {
  const Oracle oracle = oracle_of("...\n.#.\n...");
  CHECK(oracle.distance({0, 1}, {2, 1}) == 4 * kStraight);
  const auto inside = oracle.distances_within({{0, 1}, {3, 3}}, {0, 1});
  CHECK(inside[oracle.index({2, 1})] == 4 * kStraight);
  CHECK(inside[oracle.index({0, 0})] == kInfiniteCost);
  const auto row = oracle.distances_within({{0, 1}, {3, 2}}, {0, 1});
  CHECK(row[oracle.index({2, 1})] == kInfiniteCost);
  CHECK(row[oracle.index({0, 1})] == 0);
}

TEST_CASE("drawn maps have the terrains drawn") {
  const TileMap map = ascii_map("\n  .#5\n  aZ1\n");
  CHECK(map.width() == 3);
  CHECK(map.height() == 2);
  CHECK(map.palette().size() == 4);
  CHECK(map.palette()[map.terrain({2, 0})] == Terrain{"5", 5 * kCostScale});
  CHECK(map.palette()[map.terrain({1, 0})] == Terrain{"#", 0});
  CHECK(map.palette()[map.terrain({1, 1})] == Terrain{".", kCostScale});
  CHECK(map.palette()[map.terrain({2, 1})] == Terrain{"1", kCostScale});
  CHECK(find("\n  .#5\n  aZ1\n", 'Z') == Tile{1, 1});
}

TEST_CASE("bad drawings are refused") {
  CHECK_THROWS_AS(ascii_map(""), std::invalid_argument);
  CHECK_THROWS_AS(ascii_map("..\n."), std::invalid_argument);
  CHECK_THROWS_AS(ascii_map(".?"), std::invalid_argument);
  CHECK_THROWS_AS(ascii_map(".0"), std::invalid_argument);
  CHECK_THROWS_AS(find("ab", 'c'), std::invalid_argument);
  CHECK_THROWS_AS(find("aba", 'a'), std::invalid_argument);
}

TEST_CASE("random worlds repeat from their seed") {
  Rng one(5);
  Rng two(5);
  for (int round = 0; round < 20; ++round) {
    const TileMap a = random_map(one);
    const TileMap b = random_map(two);
    CHECK(a.width() == b.width());
    CHECK(std::equal(a.tiles().begin(), a.tiles().end(), b.tiles().begin(), b.tiles().end()));
    CHECK(std::equal(a.palette().begin(), a.palette().end(), b.palette().begin(), b.palette().end()));
  }
  CHECK(Rng(1).next() == 0x910A'2DEC'8902'5CC1);  // SplitMix64 as published
  CHECK(Rng(0).next() == 0xE220'A839'7B1D'CDAF);
}

TEST_CASE("random worlds of every character have ground and walls, in many sizes") {
  Rng rng(6);
  for (const Character character : kCharacters) {
    CAPTURE(static_cast<int>(character));
    std::size_t ground = 0;
    std::size_t wall = 0;
    std::set<std::int32_t> sides;
    for (int round = 0; round < 40; ++round) {
      const TileMap map = random_map(rng, {.character = character});
      const auto walls = std::count(map.tiles().begin(), map.tiles().end(), TerrainId{0});
      wall += static_cast<std::size_t>(walls);
      ground += map.tiles().size() - static_cast<std::size_t>(walls);
      sides.insert({map.width(), map.height()});
    }
    CHECK(wall > 0);
    CHECK(ground > 0);
    CHECK(sides.size() > 15);
    CHECK(*sides.begin() >= 1);
    CHECK(*sides.rbegin() <= 100);
  }
  const TileMap fixed = random_map(rng, {.weights = Weights::uniform, .width = 33, .height = 2});
  CHECK(fixed.width() == 33);
  CHECK(fixed.height() == 2);
  CHECK(fixed.palette().size() == 2);
}

TEST_CASE("random positions are passable, and none is found where none is") {
  Rng rng(7);
  const TestGrid open(ascii_map("#.#\n..#"));
  for (int round = 0; round < 50; ++round) {
    const auto tile = random_passable(rng, open.view());
    REQUIRE(tile.has_value());
    CHECK(open.view().passable(*tile));
  }
  const TestGrid closed(ascii_map("##"));
  CHECK_FALSE(random_passable(rng, closed.view()).has_value());
}
