// SPDX-License-Identifier: BSL-1.0
// The local matrix, and the certificate that says when its answer is the last word, each driven alone.
#include "portolan/query/certificate.hpp"
#include "portolan/query/local_matrix.hpp"
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
                   WideMatrix) {
  Rng rng(63);
  const auto matrix = std::make_unique<TestType>();
  std::vector<Tile> memory(TestType::kNodes);
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 160});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const GridView view = grid.view();
    const Oracle oracle = grid.oracle();
    const auto from = test::random_passable(rng, view);
    if (!from) continue;
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
void check_certificate(const TestGrid& grid, const Oracle& oracle, test::Asker& query, Tile from, Tile to,
                       Certified& seen) {
  const Rect window = LegMatrix::centred(from, to);
  const Cost bound = escape_bound(grid.view(), window, from, to);
  CAPTURE(from, to, grid.map().bounds());
  REQUIRE(bound == brute_bound(grid, oracle, window, from, to));
  if (bound == kInfiniteCost) ++seen.without_exit;
  const Cost local = oracle.distances_within(intersection(window, grid.map().bounds()), from)[oracle.index(to)];
  const Cost best = oracle.distance(from, to);
  const test::Found result = query.find({.from = from, .to = to, .tier = Tier::local});
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
