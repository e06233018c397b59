// SPDX-License-Identifier: BSL-1.0
// Regions that edits only made dearer are searched as in the file until a path fails in them: on maps of several
// levels, with edits of all kinds, customised in part.
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <memory>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Rng;

/// Sets up to 9 x 9 tiles somewhere to a terrain: mostly one that movers pay more for or cannot pass, or any.
void edit_somewhere(Rng& rng, Overlay& overlay, bool eases) {
  const World& world = overlay.world();
  const Rect area = test::random_area(rng, world.bounds(), world.profiles()[0].regions.topology.layout);
  const auto palette = world.palette();
  const auto dearest =
      static_cast<TerrainId>(std::ranges::min_element(palette,
                                                      [](const Terrain& a, const Terrain& b) {
                                                        const auto rank = [](const Terrain& t) {
                                                          return t.default_cost == 0 ? ~TerrainCost{0} : t.default_cost;
                                                        };
                                                        return rank(a) > rank(b);
                                                      }) -
                             palette.begin());
  const auto any = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(palette.size())));
  REQUIRE(overlay.set_terrain(area, eases ? any : dearest).has_value());
}

struct Tally {
  std::size_t found = 0;
  std::size_t unreachable = 0;
};

void require_exact(std::uint64_t seed, int worlds) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; world < worlds; ++world) {
    const TileMap map = test::random_map(rng, {.width = rng.between(260, 420), .height = rng.between(260, 420)});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    test::Asker query(built.world(), 0, Baseline::with);
    Overlay overlay(built.world());
    const int easing = rng.percent(60) ? 0 : 20;
    for (int round = 0; round < 12; ++round) {
      for (int i = rng.between(1, 12); i > 0; --i) edit_somewhere(rng, overlay, rng.percent(easing));
      if (rng.percent(60)) (void)overlay.refresh(static_cast<std::size_t>(rng.between(1, 12)));
      if (rng.percent(10)) (void)overlay.refresh();
      query.use(std::make_shared<const Overlay>(overlay));
      for (int i = 0; i < 6; ++i) {
        PathRequest request{.from = {rng.below(map.width()), rng.below(map.height())},
                            .to = {rng.below(map.width()), rng.below(map.height())},
                            .tier = Tier::astar};
        const test::Found least = query.find(request);
        request.tier = Tier::regions;
        const test::Found result = query.find(request);
        CAPTURE(seed, world, round, easing, request.from, request.to);
        REQUIRE(result.status == least.status);
        if (result.status != Status::found) {
          tally.unreachable += result.status == Status::unreachable ? 1 : 0;
          continue;
        }
        REQUIRE(result.cost == least.cost);
        const test::Walk walk = test::walk(query, result);
        REQUIRE(walk.fault == "");
        REQUIRE(walk.cost == result.cost);
        ++tally.found;
        request.max_expansions = result.work;
        REQUIRE(query.find(request).cost == result.cost);
        if (result.work == 0) continue;
        request.max_expansions = result.work - 1;
        const test::Found starved = query.find(request);
        REQUIRE(starved.status == Status::out_of_budget);
        REQUIRE(starved.work <= request.max_expansions);
      }
    }
  }
  CHECK(tally.found > static_cast<std::size_t>(worlds) * 15);
  CHECK(tally.unreachable > 0);
}

/// Against Dijkstra on the edited map, with many goals a start, so that there are many queries: doors in walls, cheap
/// and dear ground, all kinds of edits, customised in part.
void require_least(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  std::size_t asked = 0;
  std::size_t found = 0;
  std::size_t joined = 0;  // on different islands of the file
  while (asked < queries) {
    TileMap map = test::random_map(rng, {.width = rng.between(70, 210), .height = rng.between(70, 210)});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    if (profile.metric == Metric::grid && rng.percent(40)) {
      REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    }
    const BuiltWorld built(map, profile);
    const ProfileView& view = built.world().profiles()[0];
    test::Asker query(built.world(), 0);
    std::vector<Mirrored> overlays{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int round = 0; round < 6; ++round) {
      for (int i = rng.between(1, 5); i > 0; --i) test::edit(rng, built.world(), overlays, 0);
      if (rng.percent(30)) (void)overlays[0].overlay.refresh(static_cast<std::size_t>(rng.between(1, 12)));
      if (rng.percent(10)) (void)overlays[0].overlay.refresh();
      const TileMap edited = test::as_edited(map, overlays[0]);
      const test::Oracle oracle(edited, profile, view.rules);
      query.use(std::make_shared<const Overlay>(overlays[0].overlay));
      const Tile from = test::random_tile(rng, oracle);
      if (!oracle.passable(from)) continue;
      const std::vector<Cost> least = oracle.distances_from(from);
      for (int i = 0; i < 60; ++i) {
        const Tile to = test::random_tile(rng, oracle);
        if (!oracle.passable(to)) continue;
        const test::Found result = query.find({.from = from, .to = to, .tier = Tier::regions});
        ++asked;
        const Cost expected = least[oracle.index(to)];
        const bool right = expected == kInfiniteCost ? result.status == Status::unreachable
                                                     : result.status == Status::found && result.cost == expected;
        if (!right) {
          FAIL("seed " << seed << " query " << asked << ": " << test::text_of(from) << " to " << test::text_of(to)
                       << " came to " << result.cost << " instead of " << expected);
        }
        found += expected == kInfiniteCost ? 0 : 1;
        const auto island = [&](Tile t) { return view.islands.label(view.grid.index(t)); };
        joined += expected != kInfiniteCost && island(from) != island(to) ? 1 : 0;
      }
    }
  }
  CHECK(found > queries / 4);
  CHECK(joined > queries / 200);
}

TEST_CASE("paths by regions are least between edits: a few") {
  require_least(615, 1500);
}
TEST_CASE("paths by regions are least between edits", "[heavy]") {
  require_least(613, 4000);
}
TEST_CASE("paths by regions are least between edits: a million queries", "[long]") {
  require_least(614, 1'000'000);
}
TEST_CASE("paths by regions are exact on large maps between edits, whatever was customised", "[heavy]") {
  require_exact(611, 16);
}
TEST_CASE("paths by regions are exact on large maps between edits: a thousand worlds", "[long]") {
  require_exact(612, 1000);
}

}  // namespace
}  // namespace portolan
