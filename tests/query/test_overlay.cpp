// SPDX-License-Identifier: BSL-1.0
// Queries on overlays against Dijkstra on the edited map: random worlds and movers, several overlays at once, edits of
// every kind between the queries; the legs walked and judged.
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/world/overlay.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t edits = 0;
  std::size_t differ = 0;  ///< queries whose cost is not that of the map without edits
  std::size_t unreachable = 0;
  std::size_t joined = 0;     ///< found, though on different islands of the file
  std::size_t refreshed = 0;  ///< regions with a table, where there were some
  std::size_t upper = 0;      ///< of them those above level 0
  std::size_t partly = 0;     ///< refreshes that left some
  std::map<Tier, std::size_t> answered_by;
};

/// An overlay, and the same edits made on a plain array.
struct Mirrored {
  Overlay overlay;
  std::vector<TerrainId> tiles;
};

/// Often beside a line between regions, where edits matter to both sides.
Rect random_area(Rng& rng, const Rect& bounds, const RegionLayout& layout) {
  const std::int32_t most = rng.percent(10) ? 64 : (rng.percent(30) ? 1 : 8);
  const std::int32_t width = std::min(rng.between(1, most), bounds.max.x);
  const std::int32_t height = std::min(rng.between(1, most), bounds.max.y);
  Tile min{rng.below(bounds.max.x - width + 1), rng.below(bounds.max.y - height + 1)};
  const Tile line = layout.origin(0, layout.square(min));
  if (rng.percent(30)) min.x = std::clamp(line.x + rng.between(-1, 1) - (rng.percent(50) ? width : 0), 0, min.x);
  if (rng.percent(30)) min.y = std::clamp(line.y + rng.between(-1, 1) - (rng.percent(50) ? height : 0), 0, min.y);
  return {min, {min.x + width, min.y + height}};
}

/// One random edit of one of them.
void edit(Rng& rng, const World& world, std::vector<Mirrored>& all, std::size_t which) {
  Mirrored& one = all[which];
  if (rng.percent(5)) {
    one = all[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(all.size())))];
    return;
  }
  const Rect area =
      rng.percent(3) ? world.bounds() : random_area(rng, world.bounds(), world.profiles()[0].regions.topology.layout);
  const auto terrains = static_cast<std::int32_t>(world.palette().size());
  std::vector<TerrainId> plane;
  const auto kind = rng.below(10);
  const auto single = static_cast<TerrainId>(rng.below(terrains));
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      const auto place =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(world.width()) + static_cast<std::size_t>(x);
      TerrainId& tile = one.tiles[place];
      if (kind < 3) {
        tile = world.terrain()[place];
      } else {
        tile = kind < 5 ? static_cast<TerrainId>(rng.below(terrains)) : single;
      }
      plane.push_back(tile);
    }
  }
  Outcome done = kind < 3   ? one.overlay.revert(area)
                 : kind < 5 ? one.overlay.set_tiles(area, plane)
                            : one.overlay.set_terrain(area, single);
  REQUIRE(done.has_value());
}

/// One world under test. Each check returns what is wrong, empty if nothing is.
class Trial {
 public:
  Trial(Rng& rng, const TileMap& map, const MovementProfile& profile)
      : rng_(rng),
        map_(map),
        profile_(profile),
        built_(map, profile, BuiltWorld::all_indexes()),
        query_(built_.world(), 0, Baseline::with),
        unedited_(map, profile, built_.world().profiles()[0].rules) {
    overlays_.assign(3, {Overlay(built_.world()), {map.tiles().begin(), map.tiles().end()}});
  }

  std::string run(int edits, int goals, Tally& tally) {
    const auto which = static_cast<std::size_t>(rng_.below(3));
    for (int i = 0; i < edits; ++i) edit(rng_, built_.world(), overlays_, which);
    tally.edits += static_cast<std::size_t>(edits);
    if (rng_.percent(60)) refresh(overlays_[which].overlay, tally);
    const Mirrored& one = overlays_[which];
    const bool same = std::equal(one.tiles.begin(), one.tiles.end(), map_.tiles().begin());
    if (one.overlay.empty() != same) return "empty() is wrong";
    const auto map =
        TileMap::create(map_.width(), map_.height(), {map_.palette().begin(), map_.palette().end()}, one.tiles);
    const Oracle oracle(*map, profile_, built_.world().profiles()[0].rules);
    query_.use(std::make_shared<const Overlay>(one.overlay));
    const Tile from = random_tile(oracle);
    if (!oracle.passable(from)) {
      return query_.find({.from = from, .to = from}).status == Status::bad_start ? "" : "a start that is blocked";
    }
    const std::vector<Cost> distances = oracle.distances_from(from);
    const std::vector<Cost> before = unedited_.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = random_tile(oracle);
      if (!oracle.passable(to)) continue;
      const std::size_t place = oracle.index(to);
      ++tally.queries;
      tally.differ += distances[place] != before[place] ? 1 : 0;
      tally.joined += distances[place] != kInfiniteCost && before[place] == kInfiniteCost ? 1 : 0;
      const bool forth = rng_.percent(50);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        if (tier == Tier::astar && i % 8 != 0) continue;
        const std::string fault =
            check(*map, oracle, {forth ? from : to, forth ? to : from, tier}, distances[place], tally);
        if (!fault.empty()) {
          return text(forth ? from : to) + " to " + text(forth ? to : from) + ", " + std::string(to_string(tier)) +
                 ": " + fault;
        }
      }
    }
    return {};
  }

 private:
  static std::string text(Tile t) { return std::to_string(t.x) + "," + std::to_string(t.y); }

  void refresh(Overlay& overlay, Tally& tally) {
    const bool whole = rng_.percent(50);
    const std::size_t left = whole ? overlay.refresh() : overlay.refresh(static_cast<std::size_t>(rng_.between(1, 8)));
    const auto tables = overlay.refreshed(0);
    tally.refreshed += tables.size();
    tally.upper += static_cast<std::size_t>(
        std::count_if(tables.begin(), tables.end(), [](const auto& r) { return r.level != 0; }));
    tally.partly += left != 0 ? 1 : 0;
    if (whole) REQUIRE(left == 0);
  }

  Tile random_tile(const Oracle& oracle) {
    Tile tile{};
    for (int attempt = 0; attempt < 100; ++attempt) {
      tile = {rng_.below(map_.width()), rng_.below(map_.height())};
      if (oracle.passable(tile)) break;
    }
    return tile;
  }

  std::string check(const TileMap& map, const Oracle& oracle, const PathRequest& request, Cost expected, Tally& tally) {
    const PathResult result = query_.find(request);
    ++tally.answered_by[result.tier];
    if (!result.optimal) return "not proven: " + std::string(to_string(result.status));
    if (result.status == Status::unreachable) {
      ++tally.unreachable;
      return expected == kInfiniteCost ? "" : "said to be unreachable, which it is not";
    }
    if (result.status != Status::found) return "status " + std::string(to_string(result.status));
    if (result.cost != expected) return "the cost is wrong";
    if (result.waypoints.front() != request.from || result.waypoints.back() != request.to) return "wrong ends";
    const test::Walk walk = test::walk(query_, result);
    if (!walk.fault.empty()) return walk.fault;
    if (walk.most_states > 33 * 33) return "a leg visits more tiles than a region has";
    if (walk.cost != result.cost || cost_of(oracle, walk.tiles) != result.cost) return "the legs do not add up";
    return measure_path(map, profile_, walk.tiles).fault;
  }

  Rng& rng_;
  const TileMap& map_;
  const MovementProfile& profile_;
  BuiltWorld built_;
  PathQuery query_;
  Oracle unedited_;
  std::vector<Mirrored> overlays_;
};

Tally run(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    const TileMap map = test::random_map(rng, {.max_side = 140});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    Trial trial(rng, map, profile);
    for (int round = 0; round < 12; ++round) {
      const std::string fault = trial.run(rng.percent(80) ? 1 : 6, 16, tally);
      CAPTURE(seed, world, round, fault);
      REQUIRE(fault == "");
    }
  }
  CHECK(tally.edits > queries / 20);
  CHECK(tally.differ > queries / 10);
  CHECK(tally.unreachable > queries / 100);
  CHECK(tally.joined > queries / 100);
  CHECK(tally.refreshed > queries / 20);
  CHECK(tally.upper > queries / 50);
  CHECK(tally.partly > queries / 400);
  CHECK(tally.answered_by[Tier::local] > queries / 20);
  CHECK(tally.answered_by[Tier::regions] > queries / 2);
  return tally;
}

TEST_CASE("queries on overlays are exact between any edits") {
  run(1, 5000);
}

TEST_CASE("a hundred thousand queries on overlays are exact between any edits", "[long]") {
  const Tally tally = run(2, 100'000);
  CHECK(tally.edits > 1000);
}

struct Comparison {
  std::size_t differ = 0;  ///< queries whose cost is not that of the map without edits
  std::size_t tables = 0;  ///< regions above level 1 that were customised, in all rounds
};

/// Edits of a large map, many of them on the paths last found, refreshed in part between the queries, which are asked
/// by regions and by the baseline.
void compare_with_baseline(const TileMap& map, std::uint64_t seed, int rounds, Comparison& seen) {
  Rng rng(seed);
  const BuiltWorld built(map, MovementProfile{});
  const ProfileView& profile = built.world().profiles()[0];
  REQUIRE(profile.regions.topology.levels >= 4);
  PathQuery query(built.world(), 0, Baseline::with);
  std::vector<Mirrored> all(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
  std::vector<PathRequest> requests;
  for (int i = 0; i < 5; ++i) {
    requests.push_back({.from = *test::random_passable(rng, profile.grid),
                        .to = *test::random_passable(rng, profile.grid),
                        .tier = Tier::regions});
  }
  std::vector<Tile> path;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < 6; ++i) {
      Rect area = random_area(rng, map.bounds(), profile.regions.topology.layout);
      if (!path.empty() && rng.percent(50)) {
        const Tile on = path[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(path.size())))];
        area = intersection({{on.x - 6, on.y - 6}, {on.x + 7, on.y + 7}}, map.bounds());
      }
      const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size())));
      REQUIRE((rng.percent(30) ? all[0].overlay.revert(area) : all[0].overlay.set_terrain(area, terrain)).has_value());
    }
    if (rng.percent(70)) all[0].overlay.refresh(static_cast<std::size_t>(rng.between(0, 40)));
    seen.tables +=
        static_cast<std::size_t>(std::count_if(all[0].overlay.refreshed(0).begin(), all[0].overlay.refreshed(0).end(),
                                               [](const RefreshedRegion& r) { return r.level > 1 && !r.stale; }));
    const auto snapshot = std::make_shared<const Overlay>(all[0].overlay);
    for (const PathRequest& request : requests) {
      PathRequest plain = request;
      plain.tier = Tier::astar;
      query.use(nullptr);
      const Cost before = query.find(plain).cost;
      query.use(snapshot);
      const PathResult expected = query.find(plain);
      const PathResult result = query.find(request);
      CAPTURE(seed, round, request.from, request.to);
      REQUIRE(result.status == expected.status);
      REQUIRE(result.cost == expected.cost);
      seen.differ += result.cost != before ? 1 : 0;
      if (result.status != Status::found) continue;
      const test::Walk walk = test::walk(query, result);
      REQUIRE(walk.fault == "");
      REQUIRE(walk.cost == result.cost);
      path = walk.tiles;
    }
  }
}

TEST_CASE("on large maps regions on overlays answer as the baseline does") {
  Rng rng(6);
  Comparison seen;
  for (const test::Character character : {test::Character::rooms, test::Character::caves, test::Character::open}) {
    const TileMap map =
        test::random_map(rng, {.character = character, .weights = test::Weights::small, .width = 400, .height = 400});
    compare_with_baseline(map, rng.next(), 4, seen);
  }
  CHECK(seen.differ > 10);
  CHECK(seen.tables > 10);
}

TEST_CASE("on large maps regions on overlays answer as the baseline does: many", "[long]") {
  Rng rng(7);
  Comparison seen;
  for (const test::Character character : test::kCharacters) {
    const TileMap map = test::random_map(rng, {.character = character, .width = 1050, .height = 700});
    compare_with_baseline(map, rng.next(), 30, seen);
  }
  CHECK(seen.differ > 150);
  CHECK(seen.tables > 150);
}

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
    PathQuery query(built.world(), 0);
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
        const PathResult result = query.find_between({.from = from, .to = to});
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
  PathQuery query(built.world(), 0);
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
  CHECK(query.find({.from = through.from, .to = through.to, .tier = Tier::waypoints}).why == Why::tier_missing);
  query.use(std::make_shared<const Overlay>(overlay));
  CHECK(query.find(through).cost == open);
  CHECK(query.find(through).tier >= Tier::waypoints);
  query.use(closed);
  query.use(nullptr);
  CHECK(query.find(through).cost == open);
}

TEST_CASE("an overlay of another world is refused, and none is used then") {
  const TileMap map = test::ascii_map(kDoor);
  const BuiltWorld built(map, MovementProfile{});
  const BuiltWorld other(map, MovementProfile{});
  Overlay mine(built.world());
  REQUIRE(mine.set_terrain({test::find(kDoor, 'd'), {6, 3}}, 1).has_value());
  PathQuery query(built.world(), 0);
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
    PathQuery query(built.world(), 0);
    std::vector<Mirrored> all(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int round = 0; round < 4; ++round) {
      edit(rng, built.world(), all, 0);
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
  std::vector<PathResult> expected;
  PathQuery alone(built.world(), 0);
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
    PathQuery query(built.world(), 0);
    while (!done || asked < 10) {
      Published seen;
      {
        const std::lock_guard lock(mutex);
        seen = current;
      }
      if (seen.overlay == nullptr) continue;
      query.use(seen.overlay);
      const PathResult result = query.find({.from = ends[0], .to = ends[1]});
      const PathResult& right = expected[seen.version];
      wrong += result.status != right.status || result.cost != right.cost ? 1 : 0;
      ++asked;
    }
  };
  std::thread one(read);
  std::thread other(read);
  Overlay mine(built.world());
  for (std::size_t i = 0; i < kVersions; ++i) {
    REQUIRE(mine.set_terrain(areas[i], static_cast<TerrainId>(i % 2)).has_value());
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

}  // namespace
}  // namespace portolan
