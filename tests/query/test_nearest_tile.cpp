// SPDX-License-Identifier: BSL-1.0
// Ends that will not do, and the nearest tiles that stand in for them, against a search of the whole map.
#include "portolan/query/nearest_tile.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

/// By looking at every tile of the map.
std::optional<Tile> brute_nearest(const ProfileView& profile, Tile wanted, std::uint32_t island) {
  const GridView& grid = profile.grid;
  const Tile centre{std::clamp(wanted.x, 0, grid.width - 1), std::clamp(wanted.y, 0, grid.height - 1)};
  std::optional<Tile> best;
  const auto key = [&](Tile t) {
    const std::int32_t dx = t.x - centre.x;
    const std::int32_t dy = t.y - centre.y;
    return std::tuple(dx * dx + dy * dy, t.y, t.x);
  };
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    const Tile t = grid.tile(i);
    if (grid.cost(t) == 0 || (island != kAnyIsland && profile.islands.label(i) != island)) continue;
    if (!best || key(t) < key(*best)) best = t;
  }
  return best;
}

Tile any_tile(Rng& rng, const GridView& grid) {
  constexpr auto kMin = std::numeric_limits<std::int32_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
  if (rng.percent(10)) return {rng.percent(50) ? kMin : kMax, rng.between(-10, grid.height + 10)};
  if (rng.percent(10)) return {rng.percent(50) ? kMin : kMax, rng.percent(50) ? kMin : kMax};
  return {rng.between(-10, grid.width + 10), rng.between(-10, grid.height + 10)};
}

TEST_CASE("the nearest standing tile is the nearest of all, the uppermost and leftmost of several") {
  Rng rng(71);
  int found = 0;
  for (int round = 0; round < 80; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 70});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    const ProfileView& profile = built.world().profiles()[0];
    for (int i = 0; i < 20; ++i) {
      const Tile wanted = any_tile(rng, profile.grid);
      const auto islands = static_cast<std::int32_t>(profile.island_count);
      for (const auto island : {kAnyIsland, static_cast<std::uint32_t>(rng.between(0, islands + 1))}) {
        const auto expected = brute_nearest(profile, wanted, island);
        CAPTURE(round, wanted, island);
        REQUIRE(nearest_standing_tile(profile.grid, profile.islands, wanted, island) == expected);
        found += expected ? 1 : 0;
      }
    }
  }
  REQUIRE(found > 1000);
}

TEST_CASE("asked to, a query moves ends that will not do, says so, and answers for those") {
  Rng rng(72);
  int moved = 0;
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 100});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    PathQuery query(built.world(), 0, Baseline::with);
    const ProfileView& profile = query.profile();
    for (int i = 0; i < 15; ++i) {
      const Tile from = any_tile(rng, profile.grid);
      const Tile to = any_tile(rng, profile.grid);
      const auto start = brute_nearest(profile, from, kAnyIsland);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        const PathResult result = query.find({.from = from, .to = to, .tier = tier, .ends = EndRule::nearest});
        if (!start) {
          REQUIRE(result.status == Status::bad_start);
          continue;
        }
        const auto goal = brute_nearest(profile, to, profile.islands.label(profile.grid.index(*start)));
        REQUIRE(goal.has_value());
        REQUIRE(result.status == Status::found);
        REQUIRE(result.optimal);
        REQUIRE(result.waypoints.front() == *start);
        REQUIRE(result.waypoints.back() == *goal);
        REQUIRE((result.why == Why::moved_end) == (*start != from || *goal != to));
        REQUIRE(test::walk(query, result).fault == "");
        moved += result.why == Why::moved_end ? 1 : 0;
        const Cost cost = result.cost;
        const PathResult plain = query.find({.from = *start, .to = *goal, .tier = tier});
        REQUIRE(plain.cost == cost);
        REQUIRE(plain.why == Why::none);
      }
    }
  }
  REQUIRE(moved > 1000);
}

TEST_CASE("moving ends allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  const TileMap map = test::ascii_map("..##\n#.#.\n##..");
  const BuiltWorld built(map, MovementProfile{});
  PathQuery query(built.world(), 0);
  const test::AllocationCounter counter;
  const PathResult result = query.find({.from = {-9, 40}, .to = {2, 0}, .ends = EndRule::nearest});
  const std::uint64_t made = counter.count();
  REQUIRE(made == 0);
  REQUIRE(result.why == Why::moved_end);
}

}  // namespace
}  // namespace portolan
