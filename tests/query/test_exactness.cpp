// SPDX-License-Identifier: BSL-1.0
// Every tier against Dijkstra on the positions, over random worlds of every kind; the legs walked and judged.
#include "portolan/grid/path_check.hpp"
#include "portolan/query/jump_search.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using test::TestGrid;
using test::Weights;

constexpr std::uint64_t kRegionTiles = 33 * 33;

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t unreachable = 0;
  std::size_t walked = 0;
  std::map<Tier, std::size_t> answered_by;
  std::map<Why, std::size_t> why;
};

/// One world under test. Each check returns what is wrong, empty if nothing is: assertions are too slow to be made for
/// every query.
class Trial {
 public:
  Trial(Rng& rng, TileMap map, MovementProfile profile)
      : rng_(rng),
        grid_(std::move(map), std::move(profile)),
        oracle_(grid_.oracle()),
        built_(grid_.map(), grid_.profile(), BuiltWorld::all_indexes()),
        query_(built_.world(), 0, Baseline::with) {}

  /// Queries from one random start to `goals` random goals.
  std::string run(int goals, Tally& tally) {
    const auto from = test::random_passable(rng_, grid_.view());
    if (!from) return {};
    const std::vector<Cost> distances = oracle_.distances_from(*from);
    for (int i = 0; i < goals; ++i) {
      Tile to{rng_.below(grid_.map().width()), rng_.below(grid_.map().height())};
      for (int attempt = 0; attempt < 100 && !oracle_.passable(to); ++attempt) {
        to = {rng_.below(grid_.map().width()), rng_.below(grid_.map().height())};
      }
      if (!oracle_.passable(to)) continue;
      ++tally.queries;
      // Costs are symmetric: half of the queries lead the other way.
      const bool forth = rng_.percent(50);
      const Ends ends{forth ? *from : to, forth ? to : *from, distances[oracle_.index(to)]};
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints, Tier::ch,
                              Tier::labels, Tier::blocks, Tier::jump}) {
        if (tier >= Tier::waypoints && tier <= Tier::blocks && !has_waypoints()) continue;
        if (tier == Tier::jump && (i % 2 != 0 || !JumpSearch::serves(query_.profile()))) continue;
        if (tier == Tier::astar && i % 8 != 0) continue;
        if (tier == Tier::local && i % 2 != 0) continue;
        const std::string fault = check(ends, tier, tally);
        if (!fault.empty())
          return test::text_of(ends.from) + " to " + test::text_of(ends.to) + ", " + std::string(to_string(tier)) +
                 ": " + fault;
      }
    }
    return {};
  }

 private:
  struct Ends {
    Tile from;
    Tile to;
    Cost expected;
  };
  [[nodiscard]] bool has_waypoints() const { return query_.profile().sight && query_.profile().sight->graph; }

  std::string check(const Ends& ends, Tier tier, Tally& tally) {
    const test::Found result = query_.find({.from = ends.from, .to = ends.to, .tier = tier});
    ++tally.answered_by[result.tier];
    if (result.status == Status::unreachable) {
      ++tally.unreachable;
      ++tally.why[result.why];
      if (!result.waypoints.empty() || !result.optimal()) return "unreachable with waypoints, or not proven";
      return ends.expected == kInfiniteCost ? "" : "said to be unreachable, which it is not";
    }
    if (tier == Tier::local && result.status == Status::undecided) {
      if (result.optimal() || !result.waypoints.empty()) return "partial, but proven or with waypoints";
      return result.why == Why::does_not_fit || result.why == Why::no_local_path ? "" : "partial without a reason";
    }
    if (result.status != Status::found) return "status " + std::string(to_string(result.status));
    if (result.why != Why::none) return "found, with a reason against it";
    if (tier != Tier::local && !result.optimal()) return "not proven optimal";
    if (result.optimal() && result.cost != ends.expected) return "proven optimal, but the cost is wrong";
    if (result.cost < ends.expected) return "cheaper than possible";
    return check_legs(ends, result, tally);
  }

  std::string check_legs(const Ends& ends, const test::Found& result, Tally& tally) {
    if (result.waypoints.front() != ends.from || result.waypoints.back() != ends.to) return "wrong ends";
    const test::Walk walk = test::walk(query_, result);
    ++tally.walked;
    if (!walk.fault.empty()) return walk.fault;
    if (walk.most_states > kRegionTiles) return "a leg visits more tiles than a region has";
    if (walk.cost != result.cost) return "the legs do not add up to the cost";
    if (cost_of(oracle_, walk.tiles) != result.cost) return "the steps do not add up to the cost";
    const PathMeasure measure = measure_path(grid_.map(), grid_.profile(), walk.tiles);
    if (!measure.fault.empty() || result.tier != Tier::regions) return measure.fault;
    return unpacking_fault(query_, {.from = ends.from, .to = ends.to, .tier = Tier::regions}, walk);
  }

  Rng& rng_;
  TestGrid grid_;
  Oracle oracle_;
  BuiltWorld built_;
  test::Asker query_;
};

struct Recipe {
  std::optional<Weights> weights;
  std::optional<std::int32_t> footprint;
};

Tally run(std::uint64_t seed, std::size_t queries, const Recipe& recipe) {
  Rng rng(seed);
  Tally tally;
  for (int round = 0; tally.queries < queries; ++round) {
    TileMap map = test::random_map(rng, {.weights = recipe.weights, .max_side = 140});
    MovementProfile profile = test::random_profile(rng, map.palette());
    if (recipe.weights) profile.prices.clear();
    if (recipe.footprint) profile.footprint = *recipe.footprint;
    Trial trial(rng, std::move(map), std::move(profile));
    for (int source = 0; source < 4; ++source) {
      const std::string fault = trial.run(40, tally);
      CAPTURE(seed, round, fault);
      REQUIRE(fault == "");
    }
  }
  return tally;
}

void require_exactness(std::uint64_t seed, std::size_t queries) {
  constexpr std::array<Recipe, 6> kRecipes{
      {{}, {Weights::uniform, {}}, {Weights::small, {}}, {Weights::large, {}}, {{}, 2}, {Weights::small, 3}}};
  Tally sum;
  for (std::size_t i = 0; i < kRecipes.size(); ++i) {
    const Tally tally = run(seed * 100 + i, queries / kRecipes.size() + 1, kRecipes[i]);
    sum.queries += tally.queries;
    sum.unreachable += tally.unreachable;
    sum.walked += tally.walked;
    for (const auto& [tier, count] : tally.answered_by) sum.answered_by[tier] += count;
    for (const auto& [why, count] : tally.why) sum.why[why] += count;
  }
  REQUIRE(sum.queries >= queries);
  REQUIRE(sum.walked > queries);
  REQUIRE(sum.unreachable > queries / 50);
  REQUIRE(sum.why[Why::different_islands] > 0);
  REQUIRE(sum.answered_by[Tier::local] > queries / 10);
  REQUIRE(sum.answered_by[Tier::regions] > queries / 10);
  REQUIRE(sum.answered_by[Tier::astar] > queries / 50);
  REQUIRE(sum.answered_by[Tier::jump] > queries / 20);
  REQUIRE(sum.answered_by[Tier::waypoints] > queries / 20);
  REQUIRE(sum.answered_by[Tier::ch] == sum.answered_by[Tier::waypoints]);
  REQUIRE(sum.answered_by[Tier::labels] == sum.answered_by[Tier::waypoints]);
  REQUIRE(sum.answered_by[Tier::blocks] > sum.answered_by[Tier::waypoints]);
}

// 102,000 random queries in all, each in several tiers, in parts that ctest can run side by side.
TEST_CASE("every tier equals Dijkstra on random worlds: a few") {
  require_exactness(40, 6'000);
}
TEST_CASE("every tier equals Dijkstra on random worlds: part 1 of 3", "[slow]") {
  require_exactness(41, 34'000);
}
TEST_CASE("every tier equals Dijkstra on random worlds: part 2 of 3", "[slow]") {
  require_exactness(42, 34'000);
}
TEST_CASE("every tier equals Dijkstra on random worlds: part 3 of 3", "[slow]") {
  require_exactness(43, 34'000);
}
TEST_CASE("every tier equals Dijkstra on random worlds: a million queries", "[long][slow]") {
  require_exactness(44, 1'000'000);
}

}  // namespace
}  // namespace portolan
