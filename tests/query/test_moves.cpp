// SPDX-License-Identifier: BSL-1.0
// Moves between tiles: every tier against Dijkstra on tiles, edges and links, with edits and closed links.
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_smoother.hpp"
#include "query/overlay_edits.hpp"
#include "support/asker.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

TileMap with_moves(TileMap map, std::vector<Move> moves) {
  REQUIRE(map.set_moves(std::move(moves)).has_value());
  return map;
}

struct Tally {
  std::size_t queries = 0;
  std::size_t crossings = 0;    ///< edges that the paths found pay for
  std::size_t unreachable = 0;  ///< of those on one island
  std::size_t uneven = 0;       ///< queries whose way back costs something else
  std::size_t refreshed = 0;
  std::size_t edited = 0;
  std::map<Tier, std::size_t> answered_by;
};

class Trial {
 public:
  Trial(Rng& rng, const TileMap& map, const MovementProfile& profile)
      : rng_(rng), map_(map), profile_(profile), built_(map, profile), query_(built_.world(), 0, Baseline::with) {
    overlays_.assign(2, {Overlay(built_.world()), {map.tiles().begin(), map.tiles().end()}});
  }

  [[nodiscard]] const World& world() const { return built_.world(); }

  /// On the file as it is, or after edits of one of several overlays.
  std::string run(int edits, int goals, Tally& tally) {
    const auto which = static_cast<std::size_t>(rng_.below(2));
    for (int i = 0; i < edits; ++i) test::edit(rng_, built_.world(), overlays_, which);
    const Mirrored& one = overlays_[which];
    if (edits != 0 && rng_.percent(50)) {
      (void)overlays_[which].overlay.refresh(rng_.percent(50) ? 100'000 : static_cast<std::size_t>(rng_.between(1, 8)));
      tally.refreshed += one.overlay.refreshed(0).size();
    }
    query_.use(edits == 0 ? nullptr : std::make_shared<const Overlay>(one.overlay));
    const TileMap map = edits == 0 ? map_ : as_edited(map_, one);
    const Oracle oracle(map, profile_, built_.world().profiles()[0].rules);
    const std::vector<std::uint32_t> islands = oracle.islands();
    const Tile from = test::random_tile(rng_, oracle);
    if (!oracle.passable(from)) return {};
    const std::vector<Cost> distances = oracle.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = test::random_tile(rng_, oracle);
      if (!oracle.passable(to)) continue;
      ++tally.queries;
      tally.edited += edits == 0 ? 0 : 1;
      const Cost expected = distances[oracle.index(to)];
      const bool together = islands[oracle.index(from)] == islands[oracle.index(to)];
      tally.unreachable += expected == kInfiniteCost && together ? 1 : 0;
      if (i == 0) tally.uneven += oracle.distance(to, from) != expected ? 1 : 0;
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::local, Tier::astar}) {
        if (tier == Tier::astar && i % 4 != 0) continue;
        const std::string fault = check(map, oracle, {.from = from, .to = to, .tier = tier}, expected, tally);
        if (!fault.empty())
          return test::text_of(from) + " to " + test::text_of(to) + ", " + std::string(to_string(tier)) + ": " + fault;
      }
    }
    return {};
  }

 private:
  std::string check(const TileMap& map, const Oracle& oracle, const PathRequest& request, Cost expected, Tally& tally) {
    const test::Found result = query_.find(request);
    ++tally.answered_by[result.tier];
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
    const test::Walk walk = test::walk(query_, result);
    if (!walk.fault.empty()) return walk.fault;
    if (walk.most_states > 33 * 33) return "a leg visits more tiles than a region has";
    if (walk.cost != result.cost || cost_of(oracle, walk.tiles, walk.by_link) != result.cost) {
      return "the legs do not add up";
    }
    const PathMeasure measure = measure_path(map, profile_, walk.tiles, walk.by_link);
    if (!measure.fault.empty()) return measure.fault;
    tally.crossings += measure.moves;
    const double rounding = static_cast<double>(measure.moves) * built_.world().profiles()[0].tiles_per_unit();
    if (std::abs(result.length - measure.cost) > 1e-6 * measure.cost + 1e-9 + rounding) return "the length is wrong";
    if (result.tier != Tier::regions) return {};
    return unpacking_fault(query_, request, walk);
  }

  Rng& rng_;
  const TileMap& map_;
  const MovementProfile& profile_;
  BuiltWorld built_;
  test::Asker query_;
  std::vector<Mirrored> overlays_;
};

void run(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    TileMap drawn = test::random_map(rng, {.max_side = rng.percent(30) ? 60 : 140});
    if (rng.percent(20)) REQUIRE(drawn.set_links(test::random_links(rng, drawn, 6)).has_value());
    const TileMap map = with_moves(drawn, test::random_moves(rng, drawn, rng.percent(30) ? 300 : 60));
    const MovementProfile profile = test::random_profile(rng, map.palette());
    Trial trial(rng, map, profile);
    CAPTURE(seed, world);
    if (world % 8 == 0) {
      const Outcome verified = trial.world().verify();
      CAPTURE(verified ? "" : verified.error().message);
      REQUIRE(verified.has_value());
    }
    for (int round = 0; round < 8; ++round) {
      const std::string fault = trial.run(round < 4 ? 0 : rng.between(1, 4), 12, tally);
      CAPTURE(round, fault);
      REQUIRE(fault == "");
    }
  }
  CHECK(tally.crossings > queries / 4);
  CHECK(tally.unreachable > queries / 200);
  CHECK(tally.uneven > queries / 200);
  CHECK(tally.refreshed > queries / 40);
  CHECK(tally.edited > queries / 4);
  CHECK(tally.answered_by[Tier::local] > queries / 20);
  CHECK(tally.answered_by[Tier::regions] > queries / 2);
}

TEST_CASE("paths on maps with moves are exact, with and without edits: a few", "[moves]") {
  run(2, 1'500);
}
TEST_CASE("paths on maps with moves are exact, with and without edits", "[moves][heavy]") {
  run(1, 6000);
}

TEST_CASE("paths on maps with moves are exact, with and without edits: a hundred thousand", "[moves][long]") {
  run(2, 100'000);
}

/// Straight movers: what they are told is legal for the judge of lines, costs what it says, and never more than steps.
TEST_CASE("at any angle nobody crosses what moves keep, and what is crossed is paid", "[moves]") {
  Rng rng(4);
  std::size_t found = 0;
  std::size_t paid = 0;
  std::size_t straight = 0;
  for (int world = 0; world < 150; ++world) {
    TileMap map = test::random_map(
        rng, {.weights = rng.percent(50) ? test::Weights::uniform : test::Weights::small, .max_side = 70});
    std::vector<Move> moves = test::random_moves(rng, map, 30);
    map = with_moves(std::move(map), std::move(moves));
    MovementProfile profile;
    profile.metric = Metric::any_angle;
    profile.footprint = rng.between(0, 2);
    const BuiltWorld built(map, profile);
    const World& made = built.world();
    if (world % 8 == 0) REQUIRE(made.verify().has_value());
    const ProfileView& view = made.profiles()[0];
    if (map.moves().empty() || !view.grid.edges) continue;
    REQUIRE_FALSE(view.sight->graph);
    const Oracle oracle(map, profile, view.rules);
    test::Asker query(made, 0, Baseline::with);
    PathSmoother smoother(made, 0);
    for (int i = 0; i < 20; ++i) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (!oracle.passable(from) || !oracle.passable(to)) continue;
      const test::Found result = query.find({.from = from, .to = to});
      const Cost by_steps = oracle.distance(from, to);
      CAPTURE(world, from, to, profile.footprint);
      REQUIRE((result.status == Status::found) == (by_steps != kInfiniteCost));
      if (result.status != Status::found) continue;
      ++found;
      REQUIRE((from == to || !result.optimal()));
      const LineMeasure measure = measure_line(map, profile, result.points);
      REQUIRE(measure.fault == "");
      REQUIRE(result.length == Approx(measure.cost).epsilon(1e-4).margin(1e-3));
      REQUIRE(measure.cost <= static_cast<double>(by_steps) * view.rules.tiles_per_unit() * (1 + 1e-6) + 1e-2);
      straight += result.points.size() < 3 && from != to ? 1 : 0;
      for (std::size_t p = 1; p < result.points.size(); ++p) {
        const Tile a = tile_at(result.points[p - 1]);
        const Tile b = tile_at(result.points[p]);
        if (std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1) paid += oracle.crossing(a, b) != 0 ? 1 : 0;
      }
    }
  }
  CHECK(found > 500);
  CHECK(paid > 100);
  CHECK(straight > 20);
}

TEST_CASE("smoothed paths cross what moves keep as their paths do, and pay for it", "[moves]") {
  Rng rng(5);
  std::size_t crossed = 0;
  for (int world = 0; world < 60; ++world) {
    TileMap map = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 60});
    std::vector<Move> moves = test::random_moves(rng, map, 20);
    map = with_moves(std::move(map), std::move(moves));
    const MovementProfile profile;
    const BuiltWorld built(map, profile);
    const Oracle oracle(map, profile, built.world().profiles()[0].rules);
    MovementProfile line;
    line.metric = Metric::any_angle;
    line.footprint = 0;
    const LineJudge judge(map, line);
    PathQuery query(built.world(), 0);
    LegWalker walker(built.world(), 0);
    PathSmoother smoother(built.world(), 0);
    Path path(query.room());
    for (int i = 0; i < 20; ++i) {
      const Tile from{rng.below(map.width()), rng.below(map.height())};
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (query.find({.from = from, .to = to}, path).status != Status::found) continue;
      Leg leg;
      std::vector<Tile> tiles{from};
      while (walker.next(path, leg) == LegStatus::ready) {
        tiles.insert(tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
        smoother.add(leg);
      }
      const PathMeasure measure = measure_path(map, profile, tiles);
      REQUIRE(measure.fault == "");
      const SmoothPath smooth = smoother.finish({.width = rng.below(6), .curve = rng.below(6)});
      double extra = 0;
      for (std::size_t p = 1; p < smooth.points.size(); ++p) {
        CAPTURE(world, from, to, p);
        const std::uint64_t crossing = judge.crossing(smooth.points[p - 1], smooth.points[p]);
        REQUIRE(crossing != kBlockedMove);
        extra += static_cast<double>(crossing) / kCostScale;
      }
      crossed += extra > 0 ? 1 : 0;
      REQUIRE(smooth.length <= measure.cost + 1e-3);
      REQUIRE(smooth.length >= extra - 1e-3);
    }
  }
  CHECK(crossed > 30);
}

TEST_CASE("a wall, a window, a cliff and a diagonal step past a wall's end cost what they should", "[moves]") {
  // Open ground of 5 x 4 tiles: a wall between the columns 1 and 2, but for the lowest row; a window in it.
  TileMap open = *TileMap::create(5, 4, {{"floor", kCostScale}}, std::vector<TerrainId>(20, 0));
  const TileMap map = with_moves(std::move(open), {{{1, 0}, {2, 0}, kBlockedMove},
                                                   {{1, 1}, {2, 1}, 5 * kCostScale},
                                                   {{2, 2}, {1, 2}, kBlockedMove},
                                                   {{4, 1}, {4, 0}, kBlockedMove, LinkDirection::one_way},
                                                   {{3, 1}, {3, 0}, kBlockedMove, LinkDirection::one_way},
                                                   {{2, 1}, {2, 0}, kBlockedMove, LinkDirection::one_way}});
  const auto length = [&](const MovementProfile& profile, Tile from, Tile to) {
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0, Baseline::with);
    const test::Found found = query.find({.from = from, .to = to});
    return found.status == Status::found ? found.length : -1.0;
  };
  const MovementProfile eight;
  MovementProfile four;
  four.name = "four";
  four.neighbours = Neighbours::four;
  // Around the end of the wall, which no diagonal step passes: 1,2 to 1,3 to 2,3 to 2,2.
  CHECK(length(eight, {1, 2}, {2, 2}) == Approx(3));
  CHECK(length(four, {1, 2}, {2, 2}) == Approx(3));
  // Through the window it is 6 tiles, around the wall 5.
  CHECK(length(four, {1, 1}, {2, 1}) == Approx(5));
  // Down the cliff, but not up.
  CHECK(length(eight, {3, 0}, {3, 1}) == Approx(1));
  CHECK(length(eight, {3, 1}, {3, 0}) == -1);
  // A body of 2 x 2 tiles cannot go where one of its tiles would cross the wall.
  MovementProfile large;
  large.name = "large";
  large.footprint = 2;
  CHECK(length(large, {0, 0}, {3, 0}) == -1);
  CHECK(length(large, {3, 0}, {0, 0}) == -1);
  CHECK(length(large, {3, 0}, {3, 2}) == Approx(2));
}

TEST_CASE("nobody crosses a wall by stopping on it", "[moves]") {
  TileMap open = *TileMap::create(4, 2, {{"floor", kCostScale}}, std::vector<TerrainId>(8, 0));
  const TileMap map = with_moves(std::move(open), {{{1, 0}, {2, 0}, kBlockedMove}, {{1, 1}, {2, 1}, 5 * kCostScale}});
  MovementProfile line;
  line.name = "line";
  line.metric = Metric::any_angle;
  line.footprint = 0;
  const BuiltWorld built(map, line);
  PathQuery query(built.world(), 0);
  Path path(query.room());
  const Point left = centre_of(Tile{1, 0});
  const auto ask = [&](Point to) { return query.find_between({.from = left, .to = to}, path); };
  for (const Point on_wall : {Point{2 * kSubUnits, kSubUnits / 2}, Point{2 * kSubUnits, kSubUnits + 1},
                              Point{2 * kSubUnits, kSubUnits}, Point{2 * kSubUnits, 0}}) {
    const PathResult result = ask(on_wall);
    CHECK((result.status == Status::bad_goal && result.why == Why::blocked));
  }
  CHECK(ask({kSubUnits, kSubUnits / 2}).status == Status::found);
  CHECK(ask({2 * kSubUnits - 1, kSubUnits / 2}).status == Status::found);
  // There is only the way through the window.
  CHECK(ask({2 * kSubUnits + 1, kSubUnits / 2}).length > 5);
}

TEST_CASE("moves that cost nothing change not a byte of a world", "[moves]") {
  Rng rng(3);
  for (int world = 0; world < 20; ++world) {
    const TileMap map = test::random_map(rng, {.max_side = 100});
    std::vector<Move> moves = test::random_moves(rng, map, 60);
    for (Move& move : moves) move.cost = 0;
    const MovementProfile profile = test::random_profile(rng, map.palette());
    const BuiltWorld without(map, profile);
    const BuiltWorld with(with_moves(map, moves), profile);
    REQUIRE(std::ranges::equal(without.bytes(), with.bytes()));
  }
}

}  // namespace
}  // namespace portolan
