// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/strong_components.hpp"
#include "support/random_board.hpp"
#include "support/random_graph.hpp"

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("strong components are where nodes reach each other, and arcs between them descend") {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const CsrArrays graph = random_graph(rng, 14);
    const std::size_t nodes = graph.view().size();
    const Components components = strong_components({graph.first, graph.target});
    const std::vector<Cost> reach = all_pairs(graph.view());
    REQUIRE(components.of.size() == nodes);
    for (NodeId a = 0; a < nodes; ++a) {
      REQUIRE(components.of[a] < components.count);
      for (NodeId b = 0; b < nodes; ++b) {
        const bool there = reach[a * nodes + b] != kInfiniteCost;
        const bool back = reach[b * nodes + a] != kInfiniteCost;
        REQUIRE((components.of[a] == components.of[b]) == (there && back));
        if (there) REQUIRE(components.of[a] >= components.of[b]);
      }
    }
  }
}

TEST_CASE("a long way needs no deep recursion") {
  constexpr NodeId kNodes = 1'000'000;
  Adjacency graph;
  for (NodeId node = 0; node <= kNodes; ++node) graph.first.push_back(node);
  for (NodeId node = 0; node < kNodes; ++node) graph.head.push_back((node + 1) % kNodes);
  REQUIRE(strong_components(graph).count == 1);
}

}  // namespace portolan::test
