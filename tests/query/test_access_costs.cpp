// SPDX-License-Identifier: BSL-1.0
// The costs around an end: sweeps against plain Dijkstra, for all kinds of movers and at every SIMD level.
#include "portolan/query/access_costs.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "support/ascii.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;
using test::TestGrid;

constexpr SimdLevel kLevels[] = {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512};

/// Requires that the rectangle that is loaded, measured from `from`, has the costs of the local matrix, which is tested
/// on its own. Returns how many tiles that settled.
std::uint64_t require_measured(AccessCosts& costs, const GridView& grid, const Rect& area, Tile from) {
  const auto matrix = std::make_unique<LocalMatrix<60, Cost>>();
  matrix->place(LegMatrix::shifted_to_contain(LegMatrix::centred(from, from), area));
  const std::uint64_t reached =
      with_moves(grid, area, [&](auto&& moves) { return matrix->flood(from, moves); }).expansions;
  costs.measure(grid, from);
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      const Cost expected = matrix->reached({x, y}) ? matrix->cost({x, y}) : kInfiniteCost;
      if (costs.cost({x, y}) != expected) FAIL("tile " << x << "," << y);
    }
  }
  return reached;
}

/// Measures `area` once loaded from each of `starts` in turn, at every level.
void require_equal(const GridView& grid, const Rect& area, const std::vector<Tile>& starts) {
  std::uint64_t passable = 0;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) passable += grid.cost({x, y}) != 0 ? 1 : 0;
  }
  for (const SimdLevel level : kLevels) {
    const auto costs = std::make_unique<AccessCosts>(level);
    REQUIRE(costs->load(grid, area) == passable);
    for (const Tile from : starts) REQUIRE(require_measured(*costs, grid, area, from) <= passable);
  }
}

Tile some_passable(Rng& rng, const GridView& grid, const Rect& area) {
  for (int i = 0; i < 200; ++i) {
    const Tile t{rng.between(area.min.x, area.max.x - 1), rng.between(area.min.y, area.max.y - 1)};
    if (grid.cost(t) != 0) return t;
  }
  return {-1, -1};
}

TEST_CASE("costs from several tiles are the least of those from each") {
  Rng rng(77);
  std::size_t reached = 0;
  for (int world = 0; world < 60; ++world) {
    const TileMap map = test::random_map(rng, {.width = 40, .height = 40});
    const TestGrid test_grid(map, test::random_profile(rng, map.palette()));
    const GridView& grid = test_grid.view();
    const Rect area{{2, 3}, {2 + rng.between(1, 33), 3 + rng.between(1, 33)}};
    std::vector<AccessCosts::KnownCost> known;
    for (int i = rng.between(0, 12); i > 0; --i) {
      const Tile t{rng.between(area.min.x, area.max.x - 1), rng.between(area.min.y, area.max.y - 1)};
      if (grid.passable(t)) known.push_back({t, static_cast<std::uint32_t>(rng.below(100'000))});
    }
    for (const SimdLevel level : kLevels) {
      if (level > widest_simd()) continue;
      const auto costs = std::make_unique<AccessCosts>(level);
      const auto single = std::make_unique<AccessCosts>(level);
      (void)costs->load(grid, area);
      (void)single->load(grid, area);
      if (!costs->measure_from(known)) continue;
      std::vector<Cost> least(static_cast<std::size_t>(area.width() * area.height()), kInfiniteCost);
      const auto for_each_tile = [&](auto&& visit) {
        for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
          for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
            visit(Tile{x, y}, least[static_cast<std::size_t>((y - area.min.y) * area.width() + x - area.min.x)]);
          }
        }
      };
      for (const AccessCosts::KnownCost& one : known) {
        single->measure(grid, one.tile);
        for_each_tile([&](Tile t, Cost& cost) {
          if (single->cost(t) != kInfiniteCost) cost = std::min(cost, single->cost(t) + one.cost);
        });
      }
      for_each_tile([&](Tile t, Cost& cost) {
        if (costs->cost(t) != cost) FAIL("world " << world << ", tile " << t.x << "," << t.y);
        reached += cost == kInfiniteCost ? 0 : 1;
      });
    }
  }
  CHECK(reached > 2000);
}

TEST_CASE("access costs equal Dijkstra for all kinds of movers at every SIMD level") {
  Rng rng(71);
  int measured = 0;
  for (int world = 0; world < 1500; ++world) {
    const TileMap map = test::random_map(rng, {.max_side = 60});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const GridView view = grid.view();
    for (int i = 0; i < 3; ++i) {
      const Tile corner{rng.between(0, view.width - 1), rng.between(0, view.height - 1)};
      const Rect area{corner,
                      {std::min(view.width, corner.x + rng.between(1, AccessCosts::kSide)),
                       std::min(view.height, corner.y + rng.between(1, AccessCosts::kSide))}};
      const Tile from = some_passable(rng, view, area);
      const Tile then = some_passable(rng, view, area);
      if (from.x < 0 || then.x < 0) continue;
      require_equal(view, area, {from, then});
      ++measured;
    }
  }
  REQUIRE(measured > 2000);
}

TEST_CASE("a way that winds through every row costs what it costs") {
  // A serpentine across, and one up and down: each row is entered many times, or all of them are.
  std::string across;
  std::string along;
  for (int y = 0; y < 33; ++y) {
    for (int x = 0; x < 33; ++x) {
      across += y % 2 == 0 || x == (y % 4 == 1 ? 32 : 0) ? '.' : '#';
      along += x % 2 == 0 || y == (x % 4 == 1 ? 32 : 0) ? '.' : '#';
    }
    across += '\n';
    along += '\n';
  }
  for (const std::string& rows : {across, along}) {
    const TestGrid grid(test::ascii_map(rows));
    require_equal(grid.view(), {{0, 0}, {33, 33}}, {{0, 0}, {32, 32}});
    const auto costs = std::make_unique<AccessCosts>();
    REQUIRE(costs->load(grid.view(), {{0, 0}, {33, 33}}) == 33 * 17 + 16);
    costs->measure(grid.view(), {0, 0});
    REQUIRE(costs->cost({32, 32}) == grid.rules().straight * Cost{33 * 17 + 16 - 1});
  }
}

TEST_CASE("costs too large for 32 bits are measured all the same") {
  std::vector<TerrainId> tiles;
  for (int i = 0; i < 33 * 33; ++i) tiles.push_back(static_cast<TerrainId>(i % 3 == 0 ? 1 : 0));
  auto map = TileMap::create(33, 33, {{"sand", 1}, {"bog", 100 * kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  const TestGrid grid(*map);
  require_equal(grid.view(), {{0, 0}, {33, 33}}, {{16, 16}, {0, 0}});
  const auto costs = std::make_unique<AccessCosts>();
  costs->load(grid.view(), {{0, 0}, {33, 33}});
  costs->measure(grid.view(), {16, 16});
  Cost most = 0;
  for (std::int32_t i = 0; i < 33; ++i) most = std::max(most, costs->cost({i, 0}));
  REQUIRE(most > AccessCosts::kFar);
}

}  // namespace
}  // namespace portolan
