// SPDX-License-Identifier: BSL-1.0
// Sight on the grid as it is against sight in the plane that is built from it.
#include "portolan/grid/sight_space.hpp"
#include "portolan/grid/tile_sight.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("tiles see each other on the grid as on the plane of squares, and the walk costs what its steps do") {
  Rng rng(4711);
  int seen = 0;
  int dearer = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const TileMap map = random_map(rng, {.max_side = 40});
    const TestGrid grid(map, random_profile(rng, map.palette()));
    const GridView view = grid.view();
    const Oracle oracle = grid.oracle();
    const SightPlanes planes = SightPlanes::for_square(view);
    for (int pair = 0; pair < 60; ++pair) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      CAPTURE(from.x, from.y, to.x, to.y);
      const auto walk = walk_in_sight(view, from, to);
      if (!view.passable(from) || !view.passable(to)) {
        REQUIRE_FALSE(walk.has_value());
        continue;
      }
      const bool sees = in_sight(planes.space(), to_plane(Contact::square, centre_of(from)),
                                 to_plane(Contact::square, centre_of(to)));
      REQUIRE(in_sight(view, from, to) == sees);
      REQUIRE(in_sight(view, to, from) == sees);
      REQUIRE(walk.has_value() == sees);
      if (!sees) continue;
      ++seen;
      Cost least = kInfiniteCost;
      for (const SightWalk kind : kSightWalks) {
        Cost cost = 0;
        Tile last = from;
        for (std::int32_t step = 1; step <= sight_steps(from, to, grid.rules().neighbours); ++step) {
          const Tile next = sight_step(from, to, grid.rules().neighbours, kind, step);
          const Cost price = oracle.step_cost(last, next);
          cost = price == kInfiniteCost ? kInfiniteCost : std::min(kInfiniteCost, cost + price);
          last = next;
        }
        if (kind == SightWalk::along_line) REQUIRE(cost != kInfiniteCost);
        if (kind == walk->walk) REQUIRE(cost == walk->cost);
        least = std::min(least, cost);
      }
      REQUIRE(walk->cost == least);
      dearer += least > grid.rules().lower_bound(from, to) ? 1 : 0;
    }
  }
  CHECK(seen > 1000);
  CHECK(dearer > 200);
}

}  // namespace portolan::test
