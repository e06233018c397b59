// SPDX-License-Identifier: BSL-1.0
// Links between tiles: every tier that takes them against Dijkstra on tiles and links, with edits and closed links.
#include "make/linked_world.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/offline/prove_indexes.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/asker.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Oracle;
using test::Rng;

TileMap linked(TileMap map, std::vector<Link> links) {
  REQUIRE(map.set_links(std::move(links)).has_value());
  return map;
}

struct Tally {
  std::size_t queries = 0;
  std::size_t hops = 0;         ///< links taken by the paths found
  std::size_t unreachable = 0;  ///< of those on one island
  std::size_t uneven = 0;       ///< queries whose way back costs something else
  std::size_t refreshed = 0;
  std::map<Tier, std::size_t> answered_by;
  std::size_t standing = 0;       ///< answers of the waypoint graph on overlays with edits
  std::size_t standing_hops = 0;  ///< links on their paths
};

constexpr std::array kBySight{Tier::waypoints, Tier::ch, Tier::labels};

class Trial {
 public:
  Trial(Rng& rng, const TileMap& map, const MovementProfile& profile,
        const BuildOptions& options = BuiltWorld::one_thread())
      : rng_(rng),
        map_(map),
        profile_(profile),
        built_(map, profile, options),
        query_(built_.world(), 0, Baseline::with) {
    overlays_.assign(3, {Overlay(built_.world()), {map.tiles().begin(), map.tiles().end()}});
  }

  [[nodiscard]] const World& world() const { return built_.world(); }

  /// On the file as it is, or after edits of one of several overlays.
  std::string run(int edits, int goals, Tally& tally) {
    const auto which = static_cast<std::size_t>(rng_.below(3));
    for (int i = 0; i < edits; ++i) test::edit(rng_, built_.world(), overlays_, which);
    const Mirrored& one = overlays_[which];
    edited_ = edits != 0;
    if (edits != 0 && rng_.percent(50)) refresh(overlays_[which].overlay, tally);
    query_.use(edits == 0 ? nullptr : std::make_shared<const Overlay>(one.overlay));
    const TileMap map = edits == 0 ? map_ : as_edited(map_, one);
    const Oracle oracle(map, profile_, built_.world().profiles()[0].rules);
    const std::vector<std::uint32_t> islands = oracle.islands();
    const Tile from = test::random_tile(rng_, oracle);
    if (!oracle.passable(from)) return {};
    const std::vector<Cost> distances = oracle.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = i == 0 ? link_end() : test::random_tile(rng_, oracle);
      if (!oracle.passable(to)) continue;
      ++tally.queries;
      const Cost expected = distances[oracle.index(to)];
      const bool together = islands[oracle.index(from)] == islands[oracle.index(to)];
      tally.unreachable += expected == kInfiniteCost && together ? 1 : 0;
      if (i == 0 || i == 8) tally.uneven += oracle.distance(to, from) != expected ? 1 : 0;
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::local, Tier::astar}) {
        if (tier == Tier::astar && i % 4 != 0) continue;
        const std::string fault = check(map, oracle, {.from = from, .to = to, .tier = tier}, expected, tally);
        if (!fault.empty())
          return test::text_of(from) + " to " + test::text_of(to) + ", " + std::string(to_string(tier)) + ": " + fault;
      }
      for (const Tier tier : kBySight) {
        if (!holds(tier)) continue;
        const std::string fault =
            check(map, oracle, {.from = from, .to = to, .tier = tier, .ties = draw_ties()}, expected, tally);
        if (!fault.empty())
          return test::text_of(from) + " to " + test::text_of(to) + ", " + std::string(to_string(tier)) + ": " + fault;
      }
    }
    return {};
  }

 private:
  [[nodiscard]] bool holds(Tier tier) const {
    const auto& sight = built_.world().profiles()[0].sight;
    if (!sight || !sight->graph) return false;
    return tier == Tier::waypoints || (tier == Tier::ch ? sight->hierarchy.has_value() : sight->labels.has_value());
  }
  Ties draw_ties() {
    if (rng_.percent(70)) return {};
    return {.rule = rng_.percent(50) ? TieRule::straightest : TieRule::random, .seed = rng_.next()};
  }

  void refresh(Overlay& overlay, Tally& tally) {
    if (rng_.percent(50)) {
      REQUIRE(overlay.refresh() == 0);
    } else {
      (void)overlay.refresh(static_cast<std::size_t>(rng_.between(1, 8)));
    }
    tally.refreshed += overlay.refreshed(0).size();
  }

  Tile link_end() {
    const auto& link =
        map_.links()[static_cast<std::size_t>(rng_.below(static_cast<std::int32_t>(map_.links().size())))];
    return rng_.percent(50) ? link.from : link.to;
  }

  std::string check(const TileMap& map, const Oracle& oracle, const PathRequest& request, Cost expected, Tally& tally) {
    const test::Found result = query_.find(request);
    if (edited_ && is_by_sight(request.tier) && result.status == Status::undecided) {
      return result.why == Why::edited ? "" : "undecided, but not for the edits";
    }
    ++tally.answered_by[result.tier];
    if (edited_ && is_by_sight(result.tier)) {
      ++tally.standing;
      tally.standing_hops += result.hops.size();
    }
    if (result.status == Status::undecided && request.tier == Tier::local)
      return result.optimal() ? "partial, proven" : "";
    if (result.status == Status::unreachable) {
      if (!result.optimal()) return "unreachable, but not proven";
      return expected == kInfiniteCost ? "" : "said to be unreachable, which it is not";
    }
    if (result.status != Status::found) return "status " + std::string(to_string(result.status));
    if (request.tier != Tier::local && !result.optimal()) return "not proven";
    if (result.optimal() ? result.cost != expected : result.cost < expected) return "the cost is wrong";
    if (result.waypoints.front() != request.from || result.waypoints.back() != request.to) return "wrong ends";
    const std::vector<LinkHop> hops(result.hops.begin(), result.hops.end());
    tally.hops += hops.size();
    const test::Walk walk = test::walk(query_, result);
    if (!walk.fault.empty()) return walk.fault;
    if (request.ties.rule == TieRule::first && walk.most_states > 33 * 33)
      return "a leg visits more tiles than a region has";
    if (walk.cost != result.cost || cost_of(oracle, walk.tiles, walk.by_link) != result.cost) {
      return "the legs do not add up";
    }
    if (walk.by_link.size() != hops.size()) return "legs and hops do not agree";
    const PathMeasure measure = measure_path(map, profile_, walk.tiles, walk.by_link);
    if (!measure.fault.empty()) return measure.fault;
    if (std::abs(result.length - measure.cost) > 1e-6 * measure.cost + 1e-9) return "the length is wrong";
    if (result.tier != Tier::regions) return {};
    return unpacking_fault(query_, request, walk);
  }

  Rng& rng_;
  const TileMap& map_;
  const MovementProfile& profile_;
  BuiltWorld built_;
  test::Asker query_;
  std::vector<Mirrored> overlays_;
  bool edited_ = false;
};

/// One floor or several.
TileMap draw_floors(Rng& rng) {
  const std::int32_t count = rng.percent(60) ? 1 : rng.between(2, 5);
  if (count == 1) return test::random_map(rng, {.max_side = 140});
  std::vector<TileMap> floors;
  const std::int32_t width = rng.between(1, 100);
  const std::int32_t height = rng.between(1, 60);
  for (std::int32_t i = 0; i < count; ++i) {
    floors.push_back(test::random_map(rng, {.weights = test::Weights::uniform, .width = width, .height = height}));
  }
  auto stacked = TileMap::stack(floors);
  REQUIRE(stacked);
  return std::move(*stacked);
}

void run(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    TileMap drawn = draw_floors(rng);
    const TileMap map = linked(drawn, test::random_links(rng, drawn, rng.percent(20) ? 40 : 6));
    if (map.links().empty()) continue;
    const MovementProfile profile = test::random_profile(rng, map.palette());
    Trial trial(rng, map, profile);
    if (world % 16 == 0) REQUIRE(trial.world().verify().has_value());
    for (int round = 0; round < 10; ++round) {
      const std::string fault = trial.run(round < 3 ? 0 : rng.between(1, 4), 16, tally);
      CAPTURE(seed, world, round, fault);
      REQUIRE(fault == "");
    }
  }
  CHECK(tally.hops > queries / 4);
  CHECK(tally.unreachable > queries / 200);
  CHECK(tally.uneven > queries / 100);
  CHECK(tally.refreshed > queries / 20);
  CHECK(tally.answered_by[Tier::local] > queries / 20);
  CHECK(tally.answered_by[Tier::regions] > queries / 2);
}

TEST_CASE("paths with links are exact, with and without edits") {
  run(1, 6000);
}

TEST_CASE("paths with links are exact, with and without edits: half a million", "[long]") {
  run(2, 500'000);
}

/// The map of a made world.
TileMap whole(const Result<LinkedWorld>& made) {
  REQUIRE(made);
  auto map = TileMap::stack(made->floors);
  REQUIRE(map);
  return linked(std::move(*map), made->links);
}

/// A mover whose least paths are straight between corners.
MovementProfile draw_waypoint_mover(Rng& rng, const TileMap& map) {
  MovementProfile mover;
  mover.neighbours = rng.percent(35) ? Neighbours::four : Neighbours::eight;
  if (mover.neighbours == Neighbours::eight) mover.steps = test::random_steps(rng);
  if (rng.percent(30)) mover.footprint = rng.between(1, std::min({3, map.width(), map.floors().height}));
  return mover;
}

void run_waypoints(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  std::size_t graphs = 0;
  for (int world = 0; tally.queries < queries; ++world) {
    std::vector<TileMap> floors;
    const std::int32_t count = rng.percent(60) ? 1 : rng.between(2, 4);
    const std::int32_t width = rng.between(1, 30);
    const std::int32_t height = rng.between(1, 30);
    for (std::int32_t i = 0; i < count; ++i) {
      floors.push_back(test::random_map(rng, {.weights = test::Weights::uniform, .width = width, .height = height}));
    }
    TileMap drawn = *TileMap::stack(floors);
    const TileMap map = linked(drawn, test::random_links(rng, drawn, rng.percent(20) ? 30 : 5));
    if (map.links().empty()) continue;
    const MovementProfile mover = draw_waypoint_mover(rng, map);
    Trial trial(rng, map, mover, BuiltWorld::all_indexes());
    const auto& sight = trial.world().profiles()[0].sight;
    graphs += sight && sight->graph && sight->labels && sight->hierarchy ? 1 : 0;
    CAPTURE(seed, world);
    REQUIRE((!sight || !sight->blocks));
    if (world % 16 == 0) {
      REQUIRE(trial.world().verify().has_value());
      const Outcome proven = prove_indexes(trial.world(), {.threads = 1});
      REQUIRE(proven.has_value());
    }
    for (int round = 0; round < 6; ++round) {
      const std::string fault = trial.run(round < 3 ? 0 : rng.between(1, 2), 12, tally);
      CAPTURE(round, fault);
      REQUIRE(fault == "");
    }
  }
  CHECK(graphs > queries / 200);
  for (const Tier tier : kBySight) CHECK(tally.answered_by[tier] > queries / 2);
  CHECK(tally.hops > queries / 2);
  CHECK(tally.unreachable > queries / 400);
  CHECK(tally.uneven > queries / 200);
  CHECK(tally.standing > queries / 10);
  CHECK(tally.standing_hops > queries / 100);
}

TEST_CASE("waypoint graphs with links are exact, with and without edits") {
  run_waypoints(5, 6000);
}

TEST_CASE("waypoint graphs with links are exact, with and without edits: a hundred thousand", "[long]") {
  run_waypoints(6, 100'000);
}

TEST_CASE("a path over waypoints and links is walked in whatever memory there is") {
  Rng rng(7);
  std::size_t hops = 0;
  for (int world = 0; world < 150; ++world) {
    TileMap drawn = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 30});
    std::vector<Link> links = test::random_links(rng, drawn, 8);
    // From one link for nothing to the next no path gets nearer.
    for (Link& link : links) link.cost += kCostScale / 10;
    const TileMap map = linked(drawn, links);
    if (map.links().empty()) continue;
    const MovementProfile mover;
    const BuiltWorld built(map, mover, BuiltWorld::all_indexes());
    const Oracle oracle(map, mover, built.world().profiles()[0].rules);
    PathQuery query(built.world(), 0);
    LegWalker walker(built.world(), 0);
    for (int i = 0; i < 10; ++i) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (!oracle.passable(from) || !oracle.passable(to)) continue;
      const Cost expected = oracle.distance(from, to);
      Path path({.waypoints = static_cast<std::size_t>(rng.between(2, 4)), .hops = 1, .arcs = 1});
      Cost walked = 0;
      Tile at = from;
      CAPTURE(world, i);
      for (int asked = 0; expected != kInfiniteCost && at != to; ++asked) {
        REQUIRE(asked < 1000);
        REQUIRE(query.find({.from = at, .to = to, .tier = Tier::labels}, path).status == Status::found);
        REQUIRE(walker.still_valid(path).validity <= Validity::same);
        Leg leg;
        LegStatus status = walker.next(path, leg);
        REQUIRE(status == LegStatus::ready);
        for (; status == LegStatus::ready; status = walker.next(path, leg)) {
          walked += leg.cost;
          hops += leg.link != kNoLink ? 1 : 0;
        }
        REQUIRE(status == (path.truncated() ? LegStatus::truncated : LegStatus::done));
        at = path.at();
      }
      if (expected != kInfiniteCost) REQUIRE(walked == expected);
    }
  }
  CHECK(hops > 60);
}

TEST_CASE("a closed link sends the questions that take it to the regions, and no others") {
  // Two rooms, apart but for two links.
  std::vector<TerrainId> tiles(20 * 9, 1);
  for (std::int32_t y = 0; y < 9; ++y) tiles[static_cast<std::size_t>(y * 20 + 10)] = 0;
  auto drawn = TileMap::create(20, 9, {{"wall", 0}, {"floor", kCostScale}}, tiles);
  const TileMap map = linked(std::move(*drawn), {{.name = {}, .from = {9, 4}, .to = {11, 4}, .cost = kCostScale},
                                                 {.name = {}, .from = {0, 0}, .to = {19, 8}, .cost = 5 * kCostScale}});
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  const auto ask = [&](Tile from, Tile to) { return query.find({.from = from, .to = to}); };
  REQUIRE(ask({5, 4}, {15, 4}).tier == Tier::labels);
  REQUIRE(ask({5, 4}, {15, 4}).hops.size() == 1);
  auto edits = std::make_shared<Overlay>(built.world());
  REQUIRE(edits->close_link(0).has_value());
  query.use(edits);
  const test::Found around = ask({5, 4}, {15, 4});
  CHECK(around.tier != Tier::labels);
  REQUIRE(around.hops.size() == 1);
  CHECK(around.hops[0].link == 1);
  CHECK(ask({0, 1}, {18, 8}).tier == Tier::labels);
  CHECK(ask({0, 1}, {18, 8}).hops.size() == 1);
  CHECK(ask({1, 1}, {8, 8}).tier == Tier::labels);
}

/// Many goals from each start, on the file and with edits.
void run_large(Rng& rng, const TileMap& map, Tally& tally) {
  const MovementProfile profile = test::random_profile(rng, map.palette());
  Trial trial(rng, map, profile);
  REQUIRE(trial.world().verify().has_value());
  for (int round = 0; round < 27; ++round) {
    const std::string fault = trial.run(round < 9 ? 0 : rng.between(1, 4), 100, tally);
    CAPTURE(round, fault);
    REQUIRE(fault == "");
  }
}

TEST_CASE("paths in large worlds with floors and links are exact: ten thousand queries", "[long]") {
  Rng rng(3);
  Tally tally;
  while (tally.queries < 10'000) {
    run_large(rng, whole(make_tower(300, 300, 4, rng.next())), tally);
    run_large(rng, whole(make_archipelago(700, 700, rng.next())), tally);
  }
  CHECK(tally.hops > 5000);
  CHECK(tally.uneven > 20);
  CHECK(tally.refreshed > 20);
}

TEST_CASE("links have the length that their author wrote, whatever the unit of the costs") {
  // On a single row all steps are straight, so that a length is a sum of short decimals.
  const TileMap row = *TileMap::create(40, 1, {{"wall", 0}, {"floor", kCostScale}}, std::vector<TerrainId>(40, 1));
  const auto tenthousandths = [](double tiles) { return static_cast<std::uint64_t>(std::lround(tiles * kCostScale)); };
  for (const double first : {2.5, 0.0, 0.0001, 3.3333}) {
    for (const double second : {0.25, 1.2345}) {
      const TileMap map = linked(row, {{.name = {}, .from = {2, 0}, .to = {8, 0}, .cost = tenthousandths(first)},
                                       {.name = {}, .from = {12, 0}, .to = {30, 0}, .cost = tenthousandths(second)}});
      const BuiltWorld built(map, MovementProfile{});
      test::Asker query(built.world(), 0, Baseline::with);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        for (const Unpacking unpacking : {Unpacking::at_once, Unpacking::leg_by_leg}) {
          CAPTURE(first, second, tier);
          const test::Found one = query.find({.from = {0, 0}, .to = {11, 0}, .tier = tier, .unpacking = unpacking});
          REQUIRE(one.hops.size() == 1);
          REQUIRE(one.length == 5 + first);
          const test::Found both = query.find({.from = {35, 0}, .to = {0, 0}, .tier = tier, .unpacking = unpacking});
          REQUIRE(both.hops.size() == 2);
          REQUIRE(both.length == Approx(11 + first + second).epsilon(1e-15));
          REQUIRE(query.find({.from = {9, 0}, .to = {11, 0}, .tier = tier, .unpacking = unpacking}).length == 2);
        }
      }
    }
  }
}

TEST_CASE("a network of many places takes a link each, by way of a tile of its own") {
  constexpr std::int32_t kWidth = 150;
  constexpr std::int32_t kHeight = 90;
  constexpr Tile kHub{0, 0};
  constexpr std::size_t kPlaces = 100;
  Rng rng(4);
  Tally tally;
  for (int round = 0; round < 3; ++round) {
    // A wall around the hub, so that nobody walks there.
    std::vector<TerrainId> tiles;
    for (std::int32_t i = 0; i < kWidth * kHeight; ++i) {
      const Tile tile{i % kWidth, i / kWidth};
      const bool wall = tile != kHub && ((tile.x < 2 && tile.y < 2) || rng.percent(30));
      tiles.push_back(wall ? 0 : 1);
    }
    auto map = TileMap::create(kWidth, kHeight, {{"wall", 0}, {"floor", kCostScale}}, tiles);
    std::vector<Link> links;
    while (links.size() < kPlaces) {
      const Tile place{rng.between(2, kWidth - 1), rng.below(kHeight)};
      if (map->terrain(place) == 0) continue;
      links.push_back({.name = {}, .from = place, .to = kHub, .cost = static_cast<std::uint64_t>(rng.below(100'000))});
    }
    const TileMap net = linked(std::move(*map), std::move(links));
    const MovementProfile profile;
    Trial trial(rng, net, profile);
    for (int i = 0; i < 10; ++i) REQUIRE(trial.run(i < 5 ? 0 : 1, 30, tally) == "");
  }
  CHECK(tally.hops > 1000);
}

}  // namespace
}  // namespace portolan
