// SPDX-License-Identifier: BSL-1.0
// Straight walks from tile to tile against the judge of lines, which looks at the map as declared, and sight of a point
// on the grid against sight in the plane that is built from it.
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/straight_walk.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("straight walks from tile to tile are legal, and cost what the judge of lines says") {
  Rng rng(815);
  int seen = 0;
  int hidden = 0;
  int paid = 0;
  int kept = 0;
  constexpr std::uint32_t kBits = 18;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    TileMap map = random_map(rng, {.max_side = 40});
    if (rng.percent(60)) REQUIRE(map.set_moves(random_moves(rng, map, 12)).has_value());
    const std::vector<std::uint64_t> edge_costs = edge_plane(map).costs;
    const TestGrid grid(map, straight_mover(rng.between(0, 3)));
    const GridView view = grid.view();
    const Contact contact = contact_of(grid.profile().footprint);
    const SightPlanes planes = sight_planes(view, grid.profile().footprint);
    const LineJudge judge(map, grid.profile());
    const StraightMover mover{{view, contact, kBits}, edge_costs};
    for (int pair = 0; pair < 60; ++pair) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      Tile to{rng.below(map.width()), rng.below(map.height())};
      if (rng.percent(40)) to = {from.x + rng.between(-1, 1), from.y + rng.between(-1, 1)};
      CAPTURE(from.x, from.y, to.x, to.y);
      const auto walk = straight_walk(mover, from, to);
      if (!view.passable(from) || !view.passable(to)) {
        REQUIRE_FALSE(walk.has_value());
        continue;
      }
      const Point a = centre_of(from);
      const Point b = centre_of(to);
      const bool clear = judge.clear(a, b);
      REQUIRE(in_sight(planes.space(), to_plane(contact, a), to_plane(contact, b)) == clear);
      if (contact == Contact::point) {
        REQUIRE(point_in_sight(view, from, to) == clear);
        REQUIRE(point_in_sight(view, to, from) == clear);
      }
      if (!walk) {
        // Where moves are near, a longer walk is none.
        REQUIRE((!clear || !map.moves().empty()));
        kept += clear ? 1 : 0;
        ++hidden;
        continue;
      }
      ++seen;
      REQUIRE(clear);
      const std::uint64_t crossing = judge.crossing(a, b);
      REQUIRE(crossing != kBlockedMove);
      paid += crossing != 0 ? 1 : 0;
      const double cost = judge.cost(a, b) + static_cast<double>(crossing) / kCostScale;
      const double unit = static_cast<double>(grid.rules().cost_unit) / kCostScale / (1 << kBits);
      REQUIRE(static_cast<double>(*walk) * unit == Approx(cost).epsilon(1e-9).margin(2 * unit));
      REQUIRE(straight_bound(mover, from, to) <= *walk);
      const bool beside = std::max(std::abs(from.x - to.x), std::abs(from.y - to.y)) == 1;
      if (beside && step_cost(view, from, to) != kInfiniteCost) REQUIRE(straight_step(mover, from, to) == *walk);
    }
  }
  CHECK(seen > 1000);
  CHECK(hidden > 1000);
  CHECK(paid > 50);
  CHECK(kept > 50);
}

}  // namespace portolan::test
