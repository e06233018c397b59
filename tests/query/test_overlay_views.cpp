// SPDX-License-Identifier: BSL-1.0
// Queries that change between views of a world: doors, snapshots, threads, straight paths; none of them allocates.
#include "portolan/grid/line_check.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"

#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::edit;
using test::Mirrored;
using test::Oracle;
using test::random_area;
using test::Rng;

/// The tiles that a point touches, those that are passable.
std::vector<Tile> touched(const Oracle& oracle, Point p) {
  std::vector<Tile> tiles;
  for (std::int32_t y = floor_to_tile(p.y - 1); y <= floor_to_tile(p.y); ++y) {
    for (std::int32_t x = floor_to_tile(p.x - 1); x <= floor_to_tile(p.x); ++x) {
      if (oracle.passable({x, y})) tiles.push_back({x, y});
    }
  }
  return tiles;
}

TEST_CASE("straight paths on overlays are legal, no costlier than by steps, and found wherever there are any") {
  Rng rng(3);
  std::size_t found = 0;
  std::size_t unreachable = 0;
  std::size_t straightened = 0;
  for (int world = 0; world < 60; ++world) {
    const TileMap map = test::random_map(rng, {.max_side = 70});
    const MovementProfile profile = test::straight_mover(rng.between(0, 2));
    const BuiltWorld built(map, profile);
    const ProfileView& view = built.world().profiles()[0];
    test::Asker query(built.world(), 0);
    std::vector<Mirrored> all(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int round = 0; round < 8; ++round) {
      edit(rng, built.world(), all, 0);
      query.use(std::make_shared<const Overlay>(all[0].overlay));
      const auto edited =
          TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, all[0].tiles);
      const Oracle oracle(*edited, profile, view.rules);
      const std::vector<std::uint32_t> islands = oracle.islands();
      for (int i = 0; i < 20; ++i) {
        const Point from = test::random_point(rng, map, profile.footprint);
        const Point to = test::random_point(rng, map, profile.footprint);
        CAPTURE(world, round, from.x, from.y, to.x, to.y);
        const test::Found result = query.find_between({.from = from, .to = to});
        if (result.status == Status::bad_start || result.status == Status::bad_goal) continue;
        const auto ends = profile.footprint == 0 ? std::pair(touched(oracle, from), touched(oracle, to))
                                                 : std::pair(std::vector{tile_at(from)}, std::vector{tile_at(to)});
        bool joined = false;
        for (const Tile a : ends.first) {
          for (const Tile b : ends.second) joined = joined || islands[oracle.index(a)] == islands[oracle.index(b)];
        }
        REQUIRE(result.status == (joined ? Status::found : Status::unreachable));
        if (!joined) {
          ++unreachable;
          continue;
        }
        ++found;
        REQUIRE((result.points.front() == from && result.points.back() == to));
        const LineMeasure measure = measure_line(*edited, profile, result.points);
        REQUIRE(measure.fault == "");
        const double cost = static_cast<double>(result.cost) * view.tiles_per_unit();
        REQUIRE(std::abs(measure.cost - cost) <= 1e-4);
        if (from == centre_of(tile_at(from)) && to == centre_of(tile_at(to))) {
          const double by_steps =
              static_cast<double>(oracle.distance(tile_at(from), tile_at(to))) * view.rules.tiles_per_unit();
          REQUIRE(cost <= by_steps + 1e-4);
          straightened += cost < by_steps - 1e-3 ? 1 : 0;
        }
      }
    }
  }
  CHECK(found > 1500);
  CHECK(unreachable > 100);
  CHECK(straightened > 300);
}

/// Two rooms with a door in the wall between them; the terrains are '.' and '#'.
constexpr const char* kDoor = R"(
  .....#.....
  .....#.....
  a....d....b
  .....#.....
  .....#.....)";

TEST_CASE("a door closes and opens in one view of the world and not in another") {
  const TileMap map = test::ascii_map(kDoor);
  const BuiltWorld built(map, MovementProfile{});
  const Tile door = test::find(kDoor, 'd');
  const Rect door_area{door, {door.x + 1, door.y + 1}};
  const PathRequest through{.from = test::find(kDoor, 'a'), .to = test::find(kDoor, 'b')};
  test::Asker query(built.world(), 0);
  const Cost open = query.find(through).cost;

  Overlay overlay(built.world());
  REQUIRE(overlay.set_terrain(door_area, 1).has_value());
  const auto closed = std::make_shared<const Overlay>(overlay);
  REQUIRE(overlay.set_terrain({{5, 0}, {6, 1}}, 0).has_value());
  const auto other_door = std::make_shared<const Overlay>(overlay);
  REQUIRE(overlay.revert(built.world().bounds()).has_value());

  query.use(closed);
  CHECK(query.find(through).status == Status::unreachable);
  CHECK(query.find({.from = through.from, .to = door}).status == Status::bad_goal);
  CHECK(query.find({.from = through.from, .to = door, .ends = EndRule::nearest}).why == Why::moved_end);
  query.use(other_door);
  CHECK(query.find(through).status == Status::found);
  CHECK(query.find(through).cost > open);
  CHECK(query.find({.from = through.from, .to = through.to, .tier = Tier::waypoints}).why == Why::edited);
  query.use(std::make_shared<const Overlay>(overlay));
  CHECK(query.find(through).cost == open);
  CHECK(query.find(through).tier >= Tier::waypoints);
  query.use(closed);
  query.use(nullptr);
  CHECK(query.find(through).cost == open);
}

TEST_CASE("who is walled in is known to be from either end, and by regions for nothing", "[slow]") {
  constexpr std::int32_t kSide = 400;
  auto map = TileMap::create(kSide, kSide, {{".", kCostScale}, {"#", 0}}, std::vector<TerrainId>(kSide * kSide, 0));
  // Without open ground between them few portals are needed to cross regions.
  Rng rng(47);
  std::vector<TerrainId> tiles(map->tiles().begin(), map->tiles().end());
  for (TerrainId& tile : tiles) tile = rng.percent(20) ? 1 : 0;
  const Tile inside{203, 199};
  const Tile outside{20, 30};
  for (const Tile t : {inside, outside}) tiles[static_cast<std::size_t>(t.y * kSide + t.x)] = 0;
  map = TileMap::create(kSide, kSide, {{".", kCostScale}, {"#", 0}}, tiles);
  const BuiltWorld built(*map, MovementProfile{});
  test::Asker query(built.world(), 0);
  REQUIRE(query.find({.from = outside, .to = inside, .tier = Tier::regions}).status == Status::found);

  Overlay overlay(built.world());
  const Rect yard{{inside.x - 8, inside.y - 8}, {inside.x + 9, inside.y + 9}};
  for (const Rect& wall :
       {Rect{yard.min, {yard.max.x, yard.min.y + 1}}, Rect{{yard.min.x, yard.max.y - 1}, yard.max},
        Rect{yard.min, {yard.min.x + 1, yard.max.y}}, Rect{{yard.max.x - 1, yard.min.y}, yard.max}}) {
    REQUIRE(overlay.set_terrain(wall, 1).has_value());
  }
  for (const bool refreshed : {false, true}) {
    if (refreshed) REQUIRE(overlay.refresh() == 0);
    query.use(std::make_shared<const Overlay>(overlay));
    for (const auto& [from, to] : {std::pair(outside, inside), std::pair(inside, outside)}) {
      const test::Found result = query.find({.from = from, .to = to});
      CAPTURE(refreshed);
      REQUIRE(result.status == Status::unreachable);
      REQUIRE(result.expansions.coarse + result.expansions.access == 0);
      // From inside 225 tiles at most can be reached; from outside jump points go as far as they are let.
      if (from == inside) REQUIRE(result.expansions.jump <= 225);
      const test::Found by_regions = query.find({.from = from, .to = to, .tier = Tier::regions});
      REQUIRE(by_regions.status == Status::unreachable);
      REQUIRE(by_regions.why == Why::different_islands);
      REQUIRE(by_regions.optimal());
      REQUIRE(by_regions.expansions.total() == 0);
    }
  }
}

TEST_CASE("an overlay of another world is refused, and none is used then") {
  const TileMap map = test::ascii_map(kDoor);
  const BuiltWorld built(map, MovementProfile{});
  const BuiltWorld other(map, MovementProfile{});
  Overlay mine(built.world());
  REQUIRE(mine.set_terrain({test::find(kDoor, 'd'), {6, 3}}, 1).has_value());
  test::Asker query(built.world(), 0);
  query.use(std::make_shared<const Overlay>(mine));
  CHECK_THROWS_AS(query.use(std::make_shared<const Overlay>(Overlay(other.world()))), std::invalid_argument);
  CHECK(query.find({.from = test::find(kDoor, 'a'), .to = test::find(kDoor, 'b')}).status == Status::found);
}

TEST_CASE("queries on overlays do not allocate") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(4);
  std::uint64_t made = 0;
  std::size_t legs = 0;
  for (int world = 0; world < 20; ++world) {
    const TileMap map = test::random_map(rng, {.max_side = 140});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    test::Asker query(built.world(), 0);
    std::vector<Mirrored> all(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int round = 0; round < 4; ++round) {
      edit(rng, built.world(), all, 0);
      if (round % 2 == 1) all[0].overlay.refresh(8);
      query.use(std::make_shared<const Overlay>(all[0].overlay));
      const test::AllocationCounter counter;
      for (int i = 0; i < 20; ++i) {
        query.find({.from = {rng.below(map.width()), rng.below(map.height())},
                    .to = {rng.below(map.width()), rng.below(map.height())}});
        Leg leg;
        while (query.next_leg(leg) == LegStatus::ready) ++legs;
      }
      made += counter.count();
    }
  }
  CHECK(made == 0);
  CHECK(legs > 500);
}

TEST_CASE("readers query published snapshots while a writer edits", "[threads]") {
  Rng rng(5);
  const TileMap map = test::random_map(rng, {.character = test::Character::open, .width = 140, .height = 140});
  const BuiltWorld built(map, MovementProfile{});
  const std::vector<Tile> ends{*test::random_passable(rng, built.world().profiles()[0].grid),
                               *test::random_passable(rng, built.world().profiles()[0].grid)};
  constexpr int kVersions = 40;
  // Every version's answer, found alone.
  std::vector<Rect> areas;
  std::vector<test::Found> expected;
  test::Asker alone(built.world(), 0);
  Overlay replay(built.world());
  for (int i = 0; i < kVersions; ++i) {
    areas.push_back(random_area(rng, map.bounds(), built.world().profiles()[0].regions.topology.layout));
    REQUIRE(replay.set_terrain(areas.back(), static_cast<TerrainId>(i % 2)).has_value());
    alone.use(std::make_shared<const Overlay>(replay));
    expected.push_back(alone.find({.from = ends[0], .to = ends[1]}));
  }
  struct Published {
    std::size_t version;
    std::shared_ptr<const Overlay> overlay;
  };
  std::mutex mutex;
  Published current{0, nullptr};
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  std::atomic<int> asked = 0;
  const auto read = [&] {
    test::Asker query(built.world(), 0);
    while (!done || asked < 10) {
      Published seen;
      {
        const std::lock_guard lock(mutex);
        seen = current;
      }
      if (seen.overlay == nullptr) continue;
      query.use(seen.overlay);
      const test::Found result = query.find({.from = ends[0], .to = ends[1]});
      const test::Found& right = expected[seen.version];
      wrong += result.status != right.status || result.cost != right.cost ? 1 : 0;
      ++asked;
    }
  };
  std::thread one(read);
  std::thread other(read);
  Overlay mine(built.world());
  for (std::size_t i = 0; i < kVersions; ++i) {
    REQUIRE(mine.set_terrain(areas[i], static_cast<TerrainId>(i % 2)).has_value());
    if (i % 3 == 0) mine.refresh(10);
    const Published next{i, std::make_shared<const Overlay>(mine)};
    const std::lock_guard lock(mutex);
    current = next;
  }
  done = true;
  one.join();
  other.join();
  CHECK(wrong == 0);
  CHECK(asked >= 10);
}

TEST_CASE("another thread refreshes copies of what a writer edits, and the writer adopts them", "[threads]") {
  Rng rng(6);
  const TileMap map = test::random_map(rng, {.character = test::Character::open, .width = 140, .height = 140});
  const BuiltWorld built(map, MovementProfile{});
  const RegionLayout& layout = built.world().profiles()[0].regions.topology.layout;
  test::Asker query(built.world(), 0, Baseline::with);
  Overlay edits(built.world());
  const auto count = [&] {
    const auto regions = edits.refreshed(0);
    return std::count_if(regions.begin(), regions.end(), [](const RefreshedRegion& region) { return !region.stale; });
  };
  std::ptrdiff_t adopted = 0;
  for (int round = 0; round < 20; ++round) {
    REQUIRE(edits.set_terrain(random_area(rng, map.bounds(), layout), static_cast<TerrainId>(round % 2)).has_value());
    Overlay copy = edits;
    std::thread helper([&copy] { copy.refresh(); });
    const Rect late = random_area(rng, map.bounds(), layout);
    const bool done = edits.set_terrain(late, static_cast<TerrainId>(round / 2 % 2)).has_value();
    helper.join();
    REQUIRE(done);
    const auto known = count();
    edits.adopt(copy);
    adopted += count() - known;
    query.use(std::make_shared<const Overlay>(edits));
    for (int i = 0; i < 5; ++i) {
      PathRequest request{.from = {rng.below(140), rng.below(140)}, .to = {rng.below(140), rng.below(140)}};
      request.tier = Tier::regions;
      const test::Found by_regions = query.find(request);
      const Cost cost = by_regions.cost;
      const Status status = by_regions.status;
      request.tier = Tier::astar;
      const test::Found by_tiles = query.find(request);
      REQUIRE((by_tiles.status == status && by_tiles.cost == cost));
    }
  }
  CHECK(adopted > 20);
}

}  // namespace
}  // namespace portolan
