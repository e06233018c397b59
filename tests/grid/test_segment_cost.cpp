// SPDX-License-Identifier: BSL-1.0
// The cost of straight segments against fractions cut at every cell, by hand, and at the limits of the integers.
#include "portolan/grid/segment_cost.hpp"
#include "portolan/waypoints/sight_metric.hpp"
#include "support/ascii.hpp"
#include "support/brute_segment.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BruteSegment;
using test::Rng;
using test::TestGrid;
using Integer = boost::multiprecision::cpp_int;

constexpr Cost kTile = Cost{1} << 20;

/// On a border of either plane, at the middle or anywhere.
Point random_point(Rng& rng, const TileMap& map) {
  const auto coordinate = [&](std::int32_t tiles) {
    const std::int32_t any = rng.between(0, tiles * kSubUnits);
    return rng.percent(30) ? any : any / (kSubUnits / 2) * (kSubUnits / 2);
  };
  return {coordinate(map.width()), coordinate(map.height())};
}

/// The least integer not below sqrt(square) * factor.
Integer ceil_of_root(const Integer& square, const Integer& factor) {
  Integer root = sqrt(Integer(square * factor * factor));
  while (root * root < square * factor * factor) ++root;
  return root;
}

Cost capped(const Integer& cost) {
  return cost < kInfiniteCost ? static_cast<Cost>(cost) : kInfiniteCost;
}

/// A grid of one terrain that costs `cost`.
struct Plain {
  Plain(std::int32_t width, std::int32_t height, std::uint32_t cost)
      : terrain(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    rules.cost[0] = cost;
    field = {{.terrain = TerrainPlane::in_rows(terrain, width), .rules = &rules}, Contact::point, 20};
  }
  std::vector<TerrainId> terrain;
  MoveRules rules;
  CostField field;
};

}  // namespace

TEST_CASE("segments cost what fractions say, cell by cell") {
  Rng rng(20261121);
  int finite = 0;
  for (int world = 0; world < 8000; ++world) {
    test::RandomMapOptions options;
    options.width = rng.between(1, 12);
    options.height = rng.between(1, 12);
    if (rng.percent(60)) options.character = test::Character::open;
    MovementProfile profile;
    profile.footprint = rng.between(1, 3);
    const TestGrid grid(random_map(rng, options), profile);
    const auto oracle = grid.oracle();
    const auto contact = profile.footprint > 1 || rng.percent(50) ? Contact::square : Contact::point;
    const auto bits = static_cast<std::uint32_t>(rng.between(kSubBits, 20));
    const CostField field{grid.view(), contact, bits};
    const BruteSegment brute(oracle, contact, bits);
    for (int i = 0; i < 12; ++i) {
      const Point a = random_point(rng, grid.map());
      Point b = random_point(rng, grid.map());
      if (rng.percent(20)) (rng.percent(50) ? b.x : b.y) = rng.percent(50) ? a.x : a.y;
      CAPTURE(static_cast<int>(contact), bits, a.x, a.y, b.x, b.y);
      const Cost cost = segment_cost(field, a, b);
      REQUIRE(cost == brute.cost(a, b));
      REQUIRE(cost == segment_cost(field, b, a));
      finite += cost < kInfiniteCost ? 1 : 0;
    }
  }
  REQUIRE(finite > 10'000);
}

TEST_CASE("cutting a segment in two never makes it cheaper") {
  Rng rng(5);
  for (int world = 0; world < 300; ++world) {
    const TestGrid grid(random_map(rng, {.character = test::Character::open, .max_side = 30}));
    const CostField field{grid.view(), Contact::point, 20};
    for (int i = 0; i < 50; ++i) {
      const Point middle = random_point(rng, grid.map());
      const Point step{rng.between(-20, 20), rng.between(-20, 20)};
      const std::int32_t before = rng.below(100);
      const std::int32_t after = rng.below(100);
      const Point a{middle.x - before * step.x, middle.y - before * step.y};
      const Point b{middle.x + after * step.x, middle.y + after * step.y};
      if (std::min({a.x, a.y, b.x, b.y}) < 0) continue;
      REQUIRE(segment_cost(field, a, b) <= segment_cost(field, a, middle) + segment_cost(field, middle, b));
    }
  }
}

TEST_CASE("on terrain of cost 1 a segment costs its length") {
  const Plain plain(300, 200, 1);
  Rng rng(6);
  for (std::uint32_t bits = kSubBits; bits <= 20; ++bits) {
    const SightMetric metric{.fraction_bits = bits};
    for (int i = 0; i < 500; ++i) {
      const Point a{rng.between(0, 300 * kSubUnits), rng.between(0, 200 * kSubUnits)};
      const Point b{rng.between(0, 300 * kSubUnits), rng.between(0, 200 * kSubUnits)};
      const CostField field{plain.field.grid, Contact::point, bits};
      REQUIRE(segment_cost(field, a, b) == metric.length(a, b));
    }
  }
}

TEST_CASE("segments by hand") {
  const TestGrid grid(test::ascii_map(R"(
      .92
      #.4
      .#.
  )"));
  const CostField point{grid.view(), Contact::point, 20};
  const CostField square{grid.view(), Contact::square, 20};

  SECTION("from centre to centre, half of each tile") {
    REQUIRE(segment_cost(point, {128, 128}, {384, 128}) == kTile * 5);
    REQUIRE(segment_cost(square, {0, 0}, {256, 0}) == kTile * 5);
    REQUIRE(segment_cost(point, {128, 128}, {640, 128}) == kTile * 21 / 2);
  }
  SECTION("along a border the cheaper passable side") {
    REQUIRE(segment_cost(point, {256, 256}, {512, 256}) == kTile);
    REQUIRE(segment_cost(point, {512, 256}, {768, 256}) == kTile * 2);
    REQUIRE(segment_cost(point, {0, 256}, {256, 256}) == kTile);
    REQUIRE(segment_cost(point, {0, 512}, {256, 512}) == kTile);
    REQUIRE(segment_cost(point, {256, 768}, {512, 768}) == kInfiniteCost);
    REQUIRE(segment_cost(point, {0, 0}, {768, 0}) == kTile * 12);
    REQUIRE(segment_cost(point, {768, 0}, {768, 768}) == kTile * 7);
  }
  SECTION("through a corner only the two tiles that are crossed") {
    const Cost diagonal = SightMetric{}.length({0, 0}, {256, 256});
    REQUIRE(segment_cost(point, {0, 0}, {512, 512}) == SightMetric{}.length({0, 0}, {512, 512}));
    REQUIRE(segment_cost(point, {0, 512}, {256, 256}) == kInfiniteCost);
    REQUIRE(segment_cost(point, {512, 512}, {768, 256}) == 5'931'642);  // 4 * 2^20 * sqrt(2) is 5931641.6
    REQUIRE(segment_cost(square, {0, 0}, {256, 256}) == diagonal);
  }
  SECTION("blocked or outside") {
    REQUIRE(segment_cost(point, {128, 128}, {128, 384}) == kInfiniteCost);
    REQUIRE(segment_cost(square, {0, 0}, {0, 256}) == kInfiniteCost);
    REQUIRE(segment_cost(point, {640, 128}, {896, 128}) == kInfiniteCost);
    REQUIRE(segment_cost(point, {128, 384}, {128, 384}) == 0);
  }
  SECTION("paths") {
    const std::vector<Point> path{{128, 128}, {384, 128}, {384, 384}};
    REQUIRE(path_cost(point, path) == kTile * 10);
    REQUIRE(path_cost(point, std::span(path).first(1)) == 0);
    REQUIRE(path_cost(point, {}) == 0);
    const std::vector<Point> blocked{{128, 128}, {128, 384}, {384, 384}, {384, 640}};
    REQUIRE(path_cost(point, blocked) == kInfiniteCost);
  }
}

TEST_CASE("the longest segments at the dearest costs, and the largest sum") {
  const std::int32_t wide = kMaxSide;
  constexpr std::int32_t kFar = kMaxSide * kSubUnits;
  for (const std::uint32_t cost : {1U, 9999U, 4'194'303U, 4'194'304U, 1'000'000'000U, ~0U}) {
    const Plain plain(wide, 3, cost);
    for (const Point b : {Point{kFar, 0}, Point{kFar, 1}, Point{kFar, 767}, Point{kFar - 1, 768}}) {
      const Integer square = Integer(b.x) * b.x + Integer(b.y) * b.y;
      const Cost exact = capped(ceil_of_root(square, Integer(cost) << 12));
      CAPTURE(cost, b.x, b.y);
      REQUIRE(segment_cost(plain.field, {0, 0}, b) == exact);
      REQUIRE(segment_cost(plain.field, b, {0, 0}) == exact);
    }
    const std::vector<Point> to_and_fro{{0, 0}, {kFar, 768}, {0, 0}, {kFar, 768}, {0, 0}, {kFar, 768}};
    const Integer sum = 5 * ceil_of_root(Integer(kFar) * kFar + 768 * 768, Integer(cost) << 12);
    REQUIRE(path_cost(plain.field, to_and_fro) == capped(sum));
  }
}

}  // namespace portolan
