// SPDX-License-Identifier: BSL-1.0
// Pinter's sampled test by hand, by symmetry, and against exact sight for movers of no width.
#include "portolan/grid/sight_space.hpp"
#include "portolan/query/walkable.hpp"
#include "support/ascii.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;
using test::TestGrid;

constexpr std::int32_t kHalf = kSubUnits / 2;

Point centre(std::int32_t x, std::int32_t y) {
  return {x * kSubUnits + kHalf, y * kSubUnits + kHalf};
}

Point random_point(Rng& rng, const TileMap& map) {
  return {rng.between(0, map.width() * kSubUnits), rng.between(0, map.height() * kSubUnits)};
}

/// The map seen in a mirror, x and y swapped.
TileMap transposed(const TileMap& map) {
  std::vector<TerrainId> tiles;
  for (std::int32_t x = 0; x < map.width(); ++x) {
    for (std::int32_t y = 0; y < map.height(); ++y) tiles.push_back(map.terrain({x, y}));
  }
  return TileMap::create(map.height(), map.width(), {map.palette().begin(), map.palette().end()}, tiles).value();
}

/// The map seen in a mirror, left and right swapped.
TileMap mirrored(const TileMap& map) {
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back(map.terrain({map.width() - 1 - x, y}));
  }
  return TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles).value();
}

}  // namespace

TEST_CASE("a corridor takes movers up to its own width") {
  const TestGrid grid(test::ascii_map(R"(
      ######
      ......
      ......
      ######
  )"));
  const Point from{kSubUnits, 2 * kSubUnits};
  const Point to{5 * kSubUnits, 2 * kSubUnits};
  for (const std::int32_t width : {0, 1, kHalf, kSubUnits, 2 * kSubUnits})
    REQUIRE(walkable(grid.view(), from, to, width));
  REQUIRE_FALSE(walkable(grid.view(), from, to, 2 * kSubUnits + 1));
  // Along the middle of one row of tiles.
  REQUIRE(walkable(grid.view(), centre(1, 1), centre(4, 1), kSubUnits));
  REQUIRE_FALSE(walkable(grid.view(), centre(1, 1), centre(4, 1), kSubUnits + 1));
  // The map ends there.
  REQUIRE(walkable(grid.view(), centre(0, 1), centre(5, 1), kSubUnits));
  REQUIRE_FALSE(walkable(grid.view(), from, {6 * kSubUnits, 2 * kSubUnits}, 2));
}

TEST_CASE("a corner is passed by the narrow and not by the wide") {
  const TestGrid grid(test::ascii_map(R"(
      .....
      ..#..
      .....
      .....
      .....
  )"));
  // Straight to the lower right, past the tile's lower left corner, (2,2), at sqrt(1/8) tile.
  const Point from{kSubUnits + kHalf, 2 * kSubUnits};
  const Point to{3 * kSubUnits + kHalf, 4 * kSubUnits};
  for (const std::int32_t width : {0, kHalf, kSubUnits}) REQUIRE(walkable(grid.view(), from, to, width));
  REQUIRE_FALSE(walkable(grid.view(), from, to, kSubUnits + kHalf));
}

TEST_CASE("no tile slips between the samples of wide movers") {
  for (std::int32_t width = kSubUnits; width <= 7 * kSubUnits; width += kHalf / 2) {
    for (std::int32_t x = 0; x < 20; ++x) {
      for (std::int32_t y = 0; y < 9; ++y) {
        std::vector<TerrainId> tiles(20 * 9, 1);
        tiles[static_cast<std::size_t>(y * 20 + x)] = 0;
        const auto map = TileMap::create(20, 9, {{"wall", 0}, {"floor", kCostScale}}, tiles).value();
        const TestGrid grid(map);
        // A tile that lies between the tracks of the diamond's upper and lower point.
        const std::int32_t off = y * kSubUnits + kHalf - 9 * kHalf;
        const bool hit = 2 * (off < 0 ? -off : off) <= width - kSubUnits;
        const bool ahead = x >= 4 && x <= 15;
        if (!hit || !ahead) continue;
        CAPTURE(width, x, y);
        REQUIRE_FALSE(walkable(grid.view(), {4 * kSubUnits, 9 * kHalf}, {16 * kSubUnits, 9 * kHalf}, width));
      }
    }
  }
}

TEST_CASE("a mover of no width walks wherever it sees, and hardly anywhere else") {
  Rng rng(13);
  int seen = 0;
  int walked = 0;
  for (int world = 0; world < 400; ++world) {
    const TestGrid grid(random_map(rng, {.max_side = 20}));
    const SightPlanes planes = SightPlanes::for_point(grid.view());
    for (int i = 0; i < 50; ++i) {
      const Point a = random_point(rng, grid.map());
      const Point b = random_point(rng, grid.map());
      if (!can_stand(planes.space(), a) || !can_stand(planes.space(), b)) continue;
      const bool sees = in_sight(planes.space(), a, b);
      const bool walks = walkable(grid.view(), a, b, 0);
      CAPTURE(a.x, a.y, b.x, b.y);
      if (sees) REQUIRE(walks);
      seen += sees ? 1 : 0;
      walked += walks ? 1 : 0;
    }
  }
  REQUIRE(seen > 1000);
  REQUIRE(walked <= seen * 11 / 10);
}

TEST_CASE("walking is the same there and back, turned over and mirrored; the wide walk nowhere that the slim cannot") {
  Rng rng(14);
  int yes = 0;
  for (int world = 0; world < 400; ++world) {
    const auto map = random_map(rng, {.max_side = 20});
    const TestGrid grid(map);
    const TestGrid turned(transposed(map));
    const TestGrid mirror(mirrored(map));
    const std::int32_t far = map.width() * kSubUnits;
    for (int i = 0; i < 40; ++i) {
      const Point a = random_point(rng, map);
      const Point b = random_point(rng, map);
      const std::int32_t width = rng.between(0, 2 * kSubUnits);
      CAPTURE(a.x, a.y, b.x, b.y, width);
      const bool walks = walkable(grid.view(), a, b, width);
      REQUIRE(walks == walkable(grid.view(), b, a, width));
      REQUIRE(walks == walkable(turned.view(), {a.y, a.x}, {b.y, b.x}, width));
      REQUIRE(walks == walkable(mirror.view(), {far - a.x, a.y}, {far - b.x, b.y}, width));
      if (walks) REQUIRE(walkable(grid.view(), a, b, 0));
      yes += walks ? 1 : 0;
    }
  }
  REQUIRE(yes > 300);
}

TEST_CASE("the longest walk") {
  const auto map =
      TileMap::create(kMaxSide, 3, {{"floor", kCostScale}}, std::vector<TerrainId>(3 * std::size_t{kMaxSide})).value();
  const TestGrid grid(map);
  REQUIRE(walkable(grid.view(), {kHalf, kHalf}, {kMaxSide * kSubUnits - kHalf, 3 * kSubUnits - kHalf}, kSubUnits));
  REQUIRE_FALSE(walkable(grid.view(), {kHalf, kHalf}, {kMaxSide * kSubUnits, 3 * kSubUnits - kHalf}, kSubUnits));
}

}  // namespace portolan
