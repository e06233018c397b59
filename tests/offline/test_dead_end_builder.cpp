// SPDX-License-Identifier: BSL-1.0
// Dead ends of random graphs and maps against removing each place and flooding what is left.
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/dead_end_builder.hpp"
#include "support/built_world.hpp"
#include "support/dead_end_oracle.hpp"
#include "support/random_board.hpp"
#include "support/random_graph.hpp"
#include "support/random_world.hpp"

#include <array>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

BuildOptions with_dead_ends() {
  BuildOptions options = BuiltWorld::one_thread();
  options.dead_ends = DeadEndRule::found;
  return options;
}

/// How many places were removed, how many dead ends there were, and how many of them lie in others.
struct Tally {
  std::size_t removed = 0;
  std::size_t found = 0;
  std::size_t nested = 0;

  void add(const DeadEndsView& dead_ends, std::size_t gates) {
    removed += gates;
    found += dead_ends.size();
    for (const DeadEnd& end : dead_ends.ends) nested += end.outer != 0 ? 1 : 0;
  }
};

void check_graphs(std::uint64_t seed, std::size_t cases) {
  Rng rng(seed);
  Tally tally;
  while (tally.removed < cases) {
    const CsrArrays arrays = test::random_graph(rng, 24);
    const CsrGraph graph = arrays.view();
    const DeadEndArrays found = find_dead_ends(graph);
    const DeadEndsView view = found.view();
    std::vector<std::vector<std::size_t>> beside(graph.size());
    for (NodeId tail = 0; tail < graph.size(); ++tail) {
      for (std::uint32_t arc = graph.first[tail]; arc < graph.first[tail + 1]; ++arc) {
        beside[tail].push_back(graph.target[arc]);
        beside[graph.target[arc]].push_back(tail);
      }
    }
    std::vector<std::size_t> gates(graph.size());
    std::iota(gates.begin(), gates.end(), std::size_t{0});
    const auto neighbours = [&](std::size_t node, auto&& visit) {
      for (const std::size_t to : beside[node]) visit(to);
    };
    CAPTURE(seed, tally.removed, graph.size());
    if (!view.empty()) REQUIRE(fault_of(view, graph.size()) == "");
    REQUIRE(test::removal_fault(view, graph.size(), gates, neighbours) == "");
    tally.add(view, graph.size() + 1);
  }
  CHECK(tally.found > cases / 10);
  CHECK(tally.nested > cases / 100);
}

void check_maps(std::uint64_t seed, std::size_t cases) {
  Rng rng(seed);
  Tally tally;
  while (tally.removed < cases) {
    TileMap map = test::random_map(rng, {.max_side = 72});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    if (rng.percent(40)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    const BuiltWorld built(map, profile, with_dead_ends());
    const ProfileView& view = built.world().profiles()[0];
    const GridView& grid = view.grid;
    std::vector<std::size_t> gates;
    for (const Tile node : view.regions.topology.tiles) gates.push_back(grid.index(node));
    const auto neighbours = [&](std::size_t place, auto&& visit) {
      const Tile tile = grid.tile(place);
      for_each_step(grid, grid.bounds(), tile, [&](Tile to, Cost) { visit(grid.index(to)); });
      const auto end = view.links.find(tile);
      if (!end) return;
      for (const auto arcs : {view.links.leaving(*end), view.links.arriving(*end)}) {
        for (const LinkArc& arc : arcs) {
          if (grid.cost(arc.other) != 0) visit(grid.index(arc.other));
        }
      }
    };
    CAPTURE(seed, tally.removed, map.width(), map.height());
    REQUIRE(test::removal_fault(view.dead_ends, grid.terrain.size(), gates, neighbours) == "");
    REQUIRE(built.world().verify(1).has_value());
    tally.add(view.dead_ends, gates.size() + 1);
  }
  CHECK(tally.found > cases / 50);
  CHECK(tally.nested > cases / 200);
}

TEST_CASE("dead ends of graphs are what falls off when a node is removed") {
  check_graphs(1, 10'000);
}

TEST_CASE("dead ends of maps are what falls off when a node of the regions is removed") {
  check_maps(2, 5'000);
}

TEST_CASE("dead ends of graphs and maps, a hundred thousand removals each", "[long]") {
  check_graphs(3, 100'000);
  check_maps(4, 100'000);
}

TEST_CASE("dead ends nest, are numbered in preorder, and have the fewest bytes that hold them") {
  // 0-1-2-0 is a triangle, 3 hangs off 2, 4 and 5 off 3.
  std::vector<std::vector<NodeId>> rows{{1, 2}, {0, 2}, {0, 1, 3}, {2, 4, 5}, {3}, {3}};
  CsrArrays graph;
  graph.first.push_back(0);
  for (const auto& row : rows) {
    graph.target.insert(graph.target.end(), row.begin(), row.end());
    graph.first.push_back(static_cast<std::uint32_t>(graph.target.size()));
  }
  graph.weight.assign(graph.target.size(), 1);
  const DeadEndArrays found = find_dead_ends(graph.view());
  const DeadEndsView view = found.view();
  REQUIRE(view.size() == 3);
  CHECK(view[1].gate == 2);
  CHECK(view[1].outer == 0);
  CHECK(view[1].last == 3);
  CHECK((view[2].gate == 3 && view[2].outer == 1 && view[2].last == 2));
  CHECK((view[3].gate == 3 && view[3].outer == 1 && view[3].last == 3));
  CHECK(found.small == std::vector<std::uint8_t>{0, 0, 0, 1, 2, 3});
  CHECK(found.narrow.empty());
  CHECK(find_dead_ends(CsrGraph{}).empty());

  // A path of many nodes has nothing but dead ends beside its middle.
  CsrArrays path;
  const NodeId nodes = 70'001;
  path.first.push_back(0);
  for (NodeId node = 0; node < nodes; ++node) {
    if (node != 0) path.target.push_back(node - 1);
    if (node + 1 != nodes) path.target.push_back(node + 1);
    path.first.push_back(static_cast<std::uint32_t>(path.target.size()));
  }
  path.weight.assign(path.target.size(), 1);
  const DeadEndArrays nested = find_dead_ends(path.view());
  CHECK(nested.ends.size() >= nodes - 2);
  CHECK(nested.wide.size() == nodes);
  CHECK(fault_of(nested.view(), nodes) == "");
}

TEST_CASE("files have dead ends where the build is asked for them, and the same bytes for any number of threads") {
  Rng rng(5);
  const TileMap map = test::random_map(rng, {.character = test::Character::combs, .width = 90, .height = 80});
  const MovementProfile profile;
  const BuiltWorld without(map, profile);
  CHECK(without.world().profiles()[0].dead_ends.empty());
  BuildOptions options = with_dead_ends();
  const BuiltWorld with(map, profile, options);
  CHECK(with.world().profiles()[0].dead_ends.size() > 3);
  options.threads = 3;
  const BuiltWorld again(map, profile, options);
  CHECK(std::ranges::equal(with.bytes(), again.bytes()));
}

}  // namespace
}  // namespace portolan
