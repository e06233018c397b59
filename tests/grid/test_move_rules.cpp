// SPDX-License-Identifier: BSL-1.0
// From declared prices to the integer unit: common factor, halving, width of the unit, refusals, lower bounds.
#include "portolan/grid/move_rules.hpp"
#include "support/ascii.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <numeric>
#include <string>

using namespace portolan;
using namespace portolan::test;

namespace {

/// A map of one row that uses each terrain of these costs once.
TileMap row_of(const std::vector<TerrainCost>& costs) {
  std::vector<Terrain> palette;
  std::vector<TerrainId> tiles;
  for (const TerrainCost cost : costs) {
    tiles.push_back(static_cast<TerrainId>(palette.size()));
    palette.push_back({std::to_string(palette.size()), cost});
  }
  return *TileMap::create(static_cast<std::int32_t>(costs.size()), 1, palette, tiles);
}

MoveRules rules_of(const TileMap& map, const MovementProfile& profile = {}) {
  const auto rules = make_move_rules(profile, map);
  REQUIRE(rules.has_value());
  return *rules;
}

Error error_of(const TileMap& map, const MovementProfile& profile) {
  const auto rules = make_move_rules(profile, map);
  REQUIRE_FALSE(rules.has_value());
  CHECK_FALSE(rules.error().message.empty());
  CHECK(rules.error().message.find('\n') == std::string::npos);
  return rules.error();
}

}  // namespace

TEST_CASE("the default profile is that of the Moving AI benchmarks") {
  const MoveRules rules = rules_of(ascii_map(".#"));
  CHECK(rules.neighbours == Neighbours::eight);
  CHECK(rules.corners == CornerRule::never_cut);
  CHECK(rules.footprint == 1);
  CHECK(rules.straight == 5741);
  CHECK(rules.diagonal == 8119);
  CHECK(rules.halving == 1);
  CHECK(rules.cost[0] == 1);
  CHECK(rules.cost[1] == 0);
  CHECK(rules.cost[kNoTerrain] == 0);
  CHECK(rules.straight_step(1, 1) == 5741);
  CHECK(rules.diagonal_step(1, 1) == 8119);
}

TEST_CASE("one price for all terrain is divided out, whatever it is") {
  for (const TerrainCost price : {TerrainCost{1}, TerrainCost{25'000}, TerrainCost{40'000}, kMaxTerrainCost}) {
    CAPTURE(price);
    const MoveRules rules = rules_of(row_of({price, 0, price}));
    CHECK(rules.cost_unit == price);
    CHECK(rules.cost[0] == 1);
    CHECK(rules.cost[2] == 1);
    CHECK(rules.halving == 1);
    CHECK(rules.straight == 5741);
    CHECK(rules.tiles_per_unit() * static_cast<double>(rules.straight_step(1, 1)) == Approx(price / 1e4));
  }
}

TEST_CASE("prices lose their greatest common factor") {
  const MoveRules rules = rules_of(row_of({15'000, 25'000, 0, 40'000}));
  CHECK(rules.cost_unit == 5'000);
  CHECK(rules.cost[0] == 3);
  CHECK(rules.cost[1] == 5);
  CHECK(rules.cost[2] == 0);
  CHECK(rules.cost[3] == 8);
}

TEST_CASE("sums are halved where all prices are odd") {
  CHECK(rules_of(row_of({10'000, 30'000, 90'000})).halving == 1);
  CHECK(rules_of(row_of({20'000, 60'000, 180'000})).halving == 1);
  CHECK(rules_of(row_of({10'000, 20'000})).halving == 0);
  const MoveRules rules = rules_of(row_of({10'000, 20'000}));
  CHECK(rules.straight_step(1, 2) == 3 * 5741);
  CHECK(rules.diagonal_step(1, 2) == 3 * 8119);
  CHECK(rules.tiles_per_unit() * static_cast<double>(rules.straight_step(1, 2)) == Approx(1.5));
  const MoveRules odd = rules_of(row_of({10'000, 30'000}));
  CHECK(odd.straight_step(1, 3) == 2 * 5741);
  CHECK(odd.tiles_per_unit() * static_cast<double>(odd.straight_step(1, 3)) == Approx(2));
}

TEST_CASE("a map without passable terrain has rules all the same") {
  const MoveRules rules = rules_of(ascii_map("##"));
  CHECK(rules.least_cost == 1);
  CHECK(rules.cost_unit == kCostScale);
  CHECK(rules.cost[0] == 1);
  CHECK(rules.cost[1] == 0);
  const MoveRules closed = rules_of(row_of({0, 0}));
  CHECK(closed.least_cost == 1);
  CHECK(closed.cost_unit == kCostScale);
}

TEST_CASE("the least cost is that of terrain the map uses") {
  const auto map = *TileMap::create(2, 1, {{"road", 10'000}, {"mud", 70'000}, {"wall", 0}, {"grass", 20'000}}, {1, 3});
  const MoveRules rules = rules_of(map);
  CHECK(rules.cost_unit == 10'000);
  CHECK(rules.least_cost == 2);
}

TEST_CASE("prices of a profile replace the palette's costs") {
  const auto map = *TileMap::create(3, 1, {{"road", 10'000}, {"mud", 70'000}, {"sea", 0}}, {0, 1, 2});
  MovementProfile boat;
  boat.prices = {{"sea", 5'000}, {"ice", 1}, {"mud", 0}};
  const MoveRules rules = rules_of(map, boat);
  CHECK(rules.cost_unit == 5'000);  // a terrain that the map lacks has no say in the unit
  CHECK(rules.cost[0] == 0);        // not listed
  CHECK(rules.cost[1] == 0);
  CHECK(rules.cost[2] == 1);
}

TEST_CASE("the coarser unit serves where the finer might overflow") {
  // On a small map the bound is a step of 2^61 / 2^21 = 2^40; an even price beside an odd one forbids halving.
  const auto rules_with = [](TerrainCost dearest) { return rules_of(row_of({1, 2, dearest})); };
  CHECK(rules_with(67'712'256).straight == 5741);
  CHECK(rules_with(67'712'256).diagonal == 8119);
  CHECK(rules_with(67'712'257).straight == 985);
  CHECK(rules_with(67'712'257).diagonal == 1393);
  CHECK(rules_with(300'000'000).straight == 985);
  CHECK(costs_fit(rules_with(300'000'000), 3));
}

TEST_CASE("steps have the ratio that the profile declares, in fine units") {
  const auto with = [](std::uint32_t straight, std::uint32_t diagonal) {
    return rules_of(ascii_map(".#"), {.steps = StepCosts{straight, diagonal}});
  };
  CHECK(with(10, 14).straight == 5000);
  CHECK(with(10, 14).diagonal == 7000);
  CHECK(with(2, 3).diagonal == 7500);
  CHECK(with(1, 1).diagonal == 5000);
  CHECK(with(7, 14).diagonal == 10'000);
  CHECK(with(19'999, 20'000).straight == 19'999);
  CHECK(declared_steps(with(10, 14)) == StepCosts{5, 7});
  CHECK(declared_steps(with(1000, 1414)) == StepCosts{500, 707});
  CHECK_FALSE(declared_steps(rules_of(ascii_map(".#"))).has_value());
  CHECK(with(10, 14).tiles_per_unit() * static_cast<double>(with(10, 14).diagonal_step(1, 1)) == Approx(1.4));
  CHECK(with(10, 14).lower_bound({0, 0}, {5, 2}) == 3 * 5000 + 2 * 7000);
  Rng rng(8);
  for (int round = 0; round < 1000; ++round) {
    const StepCosts steps = random_steps(rng).value_or(StepCosts{10, 14});
    const auto map = rng.percent(20) ? row_of({1, 2, 20'000'000}) : row_of({10'000, 20'000});
    const MoveRules rules = rules_of(map, {.steps = steps});
    REQUIRE(std::uint64_t{rules.straight} * steps.diagonal == std::uint64_t{rules.diagonal} * steps.straight);
  }
}

TEST_CASE("the coarser unit of declared steps serves where the finer might overflow") {
  const MovementProfile profile{.steps = StepCosts{10, 14}};
  const MoveRules fine = rules_of(row_of({1, 2, 60'000'000}), profile);
  CHECK(fine.straight == 5000);
  const MoveRules coarse = rules_of(row_of({1, 2, 300'000'000}), profile);
  CHECK(coarse.straight == 1000);
  CHECK(coarse.diagonal == 1400);
  CHECK(declared_steps(coarse) == StepCosts{5, 7});
  const MoveRules root = rules_of(row_of({1, 2, 300'000'000}));
  CHECK(root.straight == 985);
  CHECK_FALSE(declared_steps(root).has_value());
}

TEST_CASE("steps that are no norm, or belong to no diagonal, are refused") {
  const auto refusal = [](StepCosts steps, MovementProfile profile = {}) {
    profile.steps = steps;
    const Error error = error_of(ascii_map(".#"), profile);
    CHECK(error.code == ErrorCode::usage);
    return error.message;
  };
  CHECK_THAT(refusal({10, 9}), Catch::EndsWith("steps: a diagonal step must not cost less than a straight one"));
  CHECK_THAT(refusal({10, 21}), Catch::EndsWith("steps: a diagonal step must not cost more than two straight ones"));
  CHECK_THAT(refusal({0, 0}), Catch::EndsWith("steps: must be from 1 to 20000"));
  CHECK_THAT(refusal({15'000, 20'001}), Catch::EndsWith("steps: must be from 1 to 20000"));
  CHECK_THAT(refusal({10, 14}, {.metric = Metric::any_angle}),
             Catch::EndsWith("steps belong to the grid metric with 8 neighbours"));
  CHECK_THAT(refusal({10, 14}, {.neighbours = Neighbours::four}),
             Catch::EndsWith("steps belong to the grid metric with 8 neighbours"));
}

TEST_CASE("prices that might overflow are refused") {
  const Error error = error_of(row_of({1, 2, kMaxTerrainCost}), {});
  CHECK(error.code == ErrorCode::limit);
  CHECK_THAT(error.message, Catch::Contains("default"));
}

TEST_CASE("costs fit as long as the dearest step on every position stays below half of infinity") {
  MoveRules rules;
  rules.cost[0] = 1;
  CHECK(dearest_step(rules) == 8119);
  CHECK(costs_fit(rules, 1));
  CHECK(costs_fit(rules, std::uint64_t{1} << 40));
  rules.cost[7] = 1'000'001;
  CHECK(dearest_step(rules) == 8119 * Cost{1'000'001});
  CHECK(costs_fit(rules, 280'000'000));
  CHECK_FALSE(costs_fit(rules, 290'000'000));
  rules.halving = 0;
  CHECK_FALSE(costs_fit(rules, 280'000'000));
}

TEST_CASE("profiles that make no sense are refused") {
  const auto map = ascii_map("..");
  MovementProfile profile;
  profile.name = "";
  CHECK(error_of(map, profile).code == ErrorCode::usage);
  profile.name = std::string(256, 'n');
  CHECK(error_of(map, profile).code == ErrorCode::usage);
  profile.name = std::string(255, 'n');
  CHECK(make_move_rules(profile, map).has_value());

  profile = {};
  for (const std::int32_t footprint : {0, -1, kMaxFootprint + 1}) {
    profile.footprint = footprint;
    CHECK(error_of(map, profile).code == ErrorCode::usage);
  }
  profile.footprint = kMaxFootprint;
  CHECK(make_move_rules(profile, map).has_value());

  profile = {};
  profile.prices = {{".", 1}, {".", 1}};
  const Error twice = error_of(map, profile);
  CHECK(twice.code == ErrorCode::usage);
  CHECK_THAT(twice.message, Catch::Contains("'.'"));
  profile.prices = {{".", kMaxTerrainCost + 1}};
  CHECK(error_of(map, profile).code == ErrorCode::usage);
  profile.prices = {{"unknown", 1}, {"unknown", 1}};
  CHECK(error_of(map, profile).code == ErrorCode::usage);
}

TEST_CASE("the unit keeps every declared price exactly") {
  Rng rng(11);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const TileMap map = random_map(rng, {.max_side = 12});
    const MovementProfile profile = random_profile(rng, map.palette());
    const MoveRules rules = rules_of(map, profile);
    std::uint32_t factor = 0;
    bool even = false;
    for (std::size_t id = 0; id < map.palette().size(); ++id) {
      TerrainCost declared = profile.prices.empty() ? map.palette()[id].default_cost : 0;
      for (const TerrainPrice& price : profile.prices) {
        if (price.terrain == map.palette()[id].name) declared = price.cost;
      }
      CHECK(std::uint64_t{rules.cost[id]} * rules.cost_unit == declared);
      factor = std::gcd(factor, rules.cost[id]);
      even = even || (rules.cost[id] != 0 && rules.cost[id] % 2 == 0);
    }
    CHECK(factor <= 1);
    CHECK(rules.halving == (even ? 0 : 1));
    CHECK(costs_fit(rules, map.tiles().size()));
  }
}

TEST_CASE("the lower bound is octile or Manhattan distance at the least cost") {
  MoveRules rules = rules_of(ascii_map("359"));
  CHECK(rules.lower_bound({4, 4}, {4, 4}) == 0);
  CHECK(rules.lower_bound({1, 2}, {6, 5}) == 3 * (2 * 5741 + 3 * 8119));
  CHECK(rules.lower_bound({6, 5}, {1, 2}) == rules.lower_bound({1, 2}, {6, 5}));
  CHECK(rules.lower_bound({1, 2}, {4, 10}) == 3 * (5 * 5741 + 3 * 8119));
  rules.neighbours = Neighbours::four;
  CHECK(rules.lower_bound({1, 2}, {6, 5}) == 3 * 8 * 5741);
  const MoveRules uneven = rules_of(ascii_map("25"));
  CHECK(uneven.lower_bound({0, 0}, {1, 1}) == 4 * 8119);
}

TEST_CASE("the lower bound is consistent with every step and below every distance") {
  Rng rng(12);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const TileMap map = random_map(rng, {.max_side = 40});
    const TestGrid grid(map, random_profile(rng, map.palette()));
    const Oracle oracle = grid.oracle();
    const auto goal = random_passable(rng, grid.view());
    if (!goal) continue;
    const auto distance = oracle.distances_from(*goal);
    std::size_t inconsistent = 0;
    std::size_t above = 0;
    for (std::int32_t y = 0; y < map.height(); ++y) {
      for (std::int32_t x = 0; x < map.width(); ++x) {
        const Cost bound = grid.rules().lower_bound({x, y}, *goal);
        above += bound > distance[oracle.index({x, y})] ? 1 : 0;
        for (const auto& [to, step] : oracle.steps_from({x, y})) {
          inconsistent += bound > step + grid.rules().lower_bound(to, *goal) ? 1 : 0;
        }
      }
    }
    CHECK(inconsistent == 0);
    CHECK(above == 0);
    CHECK(distance[oracle.index(*goal)] == 0);
  }
}

TEST_CASE("notches add to every price that there is, in a unit that all of them share") {
  const TileMap map = row_of({10'000, 0, 25'000});
  const MoveRules rules = rules_of(map, {.notch = 5000});
  CHECK(rules.cost_unit == 5000);
  CHECK(notch_cost(rules, 3) == 1);
  for (std::size_t by = 0; by <= kMostNotches; ++by) {
    CHECK(rules.cost[3 * by] == 2 + by);
    CHECK(rules.cost[3 * by + 1] == 0);
    CHECK(rules.cost[3 * by + 2] == 5 + by);
  }
  CHECK(rules.cost[3 * (kMostNotches + 1)] == 0);
  CHECK(rules.least_cost == 2);
  CHECK(notches_follow(rules, 3));
  CHECK(notches_follow(rules_of(map), 3));
  CHECK(notch_cost(rules_of(map), 3) == 0);
}

TEST_CASE("notches that a palette or a price leaves no room for are refused") {
  CHECK(notches_over(0) == 0);
  CHECK(notches_over(15) == 15);
  CHECK(notches_over(16) == 14);
  CHECK(notches_over(127) == 1);
  CHECK(notches_over(128) == 0);
  const std::vector<TerrainCost> many(128, kCostScale);
  CHECK(error_of(row_of(many), {.notch = 1}).message ==
        "profile 'default': notch: the map has 128 terrains, which leave no numbers for notches");
  CHECK(error_of(row_of({kCostScale}), {.notch = kMaxTerrainCost / 15}).message ==
        "profile 'default': notch: terrain '0' raised by 15 costs too much");
}
