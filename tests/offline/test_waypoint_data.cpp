// SPDX-License-Identifier: BSL-1.0
// Waypoint graphs of real maps: the grid metric against Dijkstra.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/real_maps.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

namespace fs = std::filesystem;

void check_steps(const fs::path& map, Neighbours neighbours, std::int32_t footprint) {
  const auto read = read_map(map);
  REQUIRE(read.has_value());
  const TestGrid grid(*read, stepping_mover(footprint, neighbours));
  const SightPlanes planes = SightPlanes::for_square(grid.view());
  const auto graph = build_waypoint_graph(
      planes.space(), {.metric = {.norm = neighbours == Neighbours::four ? Norm::manhattan : Norm::octile}});
  REQUIRE(graph.has_value());
  WaypointSearch search(planes.space(), graph->view());
  Rng rng(12);
  const auto from = random_passable(rng, grid.view());
  if (!from) return;  // too wide a mover for this map
  const Oracle oracle = grid.oracle();
  const std::vector<Cost> distance = oracle.distances_from(*from);
  for (int query = 0; query < 200; ++query) {
    const auto to = random_passable(rng, grid.view());
    CAPTURE(map.string(), footprint, from->x, from->y, to->x, to->y);
    const SightPath path = search.find(to_point({from->x, from->y}), to_point({to->x, to->y}), ~std::uint64_t{0});
    const Cost expected = distance[oracle.index(*to)];
    REQUIRE(path.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
    if (expected != kInfiniteCost) REQUIRE(path.cost == expected);
  }
}

}  // namespace

TEST_CASE("grid costs over waypoints equal Dijkstra on real maps", "[long]") {
  for (const fs::path& file : real_maps()) {
    check_steps(file, Neighbours::eight, 1);
    check_steps(file, Neighbours::four, 1);
    check_steps(file, Neighbours::eight, 2);
  }
}

}  // namespace portolan::test
