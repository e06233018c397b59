// SPDX-License-Identifier: BSL-1.0
// PathQuery: ends, budgets, determinism, threads, memory; where coarse legs come from; legs of awkward regions.
#include "portolan/query/mover_matrix.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/asker.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using test::TestGrid;

constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar};

/// All that a query answers, to be compared.
struct Answer {
  Status status;
  Why why;
  Tier tier;
  Cost cost;
  bool optimal;
  std::vector<Tile> waypoints;
  std::vector<Tile> tiles;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(test::Asker& query, const PathRequest& request) {
  const test::Found result = query.find(request);
  Answer answer{result.status, result.why, result.tier, result.cost, result.optimal(), {}, {}};
  answer.waypoints.assign(result.waypoints.begin(), result.waypoints.end());
  if (result.status == Status::found) answer.tiles = test::walk(query, result).tiles;
  return answer;
}

struct RandomQueries {
  TestGrid grid;
  BuiltWorld built;
  std::vector<PathRequest> requests;

  RandomQueries(Rng& rng, TileMap map, MovementProfile profile, int count)
      : grid(std::move(map), std::move(profile)), built(grid.map(), grid.profile()) {
    for (int i = 0; i < count; ++i) {
      const auto from = test::random_passable(rng, grid.view());
      if (!from) break;
      requests.push_back({.from = *from, .to = *test::random_passable(rng, grid.view()), .tier = rng.pick(kTiers)});
    }
  }
};

RandomQueries random_queries(Rng& rng, int count) {
  TileMap map = test::random_map(rng, {.width = rng.between(60, 160), .height = rng.between(60, 160)});
  MovementProfile profile = test::random_profile(rng, map.palette());
  return {rng, std::move(map), std::move(profile), count};
}

TEST_CASE("ends outside, blocked, equal or apart are answered without a search") {
  constexpr std::string_view kDrawing = R"(
    a..#.b
    ...#..
    ##.#.#
    c.d#e.)";
  const TileMap map = test::ascii_map(kDrawing);
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0, Baseline::with);
  const auto at = [&](char point) { return test::find(kDrawing, point); };
  constexpr auto kMin = std::numeric_limits<std::int32_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
  for (const Tier tier : kTiers) {
    CAPTURE(tier);
    const auto ask = [&](Tile from, Tile to) {
      const test::Found result = query.find({.from = from, .to = to, .tier = tier});
      REQUIRE(result.expansions.total() == 0);
      REQUIRE(result.tier == Tier::automatic);
      return result;
    };
    for (const Tile outside : {Tile{-1, 0}, Tile{0, -1}, Tile{6, 0}, Tile{0, 4}, Tile{kMin, kMin}, Tile{kMax, kMax},
                               Tile{kMin, kMax}, Tile{kMax, 0}}) {
      REQUIRE(ask(outside, at('a')).status == Status::bad_start);
      REQUIRE(ask(outside, outside).status == Status::bad_start);
      REQUIRE(ask(at('a'), outside).status == Status::bad_goal);
      REQUIRE(ask(at('a'), outside).why == Why::outside);
    }
    REQUIRE(ask({3, 0}, at('a')).status == Status::bad_start);
    REQUIRE(ask({3, 0}, at('a')).why == Why::blocked);
    REQUIRE(ask(at('a'), {3, 0}).status == Status::bad_goal);
    REQUIRE(ask(at('a'), {3, 0}).waypoints.empty());
    const test::Found apart = ask(at('a'), at('b'));
    REQUIRE(apart.status == Status::unreachable);
    REQUIRE(apart.why == Why::different_islands);
    REQUIRE(apart.optimal());
    const test::Found same = ask(at('a'), at('a'));
    REQUIRE(same.status == Status::found);
    REQUIRE(same.cost == 0);
    REQUIRE(same.optimal());
    REQUIRE(same.waypoints.size() == 1);
    Leg leg;
    REQUIRE(query.next_leg(leg) == LegStatus::done);
    const test::Found found = query.find({.from = at('a'), .to = at('c'), .tier = tier});
    REQUIRE(found.status == Status::found);
    REQUIRE(test::walk(query, found).tiles.size() == 7);
    REQUIRE(query.next_leg(leg) == LegStatus::done);
    REQUIRE(query.next_leg(leg) == LegStatus::done);
  }
}

TEST_CASE("a query made without the baseline says so") {
  const TileMap map = test::ascii_map("..\n..");
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  const test::Found result = query.find({.from = {0, 0}, .to = {1, 1}, .tier = Tier::astar});
  REQUIRE(result.status == Status::undecided);
  REQUIRE(result.why == Why::tier_missing);
  query.visit_search([](Point, bool) { FAIL("a search that did not run touched something"); });
}

TEST_CASE("any budget gives out_of_budget or the whole answer, never more expansions than allowed") {
  Rng rng(51);
  int cut = 0;
  for (int round = 0; round < 25; ++round) {
    RandomQueries random = random_queries(rng, 12);
    test::Asker query(random.built.world(), 0, Baseline::with);
    for (PathRequest request : random.requests) {
      const test::Found result = query.find(request);
      const std::uint64_t needed = result.expansions.total();
      request.max_expansions = needed;
      const Answer whole = answer(query, request);
      REQUIRE(whole.status != Status::out_of_budget);
      // Every budget for small searches, every so many for large ones.
      for (std::uint64_t budget = 0; budget < needed; budget += 1 + needed / 150) {
        request.max_expansions = budget;
        const test::Found partial = query.find(request);
        CAPTURE(round, budget, needed, request.tier);
        REQUIRE(partial.status == Status::out_of_budget);
        REQUIRE(partial.why == Why::budget_spent);
        REQUIRE(partial.waypoints.empty());
        REQUIRE_FALSE(partial.optimal());
        REQUIRE(partial.expansions.total() <= budget);
        ++cut;
      }
      for (const std::uint64_t budget : {needed + 1, needed * 2, ~std::uint64_t{0}}) {
        request.max_expansions = budget;
        REQUIRE(answer(query, request) == whole);
      }
    }
  }
  REQUIRE(cut > 1000);
}

TEST_CASE("the counters belong to the tiers that ran") {
  Rng rng(52);
  for (int round = 0; round < 10; ++round) {
    RandomQueries random = random_queries(rng, 40);
    test::Asker query(random.built.world(), 0, Baseline::with);
    for (const PathRequest& request : random.requests) {
      const test::Found result = query.find(request);
      const Expansions& used = result.expansions;
      const bool searched = result.tier != Tier::automatic;
      REQUIRE(used.local <= LegMatrix::kNodes);
      REQUIRE(used.access <= 2 * 4 * 33 * 33);
      REQUIRE((used.astar != 0) == (result.tier == Tier::astar));
      if (request.tier != Tier::automatic) {
        REQUIRE((used.local != 0) == (result.tier == Tier::local && result.why != Why::does_not_fit));
        REQUIRE((used.access != 0) == (result.tier == Tier::regions));
      }
      if (searched && result.why != Why::does_not_fit) REQUIRE(used.total() > 0);
    }
  }
}

TEST_CASE("the same request gives the same path, whatever was asked before") {
  Rng rng(53);
  for (int round = 0; round < 15; ++round) {
    const RandomQueries random = random_queries(rng, 40);
    test::Asker query(random.built.world(), 0, Baseline::with);
    std::vector<Answer> answers;
    for (const PathRequest& request : random.requests) answers.push_back(answer(query, request));
    for (std::size_t i = random.requests.size(); i-- > 0;) REQUIRE(answer(query, random.requests[i]) == answers[i]);
    test::Asker fresh(random.built.world(), 0, Baseline::with);
    for (std::size_t i = 0; i < random.requests.size(); i += 3) {
      // A path left half walked leaves no trace either.
      Leg leg;
      (void)fresh.find(random.requests[(i * 7) % random.requests.size()]);
      (void)fresh.next_leg(leg);
      REQUIRE(answer(fresh, random.requests[i]) == answers[i]);
    }
  }
}

TEST_CASE("queries on one world run side by side with the same answers", "[threads]") {
  Rng rng(54);
  for (int round = 0; round < 4; ++round) {
    const RandomQueries random = random_queries(rng, 60);
    std::vector<Answer> expected;
    test::Asker query(random.built.world(), 0, Baseline::with);
    for (const PathRequest& request : random.requests) expected.push_back(answer(query, request));
    std::array<std::vector<Answer>, 4> answers;
    {
      std::vector<std::jthread> threads;
      for (auto& mine : answers) {
        threads.emplace_back([&random, &mine, world = random.built.world()] {
          const auto own = std::make_unique<test::Asker>(world, 0, Baseline::with);
          for (const PathRequest& request : random.requests) mine.push_back(answer(*own, request));
        });
      }
    }
    for (const auto& mine : answers) REQUIRE(mine == expected);
  }
}

TEST_CASE("a query keeps its world alive") {
  const TileMap map = test::ascii_map("...\n...");
  const auto built = std::make_unique<BuiltWorld>(map, MovementProfile{});
  std::optional<World> world = built->world();
  test::Asker query(*world, 0);
  world.reset();
  REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}}).status == Status::found);
}

TEST_CASE("a query and a walker are small, wherever they stand") {
  CHECK(sizeof(PathQuery) == sizeof(void*));
  CHECK(sizeof(LegWalker) == sizeof(void*));
  CHECK(sizeof(Path) <= 256);
}

TEST_CASE("no query and no leg allocates") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(55);
  std::uint64_t made = 0;
  std::size_t found = 0;
  std::size_t legs = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomQueries random = random_queries(rng, 150);
    test::Asker query(random.built.world(), 0, Baseline::with);
    const test::AllocationCounter counter;
    for (PathRequest request : random.requests) {
      for (const Tier tier : kTiers) {
        request.tier = tier;
        if (query.find(request).status != Status::found) continue;
        ++found;
        Leg leg;
        while (query.next_leg(leg) == LegStatus::ready) ++legs;
        request.unpacking = request.unpacking == Unpacking::at_once ? Unpacking::leg_by_leg : Unpacking::at_once;
      }
    }
    made += counter.count();
  }
  REQUIRE(made == 0);
  REQUIRE(found > 5000);
  REQUIRE(legs > 20'000);
}

TEST_CASE("unpacked leg by leg, find leaves to the legs what far paths take") {
  Rng rng(57);
  const TileMap map = test::random_map(rng, {.character = test::Character::caves, .width = 600, .height = 600});
  const BuiltWorld built(map, MovementProfile{});
  const ProfileView& profile = built.world().profiles()[0];
  test::Asker query(built.world(), 0);
  std::size_t all = 0;
  std::size_t coarse = 0;
  std::uint64_t later = 0;
  for (int i = 0; i < 60; ++i) {
    PathRequest request{.from = *test::random_passable(rng, profile.grid),
                        .to = *test::random_passable(rng, profile.grid),
                        .tier = Tier::regions};
    const test::Found whole = query.find(request);
    if (whole.status != Status::found || request.from == request.to) continue;
    all += whole.waypoints.size();
    later += whole.expansions.unpack;
    request.unpacking = Unpacking::leg_by_leg;
    coarse += query.find(request).waypoints.size();
    Leg leg;
    REQUIRE(query.next_leg(leg) == LegStatus::ready);
    REQUIRE(leg.tiles.front() == request.from);
  }
  CHECK(all > 1000);
  CHECK(3 * coarse < 2 * all);
  CHECK(later > 0);
}

TEST_CASE("paths are unpacked by find, and by the walker where their ends lie more than 8192 tiles apart") {
  // A hall with a wall across it every 16 columns, open above and below in turn.
  constexpr std::int32_t kWidth = 8300;
  constexpr std::int32_t kHeight = 24;
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < kHeight; ++y) {
    for (std::int32_t x = 0; x < kWidth; ++x) {
      const bool gap = x / 16 % 2 == 0 ? y >= 20 : y < 4;
      tiles.push_back(x % 16 == 8 && !gap ? 1 : 0);
    }
  }
  const TileMap map = *TileMap::create(kWidth, kHeight, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  const BuiltWorld built(map, MovementProfile{}, options);
  test::Asker query(built.world(), 0);
  int near = 0;
  int far = 0;
  for (std::int32_t x = 0; x < 100; ++x) {
    for (const std::int64_t apart : {kFarUnpacked - 1, kFarUnpacked, kFarUnpacked + 1}) {
      const bool is_far = apart > kFarUnpacked;
      PathRequest request{
          .from = {x, 2}, .to = {x + static_cast<std::int32_t>(apart), x % kHeight}, .tier = Tier::regions};
      if (x % 2 == 1) std::swap(request.from, request.to);
      if (map.terrain(request.from) != 0 || map.terrain(request.to) != 0) continue;
      const test::Found found = query.find(request);
      REQUIRE(found.status == Status::found);
      const std::vector<Tile> waypoints(found.waypoints.begin(), found.waypoints.end());
      request.unpacking = is_far ? Unpacking::leg_by_leg : Unpacking::at_once;
      const test::Found same = query.find(request);
      REQUIRE(std::ranges::equal(waypoints, same.waypoints));
      REQUIRE(found.work == same.work);
      request.unpacking = is_far ? Unpacking::at_once : Unpacking::leg_by_leg;
      const test::Found other = query.find(request);
      REQUIRE(found.cost == other.cost);
      const std::size_t others = other.waypoints.size();
      REQUIRE((is_far ? others : waypoints.size()) > 2 * (is_far ? waypoints.size() : others));
      ++(is_far ? far : near);
    }
  }
  CHECK(near > 100);
  CHECK(far > 50);
}

/// Whether a search of a whole region finds this leg, and settles as many tiles.
bool is_leg_of(const GridView& grid, const Rect& area, const Leg& leg) {
  const Tile from = leg.tiles.front();
  const Tile to = leg.tiles.back();
  const auto matrix = std::make_unique<LocalMatrix<60, Cost>>();
  const Rect window = LegMatrix::shifted_to_contain(LegMatrix::centred(from, to), area);
  matrix->place(window);
  const auto bound = [&](Tile t) { return grid.rules->lower_bound(t, to); };
  const SearchOutcome outcome =
      with_moves(grid, area, [&](auto&& moves) { return matrix->search(from, to, LegMatrix::kNodes, bound, moves); });
  std::vector<Tile> memory(LegMatrix::kNodes);
  if (outcome.end != SearchEnd::reached || outcome.expansions != leg.states) return false;
  if (leg.kind == LegKind::shifted && leg.window != window) return false;
  return std::ranges::equal(matrix->path(to, std::span<Tile, LegMatrix::kNodes>(memory)), leg.tiles);
}

TEST_CASE("every coarse leg between two portals is a least way inside a region, that a search of all of it finds") {
  Rng rng(56);
  std::size_t inner = 0;
  std::size_t searched = 0;
  std::size_t shifted = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomQueries random = random_queries(rng, 60);
    const ProfileView& profile = random.built.world().profiles()[0];
    const RegionLayout& layout = profile.regions.topology.layout;
    const auto tiles = profile.regions.topology.tiles;
    const auto is_portal = [&](Tile t) { return std::find(tiles.begin(), tiles.end(), t) != tiles.end(); };
    test::Asker query(random.built.world(), 0);
    LegCounts kinds;
    for (PathRequest request : random.requests) {
      request.tier = Tier::regions;
      const test::Found result = query.find(request);
      if (result.status != Status::found) continue;
      Leg leg;
      for (std::size_t i = 0; query.next_leg(leg) == LegStatus::ready; ++i) {
        const Tile from = leg.tiles.front();
        const Tile to = leg.tiles.back();
        const bool straight = leg.kind == LegKind::straight;  // then there was no need for a window
        REQUIRE(straight == (leg.states == 0));
        REQUIRE(leg.states <= 33 * 33);
        const bool centred = leg.window == LegMatrix::centred(from, to);
        REQUIRE(centred == (leg.kind == LegKind::centred));
        kinds.straight += straight ? 1 : 0;
        kinds.centred += centred ? 1 : 0;
        kinds.shifted += leg.kind == LegKind::shifted ? 1 : 0;
        REQUIRE(leg.window.width() == (straight ? 0 : 60));
        REQUIRE(leg.window.height() == (straight ? 0 : 60));
        searched += straight ? 0 : 1;
        const Rect around = layout.around(from);
        bool held = false;
        for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
          for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
            const Rect area = layout.area(0, {x, y});
            const bool inside =
                std::all_of(leg.tiles.begin(), leg.tiles.end(), [&](Tile t) { return area.contains(t); });
            held = held || (inside && (straight || is_leg_of(random.grid.view(), area, leg)));
          }
        }
        REQUIRE(held);
        if (i == 0 || i + 2 >= result.waypoints.size()) {
          REQUIRE((is_portal(from) || from == request.from));
          REQUIRE((is_portal(to) || to == request.to));
          continue;
        }
        ++inner;
        REQUIRE((is_portal(from) && is_portal(to)));
        if (inner % 4 == 0) REQUIRE(random.grid.oracle().distance(from, to) == leg.cost);
      }
    }
    REQUIRE(query.leg_counts() == kinds);
    shifted += kinds.shifted;
  }
  REQUIRE(inner > 1000);
  REQUIRE(searched > 500);
  // Only where walls or prices lead a least path to the far side of its region and back.
  REQUIRE(shifted > 0);
  REQUIRE(20 * shifted < searched);
}

/// A 97x97 map of walls with one corridor inside the middle region [32,64]: the ends lie on its left line a few tiles
/// apart, a wall between them, and the only way hugs the far side of the region. `turn` looks at it from all eight
/// sides.
TileMap corridor(int turn, std::int32_t a, std::int32_t b, std::int32_t far) {
  constexpr std::int32_t kSide = 97;
  std::vector<TerrainId> tiles(static_cast<std::size_t>(kSide * kSide), 0);
  const auto open = [&](std::int32_t x, std::int32_t y) {
    if ((turn & 1) != 0) x = kSide - 1 - x;
    if ((turn & 2) != 0) y = kSide - 1 - y;
    if ((turn & 4) != 0) std::swap(x, y);
    tiles[static_cast<std::size_t>(y * kSide + x)] = 1;
  };
  for (std::int32_t x = 20; x <= far; ++x) open(x, a);
  for (std::int32_t y = a; y <= b; ++y) open(far, y);
  for (std::int32_t x = 20; x <= far; ++x) open(x, b);
  auto map = TileMap::create(kSide, kSide, {{"#", 0}, {".", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  return *map;
}

TEST_CASE("legs whose only way hugs the far side of the region are found in the shifted window") {
  constexpr std::array kEnds{std::pair{32, 34}, std::pair{40, 44}, std::pair{33, 63}, std::pair{62, 64}};
  for (int turn = 0; turn < 8; ++turn) {
    bool shifted = false;
    // Where the squares of the regions lie is for the build to choose: one of these ways hugs the far side.
    for (int i = 0; i < 16; ++i) {
      const auto [a, b] = kEnds[static_cast<std::size_t>(i % 4)];
      const TileMap map = corridor(turn, a, b, std::array{50, 52, 60, 64}[static_cast<std::size_t>(i / 4)]);
      const TestGrid grid(map);
      const BuiltWorld built(map, MovementProfile{});
      test::Asker query(built.world(), 0, Baseline::with);
      const auto place = [turn = turn](Tile t) {
        if ((turn & 1) != 0) t.x = 96 - t.x;
        if ((turn & 2) != 0) t.y = 96 - t.y;
        if ((turn & 4) != 0) std::swap(t.x, t.y);
        return t;
      };
      const Tile from = place({20, a});
      const Tile to = place({20, b});
      const Cost expected = grid.oracle().distance(from, to);
      REQUIRE(expected != kInfiniteCost);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        const test::Found result = query.find({.from = from, .to = to, .tier = tier});
        CAPTURE(turn, a, b, tier);
        REQUIRE(result.status == Status::found);
        REQUIRE(result.cost == expected);
        Leg leg;
        Cost sum = 0;
        LegStatus status = query.next_leg(leg);
        for (; status == LegStatus::ready; status = query.next_leg(leg)) {
          sum += leg.cost;
          if (leg.states == 0) continue;
          shifted = shifted || leg.kind == LegKind::shifted;
          REQUIRE((leg.kind == LegKind::shifted) ==
                  (leg.window != LegMatrix::centred(leg.tiles.front(), leg.tiles.back())));
          REQUIRE(leg.states <= 33 * 33);
        }
        REQUIRE(status == LegStatus::done);
        REQUIRE(sum == expected);
      }
    }
    REQUIRE(shifted);
  }
}

TEST_CASE("a window that holds every path of a leg's cost stays in the middle, however close the region's border") {
  // A wall between the ends is gone around within 29 tiles, and all beyond is blocked.
  const TileMap map = corridor(0, 40, 44, 48);
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  REQUIRE(query.find({.from = {20, 40}, .to = {20, 44}, .tier = Tier::regions}).status == Status::found);
  Leg leg;
  while (query.next_leg(leg) == LegStatus::ready) REQUIRE(leg.kind != LegKind::shifted);
  REQUIRE(query.leg_counts().shifted == 0);
  REQUIRE(query.leg_counts().centred != 0);
}

TEST_CASE("a region that is one long maze is crossed leg by leg") {
  // Snakes through all nine regions, upright and lying, with tiles of every other line open.
  for (const bool upright : {true, false}) {
    constexpr std::int32_t kSide = 97;
    std::vector<TerrainId> tiles(static_cast<std::size_t>(kSide * kSide), 0);
    for (std::int32_t along = 0; along < kSide; ++along) {
      for (std::int32_t across = 0; across < kSide; ++across) {
        const bool link = across == (along / 2 % 2 == 0 ? kSide - 1 : 0);
        if (along % 2 == 0 || link) {
          tiles[static_cast<std::size_t>(upright ? across * kSide + along : along * kSide + across)] = 1;
        }
      }
    }
    const auto map = TileMap::create(kSide, kSide, {{"#", 0}, {".", kCostScale}}, std::move(tiles));
    REQUIRE(map.has_value());
    const TestGrid grid(*map);
    const BuiltWorld built(*map, MovementProfile{});
    test::Asker query(built.world(), 0, Baseline::with);
    const Oracle oracle = grid.oracle();
    const auto distances = oracle.distances_from({0, 0});
    Rng rng(57);
    for (int i = 0; i < 200; ++i) {
      const Tile to = i == 0 ? Tile{kSide - 1, kSide - 1} : *test::random_passable(rng, grid.view());
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        const test::Found result = query.find({.from = {0, 0}, .to = to, .tier = tier});
        REQUIRE(result.status == Status::found);
        REQUIRE(result.cost == distances[oracle.index(to)]);
        const test::Walk walk = test::walk(query, result);
        REQUIRE(walk.fault == "");
        REQUIRE(test::cost_of(oracle, walk.tiles) == result.cost);
      }
    }
  }
}

TEST_CASE("visit_search shows what the search touched") {
  Rng rng(58);
  const RandomQueries random = random_queries(rng, 60);
  test::Asker query(random.built.world(), 0, Baseline::with);
  const Rect bounds = random.grid.map().bounds();
  for (const PathRequest& request : random.requests) {
    const test::Found result = query.find(request);
    std::uint64_t settled = 0;
    std::uint64_t outside = 0;
    query.visit_search([&](Point at, bool done) {
      const Tile tile = tile_at(at);
      settled += done ? 1 : 0;
      outside += bounds.contains(tile) ? 0 : 1;
    });
    REQUIRE(outside == 0);
    if (result.tier == Tier::astar) REQUIRE(settled == result.expansions.astar);
    if (request.tier == Tier::local && result.tier == Tier::local) REQUIRE(settled == result.expansions.local);
    if (result.tier == Tier::automatic) REQUIRE(settled == 0);
  }
}

}  // namespace
}  // namespace portolan
