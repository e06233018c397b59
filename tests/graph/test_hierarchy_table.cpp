// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hierarchy_table.hpp"
#include "portolan/offline/contraction.hpp"
#include "support/allocation_counter.hpp"
#include "support/random_graph.hpp"

#include <array>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

Contraction contracted(const CsrArrays& graph) {
  auto contraction = contract(graph.view(), {.threads = 1});
  REQUIRE(contraction.has_value());
  return std::move(contraction).value();
}

std::vector<NodeId> some_nodes(Rng& rng, const CsrGraph& graph) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(rng.between(0, 12)));
  for (NodeId& node : nodes) node = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
  return nodes;
}

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

/// With as much work as a table takes it is the same, with less there is none.
void check_budgets(Rng& rng, HierarchyTable& table, std::span<const NodeId> sources, std::span<const NodeId> targets,
                   std::uint64_t needed, const std::vector<Cost>& costs) {
  std::vector<Cost> again(costs.size());
  const Answer enough = table.costs(sources, targets, needed, again);
  REQUIRE(enough.status == Status::found);
  REQUIRE(enough.work == needed);
  REQUIRE(again == costs);
  if (needed == 0) return;
  const auto some = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(needed)));
  const Answer cut = table.costs(sources, targets, some, again);
  REQUIRE(cut.status == Status::out_of_budget);
  REQUIRE(cut.why == Why::budget_spent);
  REQUIRE(cut.work == some);
}

}  // namespace

TEST_CASE("tables over a hierarchy equal the reference, whatever room the buckets have") {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const CsrArrays arrays = random_graph(rng, 40);
    const CsrGraph graph = arrays.view();
    if (graph.size() == 0) continue;
    const Contraction contraction = contracted(arrays);
    HierarchyTable table(contraction.view(), static_cast<std::size_t>(rng.pick(std::array{0, 50, 10'000})));
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::vector<NodeId> sources = some_nodes(rng, graph);
      const std::vector<NodeId> targets = some_nodes(rng, graph);
      std::vector<Cost> costs(sources.size() * targets.size(), 1);
      const Answer whole = table.costs(sources, targets, kNoBudget, costs);
      REQUIRE(whole.status == Status::found);
      check_budgets(rng, table, sources, targets, whole.work, costs);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::vector<Cost> expected = reference_costs(graph, std::vector<GraphEnd>{{.node = sources[i]}});
        for (std::size_t j = 0; j < targets.size(); ++j) {
          REQUIRE(costs[i * targets.size() + j] == expected[targets[j]]);
        }
      }
    }
  }
}

TEST_CASE("a table refuses nodes that are none and sizes that do not fit") {
  const Contraction contraction = contracted(CsrArrays{{0, 1, 2}, {1, 0}, {3, 3}});
  HierarchyTable table(contraction.view(), 0);
  const std::array<NodeId, 2> good{0, 1};
  const std::array<NodeId, 1> outside{2};
  std::array<Cost, 4> costs{};
  REQUIRE(table.costs(good, outside, kNoBudget, std::span(costs).first(2)).why == Why::no_such_node);
  REQUIRE(table.costs(outside, good, kNoBudget, std::span(costs).first(2)).status == Status::bad_request);
  REQUIRE(table.costs(good, good, kNoBudget, std::span(costs).first(3)).why == Why::wrong_size);
  REQUIRE(table.costs(good, good, kNoBudget, costs).status == Status::found);
  REQUIRE(costs == std::array<Cost, 4>{0, 3, 3, 0});
  const Contraction none = contracted(CsrArrays{{0}, {}, {}});
  HierarchyTable empty(none.view(), 0);
  REQUIRE(empty.costs({}, {}, kNoBudget, {}).status == Status::found);
  REQUIRE(empty.costs(good, {}, kNoBudget, {}).status == Status::bad_request);
}

TEST_CASE("a table over a spoilt hierarchy ends and stays inside its memory") {
  Rng rng(2);
  int found = 0;
  int corrupt = 0;
  for (int round = 0; round < 2000; ++round) {
    const CsrArrays arrays = random_graph(rng, 40);
    const CsrGraph graph = arrays.view();
    if (graph.size() == 0) continue;
    Contraction contraction = contracted(arrays);
    const std::array spoilt{&contraction.rank,           &contraction.node,           &contraction.forward.first,
                            &contraction.forward.target, &contraction.forward.weight, &contraction.backward.first,
                            &contraction.backward.target};
    for (int fault = rng.between(1, 4); fault > 0; --fault) {
      std::vector<std::uint32_t>& array = *rng.pick(spoilt);
      if (array.empty()) continue;
      const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(array.size())));
      array[at] = rng.percent(70) ? static_cast<std::uint32_t>(rng.below(40)) : static_cast<std::uint32_t>(rng.next());
    }
    HierarchyTable table(contraction.view(), 0);
    const std::vector<NodeId> sources = some_nodes(rng, graph);
    const std::vector<NodeId> targets = some_nodes(rng, graph);
    std::vector<Cost> costs(sources.size() * targets.size());
    const Status status = table.costs(sources, targets, kNoBudget, costs).status;
    REQUIRE((status == Status::found || status == Status::corrupt));
    (status == Status::found ? found : corrupt) += 1;
  }
  REQUIRE(found > 100);
  REQUIRE(corrupt > 100);
}

TEST_CASE("a table over a hierarchy allocates nothing") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(3);
  CsrArrays graph = random_graph(rng, 100);
  while (graph.target.size() < 100) graph = random_graph(rng, 100);
  const Contraction contraction = contracted(graph);
  HierarchyTable table(contraction.view(), 300);
  const std::vector<NodeId> nodes(contraction.node);
  std::vector<Cost> costs(nodes.size() * nodes.size());
  const AllocationCounter counter;
  const Status status = table.costs(nodes, nodes, kNoBudget, costs).status;
  const std::uint64_t allocations = counter.count();
  REQUIRE(status == Status::found);
  REQUIRE(allocations == 0);
}

}  // namespace portolan::test
