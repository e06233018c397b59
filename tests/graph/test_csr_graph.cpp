// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/csr_graph.hpp"
#include "portolan/offline/csr_arrays.hpp"
#include "support/random_graph.hpp"

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("the check of a graph accepts what is well formed and nothing else") {
  REQUIRE(is_well_formed(CsrGraph{}));
  const CsrArrays graph{{0, 2, 2, 3}, {1, 2, 0}, {5, 0, 7}};
  REQUIRE(is_well_formed(graph.view()));
  const auto refused = [&](auto&& spoil) {
    CsrArrays wrong = graph;
    spoil(wrong);
    return !is_well_formed(wrong.view());
  };
  CHECK(refused([](CsrArrays& g) { g.first = {}; }));
  CHECK(refused([](CsrArrays& g) { g.first[0] = 1; }));
  CHECK(refused([](CsrArrays& g) { g.first[1] = 3; }));
  CHECK(refused([](CsrArrays& g) { g.first[3] = 4; }));
  CHECK(refused([](CsrArrays& g) { g.weight.pop_back(); }));
  CHECK(refused([](CsrArrays& g) { g.target[2] = 3; }));
  CHECK(refused([](CsrArrays& g) { std::swap(g.target[0], g.target[1]); }));
}

TEST_CASE("simplifying keeps all distances, turning round swaps the ends") {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const CsrArrays graph = random_graph(rng, 20);
    REQUIRE(is_well_formed(graph.view()));
    const CsrArrays simple = simple_graph(graph.view());
    const CsrArrays reversed = reversed_graph(simple.view());
    REQUIRE(is_well_formed(simple.view()));
    REQUIRE(is_well_formed(reversed.view()));
    REQUIRE(reversed_graph(reversed.view()) == simple);
    REQUIRE(simple_graph(simple.view()) == simple);
    for (NodeId a = 0; a < graph.view().size(); ++a) {
      const std::vector<GraphEnd> from_a{{.node = a}};
      const std::vector<Cost> costs = reference_costs(graph.view(), from_a);
      REQUIRE(reference_costs(simple.view(), from_a) == costs);
      for (NodeId b = 0; b < graph.view().size(); b += 5) {
        REQUIRE(reference_costs(reversed.view(), std::vector<GraphEnd>{{.node = b}})[a] == costs[b]);
      }
    }
  }
}

}  // namespace portolan::test
