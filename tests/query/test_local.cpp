// SPDX-License-Identifier: BSL-1.0
// The local matrix, and the certificate that says when its answer is the last word, each driven alone.
#include "portolan/boards/tile_astar.hpp"
#include "portolan/query/certificate.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using test::TestGrid;

/// floor((a+b+1)/2), by division that rounds down.
std::int32_t midpoint(std::int32_t a, std::int32_t b) {
  const std::int64_t sum = std::int64_t{a} + b + 1;
  return static_cast<std::int32_t>(sum >= 0 ? sum / 2 : -((1 - sum) / 2));
}

/// With costs of 64 bits.
using CostlyMatrix = LocalMatrix<60, Cost>;

TEST_CASE("a node takes 14 bytes and a bit with its place in the open list, and 22 where its costs take 64 bits") {
  // 14 bytes and a bit a node; the window, the length of the open list and whether costs fit take 40 more.
  REQUIRE(sizeof(LegMatrix) <= 14 * LegMatrix::kNodes + LegMatrix::kNodes / 8 + 40);
  REQUIRE(sizeof(WideMatrix) <= 14 * WideMatrix::kNodes + WideMatrix::kNodes / 8 + 40);
  REQUIRE(sizeof(CostlyMatrix) <= 22 * CostlyMatrix::kNodes + CostlyMatrix::kNodes / 8 + 48);
}

TEMPLATE_TEST_CASE("the midpoint of both ends is the middle of the window", "", LegMatrix, WideMatrix) {
  constexpr std::int32_t kSide = TestType::kSide;
  Rng rng(61);
  for (int i = 0; i < 5000; ++i) {
    const Tile a{rng.between(-200, 1200), rng.between(-200, 1200)};
    const Tile b{a.x + rng.between(-kSide - 5, kSide + 5), a.y + rng.between(-kSide - 5, kSide + 5)};
    const Rect window = TestType::centred(a, b);
    REQUIRE(window.width() == kSide);
    REQUIRE(window.height() == kSide);
    REQUIRE(window.min == Tile{midpoint(a.x, b.x) - kSide / 2, midpoint(a.y, b.y) - kSide / 2});
    REQUIRE(window == TestType::centred(b, a));
    const bool fits = std::abs(a.x - b.x) < kSide && std::abs(a.y - b.y) < kSide;
    REQUIRE(TestType::fits(a, b) == fits);
  }
  REQUIRE(TestType::fits({0, 0}, {kSide - 1, kSide - 1}));
  REQUIRE_FALSE(TestType::fits({0, 0}, {kSide, 0}));
  REQUIRE_FALSE(TestType::fits({0, kSide}, {0, 0}));
}

TEMPLATE_TEST_CASE("a window is shifted by the least amount that makes it hold an area", "", LegMatrix, WideMatrix) {
  constexpr std::int32_t kSide = TestType::kSide;
  Rng rng(62);
  for (int i = 0; i < 3000; ++i) {
    const Tile corner{rng.between(-50, 150), rng.between(-50, 150)};
    const Rect window{corner, {corner.x + kSide, corner.y + kSide}};
    const Tile low{rng.between(-100, 200), rng.between(-100, 200)};
    const Rect area{low, {low.x + rng.between(1, 33), low.y + rng.between(1, 33)}};
    const Rect shifted = TestType::shifted_to_contain(window, area);
    REQUIRE(shifted.width() == kSide);
    REQUIRE(shifted.height() == kSide);
    REQUIRE(intersection(shifted, area) == area);
    const auto least = [](std::int32_t low_w, std::int32_t high_w, std::int32_t low_a, std::int32_t high_a) {
      return low_a < low_w ? low_a - low_w : std::max(0, high_a - high_w);
    };
    REQUIRE(shifted.min.x - window.min.x == least(window.min.x, window.max.x, area.min.x, area.max.x));
    REQUIRE(shifted.min.y - window.min.y == least(window.min.y, window.max.y, area.min.y, area.max.y));
  }
}

TEMPLATE_TEST_CASE("searches in the matrix equal Dijkstra in the window and leave nothing behind", "", LegMatrix,
                   WideMatrix, CostlyMatrix) {
  Rng rng(63);
  const auto matrix = std::make_unique<TestType>();
  std::vector<Tile> memory(TestType::kNodes);
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 160});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const GridView view = grid.view();
    const Oracle oracle = grid.oracle();
    const auto from = test::random_passable(rng, view);
    if (!from || !TestType::holds(dearest_step(grid.rules()))) continue;
    const Rect window = TestType::centred(*from, {from->x + rng.between(-8, 8), from->y + rng.between(-8, 8)});
    const Rect within = intersection(window, map.bounds());
    const std::vector<Cost> expected = oracle.distances_within(within, *from);
    matrix->place(window);
    REQUIRE(matrix->window() == window);
    std::size_t faults = 0;
    const auto for_each_tile = [&](auto&& visit) {
      for (std::int32_t y = within.min.y; y < within.max.y; ++y) {
        for (std::int32_t x = within.min.x; x < within.max.x; ++x) visit(Tile{x, y});
      }
    };
    for_each_tile([&](Tile t) { faults += matrix->reached(t) || matrix->settled(t) ? 1 : 0; });
    const SearchOutcome flood = with_moves(view, within, [&](auto&& moves) { return matrix->flood(*from, moves); });
    REQUIRE(flood.end == SearchEnd::exhausted);
    std::uint64_t reachable = 0;
    for_each_tile([&](Tile t) {
      const Cost cost = expected[oracle.index(t)];
      if (matrix->reached(t) != (cost != kInfiniteCost)) ++faults;
      if (cost == kInfiniteCost) return;
      ++reachable;
      if (!matrix->settled(t) || matrix->cost(t) != cost) ++faults;
    });
    REQUIRE(faults == 0);
    REQUIRE(flood.expansions == reachable);
    for (int goals = 0; goals < 5; ++goals) {
      const Tile to{rng.between(within.min.x, within.max.x - 1), rng.between(within.min.y, within.max.y - 1)};
      matrix->place(window);
      const auto search = [&](std::uint64_t expansions) {
        return with_moves(view, within, [&](auto&& moves) {
          return matrix->search(
              *from, to, expansions, [&](Tile t) { return grid.rules().lower_bound(t, to); }, moves);
        });
      };
      const SearchOutcome outcome = search(TestType::kNodes);
      const Cost cost = expected[oracle.index(to)];
      REQUIRE((outcome.end == SearchEnd::reached) == (cost != kInfiniteCost));
      if (cost == kInfiniteCost) continue;
      REQUIRE(matrix->cost(to) == cost);
      REQUIRE(outcome.expansions <= reachable);
      const auto path = matrix->path(to, std::span<Tile, TestType::kNodes>(memory));
      REQUIRE(path.front() == *from);
      REQUIRE(path.back() == to);
      REQUIRE(test::cost_of(oracle, path) == cost);
      matrix->place(window);
      const SearchOutcome starved = search(outcome.expansions - 1);
      REQUIRE(starved.end == SearchEnd::budget);
    }
  }
}

TEMPLATE_TEST_CASE("the matrix settles what the search of the whole library settles, and takes the same path", "",
                   LegMatrix, WideMatrix, CostlyMatrix) {
  Rng rng(66);
  const auto matrix = std::make_unique<TestType>();
  std::vector<Tile> memory(TestType::kNodes);
  std::size_t paths = 0;
  for (int round = 0; round < 40; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 150});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    if (!TestType::holds(dearest_step(grid.rules()))) continue;
    const GridView view = grid.view();
    TileAStar reference(view);
    for (int i = 0; i < 10; ++i) {
      const auto from = test::random_passable(rng, view);
      const auto to = test::random_passable(rng, view);
      if (!from || !to || !TestType::fits(*from, *to)) continue;
      const Rect window = TestType::centred(*from, *to);
      const auto bound = [&](Tile t) noexcept { return grid.rules().lower_bound(t, *to); };
      const Rect within = intersection(window, map.bounds());
      const SearchOutcome expected =
          reference.search(*from, *to, ~std::uint64_t{0}, bound,
                           [&](Tile at, auto&& visit) noexcept { for_each_step(view, within, at, visit); });
      matrix->place(window);
      const SearchOutcome outcome = with_moves(
          view, within, [&](auto&& moves) { return matrix->search(*from, *to, ~std::uint64_t{0}, bound, moves); });
      REQUIRE(outcome.end == expected.end);
      REQUIRE(outcome.expansions == expected.expansions);
      if (outcome.end != SearchEnd::reached) continue;
      ++paths;
      std::vector<Tile> tiles;
      reference.for_each_back(*to, [&](Tile t) { tiles.push_back(t); });
      std::ranges::reverse(tiles);
      REQUIRE(std::ranges::equal(matrix->path(*to, std::span<Tile, TestType::kNodes>(memory)), tiles));
      std::size_t touched = 0;
      reference.for_each_touched([&](Tile t, bool settled) {
        ++touched;
        if (!matrix->reached(t) || matrix->settled(t) != settled) touched = ~std::size_t{0} / 2;
      });
      REQUIRE(touched <= TestType::kNodes);
    }
  }
  REQUIRE(paths > 100);
}

TEST_CASE("costs that the words of a matrix do not hold end the search, and are known beforehand") {
  constexpr std::int32_t kTiles = 50;
  const auto along_a_row = [](Cost step) {
    return [step](Tile from, auto&& visit) {
      if (from.x + 1 < kTiles) visit(Tile{from.x + 1, from.y}, step);
    };
  };
  const auto search = [&](auto& matrix, Cost step) {
    matrix.place({{0, 0}, {60, 60}});
    return matrix.search(
        {0, 0}, {kTiles - 1, 0}, LegMatrix::kNodes, [](Tile) { return Cost{0}; }, along_a_row(step));
  };
  constexpr Cost kMost = 0xFFFF'FFFF;
  const auto narrow = std::make_unique<LegMatrix>();
  REQUIRE(search(*narrow, kMost / (kTiles - 1)).end == SearchEnd::reached);
  REQUIRE(narrow->cost({kTiles - 1, 0}) == kMost / (kTiles - 1) * (kTiles - 1));
  REQUIRE(search(*narrow, kMost / (kTiles - 1) + 1).end == SearchEnd::overflow);
  REQUIRE(search(*narrow, kInfiniteCost - 1).end == SearchEnd::overflow);
  const auto wide = std::make_unique<CostlyMatrix>();
  REQUIRE(search(*wide, kMost).end == SearchEnd::reached);
  REQUIRE(wide->cost({kTiles - 1, 0}) == kMost * (kTiles - 1));
  REQUIRE(LegMatrix::holds(kMost / 3720));
  REQUIRE_FALSE(LegMatrix::holds(kMost / 3720 + 1));
  REQUIRE_FALSE(WideMatrix::holds(kMost / 3720));
  REQUIRE(CostlyMatrix::holds(kMost));
}

TEST_CASE("a mover gets a matrix that holds what its paths cost") {
  // Of two terrains at 1 and so much, a way over the dearer one, from end to end of the window.
  const auto way = [](TerrainCost dearest) {
    std::vector<TerrainId> tiles(60, 1);
    tiles[0] = 0;
    const auto map = TileMap::create(60, 1, {{".", kCostScale}, {"~", dearest}}, std::move(tiles));
    REQUIRE(map.has_value());
    const TestGrid grid(*map, MovementProfile{});
    const GridView view = grid.view();
    MoverMatrix<60> mover(grid.rules());
    return mover.with([&](auto& matrix) noexcept {
      matrix.place({{0, 0}, {60, 60}});
      const auto flood = [&](auto&& moves) { return matrix.flood({1, 0}, moves); };
      const bool flooded = with_moves(view, map->bounds(), flood).end == SearchEnd::exhausted;
      return flooded ? std::pair(matrix.cost({59, 0}), matrix.kMostCost) : std::pair(Cost{0}, Cost{0});
    });
  };
  // 9 is odd, so that sums are halved.
  REQUIRE(way(9 * kCostScale) == std::pair(Cost{58} * 5741 * 9, LegMatrix::kMostCost));
  REQUIRE(way(10'000 * kCostScale) == std::pair(Cost{58} * 5741 * 20'000, CostlyMatrix::kMostCost));
}

TEST_CASE("the longest path a matrix can hold is traced") {
  // A snake through all of a 60x59 map.
  std::vector<TerrainId> tiles(60 * 59, 0);
  for (std::int32_t y = 0; y < 59; ++y) {
    for (std::int32_t x = 0; x < 60; ++x) {
      if (y % 2 == 0 || x == (y / 2 % 2 == 0 ? 59 : 0)) tiles[static_cast<std::size_t>(y * 60 + x)] = 1;
    }
  }
  const auto map = TileMap::create(60, 59, {{"#", 0}, {".", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  const TestGrid grid(*map);
  const BuiltWorld built(*map, MovementProfile{});
  test::Asker query(built.world(), 0);
  const test::Found result = query.find({.from = {0, 0}, .to = {59, 58}, .tier = Tier::local});
  REQUIRE(result.status == Status::found);
  REQUIRE(result.optimal());
  REQUIRE(test::walk(query, result).tiles.size() == 29 * 60 + 30);
}

/// The bound as defined: every tile of the window, octile distance (4 neighbours: Manhattan) times the least price of
/// a tile anywhere on the map.
Cost brute_bound(const TestGrid& grid, const Oracle& oracle, const Rect& window, Tile from, Tile to) {
  const MoveRules& rules = grid.rules();
  Cost least = kInfiniteCost;
  for (const TerrainId id : grid.map().tiles()) {
    if (rules.cost[id] != 0) least = std::min<Cost>(least, rules.cost[id]);
  }
  const auto estimate = [&](Tile a, Tile b) {
    const auto dx = static_cast<Cost>(std::abs(a.x - b.x));
    const auto dy = static_cast<Cost>(std::abs(a.y - b.y));
    const Cost diagonal = rules.neighbours == Neighbours::four ? 0 : std::min(dx, dy);
    const Cost length = rules.straight * (dx + dy - 2 * diagonal) + rules.diagonal * diagonal;
    return length * least * 2 / (rules.halving == 1 ? 2 : 1);
  };
  Cost bound = kInfiniteCost;
  for (std::int32_t y = window.min.y; y < window.max.y; ++y) {
    for (std::int32_t x = window.min.x; x < window.max.x; ++x) {
      if (!oracle.passable({x, y})) continue;
      for (const auto& [next, step] : oracle.steps_from({x, y})) {
        if (!window.contains(next)) bound = std::min(bound, estimate(from, {x, y}) + estimate({x, y}, to));
      }
    }
  }
  return bound;
}

struct Certified {
  int claimed = 0;
  int not_claimed = 0;
  int without_exit = 0;
  int unreachable = 0;
};

/// One pair of ends: the bound, and the local tier's claim, which must be made if and only if the bound allows it.
template <class Matrix = LegMatrix>
void check_certificate(const TestGrid& grid, const Oracle& oracle, test::Asker& query, Tile from, Tile to,
                       Certified& seen, MatrixSide side = MatrixSide::side_60) {
  const Rect window = Matrix::centred(from, to);
  const Cost bound = escape_bound(grid.view(), window, from, to);
  CAPTURE(from, to, grid.map().bounds());
  REQUIRE(bound == brute_bound(grid, oracle, window, from, to));
  if (bound == kInfiniteCost) ++seen.without_exit;
  const Cost local = oracle.distances_within(intersection(window, grid.map().bounds()), from)[oracle.index(to)];
  const Cost best = oracle.distance(from, to);
  const test::Found result = query.find({.from = from, .to = to, .tier = Tier::local, .matrix = side});
  if (result.why == Why::different_islands) return;
  if (local == kInfiniteCost) {
    REQUIRE(result.status == (bound == kInfiniteCost ? Status::unreachable : Status::undecided));
    REQUIRE(result.optimal() == (bound == kInfiniteCost));
    seen.unreachable += bound == kInfiniteCost ? 1 : 0;
    if (bound == kInfiniteCost) REQUIRE(best == kInfiniteCost);
    return;
  }
  REQUIRE(result.status == Status::found);
  REQUIRE(result.cost == local);
  REQUIRE(result.optimal() == (local <= bound || from == to));
  if (result.optimal()) REQUIRE(local == best);
  ++(result.optimal() ? seen.claimed : seen.not_claimed);
}

TEST_CASE("the certificate is claimed if and only if the local cost is at most the bound") {
  Rng rng(64);
  Certified seen;
  for (int round = 0; round < 150; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 130});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const Oracle oracle = grid.oracle();
    const BuiltWorld built(map, grid.profile());
    test::Asker query(built.world(), 0);
    for (int i = 0; i < 12; ++i) {
      const auto from = test::random_passable(rng, grid.view());
      if (!from) break;
      Tile to{-1, -1};
      for (int attempt = 0; attempt < 50 && !oracle.passable(to); ++attempt) {
        // Far apart in one axis at least, every other time: short ways are nearly always certain.
        to = {from->x + rng.between(-59, 59), from->y + rng.between(-59, 59)};
        if (rng.percent(30)) to.x = from->x + (rng.percent(50) ? 59 : -59);
        if (rng.percent(30)) to.y = from->y + (rng.percent(50) ? 59 : -59);
      }
      if (oracle.passable(to)) check_certificate(grid, oracle, query, *from, to, seen);
    }
  }
  REQUIRE(seen.claimed > 300);
  REQUIRE(seen.not_claimed > 100);
  REQUIRE(seen.without_exit > 50);
}

TEST_CASE("the certificate holds at every parity of the midpoint and at the map's edges") {
  Certified seen;
  for (const Neighbours neighbours : {Neighbours::four, Neighbours::eight}) {
    for (const CornerRule corners : {CornerRule::never_cut, CornerRule::cut_one, CornerRule::cut_both}) {
      Rng rng(65);
      const TileMap map = test::random_map(
          rng, {.character = test::Character::open, .weights = test::Weights::small, .width = 75, .height = 64});
      MovementProfile profile;
      profile.neighbours = neighbours;
      profile.corners = corners;
      const TestGrid grid(map, profile);
      const Oracle oracle = grid.oracle();
      const BuiltWorld built(map, profile);
      test::Asker query(built.world(), 0);
      for (const Tile from : {Tile{0, 0}, Tile{0, 1}, Tile{1, 0}, Tile{15, 3}, Tile{14, 4}}) {
        for (const Tile reach : {Tile{59, 59}, Tile{59, 58}, Tile{58, 59}, Tile{58, 58}, Tile{59, 0}, Tile{0, 59},
                                 Tile{1, 0}, Tile{0, 1}, Tile{30, 29}}) {
          const Tile to{from.x + reach.x, from.y + reach.y};
          if (!oracle.passable(from) || !oracle.passable(to)) continue;
          check_certificate(grid, oracle, query, from, to, seen);
          check_certificate(grid, oracle, query, to, from, seen);
        }
      }
      const test::Found apart = query.find({.from = {0, 0}, .to = {60, 0}, .tier = Tier::local});
      REQUIRE((apart.status == Status::bad_goal || apart.why == Why::does_not_fit));
      REQUIRE_FALSE(apart.optimal());
    }
  }
  REQUIRE(seen.claimed + seen.not_claimed > 200);
}

TEST_CASE("the matrix of 120 tiles answers as that of 60 does, for ends twice as far apart") {
  Rng rng(67);
  Certified seen;
  std::size_t grown = 0;
  std::size_t farther = 0;
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 230});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const Oracle oracle = grid.oracle();
    const BuiltWorld built(map, grid.profile());
    test::Asker query(built.world(), 0);
    for (int i = 0; i < 8; ++i) {
      const auto from = test::random_passable(rng, grid.view());
      const auto to = test::random_passable(rng, grid.view());
      if (!from || !to) break;
      const PathRequest request{.from = *from, .to = *to, .tier = Tier::local, .matrix = MatrixSide::by_ends};
      const auto find = [&](MatrixSide side) {
        PathRequest with = request;
        with.matrix = side;
        return query.find(with);
      };
      const test::Found by_ends = find(MatrixSide::by_ends);
      if (by_ends.why == Why::different_islands) continue;
      const bool near = LegMatrix::fits(*from, *to);
      REQUIRE((find(MatrixSide::side_60).why == Why::does_not_fit) == !near);
      if (!WideMatrix::fits(*from, *to)) {
        REQUIRE(by_ends.why == Why::does_not_fit);
        REQUIRE(find(MatrixSide::side_120).why == Why::does_not_fit);
        continue;
      }
      check_certificate<WideMatrix>(grid, oracle, query, *from, *to, seen, MatrixSide::side_120);
      const test::Found fixed = find(near ? MatrixSide::side_60 : MatrixSide::side_120);
      REQUIRE(by_ends.status == fixed.status);
      REQUIRE(by_ends.cost == fixed.cost);
      REQUIRE(by_ends.expansions.local == fixed.expansions.local);
      grown += near ? 0 : 1;
      // Where nothing is forced, the window that was asked for comes first in its turn, and changes no answer.
      PathRequest automatic = request;
      automatic.tier = Tier::automatic;
      const Cost cost = query.find(automatic).cost;
      automatic.matrix = MatrixSide::side_120;
      const test::Found wide = query.find(automatic);
      REQUIRE(wide.cost == cost);
      REQUIRE(wide.optimal());
      farther += !near && wide.tier == Tier::local ? 1 : 0;
      if (wide.status == Status::found) REQUIRE(test::walk(query, wide).cost == cost);
    }
  }
  REQUIRE(seen.claimed > 50);
  REQUIRE(grown > 50);
  REQUIRE(farther > 10);
}

TEST_CASE("a matrix that holds the whole map proves both paths and their absence") {
  constexpr std::string_view kDrawing = R"(
    a.#b
    ..#.
    ..#.)";
  const TestGrid grid(test::ascii_map(kDrawing));
  const Tile from = test::find(kDrawing, 'a');
  const Tile to = test::find(kDrawing, 'b');
  REQUIRE(escape_bound(grid.view(), LegMatrix::centred(from, to), from, to) == kInfiniteCost);
}

}  // namespace
}  // namespace portolan
