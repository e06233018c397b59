// SPDX-License-Identifier: BSL-1.0
// Queries on overlays against Dijkstra on the edited map: random worlds and movers, several overlays at once, edits of
// every kind between the queries; the legs walked and judged.
#include "portolan/grid/path_check.hpp"
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
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
  std::size_t adopted = 0;    ///< regions with a table that were another overlay's
  std::map<Tier, std::size_t> answered_by;
};

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
    Overlay before = overlays_[which].overlay;
    for (int i = 0; i < edits; ++i) edit(rng_, built_.world(), overlays_, which);
    tally.edits += static_cast<std::size_t>(edits);
    if (rng_.percent(30)) adopt(overlays_[which].overlay, before, tally);
    if (rng_.percent(60)) refresh(overlays_[which].overlay, tally);
    const Mirrored& one = overlays_[which];
    const bool same = std::equal(one.tiles.begin(), one.tiles.end(), map_.tiles().begin());
    if (one.overlay.empty() != same) return "empty() is wrong";
    const auto map =
        TileMap::create(map_.width(), map_.height(), {map_.palette().begin(), map_.palette().end()}, one.tiles);
    const Oracle oracle(*map, profile_, built_.world().profiles()[0].rules);
    query_.use(std::make_shared<const Overlay>(one.overlay));
    const Tile from = test::random_tile(rng_, oracle);
    if (!oracle.passable(from)) {
      return query_.find({.from = from, .to = from}).status == Status::bad_start ? "" : "a start that is blocked";
    }
    const std::vector<Cost> distances = oracle.distances_from(from);
    const std::vector<Cost> unedited = unedited_.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = test::random_tile(rng_, oracle);
      if (!oracle.passable(to)) continue;
      const std::size_t place = oracle.index(to);
      ++tally.queries;
      tally.differ += distances[place] != unedited[place] ? 1 : 0;
      tally.joined += distances[place] != kInfiniteCost && unedited[place] == kInfiniteCost ? 1 : 0;
      const bool forth = rng_.percent(50);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        if (tier == Tier::astar && i % 8 != 0) continue;
        const std::string fault =
            check(*map, oracle, {forth ? from : to, forth ? to : from, tier}, distances[place], tally);
        if (!fault.empty()) {
          return test::text_of(forth ? from : to) + " to " + test::text_of(forth ? to : from) + ", " +
                 std::string(to_string(tier)) + ": " + fault;
        }
      }
    }
    return {};
  }

 private:
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

  /// From what it was before the last edits, or any other overlay, refreshed more or less.
  void adopt(Overlay& overlay, Overlay& before, Tally& tally) {
    const auto count = [&] {
      const auto tables = overlay.refreshed(0);
      return std::count_if(tables.begin(), tables.end(), [](const RefreshedRegion& r) { return !r.stale; });
    };
    if (rng_.percent(80)) before.refresh(static_cast<std::size_t>(rng_.between(1, 40)));
    const auto known = count();
    overlay.adopt(rng_.percent(80) ? before : overlays_[static_cast<std::size_t>(rng_.below(3))].overlay);
    tally.adopted += static_cast<std::size_t>(count() - known);
  }

  std::string check(const TileMap& map, const Oracle& oracle, const PathRequest& request, Cost expected, Tally& tally) {
    const test::Found result = query_.find(request);
    ++tally.answered_by[result.tier];
    if (!result.optimal()) return "not proven: " + std::string(to_string(result.status));
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
    const PathMeasure measure = measure_path(map, profile_, walk.tiles);
    if (!measure.fault.empty() || result.tier != Tier::regions) return measure.fault;
    return unpacking_fault(query_, request, walk);
  }

  Rng& rng_;
  const TileMap& map_;
  const MovementProfile& profile_;
  BuiltWorld built_;
  test::Asker query_;
  Oracle unedited_;
  std::vector<Mirrored> overlays_;
};

/// The same map with one more terrain, cheaper than all, that only edits use.
TileMap with_spare_terrain(const TileMap& map) {
  std::vector<Terrain> palette(map.palette().begin(), map.palette().end());
  TerrainCost least = kCostScale;
  for (const Terrain& terrain : palette) {
    if (terrain.default_cost != 0) least = std::min(least, terrain.default_cost);
  }
  palette.push_back({"spare", std::max(least / 2, TerrainCost{1})});
  auto extended = TileMap::create(map.width(), map.height(), palette, {map.tiles().begin(), map.tiles().end()});
  return std::move(*extended);
}

Tally run(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    const TileMap drawn = test::random_map(rng, {.max_side = 140});
    const TileMap map = rng.percent(40) ? with_spare_terrain(drawn) : drawn;
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
  CHECK(tally.adopted > queries / 200);
  CHECK(tally.partly > queries / 400);
  CHECK(tally.answered_by[Tier::local] > queries / 20);
  CHECK(tally.answered_by[Tier::regions] > queries / 2);
  return tally;
}

TEST_CASE("queries on overlays are exact between any edits: a few") {
  run(2, 500);
}
TEST_CASE("queries on overlays are exact between any edits", "[heavy]") {
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
  test::Asker query(built.world(), 0, Baseline::with);
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
      const test::Found expected = query.find(plain);
      const test::Found result = query.find(request);
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

TEST_CASE("on large maps regions on overlays answer as the baseline does", "[slow]") {
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

}  // namespace
}  // namespace portolan
