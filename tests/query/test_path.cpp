// SPDX-License-Identifier: BSL-1.0
// Paths as values: many at once, in little room, on other snapshots; the oracle judges each leg.
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints};

struct RandomWorld {
  TileMap map;
  MovementProfile profile;
  BuiltWorld built;
  Oracle oracle;

  explicit RandomWorld(Rng& rng)
      : map(test::random_map(rng, {.width = rng.between(60, 150), .height = rng.between(60, 150)})),
        profile(test::random_profile(rng, map.palette())),
        built(map, profile),
        oracle(map, profile, built.world().profiles()[0].rules) {}
  /// Where there is much to stand on.
  static RandomWorld caves(Rng& rng) {
    return {test::random_map(rng, {.character = test::Character::caves, .width = 120, .height = 110}), {}};
  }
  /// With many levels.
  static RandomWorld large(Rng& rng) {
    return {test::random_map(rng, {.character = test::Character::maze, .width = 500, .height = 450}), {}};
  }

  std::optional<PathRequest> draw(Rng& rng) const {
    const GridView& grid = built.world().profiles()[0].grid;
    const auto from = test::random_passable(rng, grid);
    if (!from) return {};
    PathRequest request{.from = *from, .to = *test::random_passable(rng, grid), .tier = rng.pick(kTiers)};
    if (rng.percent(50)) request.unpacking = Unpacking::leg_by_leg;
    return request;
  }

 private:
  RandomWorld(TileMap made, MovementProfile mover)
      : map(std::move(made)),
        profile(std::move(mover)),
        built(map, profile),
        oracle(map, profile, built.world().profiles()[0].rules) {}
};

/// What has been walked of a path.
struct Walked {
  std::vector<Tile> tiles;
  Cost cost = 0;
  LegStatus end = LegStatus::ready;

  /// Takes a leg off the path; false if there was none.
  bool step(LegWalker& walker, Path& path) {
    Leg leg;
    end = walker.next(path, leg);
    if (end != LegStatus::ready) return false;
    if (tiles.empty()) tiles.push_back(leg.tiles.front());
    REQUIRE(tiles.back() == leg.tiles.front());
    tiles.insert(tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    cost += leg.cost;
    REQUIRE(path.at() == tiles.back());
    return true;
  }
};

Walked walk(LegWalker& walker, Path& path) {
  Walked walked;
  while (walked.step(walker, path)) continue;
  return walked;
}

TEST_CASE("one walker serves many paths in turn, found by queries that went on to others") {
  Rng rng(71);
  std::size_t long_paths = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomWorld random(rng);
    PathQuery query(random.built.world(), 0, Baseline::with);
    LegWalker walker(random.built.world(), 0);
    LegWalker other(random.built.world(), 0);
    std::vector<Path> paths;
    std::vector<Walked> alone;
    for (int i = 0; i < 30; ++i) {
      const auto request = random.draw(rng);
      if (!request) break;
      paths.emplace_back(query.room());
      const PathResult result = query.find(*request, paths.back());
      Path again(query.room());
      REQUIRE(query.find(*request, again).cost == result.cost);
      alone.push_back(walk(other, again));
      if (result.status == Status::found && request->from != request->to) {
        REQUIRE(alone.back().end == LegStatus::done);
        REQUIRE(alone.back().cost == result.cost);
        REQUIRE(test::cost_of(random.oracle, alone.back().tiles) == result.cost);
      }
      long_paths += again.waypoints().size() > 4 ? 1 : 0;
    }
    std::vector<Walked> together(paths.size());
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < paths.size(); ++i) moved = together[i].step(walker, paths[i]) || moved;
    }
    for (std::size_t i = 0; i < paths.size(); ++i) REQUIRE(together[i].tiles == alone[i].tiles);
  }
  CHECK(long_paths > 100);
}

TEST_CASE("in little room a path is truncated, says so, and can be gone on with at no more cost") {
  Rng rng(72);
  std::size_t truncated = 0;
  std::size_t unpacked = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomWorld random = round == 0 ? RandomWorld::large(rng) : RandomWorld(rng);
    PathQuery query(random.built.world(), 0, Baseline::with);
    LegWalker walker(random.built.world(), 0);
    for (int i = 0; i < 60; ++i) {
      auto request = random.draw(rng);
      if (!request) break;
      if (request->tier == Tier::local) request->tier = Tier::automatic;
      const PathResult whole = query.find(*request);
      if (whole.status != Status::found) continue;
      auto room = static_cast<std::size_t>(rng.between(2, 12));
      if (round == 0 || rng.percent(30)) {
        // Room for the coarse arcs alone, not for what they are made of.
        request->tier = Tier::regions;
        request->unpacking = Unpacking::leg_by_leg;
        Path all(query.room());
        query.find(*request, all);
        room = std::max(all.waypoints().size(), room);
      }
      Path path(PathRoom::of(room));
      Walked walked;
      walked.tiles = {request->from};
      for (std::size_t finds = 0;; ++finds) {
        REQUIRE(finds < 2000);
        REQUIRE(query.find(*request, path).status == Status::found);
        REQUIRE(path.waypoints().front() == request->from);
        const bool cut = path.truncated();
        while (walked.step(walker, path)) continue;
        if (walked.end == LegStatus::done) break;
        REQUIRE(walked.end == LegStatus::truncated);
        REQUIRE(path.truncated());
        REQUIRE(path.at() != request->from);
        ++truncated;
        unpacked += cut ? 0 : 1;
        request->from = path.at();
      }
      REQUIRE(walked.tiles.back() == request->to);
      REQUIRE(walked.cost == whole.cost);
      REQUIRE(test::cost_of(random.oracle, walked.tiles) == whole.cost);
    }
  }
  CHECK(truncated > 1000);
  CHECK(unpacked > 10);
}

TEST_CASE("without room for a path a query says what it costs") {
  Rng rng(73);
  std::size_t found = 0;
  for (int round = 0; round < 20; ++round) {
    const RandomWorld random(rng);
    PathQuery query(random.built.world(), 0, Baseline::with);
    Path path(query.room());
    for (int i = 0; i < 40; ++i) {
      const auto request = random.draw(rng);
      if (!request) break;
      const PathResult with = query.find(*request, path);
      const PathResult without = query.find(*request);
      REQUIRE(std::tuple(with.status, with.why, with.tier, with.cost, with.length, with.lower_bound) ==
              std::tuple(without.status, without.why, without.tier, without.cost, without.length, without.lower_bound));
      REQUIRE_FALSE(path.truncated());
      REQUIRE(path.waypoints().empty() == (with.status != Status::found));
      found += with.status == Status::found ? 1 : 0;
    }
  }
  CHECK(found > 200);
}

TEST_CASE("a path moves with its memory, and leaves none behind") {
  const BuiltWorld built(test::ascii_map("...\n..."), MovementProfile{});
  PathQuery query(built.world(), 0);
  LegWalker walker(built.world(), 0);
  Path first(query.room());
  REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}}, first).status == Status::found);
  Path second(std::move(first));
  CHECK(second.waypoints().back() == Tile{2, 1});
  CHECK(walk(walker, second).end == LegStatus::done);
  CHECK(first.waypoints().empty());  // NOLINT(bugprone-use-after-move)
  REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}}, first).status == Status::found);
  CHECK(first.truncated());
}

/// A world and one after edits.
struct EditedWorld {
  Overlay overlay;
  TileMap map;
  Oracle oracle;

  EditedWorld(Rng& rng, const RandomWorld& random) : EditedWorld(random, edits(rng, random)) {}

 private:
  static Overlay edits(Rng& rng, const RandomWorld& random) {
    Overlay made(random.built.world());
    const int count = rng.between(1, 6);
    for (int i = 0; i < count; ++i) {
      const Tile at{rng.below(random.map.width() - 4), rng.below(random.map.height() - 4)};
      const Rect area{at, {at.x + rng.between(1, 4), at.y + rng.between(1, 4)}};
      const auto terrain = rng.below(static_cast<std::int32_t>(random.map.palette().size()));
      REQUIRE(made.set_terrain(area, static_cast<TerrainId>(terrain)));
    }
    if (rng.percent(50)) made.refresh(static_cast<std::size_t>(rng.between(1, 20)));
    return made;
  }
  static TileMap shown(const RandomWorld& random, const Overlay& overlay) {
    std::vector<TerrainId> tiles;
    for (std::int32_t y = 0; y < random.map.height(); ++y) {
      for (std::int32_t x = 0; x < random.map.width(); ++x) tiles.push_back(overlay.terrain({x, y}));
    }
    return *TileMap::create(random.map.width(), random.map.height(),
                            {random.map.palette().begin(), random.map.palette().end()}, std::move(tiles));
  }
  EditedWorld(const RandomWorld& random, Overlay edits)
      : overlay(std::move(edits)),
        map(shown(random, overlay)),
        oracle(map, random.profile, random.built.world().profiles()[0].rules) {}
};

TEST_CASE(
    "on another snapshot a path goes on at the cost it had, or is stale, and still_valid() tells which beforehand") {
  Rng rng(75);
  std::size_t held = 0;
  std::size_t stale = 0;
  std::size_t begun = 0;
  std::size_t crossed = 0;
  for (int round = 0; round < 60; ++round) {
    const RandomWorld random(rng);
    PathQuery query(random.built.world(), 0, Baseline::with);
    LegWalker walker(random.built.world(), 0);
    for (int i = 0; i < 12; ++i) {
      const EditedWorld edited(rng, random);
      const auto snapshot = std::make_shared<const Overlay>(edited.overlay);
      // Found with edits and walked without, or the other way round.
      const bool edits_first = rng.percent(30);
      query.use(edits_first ? snapshot : nullptr);
      const Oracle& after = edits_first ? random.oracle : edited.oracle;
      for (int question = 0; question < 5; ++question) {
        const auto request = random.draw(rng);
        if (!request) break;
        Path path(query.room());
        const PathResult result = query.find(*request, path);
        if (result.status != Status::found) continue;
        walker.use(edits_first ? snapshot : nullptr);
        Walked walked;
        const int before = rng.below(3);
        for (int leg = 0; leg < before && walked.step(walker, path); ++leg) continue;
        if (walked.end == LegStatus::done) continue;
        begun += walked.tiles.empty() ? 0 : 1;
        const Cost cost_before = walked.cost;

        walker.use(edits_first ? nullptr : snapshot);
        const PathValidity valid = walker.still_valid(path);
        const bool holds = valid.validity <= Validity::same;
        Walked rest;
        while (rest.step(walker, path)) continue;
        CAPTURE(edits_first, request->tier, request->unpacking, valid.validity, valid.piece, valid.at);
        REQUIRE(rest.end == (holds ? LegStatus::done : LegStatus::stale));
        REQUIRE((rest.tiles.empty() || test::cost_of(after, rest.tiles) == rest.cost));
        if (holds) {
          REQUIRE(cost_before + rest.cost == result.cost);
          REQUIRE((rest.tiles.empty() || rest.tiles.back() == request->to));
        }
        ++(holds ? held : stale);
        // A stale path that is asked again goes on once the edits are gone; coarse arcs that were unpacked on the other
        // snapshot may be made of others there.
        if (request->unpacking == Unpacking::leg_by_leg) continue;
        walker.use(edits_first ? snapshot : nullptr);
        const Tile stopped = path.at();
        const Walked last = walk(walker, path);
        REQUIRE(last.end == LegStatus::done);
        REQUIRE(cost_before + rest.cost + last.cost == result.cost);
        REQUIRE((last.tiles.empty() || last.tiles.front() == stopped));
        crossed += !holds && !last.tiles.empty() ? 1 : 0;
      }
    }
  }
  CHECK(held > 500);
  CHECK(stale > 100);
  CHECK(begun > 200);
  CHECK(crossed > 50);
}

TEST_CASE("a path of another profile or world is stale") {
  Rng rng(76);
  const RandomWorld random = RandomWorld::caves(rng);
  const RandomWorld foreign = RandomWorld::caves(rng);
  const auto request = random.draw(rng);
  REQUIRE(request);
  PathQuery query(random.built.world(), 0);
  Path path(query.room());
  Tile to = request->to;
  while (to == request->from) to = random.draw(rng)->to;
  while (query.find({.from = request->from, .to = to}, path).status != Status::found) to = random.draw(rng)->to;
  LegWalker walker(foreign.built.world(), 0);
  Leg leg;
  CHECK(walker.next(path, leg) == LegStatus::stale);
  CHECK(walker.still_valid(path).status == Status::bad_request);
}

TEST_CASE("paths in fixed memory and walkers on snapshots allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(77);
  const RandomWorld random = RandomWorld::caves(rng);
  const EditedWorld edited(rng, random);
  PathQuery query(random.built.world(), 0, Baseline::with);
  LegWalker walker(random.built.world(), 0);
  walker.use(std::make_shared<const Overlay>(edited.overlay));
  std::array<Tile, 9> waypoints{};
  std::array<CoarseArc, 9> arcs{};
  std::size_t legs = 0;
  std::vector<PathRequest> requests;
  for (int i = 0; i < 200; ++i) requests.push_back(*random.draw(rng));
  const test::AllocationCounter counter;
  for (const PathRequest& request : requests) {
    Path path(PathMemory{waypoints, {}, arcs, {}});
    query.find(request, path);
    (void)walker.still_valid(path);
    Leg leg;
    while (walker.next(path, leg) == LegStatus::ready) ++legs;
  }
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(legs > 100);
}

}  // namespace
}  // namespace portolan
