// SPDX-License-Identifier: BSL-1.0
// Queries over contraction hierarchies against Bellman-Ford on the graph itself.
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/offline/contraction.hpp"
#include "support/allocation_counter.hpp"
#include "support/random_graph.hpp"

#include <array>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

Contraction contracted(const CsrArrays& graph) {
  auto contraction = contract(graph.view(), {.threads = 1});
  REQUIRE(contraction.has_value());
  REQUIRE(is_well_formed(contraction->view()));
  return std::move(contraction).value();
}

void check_queries(Rng& rng, const CsrArrays& graph, int queries) {
  const Contraction contraction = contracted(graph);
  HierarchyQuery query(contraction.view());
  std::vector<NodeId> room(2 * graph.view().size());
  for (int i = 0; i < queries; ++i) {
    const std::vector<GraphEnd> sources = random_ends(rng, graph.view());
    const std::vector<GraphEnd> targets = random_ends(rng, graph.view());
    const Cost expected = reference_cost(graph.view(), sources, targets);
    const GraphPath path = query.path(sources, targets, kNoBudget, room);
    REQUIRE(path.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
    REQUIRE(path.work <= 2 * graph.view().size());
    const GraphPath bare = query.cost(sources, targets, path.work);
    REQUIRE(bare.status == path.status);
    if (path.work != 0) {
      REQUIRE(query.cost(sources, targets, path.work - 1).status == Status::out_of_budget);
    }
    if (expected == kInfiniteCost) continue;
    REQUIRE(path.cost == expected);
    REQUIRE(bare.cost == expected);
    REQUIRE(path_fault(graph.view(), sources, targets, path) == "");
    const std::size_t length = path.nodes.size();
    REQUIRE(query.path(sources, targets, kNoBudget, std::span(room).first(length)).status == Status::found);
    REQUIRE(query.path(sources, targets, kNoBudget, std::span(room).first(length - 1)).status == Status::out_of_budget);
  }
}

}  // namespace

TEST_CASE("paths over a hierarchy equal the reference on random graphs") {
  Rng rng(1);
  for (int round = 0; round < 4000; ++round) {
    const CsrArrays graph = random_graph(rng, rng.percent(90) ? 25 : 120);
    if (graph.view().size() != 0) check_queries(rng, graph, 8);
  }
}

TEST_CASE("a hierarchy without nodes has no ends and no paths") {
  const Contraction contraction = contracted(CsrArrays{{0}, {}, {}});
  HierarchyQuery query(contraction.view());
  REQUIRE(query.cost({}, {}, kNoBudget).status == Status::unreachable);
  const std::array<GraphEnd, 1> nowhere{GraphEnd{.node = 0}};
  REQUIRE(query.cost(nowhere, {}, kNoBudget).status == Status::bad_request);
}

TEST_CASE("ends that are no nodes or cost too much are refused by a hierarchy") {
  const Contraction contraction = contracted(CsrArrays{{0, 1, 2}, {1, 0}, {3, 3}});
  HierarchyQuery query(contraction.view());
  const std::array<GraphEnd, 1> good{GraphEnd{.node = 0, .cost = kMaxEndCost - 1}};
  const std::array<GraphEnd, 1> dear{GraphEnd{.node = 0, .cost = kMaxEndCost}};
  const std::array<GraphEnd, 1> outside{GraphEnd{.node = 2}};
  REQUIRE(query.cost(good, good, kNoBudget).cost == 2 * (kMaxEndCost - 1));
  REQUIRE(query.cost(good, dear, kNoBudget).status == Status::bad_request);
  REQUIRE(query.cost(outside, good, kNoBudget).status == Status::bad_request);
  REQUIRE(query.cost(good, {}, kNoBudget).status == Status::unreachable);
}

TEST_CASE("a spoilt hierarchy never leads a query astray for long") {
  Rng rng(2);
  int found = 0;
  int corrupt = 0;
  for (int round = 0; round < 3000; ++round) {
    const CsrArrays graph = random_graph(rng, 40);
    const std::size_t nodes = graph.view().size();
    if (nodes == 0) continue;
    Contraction contraction = contracted(graph);
    const std::array arrays{&contraction.rank,           &contraction.node,           &contraction.forward.first,
                            &contraction.forward.target, &contraction.forward.weight, &contraction.forward.middle,
                            &contraction.backward.first, &contraction.backward.target};
    for (int fault = rng.between(1, 4); fault > 0; --fault) {
      std::vector<std::uint32_t>& array = *rng.pick(arrays);
      if (array.empty()) continue;
      const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(array.size())));
      array[at] = rng.percent(70) ? static_cast<std::uint32_t>(rng.below(40)) : static_cast<std::uint32_t>(rng.next());
    }
    (void)(is_well_formed(contraction.view()) && has_sound_arcs(contraction.view()));
    HierarchyQuery query(contraction.view());
    std::vector<NodeId> room(2 * nodes);
    for (int i = 0; i < 5; ++i) {
      const GraphPath path =
          query.path(random_ends(rng, graph.view()), random_ends(rng, graph.view()), kNoBudget, room);
      REQUIRE(path.work <= 2 * nodes);
      corrupt += path.status == Status::corrupt ? 1 : 0;
      if (path.status != Status::found) continue;
      ++found;
      for (const NodeId node : path.nodes) REQUIRE(node < nodes);
    }
  }
  REQUIRE(found > 1000);
  REQUIRE(corrupt > 1000);
}

TEST_CASE("a query over a hierarchy allocates nothing") {
  Rng rng(3);
  CsrArrays graph = random_graph(rng, 100);
  while (graph.target.size() < 100) graph = random_graph(rng, 100);
  const Contraction contraction = contracted(graph);
  HierarchyQuery query(contraction.view());
  std::vector<NodeId> room(2 * graph.view().size());
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  const std::vector<GraphEnd> sources = random_ends(rng, graph.view());
  const std::vector<GraphEnd> targets = random_ends(rng, graph.view());
  const AllocationCounter counter;
  for (int i = 0; i < 100; ++i) (void)query.path(sources, targets, kNoBudget, room);
  const std::uint64_t allocations = counter.count();
  REQUIRE(allocations == 0);
}

}  // namespace portolan::test
