// SPDX-License-Identifier: BSL-1.0
// The judge of straight lines against the tests' own reference, written apart from it.
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/sight_space.hpp"
#include "support/ascii.hpp"
#include "support/brute_segment.hpp"
#include "support/brute_sight.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

namespace portolan {
using test::Rng;
using test::Weights;

TEST_CASE("lines are judged as by the reference, and so is their cost") {
  Rng rng(61);
  std::size_t clear = 0;
  std::size_t not_clear = 0;
  for (int world = 0; world < 400; ++world) {
    const TileMap map = test::random_map(rng, {.character = rng.pick(test::kCharacters),
                                               .weights = rng.percent(50) ? Weights::uniform : Weights::small,
                                               .width = rng.between(2, 14),
                                               .height = rng.between(2, 14)});
    const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
    const MovementProfile profile = test::straight_mover(footprint);
    const test::TestGrid grid(map, profile);
    const test::Oracle oracle = grid.oracle();
    const Contact contact = test::contact_of(footprint);
    const test::BruteSight reference(map, footprint);
    const test::BruteSegment prices(oracle, contact, 20);
    const double unit = static_cast<double>(grid.rules().cost_unit) / kCostScale / (1 << 20);
    const LineJudge judge(map, profile);
    for (int i = 0; i < 60; ++i) {
      const Point a = test::random_point(rng, map, footprint);
      const Point b = test::random_point(rng, map, footprint);
      CAPTURE(footprint, map.width(), map.height(), a.x, a.y, b.x, b.y);
      const Point plane_a = to_plane(contact, a);
      const Point plane_b = to_plane(contact, b);
      REQUIRE(judge.stands(a) == reference.stands(plane_a));
      if (!judge.stands(a) || !judge.stands(b)) continue;
      REQUIRE(judge.clear(a, b) == reference.clear(plane_a, plane_b));
      (judge.clear(a, b) ? clear : not_clear) += 1;
      if (judge.clear(a, b)) {
        REQUIRE(judge.cost(a, b) == Approx(static_cast<double>(prices.cost(plane_a, plane_b)) * unit).margin(1e-4));
      }
    }
  }
  REQUIRE(clear > 2000);
  REQUIRE(not_clear > 2000);
}

TEST_CASE("a bad line is named with its fault") {
  const TileMap map = test::ascii_map(R"(
    ...
    .#.
    #..)");
  const MovementProfile point = test::straight_mover(0);
  const auto fault = [&](std::vector<Point> path) { return measure_line(map, point, path).fault; };
  REQUIRE(fault({}) == "the path is empty");
  REQUIRE(fault({{128, 128}}).empty());
  REQUIRE(fault({{384, 384}}) == "the mover cannot be at 1.5,1.5");
  REQUIRE(fault({{128, 128}, {640, 640}}) == "the line 0.5,0.5 to 2.5,2.5 is not free");
  // Around the corner of the wall, and not around the pinch that it shares with the wall below.
  REQUIRE(fault({{128, 128}, {512, 256}, {640, 640}}).empty());
  REQUIRE(fault({{128, 384}, {256, 512}, {384, 640}}) == "the mover cannot be at 1.0,2.0");
  REQUIRE(measure_line(map, point, std::vector<Point>{{0, 0}, {768, 0}}).cost == Approx(3));
  REQUIRE(fault({{0, 0}, {-256, 0}}) == "the mover cannot be at -1.0,0.0");
}

}  // namespace portolan
