// SPDX-License-Identifier: BSL-1.0
// Distances by levels against Dijkstra on tiles.
#include "portolan/offline/level_distances.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

/// Asks one object from several sets of nodes, and compares the distances of all nodes.
void compare_from_some_nodes(Rng& rng, const ProfileView& view, const Oracle& oracle, unsigned threads,
                             std::size_t& compared) {
  const RegionTopologyView& topology = view.regions.topology;
  LevelDistances distances(topology, threads);
  for (int round = 0; round < 3; ++round) {
    std::vector<NodeId> sources;
    std::vector<Cost> expected(topology.tiles.size(), kInfiniteCost);
    for (int i = rng.between(1, 3); i > 0; --i) {
      sources.push_back(static_cast<NodeId>(rng.below(static_cast<std::int32_t>(topology.tiles.size()))));
      const std::vector<Cost> from = oracle.distances_from(topology.tiles[sources.back()]);
      for (std::size_t node = 0; node < expected.size(); ++node) {
        expected[node] = std::min(expected[node], from[oracle.index(topology.tiles[node])]);
      }
    }
    distances.measure(sources, [](NodeId, auto&&) {});
    for (NodeId node = 0; node < expected.size(); ++node) {
      REQUIRE(distances.distance(node) == expected[node]);
      ++compared;
    }
  }
}

std::size_t compare_on_random_maps(std::uint64_t seed, int rounds, unsigned most_threads, int least_levels) {
  Rng rng(seed);
  std::size_t compared = 0;
  int deepest = 0;
  for (int round = 0; round < rounds; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 300});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    if (profile.metric != Metric::grid) continue;
    BuildOptions options = BuiltWorld::one_thread();
    options.indexes.emplace();
    const BuiltWorld built(map, profile, options);
    const ProfileView& view = built.world().profiles()[0];
    if (view.regions.topology.tiles.empty()) continue;
    CAPTURE(round, map.width(), map.height(), view.regions.topology.levels);
    deepest = std::max(deepest, view.regions.topology.levels);
    const auto threads = static_cast<unsigned>(rng.between(1, static_cast<std::int32_t>(most_threads)));
    compare_from_some_nodes(rng, view, Oracle(map, profile, view.rules), threads, compared);
  }
  CHECK(deepest >= least_levels);
  return compared;
}

TEST_CASE("distances by levels are those of Dijkstra on tiles, from any nodes") {
  CHECK(compare_on_random_maps(71, 40, 1, 4) > 20'000);
}

TEST_CASE("distances by levels are the same on several threads", "[threads]") {
  CHECK(compare_on_random_maps(72, 12, 4, 3) > 3'000);
}

}  // namespace
}  // namespace portolan
