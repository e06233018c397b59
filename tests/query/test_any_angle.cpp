// SPDX-License-Identifier: BSL-1.0
// PathQuery for movers that go straight: exact on uniform terrain, never costlier than on tiles elsewhere.
#include "portolan/grid/line_check.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/brute_sight.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"
#include "support/tile_length.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BruteGraph;
using test::BruteSight;
using test::BuiltWorld;
using test::Oracle;
using test::random_point;
using test::Rng;
using test::straight_mover;
using test::TestGrid;
using test::Weights;

TileMap small_map(Rng& rng, Weights weights, std::int32_t max_side) {
  return test::random_map(rng, {.character = rng.pick(test::kCharacters),
                                .weights = weights,
                                .width = rng.between(3, max_side),
                                .height = rng.between(3, max_side)});
}

/// What BruteSight calls a point of the map: for a square its top-left corner.
Point brute_point(Point p, std::int32_t footprint) {
  return to_plane(test::contact_of(footprint), p);
}

/// One mover on one map, asked through a world file.
class Trial {
 public:
  Trial(const TileMap& map, const MovementProfile& profile)
      : grid_(map, profile),
        built_(map, profile, BuiltWorld::all_indexes()),
        query_(built_.world(), 0, Baseline::with) {}

  [[nodiscard]] const TestGrid& grid() const { return grid_; }
  [[nodiscard]] test::Asker& query() { return query_; }

  /// What is wrong with an answer that says `found`; empty if it is a legal path from end to end at the cost claimed.
  [[nodiscard]] std::string fault(const test::Found& result, Point from, Point to) const {
    if (result.points.empty() || !result.waypoints.empty()) return "no points, or waypoints";
    if (result.points.front() != from || result.points.back() != to) return "wrong ends";
    const LineMeasure measure = measure_line(grid_.map(), grid_.profile(), result.points);
    if (!measure.legal()) return measure.fault;
    return std::abs(measure.cost - cost(result)) > 1e-4 ? "the cost is not that of the segments" : "";
  }
  [[nodiscard]] double cost(const test::Found& result) const {
    return static_cast<double>(result.cost) * query_.profile().tiles_per_unit();
  }

 private:
  TestGrid grid_;
  BuiltWorld built_;
  test::Asker query_;
};

void check_uniform(Rng& rng, const TileMap& map, std::int32_t footprint, int queries) {
  auto trial = std::make_unique<Trial>(map, straight_mover(footprint));
  const BruteSight sight(map, footprint);
  const BruteGraph reference(sight);
  for (int i = 0; i < queries; ++i) {
    const Point a = random_point(rng, map, footprint);
    const Point b = random_point(rng, map, footprint);
    CAPTURE(footprint, map.width(), map.height(), a.x, a.y, b.x, b.y);
    const bool a_stands = sight.stands(brute_point(a, footprint));
    const bool b_stands = sight.stands(brute_point(b, footprint));
    const test::Found result = trial->query().find_between({.from = a, .to = b});
    if (!a_stands || !b_stands) {
      REQUIRE(result.status == (a_stands ? Status::bad_goal : Status::bad_start));
      continue;
    }
    const auto length = reference.distance(brute_point(a, footprint), brute_point(b, footprint), [](Point p, Point q) {
      return test::length_in_tiles(Norm::euclidean, p, q);
    });
    REQUIRE(result.status == (length ? Status::found : Status::unreachable));
    REQUIRE(result.optimal());
    if (length) {
      REQUIRE(trial->fault(result, a, b) == "");
      REQUIRE(std::abs(trial->cost(result) - *length) < 1e-4);
    }
    for (const Tier tier :
         {Tier::regions, Tier::astar, Tier::local, Tier::waypoints, Tier::ch, Tier::labels, Tier::blocks}) {
      const test::Found other = trial->query().find_between({.from = a, .to = b, .tier = tier});
      if (tier == Tier::local && other.status == Status::undecided) continue;
      REQUIRE(other.status == (length ? Status::found : Status::unreachable));
      if (!length) continue;
      REQUIRE(trial->fault(other, a, b) == "");
      REQUIRE(trial->cost(other) > *length - 1e-4);
      REQUIRE(other.optimal() == (tier >= Tier::waypoints || a == b));
      if (tier >= Tier::waypoints) REQUIRE(other.cost == result.cost);
    }
  }
}

}  // namespace

TEST_CASE("straight paths between any points equal brute force, whatever tier is forced stays legal") {
  Rng rng(81);
  for (int world = 0; world < 250; ++world) {
    const TileMap map = small_map(rng, Weights::uniform, 12);
    for (std::int32_t footprint = 0; footprint <= 3; ++footprint) {
      if (footprint <= std::min(map.width(), map.height())) check_uniform(rng, map, footprint, 8);
    }
  }
}

TEST_CASE("straight paths on weighted terrain cost what their segments do, and no more than those on tiles") {
  Rng rng(82);
  std::size_t shorter = 0;
  std::size_t found = 0;
  for (int world = 0; world < 150; ++world) {
    const TileMap map = small_map(rng, rng.percent(50) ? Weights::small : Weights::large, 60);
    const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
    auto trial = std::make_unique<Trial>(map, straight_mover(footprint));
    const Oracle oracle = trial->grid().oracle();
    const auto from = test::random_passable(rng, trial->grid().view());
    if (!from) continue;
    const std::vector<Cost> distances = oracle.distances_from(*from);
    for (int i = 0; i < 20; ++i) {
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (!oracle.passable(to)) continue;
      const Cost on_tiles = distances[oracle.index(to)];
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
        CAPTURE(world, footprint, from->x, from->y, to.x, to.y, to_string(tier));
        const test::Found result = trial->query().find({.from = *from, .to = to, .tier = tier});
        REQUIRE(result.status == (on_tiles == kInfiniteCost ? Status::unreachable : Status::found));
        if (on_tiles == kInfiniteCost) continue;
        REQUIRE(trial->fault(result, centre_of(*from), centre_of(to)) == "");
        const double most = static_cast<double>(on_tiles) * trial->grid().rules().tiles_per_unit();
        REQUIRE(trial->cost(result) < most * (1 + 1e-6) + 1e-3);
        shorter += trial->cost(result) < most * 0.999 ? 1 : 0;
        ++found;
      }
    }
  }
  REQUIRE(found > 3000);
  REQUIRE(shorter > found / 2);
}

TEST_CASE("ends of a point mover: outside, inside walls, on their corners, on a pinch between islands") {
  const TileMap map = test::ascii_map(R"(
    ..#..
    ..#..
    ##...
    ....#)");
  const BuiltWorld built(map, straight_mover(0));
  test::Asker query(built.world(), 0);
  const auto ask = [&](Point from, Point to) { return query.find_between({.from = from, .to = to}); };
  const Point west{128, 128};
  const Point east = centre_of({4, 0});
  REQUIRE(ask({-1, 0}, east).why == Why::outside);
  REQUIRE(ask(east, {0, 4 * kSubUnits + 1}).status == Status::bad_goal);
  REQUIRE(ask(east, {2147483647, -2147483647 - 1}).why == Why::outside);
  REQUIRE(ask(centre_of({2, 0}), east).status == Status::bad_start);
  REQUIRE(ask(centre_of({2, 0}), east).why == Why::blocked);
  REQUIRE(ask(west, east).why == Why::different_islands);
  // The corner that the walls at 2,1 and 1,2 share can be left to either side, and not be crossed.
  const Point pinch = to_point({2, 2});
  REQUIRE(ask(west, pinch).status == Status::found);
  REQUIRE(ask(pinch, east).status == Status::found);
  REQUIRE(ask(pinch, west).points.size() == 2);
  // Corners of the map and of walls are places to be.
  REQUIRE(ask({0, 0}, to_point({2, 0})).status == Status::found);
  const test::Found around = ask(to_point({3, 0}), to_point({4, 4}));
  REQUIRE(around.status == Status::found);
  REQUIRE(around.points.front() == to_point({3, 0}));
}

TEST_CASE("movers that stand on tiles take the centres of tiles only") {
  const TileMap map = test::ascii_map(R"(
    ....
    ....
    ....)");
  for (const Metric metric : {Metric::grid, Metric::any_angle}) {
    MovementProfile profile;
    profile.metric = metric;
    profile.footprint = 1;
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0);
    const Point to = centre_of({3, 2});
    REQUIRE(query.find_between({.from = {128, 128}, .to = to}).status == Status::found);
    REQUIRE(query.find_between({.from = {129, 128}, .to = to}).status == Status::bad_start);
    REQUIRE(query.find_between({.from = to, .to = {0, 0}}).why == Why::off_lattice);
    REQUIRE(query.find_between({.from = to, .to = {128, 3 * kSubUnits + 128}}).why == Why::outside);
  }
}

TEST_CASE("a straight mover's file without room for waypoints still answers, unproven") {
  Rng rng(84);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::scatter, .weights = Weights::uniform, .width = 120, .height = 90});
  const BuiltWorld whole(map, straight_mover(0));
  REQUIRE(whole.world().profiles()[0].sight->graph);
  BuildOptions options = BuiltWorld::one_thread();
  const MovementProfile profile = straight_mover(0);
  std::unique_ptr<BuiltWorld> built;
  // The least memory for which the build succeeds leaves no room for the edges.
  for (options.memory = 1U << 15; !built && options.memory < (1U << 24); options.memory += 1U << 14) {
    try {
      built = std::make_unique<BuiltWorld>(map, std::span(&profile, 1), options);
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  REQUIRE(built);
  REQUIRE_FALSE(built->world().profiles()[0].sight->graph);
  REQUIRE(built->world().provenance().find("no waypoint graph") != std::string_view::npos);
  REQUIRE(built->world().verify().has_value());
  test::Asker query(built->world(), 0);
  test::Asker exact(whole.world(), 0);
  for (int i = 0; i < 50; ++i) {
    const auto from = test::random_passable(rng, query.profile().grid);
    const auto to = test::random_passable(rng, query.profile().grid);
    const test::Found result = query.find({.from = *from, .to = *to});
    const test::Found best = exact.find({.from = *from, .to = *to});
    REQUIRE(result.status == best.status);
    if (result.status != Status::found) continue;
    REQUIRE(result.cost >= best.cost);
    REQUIRE(result.optimal() == (*from == *to));
    REQUIRE(measure_line(map, profile, result.points).legal());
  }
  const Tile a = *test::random_passable(rng, query.profile().grid);
  const Tile b = *test::random_passable(rng, query.profile().grid);
  REQUIRE(query.find({.from = a, .to = b, .tier = Tier::waypoints}).why == Why::tier_missing);
}

TEST_CASE("straight paths allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(85);
  for (const Weights weights : {Weights::uniform, Weights::small}) {
    const TileMap map =
        test::random_map(rng, {.character = test::Character::caves, .weights = weights, .width = 150, .height = 110});
    for (const std::int32_t footprint : {0, 2}) {
      const BuiltWorld built(map, straight_mover(footprint), BuiltWorld::all_indexes());
      test::Asker query(built.world(), 0, Baseline::with);
      const GridView& grid = query.profile().grid;
      std::vector<Tile> ends;
      for (int i = 0; i < 60; ++i) ends.push_back(test::random_passable(rng, grid).value_or(Tile{}));
      const test::AllocationCounter counter;
      std::size_t found = 0;
      for (std::size_t i = 1; i < ends.size(); ++i) {
        for (const Tier tier : {Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints, Tier::ch,
                                Tier::labels, Tier::blocks}) {
          const test::Found result = query.find({.from = ends[i - 1], .to = ends[i], .tier = tier});
          found += result.status == Status::found ? 1 : 0;
        }
      }
      const std::uint64_t allocations = counter.count();
      REQUIRE(allocations == 0);
      REQUIRE(found > 0);
    }
  }
}

}  // namespace portolan
