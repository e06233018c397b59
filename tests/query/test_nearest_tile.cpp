// SPDX-License-Identifier: BSL-1.0
// Ends that will not do, and the nearest tiles that stand in for them, against a search of the whole map.
#include "portolan/query/nearest_tile.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

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

/// All that are as near, row by row, as far as there is room.
std::vector<Tile> brute_nearest_all(const ProfileView& profile, Tile wanted, std::uint32_t island) {
  std::vector<Tile> all;
  const auto best = brute_nearest(profile, wanted, island);
  if (!best) return all;
  const GridView& grid = profile.grid;
  const NearestTiles distance(grid.bounds(), wanted);
  for (std::size_t i = 0; i < grid.terrain.size() && all.size() < NearestTiles::kMost; ++i) {
    const Tile t = grid.tile(i);
    if (grid.cost(t) == 0 || (island != kAnyIsland && profile.islands.label(i) != island)) continue;
    if (distance.squared(t) == distance.squared(*best)) all.push_back(t);
  }
  return all;
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
        const NearestTiles nearest = nearest_standing_tiles(profile.grid, profile.islands, wanted, island);
        REQUIRE(nearest.tiles().empty() == !expected.has_value());
        if (!expected) continue;
        REQUIRE(nearest.tiles().front() == *expected);
        REQUIRE(std::ranges::equal(nearest.tiles(), brute_nearest_all(profile, wanted, island)));
        ++found;
      }
    }
  }
  REQUIRE(found > 1000);
}

/// The nearest of all tiles for which fits(Tile) holds, the uppermost and leftmost of several.
template <class Fits>
std::optional<Tile> nearest_that_fits(const GridView& grid, Tile wanted, Fits&& fits) {
  const NearestTiles distance(grid.bounds(), wanted);
  std::optional<Tile> best;
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    const Tile t = grid.tile(i);
    if (fits(t) && (!best || distance.squared(t) < distance.squared(*best))) best = t;
  }
  return best;
}

TEST_CASE("a query tells the nearest tile to stand on, and the nearest that a path leads to, as the map is now") {
  Rng rng(78);
  std::size_t moved = 0;
  std::size_t none = 0;
  for (int round = 0; round < 300; ++round) {
    TileMap map = test::random_map(rng, {.max_side = 60});
    MovementProfile profile = test::random_profile(rng, map.palette());
    if (rng.percent(40)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
    const BuiltWorld built(map, profile);
    PathQuery query(built.world(), 0);
    std::vector<test::Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    if (rng.percent(60)) {
      for (int edits = rng.between(1, 6); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
      query.use(std::make_shared<const Overlay>(edited[0].overlay));
    }
    const TileMap now = test::as_edited(map, edited[0]);
    const test::Oracle oracle(now, profile, query.profile().rules);
    const GridView& grid = query.profile().grid;
    for (int i = 0; i < 10; ++i) {
      const Tile wanted = any_tile(rng, grid);
      CAPTURE(round, wanted);
      const auto standing = nearest_that_fits(grid, wanted, [&](Tile t) { return oracle.passable(t); });
      REQUIRE(query.nearest_tile(wanted) == standing);
      const Tile from = any_tile(rng, grid);
      if (!grid.bounds().contains(from) || !oracle.passable(from)) {
        REQUIRE_FALSE(query.nearest_tile(wanted, from).has_value());
        ++none;
        continue;
      }
      const std::vector<Cost> costs = oracle.distances_from(from);
      const auto reached =
          nearest_that_fits(grid, wanted, [&](Tile t) { return costs[oracle.index(t)] != kInfiniteCost; });
      REQUIRE(query.nearest_tile(wanted, from) == reached);
      moved += reached != standing ? 1 : 0;
    }
  }
  REQUIRE(moved > 50);
  REQUIRE(none > 50);
}

TEST_CASE("asked to, a query moves ends that will not do, says so, and answers for those") {
  Rng rng(72);
  int moved = 0;
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 100});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    test::Asker query(built.world(), 0, Baseline::with);
    const ProfileView& profile = query.profile();
    for (int i = 0; i < 15; ++i) {
      const Tile from = any_tile(rng, profile.grid);
      const Tile to = any_tile(rng, profile.grid);
      const auto start = brute_nearest(profile, from, kAnyIsland);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        const PathRequest request{.from = from, .to = to, .tier = tier, .ends = EndRule::nearest};
        if (!start) {
          REQUIRE(query.find(request).status == Status::bad_start);
          continue;
        }
        const std::vector<Tile> near =
            brute_nearest_all(profile, to, profile.islands.label(profile.grid.index(*start)));
        REQUIRE_FALSE(near.empty());
        std::optional<Tile> goal;
        Cost least = kInfiniteCost;
        for (const Tile t : near) {
          const test::Found way = query.find({.from = *start, .to = t, .tier = tier});
          if (way.cost < least) goal = t;
          least = std::min(least, way.cost);
        }
        REQUIRE(goal.has_value());
        const test::Found result = query.find(request);
        REQUIRE(result.status == (*goal != to ? Status::partial : Status::found));
        REQUIRE(result.optimal());
        REQUIRE(result.waypoints.front() == *start);
        REQUIRE(result.waypoints.back() == *goal);
        REQUIRE((result.why == Why::moved_end) == (*start != from || *goal != to));
        REQUIRE(test::walk(query, result).fault == "");
        moved += result.why == Why::moved_end ? 1 : 0;
        const Cost cost = result.cost;
        const test::Found plain = query.find({.from = *start, .to = *goal, .tier = tier});
        REQUIRE(plain.cost == cost);
        REQUIRE(plain.why == Why::none);
      }
    }
  }
  REQUIRE(moved > 1000);
}

/// The tile nearest to `wanted` among those at less than infinite cost, of several the cheapest, by looking at all.
std::optional<Tile> nearest_reached(const GridView& grid, std::span<const Cost> costs, Tile wanted) {
  std::optional<Tile> best;
  const auto key = [&](Tile t) {
    const std::int32_t dx = t.x - wanted.x;
    const std::int32_t dy = t.y - wanted.y;
    return std::tuple(dx * dx + dy * dy, costs[grid.index(t)], t.y, t.x);
  };
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] == kInfiniteCost) continue;
    const Tile t = grid.tile(i);
    if (!best || key(t) < key(*best)) best = t;
  }
  return best;
}

/// Worlds with edits, with links and moves of which some lead one way, against Dijkstra on the map as it is.
void check_nearest(std::uint64_t seed, int rounds, std::int32_t max_side, int questions) {
  Rng rng(seed);
  std::size_t moved = 0;
  std::size_t apart = 0;
  for (int round = 0; round < rounds; ++round) {
    TileMap map = test::random_map(rng, {.max_side = max_side});
    MovementProfile profile = test::random_profile(rng, map.palette());
    if (rng.percent(60)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
    if (rng.percent(40)) REQUIRE(map.set_moves(test::random_moves(rng, map, rng.between(1, 200))).has_value());
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0, Baseline::with);
    const MoveRules& rules = query.profile().rules;
    std::vector<test::Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int use = rng.between(1, 3); use != 0; --use) {
      if (rng.percent(80)) {
        for (int edits = rng.between(1, 6); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
        query.use(std::make_shared<const Overlay>(edited[0].overlay));
      }
      const TileMap now = test::as_edited(map, edited[0]);
      const test::Oracle oracle(now, profile, rules);
      for (int i = 0; i < questions; ++i) {
        const Tile from{rng.below(map.width()), rng.below(map.height())};
        if (!oracle.passable(from)) continue;
        const Tile to{rng.below(map.width()), rng.below(map.height())};
        const std::vector<Cost> costs = oracle.distances_from(from);
        const std::optional<Tile> nearest = nearest_reached(query.profile().grid, costs, to);
        REQUIRE(nearest.has_value());
        for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
          const test::Found result = query.find({.from = from, .to = to, .tier = tier, .ends = EndRule::nearest});
          CAPTURE(seed, round, from, to, tier, result.status, result.why, *nearest);
          REQUIRE(result.status == (*nearest != to ? Status::partial : Status::found));
          REQUIRE(result.waypoints.back() == *nearest);
          REQUIRE(result.cost == costs[oracle.index(*nearest)]);
          REQUIRE(result.optimal());
          REQUIRE((result.why == Why::moved_end) == (*nearest != to));
          moved += *nearest != to ? 1 : 0;
          const test::Found plain = query.find({.from = from, .to = to, .tier = tier});
          if (!oracle.passable(to)) continue;
          REQUIRE((plain.status == Status::unreachable) == (costs[oracle.index(to)] == kInfiniteCost));
          apart += plain.status == Status::unreachable ? 1 : 0;
        }
      }
    }
  }
  CAPTURE(moved, apart);
  REQUIRE(moved > static_cast<std::size_t>(rounds));
  REQUIRE(apart > static_cast<std::size_t>(rounds) / 2);
}

TEST_CASE("the nearest place that a path leads to, with edits and what leads one way: a few") {
  check_nearest(74, 30, 80, 10);
}
TEST_CASE("the nearest place that a path leads to, with edits and what leads one way", "[heavy]") {
  check_nearest(73, 300, 80, 10);
  // In the last of these worlds a goal lies on the border of an edited region inside which nothing leads to it.
  check_nearest(5000, 132, 80, 10);
}

TEST_CASE("the nearest place is the nearest that a path leads to: a hundred thousand", "[long]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) check_nearest(seed * 1000, 300, 80, 10);
}

TEST_CASE("the nearest place is the nearest that a path leads to: a hundred thousand small worlds", "[long]") {
  check_nearest(76, 100'000, 24, 3);
}

/// Whether legs lead on from each other to the last waypoint, and cost what the path does: also where they are more
/// than there were waypoints, as paths are unpacked leg by leg.
bool legs_lead_on(test::Asker& query, const test::Found& result) {
  Tile at = result.waypoints.front();
  Cost cost = 0;
  Leg leg;
  LegStatus status = query.next_leg(leg);
  for (; status == LegStatus::ready; status = query.next_leg(leg)) {
    if (leg.tiles.empty() || leg.tiles.front() != at) return false;
    at = leg.tiles.back();
    cost += leg.cost;
  }
  return status == LegStatus::done && at == result.waypoints.back() && cost == result.cost;
}

/// With the budget spent there is a path all the same: to where the search came, legal and at its cost.
void check_spent(std::uint64_t seed, int rounds, std::int32_t max_side) {
  Rng rng(seed);
  std::size_t partial = 0;
  std::size_t nearer = 0;
  std::size_t whole = 0;
  for (int round = 0; round < rounds; ++round) {
    TileMap map = test::random_map(rng, {.max_side = max_side});
    MovementProfile profile = test::random_profile(rng, map.palette());
    if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0, Baseline::with);
    std::vector<test::Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    if (rng.percent(60)) {
      for (int edits = rng.between(1, 6); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
      query.use(std::make_shared<const Overlay>(edited[0].overlay));
    }
    const TileMap now = test::as_edited(map, edited[0]);
    const test::Oracle oracle(now, profile, query.profile().rules);
    for (int i = 0; i < 10; ++i) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (!oracle.passable(from) || !oracle.passable(to)) continue;
      const std::vector<Cost> costs = oracle.distances_from(from);
      if (costs[oracle.index(to)] == kInfiniteCost) continue;
      const Tier tier = rng.percent(60) ? Tier::automatic : rng.percent(60) ? Tier::regions : Tier::jump;
      PathRequest request{.from = from, .to = to, .tier = tier, .ends = EndRule::nearest};
      if (rng.percent(30)) request.ties = {.rule = TieRule::random, .seed = rng.next()};
      const test::Found all = query.find(request);
      if (all.status != Status::found || all.work == 0) continue;
      request.max_expansions = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(all.work)));
      if (rng.percent(30)) request.unpacking = Unpacking::leg_by_leg;
      const test::Found result = query.find(request);
      CAPTURE(round, from, to, tier, all.work, request.max_expansions, result.status, result.why, result.tier);
      REQUIRE(result.work <= request.max_expansions);
      if (result.status == Status::found) {
        // Less had to be unpacked, or the rule of ties went less far.
        REQUIRE((request.unpacking == Unpacking::leg_by_leg || request.ties.rule == TieRule::random));
        continue;
      }
      ++partial;
      REQUIRE(result.status == Status::partial);
      REQUIRE(result.why == Why::budget_spent);
      REQUIRE_FALSE(result.waypoints.empty());
      REQUIRE(result.waypoints.front() == from);
      const Tile at = result.waypoints.back();
      REQUIRE(result.cost >= costs[oracle.index(at)]);
      if (result.tier != Tier::local) REQUIRE(result.cost == costs[oracle.index(at)]);
      REQUIRE(legs_lead_on(query, result));
      const MoveRules& rules = query.profile().rules;
      nearer += rules.lower_bound(at, to) < rules.lower_bound(from, to) ? 1 : 0;
      whole += at == to ? 1 : 0;
      request.ends = EndRule::exact;
      REQUIRE(query.find(request).status == Status::out_of_budget);
    }
  }
  CAPTURE(partial, nearer, whole);
  REQUIRE(partial > static_cast<std::size_t>(rounds));
  REQUIRE(nearer > partial / 3);
}

TEST_CASE("where the budget is spent the nearest place is one that the search has come to") {
  check_spent(74, 150, 150);
}

TEST_CASE("where the budget is spent the nearest place is one come to: a hundred thousand small worlds", "[long]") {
  check_spent(77, 100'000, 24);
}

/// Points that stay are those between which a path is found as they are; others become centres of the nearest tiles.
TEST_CASE("points that will not do move to the centres of the nearest tiles that will") {
  Rng rng(75);
  std::size_t starts_moved = 0;
  std::size_t goals_moved = 0;
  std::size_t kept = 0;
  for (int round = 0; round < 60; ++round) {
    const MovementProfile profile = test::straight_mover(rng.below(3));
    const TileMap map = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 24});
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0);
    std::vector<test::Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    if (rng.percent(50)) {
      for (int edits = rng.between(1, 3); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
      query.use(std::make_shared<const Overlay>(edited[0].overlay));
    }
    const test::Oracle oracle(test::as_edited(map, edited[0]), profile, query.profile().rules);
    const auto joined = [&](Point a, Point b) {
      return query.find_between({.from = a, .to = b}).status == Status::found;
    };
    // The least squared distance of tiles that will do; -1 if none does.
    const auto least = [&](Point wanted, auto&& does) {
      const NearestTiles from_there(query.profile().grid.bounds(), tile_at(wanted));
      std::int64_t squared = -1;
      for (std::int32_t y = 0; y < map.height(); ++y) {
        for (std::int32_t x = 0; x < map.width(); ++x) {
          const std::int64_t here = from_there.squared({x, y});
          if (oracle.passable({x, y}) && (squared < 0 || here < squared) && does(Tile{x, y})) squared = here;
        }
      }
      return squared;
    };
    const auto squared = [&](Point wanted, Point got) {
      return NearestTiles(query.profile().grid.bounds(), tile_at(wanted)).squared(tile_at(got));
    };
    for (int i = 0; i < 12; ++i) {
      PointRequest request{.from = test::random_point(rng, map, profile.footprint),
                           .to = test::random_point(rng, map, profile.footprint)};
      if (rng.percent(10)) request.to.x += map.width() * kSubUnits;
      const bool starts = joined(request.from, request.from);
      const bool as_asked = joined(request.from, request.to);
      request.ends = EndRule::nearest;
      const test::Found result = query.find_between(request);
      CAPTURE(round, request.from, request.to, result.status, result.why);
      if (least(request.from, [](Tile) { return true; }) < 0) {
        REQUIRE(result.status == Status::bad_start);
        continue;
      }
      REQUIRE(has_path(result.status));
      const Point first = result.points.front();
      const Point last = result.points.back();
      REQUIRE((result.why == Why::moved_end) == (first != request.from || last != request.to));
      REQUIRE((result.status == Status::partial) == (last != request.to));
      if (as_asked) {
        REQUIRE(result.why == Why::none);
        ++kept;
        continue;
      }
      if (starts) {
        REQUIRE(first == request.from);
      } else {
        REQUIRE(first == centre_of(tile_at(first)));
        REQUIRE(squared(request.from, first) == least(request.from, [](Tile) { return true; }));
        ++starts_moved;
      }
      if (joined(first, request.to)) {
        REQUIRE(last == request.to);
        continue;
      }
      REQUIRE(last == centre_of(tile_at(last)));
      REQUIRE(squared(request.to, last) == least(request.to, [&](Tile t) { return joined(first, centre_of(t)); }));
      ++goals_moved;
    }
  }
  CAPTURE(starts_moved, goals_moved, kept);
  CHECK(starts_moved > 50);
  CHECK(goals_moved > 100);
  CHECK(kept > 50);
}

TEST_CASE("a goal that edits have cut off gives its place to the nearest on this side") {
  // The wall that an edit makes leaves two halves of one island.
  const TileMap map = test::ascii_map("..........\n..........\n..........");
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  Overlay overlay(built.world());
  const auto wall = static_cast<TerrainId>(1);
  REQUIRE(overlay.set_terrain({{5, 0}, {6, 3}}, wall).has_value());
  query.use(std::make_shared<const Overlay>(overlay));
  PathRequest request{.from = {1, 1}, .to = {8, 1}};
  REQUIRE(query.find(request).status == Status::unreachable);
  request.ends = EndRule::nearest;
  const test::Found cut = query.find(request);
  REQUIRE(cut.status == Status::partial);
  REQUIRE(cut.waypoints.back() == Tile{4, 1});
  // A goal on the wall itself has its nearest place on this side: of two as near the one to the left.
  request.to = {5, 1};
  const test::Found moved = query.find(request);
  REQUIRE(moved.status == Status::partial);
  REQUIRE(moved.waypoints.back() == Tile{4, 1});
}

TEST_CASE("edits that open nothing leave the islands of the file to say where the nearest place is") {
  const std::string_view kTwo = "....#....\n....#....\n....#....";
  const TileMap map = test::ascii_map(kTwo);
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  Overlay overlay(built.world());
  REQUIRE(overlay.set_terrain({{3, 1}, {4, 2}}, 1).has_value());
  query.use(std::make_shared<const Overlay>(overlay));
  const test::Found result = query.find({.from = {0, 0}, .to = {5, 1}, .ends = EndRule::nearest});
  REQUIRE(result.status == Status::partial);
  REQUIRE(result.why == Why::moved_end);
  REQUIRE(result.waypoints.back() == Tile{3, 0});
}

TEST_CASE("moving ends allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  const TileMap map = test::ascii_map("..##\n#.#.\n##..");
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  const test::AllocationCounter counter;
  const test::Found result = query.find({.from = {-9, 40}, .to = {2, 0}, .ends = EndRule::nearest});
  const std::uint64_t made = counter.count();
  REQUIRE(made == 0);
  REQUIRE(result.why == Why::moved_end);
}

}  // namespace
}  // namespace portolan
