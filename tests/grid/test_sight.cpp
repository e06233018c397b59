// SPDX-License-Identifier: BSL-1.0
// Line of sight, axis rays and visibility sweeps against the brute-force reference.
#include "portolan/grid/sight_space.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "support/ascii.hpp"
#include "support/brute_sight.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <set>
#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

/// A coordinate in [0, tiles]: on the lattice, at a centre or anywhere.
std::int32_t random_coordinate(Rng& rng, std::int32_t tiles) {
  switch (rng.below(3)) {
    case 0:
      return rng.between(0, tiles) * kSubUnits;
    case 1:
      return tiles == 0 ? 0 : rng.below(tiles) * kSubUnits + kSubUnits / 2;
    default:
      return rng.between(0, tiles * kSubUnits);
  }
}

Point random_point(Rng& rng, const SightSpace& space) {
  if (space.contact == Contact::square) return to_point({rng.between(0, space.width), rng.between(0, space.height)});
  return {random_coordinate(rng, space.width), random_coordinate(rng, space.height)};
}

/// All vertices seen from p, each once.
std::set<std::pair<std::int32_t, std::int32_t>> visible(const SightSpace& space, Point p, SightSweep& sweep) {
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  const auto add = [&](std::int32_t x, std::int32_t y) { REQUIRE(seen.emplace(x, y).second); };
  for (const Half half : {Half::up, Half::down}) {
    for (sweep.start(space, p, half, kWest, kEast); !sweep.done(); sweep.advance()) {
      for (const Cone& cone : sweep.cones()) {
        for (std::int32_t x = cone.first; x <= cone.last; ++x) {
          if (x * kSubUnits != p.x) add(x, sweep.line());
        }
      }
    }
  }
  if (on_lattice(p.y)) {
    for (std::int32_t x = floor_to_tile(p.x) + 1; x <= east_end(space, p); ++x) add(x, floor_to_tile(p.y));
    for (std::int32_t x = ceil_to_tile(p.x) - 1; x >= west_end(space, p); --x) add(x, floor_to_tile(p.y));
  }
  if (on_lattice(p.x)) {
    for (std::int32_t y = floor_to_tile(p.y) + 1; y <= south_end(space, p); ++y) add(floor_to_tile(p.x), y);
    for (std::int32_t y = ceil_to_tile(p.y) - 1; y >= north_end(space, p); --y) add(floor_to_tile(p.x), y);
  }
  return seen;
}

void check_world(Rng& rng, const TileMap& map, std::int32_t footprint) {
  if (map.width() < footprint || map.height() < footprint) return;
  const TestGrid grid(map, stepping_mover(footprint));
  const SightPlanes planes = sight_planes(grid.view(), footprint);
  const SightSpace space = planes.space();
  const BruteSight brute(map, footprint);
  SightSweep sweep(space.width);
  for (int query = 0; query < 12; ++query) {
    const Point a = random_point(rng, space);
    const Point b = random_point(rng, space);
    CAPTURE(footprint, a.x, a.y, b.x, b.y, map.width(), map.height());
    REQUIRE(can_stand(space, a) == brute.stands(a));
    REQUIRE(can_stand(space, b) == brute.stands(b));
    if (!brute.stands(a)) continue;
    if (brute.stands(b)) {
      REQUIRE(in_sight(space, a, b) == brute.clear(a, b));
      REQUIRE(in_sight(space, b, a) == brute.clear(a, b));
    }
    const auto seen = visible(space, a, sweep);
    for (std::int32_t y = 0; y <= space.height; ++y) {
      for (std::int32_t x = 0; x <= space.width; ++x) {
        const Point v = to_point({x, y});
        CAPTURE(x, y);
        if (v == a || y > brute.height() || x > brute.width()) continue;
        REQUIRE((seen.count({x, y}) != 0) == (brute.stands(v) && brute.clear(a, v)));
      }
    }
  }
}

}  // namespace

TEST_CASE("sight agrees with a test against every tile on random worlds", "[heavy]") {
  Rng rng(20261120);
  for (int world = 0; world < 1500; ++world) {
    RandomMapOptions options;
    options.weights = Weights::uniform;
    options.width = rng.between(1, 12);
    options.height = rng.between(1, 12);
    options.character = rng.pick(kCharacters);
    const TileMap map = random_map(rng, options);
    for (std::int32_t footprint = 0; footprint <= 3; ++footprint) check_world(rng, map, footprint);
  }
}

TEST_CASE("sight crosses word boundaries of wide maps") {
  Rng rng(7);
  for (int world = 0; world < 60; ++world) {
    RandomMapOptions options;
    options.weights = Weights::uniform;
    options.width = rng.between(60, 140);
    options.height = rng.between(1, 6);
    options.character = rng.percent(50) ? Character::open : rng.pick(kCharacters);
    const TileMap map = random_map(rng, options);
    for (std::int32_t footprint = 0; footprint <= 2; ++footprint) check_world(rng, map, footprint);
  }
}

TEST_CASE("a pinch can be reached and left by the point, not passed") {
  const TestGrid grid(ascii_map(R"(
    .#
    #.)"));
  const SightPlanes planes = SightPlanes::for_point(grid.view());
  const SightSpace space = planes.space();
  const Point pinch = to_point({1, 1});
  REQUIRE(can_stand(space, pinch));
  REQUIRE(corner_mask(space, {1, 1}) == 0);
  REQUIRE(in_sight(space, to_point({0, 0}), pinch));
  REQUIRE(in_sight(space, pinch, to_point({2, 2})));
  REQUIRE_FALSE(in_sight(space, to_point({0, 0}), to_point({2, 2})));
  REQUIRE_FALSE(in_sight(space, to_point({1, 0}), to_point({1, 2})));
}

TEST_CASE("predicates hold at the largest coordinates") {
  // A space of the largest side cannot be had in a test: one row is enough to reach every product's bound in x, and a
  // column in y.
  TestGrid row(
      *TileMap::create(kMaxSide, 2, {{"floor", kCostScale}}, std::vector<TerrainId>(2 * std::size_t{kMaxSide}, 0)));
  const SightPlanes planes = SightPlanes::for_point(row.view());
  const SightSpace space = planes.space();
  REQUIRE(in_sight(space, {1, 1}, {kMaxSide * kSubUnits - 1, 2 * kSubUnits - 1}));
  SightSweep sweep(space.width);
  sweep.start(space, {kMaxSide * kSubUnits - 3, 1}, Half::down, kWest, kEast);
  REQUIRE(sweep.cones().size() == 1);
  REQUIRE(sweep.cones()[0].first == 0);
  REQUIRE(sweep.cones()[0].last == kMaxSide);
  sweep.advance();
  REQUIRE(sweep.cones()[0].first == 0);
  TestGrid column(
      *TileMap::create(2, kMaxSide, {{"floor", kCostScale}}, std::vector<TerrainId>(2 * std::size_t{kMaxSide}, 0)));
  const SightPlanes tall = SightPlanes::for_point(column.view());
  REQUIRE(in_sight(tall.space(), {1, 1}, {2 * kSubUnits - 1, kMaxSide * kSubUnits - 1}));
  REQUIRE(south_end(tall.space(), {kSubUnits, 3}) == kMaxSide);
}

}  // namespace portolan::test
