// SPDX-License-Identifier: BSL-1.0
// Queries on overlays against Dijkstra on the edited map: random worlds and movers, several overlays at once, edits of
// every kind between the queries; the legs walked and judged.
#include "portolan/grid/path_check.hpp"
#include "portolan/world/overlay.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
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
  std::size_t joined = 0;  ///< found, though on different islands of the file
  std::map<Tier, std::size_t> answered_by;
};

/// An overlay, and the same edits made on a plain array.
struct Mirrored {
  Overlay overlay;
  std::vector<TerrainId> tiles;
};

Rect random_area(Rng& rng, const Rect& bounds) {
  const std::int32_t most = rng.percent(10) ? 64 : (rng.percent(30) ? 1 : 8);
  const std::int32_t width = std::min(rng.between(1, most), bounds.max.x);
  const std::int32_t height = std::min(rng.between(1, most), bounds.max.y);
  const Tile min{rng.below(bounds.max.x - width + 1), rng.below(bounds.max.y - height + 1)};
  return {min, {min.x + width, min.y + height}};
}

/// One random edit of one of them.
void edit(Rng& rng, const World& world, std::vector<Mirrored>& all, std::size_t which) {
  Mirrored& one = all[which];
  if (rng.percent(5)) {
    one = all[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(all.size())))];
    return;
  }
  const Rect area = rng.percent(3) ? world.bounds() : random_area(rng, world.bounds());
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

}  // namespace
}  // namespace portolan
