// SPDX-License-Identifier: BSL-1.0
// The judge of paths: what it lets pass, what it calls a fault, how it measures.
#include "portolan/grid/path_check.hpp"
#include "support/ascii.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <numbers>
#include <string>
#include <vector>

using namespace portolan;
using namespace portolan::test;

namespace {

constexpr double kRoot2 = std::numbers::sqrt2;

std::string fault_of(const TileMap& map, const std::vector<Tile>& path, const MovementProfile& profile = {}) {
  const PathMeasure measure = measure_path(map, profile, path);
  CHECK(measure.legal() == measure.fault.empty());
  CHECK(measure.fault.find('\n') == std::string::npos);
  return measure.fault;
}

}  // namespace

TEST_CASE("a legal path is counted and measured") {
  const auto map = ascii_map(R"(
      ....
      .#..
      ....
  )");
  const std::vector<Tile> path{{0, 1}, {0, 0}, {1, 0}, {2, 0}, {3, 1}, {2, 2}};
  const PathMeasure measure = measure_path(map, {}, path);
  CHECK(measure.legal());
  CHECK(measure.straight == 3);
  CHECK(measure.diagonal == 2);
  CHECK(measure.cost == 3 + 2 * kRoot2);
}

TEST_CASE("a path of one tile is legal and costs nothing") {
  const PathMeasure measure = measure_path(ascii_map("."), {}, std::vector<Tile>{{0, 0}});
  CHECK(measure.legal());
  CHECK(measure.cost == 0);
  CHECK(measure.straight + measure.diagonal == 0);
}

TEST_CASE("one price is multiplied in once, so that long paths gather no rounding errors") {
  const std::int32_t side = 1000;
  const auto map = *TileMap::create(side, side, {{"mud", 13'000}}, std::vector<TerrainId>(side * side));
  std::vector<Tile> path{{0, 0}};
  for (std::int32_t i = 1; i < side; ++i) path.push_back({i, i});
  for (std::int32_t i = side - 2; i >= 0; --i) path.push_back({i, side - 1});
  const PathMeasure measure = measure_path(map, {}, path);
  REQUIRE(measure.legal());
  CHECK(measure.cost == (999.0 + 999.0 * kRoot2) * 13'000 / kCostScale);
}

TEST_CASE("a step costs its length times the mean of both terrains") {
  const auto map = ascii_map("1342\n2222");
  CHECK(measure_path(map, {}, std::vector<Tile>{{0, 0}, {1, 0}}).cost == 2);
  CHECK(measure_path(map, {}, std::vector<Tile>{{1, 0}, {2, 0}}).cost == 3.5);
  CHECK(measure_path(map, {}, std::vector<Tile>{{1, 0}, {2, 1}}).cost == Approx(2.5 * kRoot2).epsilon(1e-14));
  const PathMeasure whole = measure_path(map, {}, std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {3, 1}});
  CHECK(whole.legal());
  CHECK(whole.cost == Approx(2 + 3.5 + 3 * kRoot2).epsilon(1e-14));
}

TEST_CASE("the profile's prices count, not the palette's") {
  const auto map = ascii_map(".#3");
  MovementProfile profile;
  profile.prices = {{"#", 25'000}, {"3", 5'000}};
  CHECK(measure_path(map, profile, std::vector<Tile>{{1, 0}, {2, 0}}).cost == 1.5);
  CHECK_THAT(fault_of(map, {{1, 0}, {0, 0}}, profile), Catch::Contains("cannot stand"));
}

TEST_CASE("an empty path is a fault") {
  CHECK_THAT(fault_of(ascii_map("."), {}), Catch::Contains("empty"));
}

TEST_CASE("a path must stay where the mover can stand") {
  const auto map = ascii_map(".#.\n...");
  CHECK_THAT(fault_of(map, {{1, 0}, {0, 0}}), Catch::Contains("cannot stand at 1,0"));
  CHECK_THAT(fault_of(map, {{0, 0}, {1, 0}}), Catch::Contains("0,0 to 1,0"));
  CHECK_THAT(fault_of(map, {{0, 0}, {-1, 0}}), Catch::Contains("cannot stand"));
  CHECK_THAT(fault_of(map, {{0, 1}, {0, 2}}), Catch::Contains("cannot stand"));
  CHECK_THAT(fault_of(map, {{3, 0}}), Catch::Contains("cannot stand at 3,0"));
}

TEST_CASE("a path goes step by step") {
  const auto map = ascii_map("....\n....\n....");
  CHECK_THAT(fault_of(map, {{0, 0}, {2, 0}}), Catch::Contains("0,0 to 2,0 is not one step"));
  CHECK_THAT(fault_of(map, {{0, 0}, {1, 2}}), Catch::Contains("not one step"));
  CHECK_THAT(fault_of(map, {{0, 0}, {0, 0}}), Catch::Contains("not one step"));
}

TEST_CASE("the first fault is told, and what came before it is counted") {
  const PathMeasure measure =
      measure_path(ascii_map("......"), {}, std::vector<Tile>{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {9, 9}});
  CHECK_FALSE(measure.legal());
  CHECK_THAT(measure.fault, Catch::Contains("2,0 to 4,0"));
  CHECK(measure.straight == 2);
}

TEST_CASE("four neighbours take no diagonal steps") {
  MovementProfile profile;
  profile.neighbours = Neighbours::four;
  const auto map = ascii_map("..\n..");
  CHECK(fault_of(map, {{0, 0}, {1, 0}, {1, 1}}, profile).empty());
  CHECK_THAT(fault_of(map, {{0, 0}, {1, 1}}, profile), Catch::Contains("diagonal"));
}

TEST_CASE("corners are cut as the rule allows") {
  const auto with = [](CornerRule corners) {
    MovementProfile profile;
    profile.corners = corners;
    return profile;
  };
  const auto one = ascii_map(".#\n..");
  CHECK_THAT(fault_of(one, {{0, 0}, {1, 1}}, with(CornerRule::never_cut)), Catch::Contains("cuts a corner"));
  CHECK(fault_of(one, {{0, 0}, {1, 1}}, with(CornerRule::cut_one)).empty());
  CHECK(fault_of(one, {{0, 0}, {1, 1}}, with(CornerRule::cut_both)).empty());
  const auto both = ascii_map(".#\n#.");
  CHECK_FALSE(fault_of(both, {{0, 0}, {1, 1}}, with(CornerRule::never_cut)).empty());
  CHECK_THAT(fault_of(both, {{0, 0}, {1, 1}}, with(CornerRule::cut_one)), Catch::Contains("two corners"));
  CHECK(fault_of(both, {{0, 0}, {1, 1}}, with(CornerRule::cut_both)).empty());
}

TEST_CASE("a large mover needs room and pays for the dearest tile under it") {
  MovementProfile profile;
  profile.footprint = 2;
  const auto map = ascii_map(R"(
      ..3.#
      ....#
      ...#.
  )");
  const PathMeasure measure = measure_path(map, profile, std::vector<Tile>{{0, 1}, {0, 0}, {1, 0}, {2, 0}});
  CHECK(measure.legal());
  CHECK(measure.cost == 1 + 2 + 3);
  CHECK_FALSE(fault_of(map, {{2, 0}, {3, 0}}, profile).empty());
  CHECK_FALSE(fault_of(map, {{0, 1}, {0, 2}}, profile).empty());
  CHECK_THAT(fault_of(map, {{1, 0}, {2, 1}}, profile), Catch::Contains("cannot stand"));
  CHECK_THAT(fault_of(map, {{1, 1}, {2, 0}}, profile), Catch::Contains("cuts a corner"));
}

TEST_CASE("random walks are judged as the oracle does") {
  Rng rng(41);
  std::size_t legal = 0;
  std::size_t faults = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const TileMap map = random_map(rng, {.max_side = 20});
    const TestGrid owner(map, random_profile(rng, map.palette()));
    const Oracle oracle = owner.oracle();
    const auto start = random_passable(rng, owner.view());
    if (!start) continue;
    std::vector<Tile> path{*start};
    Cost cost = 0;
    for (int step = rng.between(0, 40); step > 0 && cost < kInfiniteCost; --step) {
      const Tile here = path.back();
      Tile to{here.x + rng.between(-1, 1), here.y + rng.between(-1, 1)};
      const auto steps = oracle.steps_from(here);
      if (rng.percent(98) && !steps.empty()) {
        to = steps[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(steps.size())))].first;
      }
      cost += oracle.step_cost(here, to);
      path.push_back(to);
    }
    const PathMeasure measure = measure_path(map, owner.profile(), path);
    CHECK(measure.legal() == (cost < kInfiniteCost));
    if (measure.legal()) {
      CHECK(measure.cost == Approx(static_cast<double>(cost) * owner.rules().tiles_per_unit()).epsilon(1e-6));
    }
    ++(measure.legal() ? legal : faults);
  }
  CHECK(legal > 100);
  CHECK(faults > 20);
}
