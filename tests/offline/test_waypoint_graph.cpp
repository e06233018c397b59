// SPDX-License-Identifier: BSL-1.0
// The waypoint graph and its search against brute force: for points and squares over all pairs of lattice points, for
// the grid against Dijkstra on its steps.
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/brute_sight.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"
#include "support/tile_length.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

WaypointGraph build(const SightSpace& space, const SightMetric& metric, unsigned threads = 1) {
  auto graph = build_waypoint_graph(space, {.metric = metric, .threads = threads});
  REQUIRE(graph.has_value());
  REQUIRE(is_well_formed(space, graph->view()));
  return std::move(graph).value();
}

/// On the lattice (footprint > 0), else also at centres and anywhere.
Point random_end(Rng& rng, const SightSpace& space) {
  const Point vertex = to_point({rng.between(0, space.width), rng.between(0, space.height)});
  if (space.contact == Contact::square || rng.percent(30)) return vertex;
  if (rng.percent(40)) return {rng.below(space.width) * kSubUnits + 128, rng.below(space.height) * kSubUnits + 128};
  if (rng.percent(30)) return {vertex.x, rng.between(0, space.height * kSubUnits)};
  return {rng.between(0, space.width * kSubUnits), rng.between(0, space.height * kSubUnits)};
}

double euclidean(Point a, Point b) {
  return test::length_in_tiles(Norm::euclidean, a, b);
}

void check_any_angle(Rng& rng, const TileMap& map, std::int32_t footprint, int queries) {
  if (map.width() < footprint || map.height() < footprint) return;
  const TestGrid grid(map, stepping_mover(footprint));
  const SightPlanes planes = sight_planes(grid.view(), footprint);
  const SightSpace space = planes.space();
  const WaypointGraph graph = build(space, {});
  WaypointSearch search(space, graph.view());
  const BruteSight brute(map, footprint);
  const BruteGraph reference(brute);
  for (int query = 0; query < queries; ++query) {
    const Point a = random_end(rng, space);
    const Point b = random_end(rng, space);
    CAPTURE(footprint, a.x, a.y, b.x, b.y, map.width(), map.height());
    const SightPath path = search.find(a, b, kNoBudget);
    if (!brute.stands(a) || !brute.stands(b)) {
      REQUIRE(path.status == (brute.stands(a) ? Status::bad_goal : Status::bad_start));
      continue;
    }
    const std::optional<double> length = reference.distance(a, b, euclidean);
    REQUIRE(path.status == (length ? Status::found : Status::unreachable));
    if (!length) continue;
    REQUIRE(std::abs(path_tiles(path.points, euclidean) - *length) < 1e-4);
    REQUIRE(path.points.front() == a);
    REQUIRE(path.points.back() == b);
    REQUIRE(path_fault(brute, path.points) == "");
    Cost cost = 0;
    for (std::size_t i = 1; i < path.points.size(); ++i) {
      cost += graph.metric.length(path.points[i - 1], path.points[i]);
    }
    REQUIRE(path.cost == cost);
  }
}

void check_grid(Rng& rng, const TileMap& map, std::int32_t footprint, Neighbours neighbours, int sources) {
  const TestGrid grid(map, stepping_mover(footprint, neighbours));
  const SightPlanes planes = SightPlanes::for_square(grid.view());
  const SightSpace space = planes.space();
  const MoveRules& rules = grid.rules();
  const bool four = neighbours == Neighbours::four;
  const SightMetric metric{.norm = four ? Norm::manhattan : Norm::octile,
                           .straight = static_cast<std::uint32_t>(rules.straight_step(1, 1)),
                           .diagonal = static_cast<std::uint32_t>(rules.diagonal_step(1, 1))};
  const WaypointGraph graph = build(space, metric);
  WaypointSearch search(space, graph.view());
  const Oracle oracle = grid.oracle();
  for (int source = 0; source < sources; ++source) {
    const std::optional<Tile> from = random_passable(rng, grid.view());
    if (!from) return;
    const std::vector<Cost> distance = oracle.distances_from(*from);
    for (int goal = 0; goal < 20; ++goal) {
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      CAPTURE(four, footprint, from->x, from->y, to.x, to.y, map.width(), map.height());
      const SightPath path = search.find(to_point({from->x, from->y}), to_point({to.x, to.y}), kNoBudget);
      const Cost expected = distance[oracle.index(to)];
      if (!oracle.passable(to)) {
        REQUIRE(path.status == Status::bad_goal);
      } else if (expected == kInfiniteCost) {
        REQUIRE(path.status == Status::unreachable);
      } else {
        REQUIRE(path.status == Status::found);
        REQUIRE(path.cost == expected);
      }
    }
  }
}

}  // namespace

// 100,000 queries.
TEST_CASE("any-angle paths equal brute force on random worlds") {
  Rng rng(3);
  for (int world = 0; world < 700; ++world) {
    const TileMap map = small_uniform_map(rng, 12);
    for (std::int32_t footprint = 0; footprint <= 3; ++footprint) check_any_angle(rng, map, footprint, 36);
  }
}

TEST_CASE("any-angle paths equal brute force on many random worlds", "[long]") {
  Rng rng(33);
  for (int world = 0; world < 25'000; ++world) {
    const TileMap map = small_uniform_map(rng, 12);
    for (std::int32_t footprint = 0; footprint <= 3; ++footprint) check_any_angle(rng, map, footprint, 10);
  }
}

TEST_CASE("grid paths over waypoints equal Dijkstra on random worlds") {
  Rng rng(4);
  for (int world = 0; world < 700; ++world) {
    const TileMap map = small_uniform_map(rng, rng.percent(80) ? 16 : 50);
    for (std::int32_t footprint = 1; footprint <= 3; ++footprint) {
      check_grid(rng, map, footprint, Neighbours::eight, 2);
      check_grid(rng, map, footprint, Neighbours::four, 2);
    }
  }
}

TEST_CASE("grid paths over waypoints equal Dijkstra on many random worlds", "[long]") {
  Rng rng(44);
  for (int world = 0; world < 10'000; ++world) {
    const TileMap map = small_uniform_map(rng, rng.percent(80) ? 16 : 80);
    for (std::int32_t footprint = 1; footprint <= 3; ++footprint) {
      check_grid(rng, map, footprint, Neighbours::eight, 2);
      check_grid(rng, map, footprint, Neighbours::four, 2);
    }
  }
}

TEST_CASE("the number of threads does not change a waypoint graph") {
  Rng rng(5);
  for (const Norm norm : {Norm::euclidean, Norm::octile, Norm::manhattan}) {
    RandomMapOptions options;
    options.weights = Weights::uniform;
    options.character = Character::scatter;
    options.width = 90;
    options.height = 70;
    const TestGrid grid(random_map(rng, options));
    const SightPlanes planes = SightPlanes::for_square(grid.view());
    const WaypointGraph one = build(planes.space(), {.norm = norm}, 1);
    const WaypointGraph four = build(planes.space(), {.norm = norm}, 4);
    REQUIRE(one.points == four.points);
    REQUIRE(one.first == four.first);
    REQUIRE(one.target == four.target);
    REQUIRE(one.weight == four.weight);
  }
}

TEST_CASE("arcs are symmetric, ascending and taut at both ends") {
  Rng rng(6);
  for (int world = 0; world < 100; ++world) {
    const TestGrid grid(small_uniform_map(rng, 20));
    const SightPlanes planes =
        world % 2 == 0 ? SightPlanes::for_point(grid.view()) : SightPlanes::for_square(grid.view());
    const WaypointGraph graph = build(planes.space(), {.norm = world % 3 == 0 ? Norm::octile : Norm::euclidean});
    for (WaypointId id = 0; id < graph.points.size(); ++id) {
      for (std::uint32_t arc = graph.first[id]; arc < graph.first[id + 1]; ++arc) {
        const WaypointId to = graph.target[arc];
        const Vertex a = graph.points[id];
        const Vertex b = graph.points[to];
        if (arc > graph.first[id]) REQUIRE(graph.target[arc - 1] < to);
        REQUIRE(is_taut(graph.corners[id], b.x - a.x, b.y - a.y));
        REQUIRE(is_taut(graph.corners[to], a.x - b.x, a.y - b.y));
        const auto begin = graph.target.begin() + graph.first[to];
        const auto end = graph.target.begin() + graph.first[to + 1];
        const auto back = std::lower_bound(begin, end, id);
        REQUIRE((back != end && *back == id));
        REQUIRE(graph.weight[static_cast<std::size_t>(back - graph.target.begin())] == graph.weight[arc]);
      }
    }
  }
}

TEST_CASE("a query allocates nothing") {
  Rng rng(8);
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.character = Character::caves;
  options.width = 60;
  options.height = 60;
  const TestGrid grid(random_map(rng, options));
  const SightPlanes planes = SightPlanes::for_point(grid.view());
  const WaypointGraph graph = build(planes.space(), {});
  WaypointSearch search(planes.space(), graph.view());
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  const AllocationCounter counter;
  for (int query = 0; query < 200; ++query) {
    const Point a = random_end(rng, planes.space());
    (void)search.find(a, random_end(rng, planes.space()), kNoBudget);
  }
  const std::uint64_t allocations = counter.count();
  REQUIRE(allocations == 0);
}

TEST_CASE("too many edges and a spent budget are reported") {
  const TestGrid grid(ascii_map(R"(
    .......
    .#.#.#.
    .......
    .#.#.#.
    .......)"));
  const SightPlanes planes = SightPlanes::for_point(grid.view());
  const WaypointGraph graph = build(planes.space(), {});
  const std::uint64_t edges = graph.target.size() / 2;
  const auto within = [&](std::uint64_t max_edges) {
    return build_waypoint_graph(planes.space(), {.metric = {}, .threads = 2, .max_edges = max_edges});
  };
  REQUIRE(within(edges).has_value());
  // One too many is found by counting, many too many before that.
  REQUIRE(within(edges - 1).error().code == ErrorCode::limit);
  REQUIRE(within(edges - 1).error().message.find("about") == std::string::npos);
  REQUIRE(within(edges / 3).error().code == ErrorCode::limit);
  REQUIRE(within(edges / 3).error().message.find("about " + std::to_string(edges)) != std::string::npos);
  WaypointSearch search(planes.space(), graph.view());
  REQUIRE(search.find({0, 0}, {7 * kSubUnits, 3 * kSubUnits}, kNoBudget).status == Status::found);
  REQUIRE(search.find({0, 0}, {7 * kSubUnits, 3 * kSubUnits}, 0).status == Status::out_of_budget);
  WaypointGraph wrong = graph;
  wrong.points[0].x = 1000;
  WaypointSearch wary(planes.space(), wrong.view());
  REQUIRE(wary.find({0, 0}, {7 * kSubUnits, 3 * kSubUnits}, kNoBudget).status == Status::corrupt);
}

}  // namespace portolan::test
