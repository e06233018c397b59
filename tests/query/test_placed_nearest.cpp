// SPDX-License-Identifier: BSL-1.0
// Ends of movers with a body that are moved to the nearest placement that will do: against all that can be reached.
#include "portolan/query/placed_query.hpp"
#include "support/built_world.hpp"
#include "support/placed_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::test;

namespace {

struct NearestTally {
  std::size_t exact = 0;
  std::size_t starts = 0;   ///< moved
  std::size_t goals = 0;    ///< moved
  std::size_t turned = 0;   ///< come to the tile, but not with the heading
  std::size_t starved = 0;  ///< led on by a spent budget
};

std::int64_t squared(Tile a, Tile b) {
  const std::int64_t dx = a.x - b.x;
  const std::int64_t dy = a.y - b.y;
  return dx * dx + dy * dy;
}

/// What is wrong with the answers to a question that moves its ends, by all that can be reached; empty if nothing is.
std::string nearest_fault(PlacedQuery& query, PlacedRequest request, const TileMap& map, const PlacedOracle& oracle,
                          NearestTally& tally) {
  const auto at_tile = [&](Tile wanted) {
    return Tile{std::clamp(wanted.x, 0, map.width() - 1), std::clamp(wanted.y, 0, map.height() - 1)};
  };
  const auto for_each_tile = [&](auto&& visit) {
    for (std::int32_t y = 0; y < map.height(); ++y) {
      for (std::int32_t x = 0; x < map.width(); ++x) visit(Tile{x, y});
    }
  };
  const auto headings = [](Heading asked) {
    std::vector<Heading> list;
    for (int i = 0; i < kHeadings; ++i) {
      if (asked == Heading::any || asked == static_cast<Heading>(i)) list.push_back(static_cast<Heading>(i));
    }
    return list;
  };
  request.ends = EndRule::nearest;
  const PlacedResult result = query.find(request);
  Tile start{-1, -1};
  for_each_tile([&](Tile tile) {
    const auto all = headings(request.from.heading);
    if (std::ranges::none_of(all, [&](Heading heading) { return oracle.stands({tile, heading}); })) return;
    const Tile centre = at_tile(request.from.tile);
    if (start.x < 0 || squared(tile, centre) < squared(start, centre)) start = tile;
  });
  if (start.x < 0) return result.status == Status::bad_start ? "" : "a start where there is none";

  std::vector<Cost> costs;
  for (const Heading heading : headings(request.from.heading)) {
    const std::vector<Cost> from = oracle.costs_from({start, heading});
    if (costs.empty()) costs = from;
    for (std::size_t i = 0; i < from.size(); ++i) costs[i] = std::min(costs[i], from[i]);
  }
  // Tile, turn and cost of the best, by their order.
  using Rank = std::tuple<std::int64_t, int, Cost>;
  const auto rank_of = [&](const Placement& at, Cost cost) {
    const int way = std::abs(static_cast<int>(at.heading) - static_cast<int>(request.to.heading));
    const int turn = request.to.heading == Heading::any ? 0 : std::min(way, kHeadings - way);
    return Rank{squared(at.tile, at_tile(request.to.tile)), turn, cost};
  };
  std::optional<Rank> best;
  for_each_tile([&](Tile tile) {
    for (const Heading heading : headings(Heading::any)) {
      const Placement at{tile, heading};
      const Cost cost = costs[oracle.place(at)];
      if (cost != kInfiniteCost && (!best || rank_of(at, cost) < *best)) best = rank_of(at, cost);
    }
  });
  if (!has_path(result.status)) return "no path";
  if (oracle.cost_of(result.placements) != result.cost) return "the path is not what it is said to be";
  const Placement& first = result.placements.front();
  const Placement last = result.placements.back();
  if (first.tile != start) return "another start";
  if (request.from.heading != Heading::any && first.heading != request.from.heading) return "another first heading";
  const auto [distance, turn, cost] = rank_of(last, result.cost);
  const auto [least_distance, least_turn, least_cost] = *best;
  if (distance != least_distance || turn != least_turn) return "not the nearest";
  if (result.cost < least_cost) return "cheaper than the least";
  if (result.cost * request.factor.denominator > least_cost * request.factor.numerator) return "dearer than the factor";
  if (result.lower_bound > result.cost) return "a lower bound above the cost";
  const bool arrived = last.tile == request.to.tile && (request.to.heading == Heading::any || turn == 0);
  if ((result.status == Status::found) != arrived) return "not the status";
  const bool moved = !arrived || start != request.from.tile;
  if (result.why != (moved ? Why::moved_end : Why::none)) return "not the reason";
  if (start != request.from.tile) ++tally.starts;
  if (!moved) ++tally.exact;
  if (!arrived) ++tally.goals;
  if (!arrived && last.tile == request.to.tile) ++tally.turned;

  const std::uint64_t work = result.work;
  const Cost found = result.cost;
  request.max_expansions = work;
  const PlacedResult again = query.find(request);
  if (again.cost != found || again.work != work || again.placements.back() != last) {
    return "another answer with a budget that is enough";
  }
  if (work == 0) return {};
  request.max_expansions = work - 1;
  const PlacedResult starved = query.find(request);
  if (starved.status != Status::partial || starved.why != Why::budget_spent) return "a budget is not kept";
  if (starved.work > work - 1 || starved.optimal()) return "more than the budget";
  if (oracle.cost_of(starved.placements) != starved.cost) return "what a spent budget leads to is no path";
  if (starved.placements.front().tile != start) return "another start where the budget was spent";
  if (starved.placements.size() > 1) ++tally.starved;
  return {};
}

}  // namespace

TEST_CASE("ends of placed queries move to the nearest placement that will do") {
  Rng rng(17);
  NearestTally tally;
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    TileMap map = random_map(rng, {.max_side = 14});
    if (rng.percent(20)) REQUIRE(map.set_links(random_links(rng, map, 3)).has_value());
    if (rng.percent(30)) REQUIRE(map.set_moves(random_moves(rng, map, 40)).has_value());
    MovementProfile profile = random_profile(rng, map.palette());
    const Kinematics kinematics = random_kinematics(rng, profile, 3);
    const BuiltWorld built(map, profile);
    PlacedQuery query(built.world(), 0, kinematics);
    const PlacedOracle oracle(map, profile, built.world().profiles()[0].rules, kinematics);
    for (int i = 0; i < 4; ++i) {
      const auto end = [&] {
        const auto heading = rng.percent(40) ? Heading::any : static_cast<Heading>(rng.below(kHeadings));
        return Placement{{rng.between(-2, map.width() + 1), rng.between(-2, map.height() + 1)}, heading};
      };
      PlacedRequest request{.from = rng.percent(70) ? random_placement(rng, map, oracle) : end(), .to = end()};
      request.factor = {rng.percent(60) ? 10U : 13U, 10};
      REQUIRE(nearest_fault(query, request, map, oracle, tally) == "");
    }
  }
  CHECK(tally.exact > 30);
  CHECK(tally.starts > 100);
  CHECK(tally.goals > 200);
  CHECK(tally.turned > 10);
  CHECK(tally.starved > 100);
}
