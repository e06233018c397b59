// SPDX-License-Identifier: BSL-1.0
// The search of movers with a body against the oracle: random maps, movers, windows, limits and weights.
#include "portolan/query/core_distance.hpp"
#include "portolan/query/placed_estimate.hpp"
#include "portolan/query/placed_search.hpp"
#include "support/placed_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::test;

namespace {

using End = PlacedOutcome::End;

/// The searcher of one mover on one map, with all that it refers to.
struct Searcher {
  Searcher(const TileMap& map, const MovementProfile& profile, const Kinematics& kinematics, std::uint64_t tiles = 4096)
      : grid(map, profile),
        view(grid.view()),
        table(map.links(), grid.rules()),
        links(table, view),
        rules(*make_kinematic_rules(kinematics, grid.rules(), map.tiles().size(), table)),
        body(view, rules),
        distance(view, links, map.floors()),
        estimate(body, links, distance),
        search(body, links, tiles) {}

  PlacedOutcome run(const Placement& from, const Placement& to, const PlacedLimits& limits,
                    std::uint64_t expansions = ~std::uint64_t{0}) {
    budget = {.most = expansions};
    distance.aim(to.tile, from.tile, budget);
    estimate.aim(to);
    return search.search(
        from, to, limits, budget, [&](Tile tile, Heading heading) { return estimate.of(tile, heading); },
        [] { return true; });
  }
  std::vector<Placement> path(const PlacedOutcome& outcome) const {
    std::vector<Placement> list;
    search.for_each_back(outcome.last, [&](const MoverState& at) { list.push_back({at.tile, at.heading}); });
    std::reverse(list.begin(), list.end());
    return list;
  }

  TestGrid grid;
  GridView view;
  LinkTable table;
  OpenLinks links;
  KinematicRules rules;
  BodyMoves body;
  CoreDistance distance;
  PlacedEstimate<CoreDistance> estimate;
  PlacedSearch search;
  WorkBudget budget;
};

struct Tally {
  std::size_t pairs = 0;
  std::size_t found = 0;
  std::size_t none = 0;
  std::size_t risen = 0;    ///< weights
  std::size_t dearer = 0;   ///< than the least, as a weight allows
  std::size_t proven = 0;   ///< cheapest in spite of a weight
  std::size_t left = 0;     ///< windows that a cheaper path leaves
  std::size_t bent = 0;     ///< found, with a radius
  std::size_t starved = 0;  ///< budgets that did not do
  std::size_t moves = 0;    ///< found on maps with moves
};

TileMap with_links_and_moves(Rng& rng, TileMap map) {
  if (rng.percent(30)) REQUIRE(map.set_links(random_links(rng, map, 3)).has_value());
  if (rng.percent(30)) REQUIRE(map.set_moves(random_moves(rng, map, 40)).has_value());
  return map;
}

/// One map and mover, one start, several goals. Empty, or what is wrong.
std::string trial(Rng& rng, std::int32_t most_side, int goals, Tally& tally) {
  const TileMap map = with_links_and_moves(rng, random_map(rng, {.max_side = most_side}));
  MovementProfile profile = random_profile(rng, map.palette());
  const Kinematics kinematics = random_kinematics(rng, profile, 4);
  Searcher searcher(map, profile, kinematics);
  const PlacedOracle oracle(map, profile, searcher.grid.rules(), kinematics);
  const auto placement = [&] {
    Placement at{{rng.below(map.width()), rng.below(map.height())}, static_cast<Heading>(rng.below(kHeadings))};
    for (int i = 0; i < 20 && !oracle.stands(at); ++i) {
      at = {{rng.below(map.width()), rng.below(map.height())}, static_cast<Heading>(rng.below(kHeadings))};
    }
    return at;
  };
  const Placement from = placement();
  if (!oracle.stands(from)) return {};
  const std::vector<Cost> costs = oracle.costs_from(from);
  for (int i = 0; i < goals; ++i) {
    Placement to = placement();
    if (!oracle.stands(to)) continue;
    if (rng.percent(40)) to.heading = Heading::any;
    ++tally.pairs;
    const Cost least = oracle.least(costs, to);

    const PlacedOutcome exact = searcher.run(from, to, {.within = map.bounds()});
    if (least == kInfiniteCost) {
      ++tally.none;
      if (exact.end != End::exhausted || exact.left_out) return "a path where there is none";
      continue;
    }
    ++tally.found;
    if (kinematics.radius != 0) ++tally.bent;
    if (!map.moves().empty()) ++tally.moves;
    if (exact.end != End::reached || exact.cost != least) return "not the least cost";
    if (exact.lower_bound != least) return "not proven";
    if (oracle.cost_of(searcher.path(exact)) != least) return "the path is not what it is said to be";
    const std::uint64_t work = searcher.budget.spent;
    const PlacedOutcome enough = searcher.run(from, to, {.within = map.bounds()}, work);
    if (enough.end != End::reached || enough.cost != least) return "a budget that is enough is not";
    const PlacedOutcome starved =
        searcher.run(from, to, {.within = map.bounds()}, static_cast<std::uint64_t>(rng.below(static_cast<int>(work))));
    if (starved.end != End::budget || starved.lower_bound > least) return "a budget that is not enough";
    ++tally.starved;

    const Ratio weight = rng.percent(50) ? Ratio{11, 10} : Ratio{static_cast<std::uint32_t>(rng.between(16, 64)), 16};
    const PlacedOutcome bounded = searcher.run(from, to, {.within = map.bounds(), .weight = weight});
    if (bounded.end != End::reached || bounded.cost < least) return "cheaper than the least";
    if (bounded.cost * weight.denominator > least * weight.numerator) return "dearer than the weight allows";
    if (bounded.lower_bound > least) return "a lower bound above the least";
    if (oracle.cost_of(searcher.path(bounded)) != bounded.cost) return "a bounded path is not what it is said to be";
    if (bounded.cost != least) ++tally.dearer;

    // A weight that rises keeps what it has risen to.
    const std::array<Ratio, 2> looser{Ratio{3, 2}, Ratio{static_cast<std::uint32_t>(rng.between(5, 16)), 4}};
    const PlacedOutcome rising = searcher.run(from, to,
                                              {.within = map.bounds(),
                                               .weight = weight,
                                               .looser = looser,
                                               .patience = static_cast<std::uint64_t>(rng.below(30))});
    if (rising.end != End::reached || rising.cost < least) return "cheaper than the least, while a weight rises";
    if (rising.cost * rising.weight.denominator > least * rising.weight.numerator) return "dearer than it has risen to";
    if (rising.lower_bound > least) return "a lower bound above the least, while a weight rises";
    if (oracle.cost_of(searcher.path(rising)) != rising.cost) return "a path under a rising weight is not what it is";
    if (rising.weight != weight) ++tally.risen;
    if (bounded.cost == bounded.lower_bound && weight.numerator != weight.denominator) ++tally.proven;

    // A window and a limit: what is found is a path, and no path is cheaper than the bound.
    Rect window{{std::min(from.tile.x, to.tile.x), std::min(from.tile.y, to.tile.y)},
                {std::max(from.tile.x, to.tile.x) + 1, std::max(from.tile.y, to.tile.y) + 1}};
    const std::int32_t more = rng.below(4);
    window = {{window.min.x - more, window.min.y - more}, {window.max.x + more, window.max.y + more}};
    const PlacedOutcome local = searcher.run(from, to, {.within = window});
    if (local.lower_bound > least) return "a window's bound above the least";
    if (local.end == End::reached && local.cost != least) {
      ++tally.left;
      if (local.lower_bound == local.cost) return "a window proves too much";
    }
    if (local.end == End::exhausted && !local.left_out) return "a window from which no way leads on";
    const PlacedOutcome below = searcher.run(from, to, {.within = map.bounds(), .limit = least});
    if (below.end != End::exhausted || below.lower_bound != least) return "a limit is not kept";
    const PlacedOutcome above = searcher.run(from, to, {.within = map.bounds(), .limit = least + 1});
    if (above.end != End::reached || above.cost != least) return "a limit leaves out the least";
  }
  return {};
}

void run_trials(std::uint64_t seed, int rounds, std::int32_t most_side, int goals, Tally& tally) {
  Rng rng(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    REQUIRE(trial(rng, most_side, goals, tally) == "");
  }
}

void check_tally(const Tally& tally) {
  INFO(tally.pairs << " pairs, " << tally.found << " found, " << tally.none << " without a path, " << tally.dearer
                   << " dearer, " << tally.proven << " proven, " << tally.left << " leave, " << tally.bent << " bent, "
                   << tally.starved << " starved");
  CHECK(tally.found > tally.pairs / 4);
  CHECK(tally.none > tally.pairs / 50);
  CHECK(tally.dearer > tally.pairs / 200);
  CHECK(tally.risen > tally.pairs / 50);
  CHECK(tally.proven > tally.pairs / 50);
  CHECK(tally.left > tally.pairs / 500);
  CHECK(tally.bent > tally.pairs / 50);
  CHECK(tally.moves > tally.pairs / 20);
  CHECK(tally.starved == tally.found);
}

}  // namespace

TEST_CASE("searches of random bodies equal Dijkstra over placements") {
  Tally tally;
  run_trials(1, 5'000, 9, 6, tally);
  run_trials(2, 60, 24, 20, tally);
  check_tally(tally);
}

TEST_CASE("a million pairs of placements equal Dijkstra", "[long]") {
  Tally tally;
  run_trials(3, 24'000, 24, 100, tally);
  CHECK(tally.pairs > 1'000'000);
  check_tally(tally);
}

TEST_CASE("a search that has no room for its states says so, and what it knows") {
  Rng rng(4);
  const TileMap map =
      random_map(rng, {.character = Character::open, .weights = Weights::uniform, .width = 64, .height = 64});
  const Kinematics kinematics{.turn = 10'000};
  Searcher small(map, {}, kinematics, 128);
  Searcher large(map, {}, kinematics);
  const auto from = random_passable(rng, small.view);
  std::size_t full = 0;
  for (int i = 0; i < 200; ++i) {
    const auto to = random_passable(rng, small.view);
    const PlacedLimits limits{.within = map.bounds()};
    const PlacedOutcome known = large.run({*from, Heading::any}, {*to, Heading::any}, limits);
    const PlacedOutcome outcome = small.run({*from, Heading::any}, {*to, Heading::any}, limits);
    if (known.end != End::reached) continue;
    if (outcome.end == End::reached) {
      CHECK(outcome.cost == known.cost);
    } else {
      CHECK(outcome.end == End::no_room);
      CHECK(outcome.lower_bound <= known.cost);
      CHECK(outcome.lower_bound > 0);
      ++full;
    }
  }
  CHECK(full > 10);
  CHECK(full < 200);
}

TEST_CASE("room for the tiles of a map is room for all its states") {
  const TileMap map = *TileMap::create(9, 9, {{"floor", kCostScale}}, std::vector<TerrainId>(81));
  Searcher searcher(map, {}, {.radius = 30'000}, 81);
  CHECK(searcher.run({{0, 0}, Heading::east}, {{8, 8}, Heading::east}, {.within = map.bounds()}).end == End::reached);
}
