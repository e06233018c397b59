// SPDX-License-Identifier: BSL-1.0
// Real maps: any-angle lengths of the point against references from two independent programs, every segment judged by
// the brute-force reference; and the grid metric against Dijkstra.
#include "portolan/build/waypoint_builder.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/brute_sight.hpp"
#include "support/movingai.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

namespace fs = std::filesystem;

/// The reference files, in a fixed order; empty without data.
std::vector<fs::path> reference_files() {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(PORTOLAN_DATA) / "anyangle";
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".tsv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path map_of(const fs::path& reference) {
  fs::path map = fs::path(PORTOLAN_DATA) / "maps" / reference.parent_path().filename() / reference.stem();
  return map += ".map";
}

void check_references(const fs::path& file) {
  const TestGrid grid(read_movingai(map_of(file)));
  const SightPlanes planes = SightPlanes::for_point(grid.view());
  const auto graph = build_waypoint_graph(planes.space(), {});
  REQUIRE(graph.has_value());
  WaypointSearch search(planes.space(), graph->view());
  const BruteSight brute(grid.map(), 0);
  std::ifstream references(file);
  Point a;
  Point b;
  double length = 0;
  while (references >> a.x >> a.y >> b.x >> b.y >> length) {
    CAPTURE(file.string(), a.x, a.y, b.x, b.y);
    const auto centre = [](Point tile) { return Point{tile.x * kSubUnits + 128, tile.y * kSubUnits + 128}; };
    const SightPath path = search.find(centre(a), centre(b), ~std::uint64_t{0});
    REQUIRE(path.status == Status::found);
    REQUIRE(std::abs(path.length - length) <= 1e-4);
    REQUIRE(path_fault(brute, path.points) == "");
  }
}

void check_steps(const fs::path& map, Neighbours neighbours, std::int32_t footprint) {
  MovementProfile profile;
  profile.neighbours = neighbours;
  profile.footprint = footprint;
  const TestGrid grid(read_movingai(map), profile);
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

TEST_CASE("any-angle lengths equal the references of a few real maps") {
  const auto files = reference_files();
  if (files.empty()) {
    WARN("skipped: no data at " << PORTOLAN_DATA << "/anyangle");
    return;
  }
  for (const fs::path& file : files) {
    if (fs::file_size(map_of(file)) < 100'000) check_references(file);
  }
}

TEST_CASE("any-angle lengths equal the references of all real maps", "[long]") {
  const auto files = reference_files();
  if (files.empty()) {
    WARN("skipped: no data at " << PORTOLAN_DATA << "/anyangle");
    return;
  }
  for (const fs::path& file : files) check_references(file);
}

TEST_CASE("grid costs over waypoints equal Dijkstra on real maps", "[long]") {
  const auto files = reference_files();
  if (files.empty()) {
    WARN("skipped: no data at " << PORTOLAN_DATA << "/anyangle");
    return;
  }
  for (const fs::path& file : files) {
    check_steps(map_of(file), Neighbours::eight, 1);
    check_steps(map_of(file), Neighbours::four, 1);
    check_steps(map_of(file), Neighbours::eight, 2);
  }
}

}  // namespace portolan::test
