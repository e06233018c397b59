// SPDX-License-Identifier: BSL-1.0
// Queries between any points over block labels against A* on the waypoint graph and brute force.
#include "portolan/offline/block_builder.hpp"
#include "portolan/waypoints/block_query.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/brute_sight.hpp"
#include "support/labelled_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/tile_length.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

/// A map for a mover that is a point, with everything that block labels are made of.
class PointWorld : public LabelledWorld {
 public:
  explicit PointWorld(const TileMap& map) : LabelledWorld(map, 0, Norm::euclidean) {
    auto blocks = build_block_labels(space(), graph().view(), labels().view(), {.threads = 1});
    REQUIRE(blocks.has_value());
    blocks_ = std::move(blocks).value();
  }

  [[nodiscard]] BlockQuery query() const { return {space(), graph().view(), labels().view(), blocks_.view()}; }
  [[nodiscard]] const BlockArrays& blocks() const { return blocks_; }

 private:
  BlockArrays blocks_;
};

/// Anywhere, on lines and corners of tiles, beside walls, on waypoints and a little beside them.
Point random_end(Rng& rng, const PointWorld& world, const TileMap& map) {
  const auto& waypoints = world.graph().points;
  if (waypoints.empty() || rng.percent(60)) {
    const Point p = random_point(rng, map, 0);
    const bool on_line = rng.percent(20);
    return {on_line ? floor_to_tile(p.x) * kSubUnits : p.x, p.y};
  }
  const Point at =
      to_point(waypoints[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(waypoints.size())))]);
  const std::int32_t beside = rng.percent(50) ? 2 : 2 * kSubUnits;
  return {std::clamp(at.x + rng.between(-beside, beside), 0, map.width() * kSubUnits),
          std::clamp(at.y + rng.between(-beside, beside), 0, map.height() * kSubUnits)};
}

struct Tally {
  int turning = 0;  ///< paths with a turn
  int decided = 0;  ///< of these, how many blocks told
};

void check(Rng& rng, const TileMap& map, int queries, Tally& tally) {
  const PointWorld world(map);
  WaypointSearch reference(world.space(), world.graph().view());
  IndexSearch by_labels(world.space(), world.graph().view(), world.labels().view());
  BlockQuery blocks = world.query();
  const BruteSight brute(map, 0);
  const bool small = map.width() * map.height() <= 100;
  const std::optional<BruteGraph> brute_graph = small ? std::optional<BruteGraph>(brute) : std::nullopt;
  for (int i = 0; i < queries; ++i) {
    const Point from = random_end(rng, world, map);
    const Point to = random_end(rng, world, map);
    CAPTURE(from.x, from.y, to.x, to.y, map.width(), map.height());
    const SightPath expected = reference.find(from, to, kNoBudget);
    const SightPath labelled = by_labels.find(from, to, kNoBudget);
    REQUIRE(labelled.status == expected.status);
    REQUIRE(labelled.cost == expected.cost);
    const bool turns = expected.status == Status::found && expected.points.size() > 2;
    tally.turning += turns ? 1 : 0;
    const std::optional<SightPath> path = blocks.find_between(from, to);
    if (!path) continue;
    tally.decided += turns ? 1 : 0;
    REQUIRE(path->status == expected.status);
    REQUIRE(path->cost == expected.cost);
    if (path->status != Status::found) continue;
    REQUIRE(path->points.front() == from);
    REQUIRE(path->points.back() == to);
    REQUIRE(path_fault(brute, path->points) == "");
    REQUIRE(std::ranges::adjacent_find(path->points) == path->points.end());
    if (!small) continue;
    const auto length = [](Point a, Point b) { return length_in_tiles(Norm::euclidean, a, b); };
    const std::optional<double> least = brute_graph->distance(from, to, length);
    REQUIRE(least.has_value());
    REQUIRE(std::abs(*least - path_tiles(path->points, length)) < 1e-4);
  }
}

void check_worlds(std::uint64_t seed, int worlds, std::int32_t least_side, std::int32_t most_side, int queries,
                  Tally& tally) {
  Rng rng(seed);
  for (int world = 0; world < worlds; ++world) {
    CAPTURE(seed, world);
    check(rng,
          random_map(rng, {.character = rng.pick(kCharacters),
                           .weights = Weights::uniform,
                           .width = rng.between(least_side, most_side),
                           .height = rng.between(least_side, most_side)}),
          queries, tally);
  }
}

}  // namespace

TEST_CASE("paths between any points over block labels equal A* and brute force on random worlds", "[heavy]") {
  Tally tally;
  check_worlds(1, 300, 3, 10, 12, tally);
  check_worlds(2, 200, 8, 40, 20, tally);
  check_worlds(3, 4, 60, 90, 200, tally);
  CAPTURE(tally.turning, tally.decided);
  REQUIRE(tally.turning > 2000);
  REQUIRE(tally.decided * 10 > tally.turning * 8);
}

TEST_CASE("paths between any points over block labels equal A* on very many random worlds", "[long]") {
  Tally tally;
  check_worlds(11, 20'000, 3, 10, 10, tally);
  check_worlds(12, 12'000, 8, 40, 10, tally);
  check_worlds(13, 300, 60, 90, 100, tally);
  REQUIRE(tally.turning > 30'000);
}

namespace {

/// Ends exactly in line with a waypoint and the centre of their tile, which lies between, and with a wall behind them.
std::size_t check_ends_in_line(std::uint64_t seed, int rounds) {
  Rng rng(seed);
  std::size_t compared = 0;
  for (int round = 0; round < rounds; ++round) {
    const TileMap map =
        random_map(rng, {.character = rng.pick(kCharacters), .weights = Weights::uniform, .width = 40, .height = 40});
    const PointWorld world(map);
    WaypointSearch reference(world.space(), world.graph().view());
    BlockQuery blocks = world.query();
    for (std::int32_t i = 0; i < map.width() * map.height(); ++i) {
      const Tile tile{i % map.width(), i / map.width()};
      const Point centre = centre_of(tile);
      for (const Vertex waypoint : world.graph().points) {
        const Point way{2 * (tile.x - waypoint.x) + 1, 2 * (tile.y - waypoint.y) + 1};
        const std::int32_t longer = std::max(std::abs(way.x), std::abs(way.y));
        const std::int32_t common = std::gcd(way.x, way.y);
        const Point behind{centre.x + kSubUnits * way.x / longer, centre.y + kSubUnits * way.y / longer};
        const bool before_wall = world.space().squares.test(tile_at(behind).x, tile_at(behind).y);
        if (!before_wall || !in_sight(world.space(), centre, to_point(waypoint))) continue;
        const std::int32_t steps = std::max(1, kSubUnits / 2 * common / longer - rng.below(3));
        const Point from{centre.x + way.x / common * steps, centre.y + way.y / common * steps};
        const Point to = random_end(rng, world, map);
        CAPTURE(round, from.x, from.y, to.x, to.y);
        const std::optional<SightPath> path = blocks.find_between(from, to);
        if (!path) continue;
        ++compared;
        REQUIRE(path->cost == reference.find(from, to, kNoBudget).cost);
      }
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("ends exactly in line with a waypoint and the centre of their tile find their turns") {
  CHECK(check_ends_in_line(14, 12) > 10'000);
}

TEST_CASE("very many ends exactly in line with a waypoint and the centre of their tile find their turns", "[long]") {
  CHECK(check_ends_in_line(15, 400) > 400'000);
}

TEST_CASE("block labels judge points at the ends, and leave those at a pinch to hub labels") {
  const TileMap map = ascii_map(R"(
    ........
    .##..#..
    .#..#...
    ........
    ..####..
    ........)");
  const PointWorld world(map);
  BlockQuery blocks = world.query();
  const Point away{7 * kSubUnits + 3, 5 * kSubUnits + 3};
  CHECK_FALSE(blocks.find_between(to_point({5, 2}), {3, 5 * kSubUnits + 3}).has_value());
  CHECK(blocks.find_between({kSubUnits + 1, kSubUnits + 1}, away)->status == Status::bad_start);
  CHECK(blocks.find_between(away, {kSubUnits + 1, kSubUnits + 1})->status == Status::bad_goal);
  CHECK(blocks.find_between({-1, 0}, away)->status == Status::bad_start);
  const auto seen = blocks.find_between({1, 1}, {7 * kSubUnits, 3});
  REQUIRE(seen.has_value());
  CHECK(seen->points.size() == 2);
  CHECK(blocks.find_between(away, away)->points.size() == 1);
}

TEST_CASE("queries between points allocate nothing") {
  Rng rng(5);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::uniform, .width = 120, .height = 120});
  const PointWorld world(map);
  BlockQuery blocks = world.query();
  const AllocationCounter counter;
  int turning = 0;
  for (int i = 0; i < 300; ++i) {
    const auto path = blocks.find_between(random_end(rng, world, map), random_end(rng, world, map));
    turning += path && path->points.size() > 2 ? 1 : 0;
  }
  REQUIRE(counter.count() == 0);
  REQUIRE(turning > 50);
}

}  // namespace portolan::test
