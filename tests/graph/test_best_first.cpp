// SPDX-License-Identifier: BSL-1.0
// BestFirst, OpenList and StampedLabels against a naive reference on random directed graphs.
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;

/// At least one node.
CsrArrays some_graph(Rng& rng) {
  CsrArrays graph = test::random_graph(rng, 60);
  while (graph.view().size() == 0) graph = test::random_graph(rng, 60);
  return graph;
}

std::vector<Cost> distances(const CsrArrays& graph, NodeId source) {
  return test::reference_costs(graph.view(), std::vector<GraphEnd>{{.node = source}});
}

/// Labels and open list for one graph, reused from search to search.
struct Scratch {
  explicit Scratch(std::size_t nodes) : labels(nodes), open(nodes) {}
  StampedLabels labels;
  std::vector<OpenEntry> open;

  template <class Heuristic>
  SearchOutcome run(const CsrGraph& graph, const Seed& seed, const SearchLimits& limits, Heuristic heuristic) {
    labels.clear();
    BestFirst search(labels, std::span(open), heuristic);
    search.seed(seed, limits);
    return search.run(limits, [&](NodeId node, Cost, auto&& relax) {
      for (std::uint32_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
        relax(graph.target[arc], graph.weight[arc]);
      }
    });
  }
};

void require_path(const CsrGraph& graph, const Scratch& scratch, NodeId source, NodeId node) {
  std::size_t steps = 0;
  for (NodeId at = node; at != source; at = scratch.labels.parent(at)) {
    const NodeId parent = scratch.labels.parent(at);
    REQUIRE(parent < graph.size());
    const Cost step = scratch.labels.cost(at) - scratch.labels.cost(parent);
    bool found = false;
    for (std::uint32_t arc = graph.first[parent]; arc < graph.first[parent + 1]; ++arc) {
      found = found || (graph.target[arc] == at && graph.weight[arc] == step);
    }
    REQUIRE(found);
    REQUIRE(++steps < graph.size());
  }
}

TEST_CASE("Dijkstra settles every reachable node at its distance") {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const CsrArrays arrays = some_graph(rng);
    const CsrGraph graph = arrays.view();
    const auto source = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
    const std::vector<Cost> expected = distances(arrays, source);
    Scratch scratch(graph.size());
    for (int repeat = 0; repeat < 2; ++repeat) {
      const SearchOutcome outcome = scratch.run(graph, {.node = source}, {.expansions = graph.size()}, NoEstimate{});
      REQUIRE(outcome.end == SearchEnd::exhausted);
      std::uint64_t reachable = 0;
      for (NodeId node = 0; node < graph.size(); ++node) {
        REQUIRE(scratch.labels.touched(node) == (expected[node] != kInfiniteCost));
        if (expected[node] == kInfiniteCost) continue;
        ++reachable;
        REQUIRE(scratch.labels.cost(node) == expected[node]);
        REQUIRE(scratch.labels.slot(node) == kClosedSlot);
        require_path(graph, scratch, source, node);
      }
      REQUIRE(outcome.expansions == reachable);
    }
  }
}

TEST_CASE("A* with a consistent bound finds least costs, never with more expansions") {
  Rng rng(2);
  for (int round = 0; round < 200; ++round) {
    const CsrArrays arrays = some_graph(rng);
    const CsrGraph graph = arrays.view();
    const auto count = static_cast<std::int32_t>(graph.size());
    const auto source = static_cast<NodeId>(rng.below(count));
    const auto goal = static_cast<NodeId>(rng.below(count));
    const std::vector<Cost> rest = distances(reversed_graph(graph), goal);
    const Cost expected = distances(arrays, source)[goal];
    const SearchLimits limits{.goal = goal, .expansions = graph.size()};
    Scratch scratch(graph.size());
    const SearchOutcome blind = scratch.run(graph, {.node = source}, limits, NoEstimate{});
    REQUIRE((blind.end == SearchEnd::reached) == (expected != kInfiniteCost));
    // Nodes that cannot reach the goal get a bound as large as a sum may bear.
    for (const Cost divisor : {Cost{1}, Cost{2}}) {
      const SearchOutcome outcome = scratch.run(graph, {.node = source}, limits, [&](NodeId node) {
        return rest[node] == kInfiniteCost ? kInfiniteCost / 4 : rest[node] / divisor;
      });
      REQUIRE(outcome.end == blind.end);
      if (outcome.end != SearchEnd::reached) continue;
      REQUIRE(scratch.labels.cost(goal) == expected);
      REQUIRE(outcome.expansions <= blind.expansions);
      require_path(graph, scratch, source, goal);
    }
  }
}

TEST_CASE("a search ends by budget, limit or overflow exactly when it must") {
  Rng rng(3);
  int reached = 0;
  for (int round = 0; round < 300; ++round) {
    const CsrArrays arrays = some_graph(rng);
    const CsrGraph graph = arrays.view();
    const auto count = static_cast<std::int32_t>(graph.size());
    const auto source = static_cast<NodeId>(rng.below(count));
    const auto goal = static_cast<NodeId>(rng.below(count));
    Scratch scratch(graph.size());
    const SearchOutcome whole = scratch.run(graph, {.node = source}, {.goal = goal, .expansions = 1000}, NoEstimate{});
    for (std::uint64_t budget = 0; budget <= whole.expansions + 1; ++budget) {
      const SearchOutcome outcome =
          scratch.run(graph, {.node = source}, {.goal = goal, .expansions = budget}, NoEstimate{});
      REQUIRE(outcome.expansions <= budget);
      REQUIRE(outcome.end == (budget < whole.expansions ? SearchEnd::budget : whole.end));
    }
    if (whole.end != SearchEnd::reached) continue;
    ++reached;
    (void)scratch.run(graph, {.node = source}, {.goal = goal, .expansions = 1000}, NoEstimate{});
    const Cost cost = scratch.labels.cost(goal);
    const auto limited = [&](Cost limit) {
      return scratch.run(graph, {.node = source}, {.goal = goal, .limit = limit, .expansions = 1000}, NoEstimate{}).end;
    };
    REQUIRE(limited(cost) == SearchEnd::exhausted);
    REQUIRE(limited(cost + 1) == SearchEnd::reached);
    // From almost infinite, any step that costs anything overflows.
    if (cost == 0 && goal != source) continue;
    const Seed late{.node = source, .cost = kInfiniteCost - 1};
    const SearchLimits open_ended{.goal = goal, .limit = ~Cost{0}, .expansions = 1000};
    REQUIRE(scratch.run(graph, late, open_ended, NoEstimate{}).end ==
            (goal == source ? SearchEnd::reached : SearchEnd::overflow));
  }
  REQUIRE(reached > 100);
}

TEST_CASE("a full open list ends the search as overflow") {
  const CsrArrays arrays{{0, 3, 3, 3, 3}, {1, 2, 3}, {1, 1, 1}};
  const CsrGraph star = arrays.view();
  Scratch scratch(star.size());
  scratch.open.resize(2);
  REQUIRE(scratch.run(star, {.node = 0}, {.expansions = 10}, NoEstimate{}).end == SearchEnd::overflow);
  scratch.open.resize(3);
  REQUIRE(scratch.run(star, {.node = 0}, {.expansions = 10}, NoEstimate{}).end == SearchEnd::exhausted);
}

TEST_CASE("the open list hands out entries in their total order") {
  Rng rng(4);
  for (int round = 0; round < 100; ++round) {
    const auto count = static_cast<std::size_t>(rng.between(1, 200));
    StampedLabels labels(count);
    std::vector<OpenEntry> memory(count);
    OpenList<StampedLabels> open{std::span(memory), labels};
    std::vector<OpenEntry> entries;
    for (NodeId node = 0; node < count; ++node) {
      const auto cost = static_cast<Cost>(rng.below(20));
      entries.push_back({cost + static_cast<Cost>(rng.below(20)), cost, node, node});
      REQUIRE(open.insert(entries.back()));
    }
    REQUIRE_FALSE(open.insert({0, 0, 0}));
    for (OpenEntry& entry : entries) {
      if (rng.percent(50)) continue;
      const OpenEntry better{
          entry.estimate - static_cast<Cost>(rng.below(static_cast<std::int32_t>(entry.estimate) + 1)), entry.cost,
          entry.node, entry.place};
      entry = better;
      open.improve(better);
    }
    std::sort(entries.begin(), entries.end(), before);
    for (const OpenEntry& expected : entries) {
      REQUIRE_FALSE(open.empty());
      REQUIRE(open.top().node == expected.node);
      const OpenEntry popped = open.pop();
      REQUIRE(popped.node == expected.node);
      REQUIRE(popped.estimate == expected.estimate);
      REQUIRE(labels.slot(popped.node) == kClosedSlot);
    }
    REQUIRE(open.empty());
  }
}

TEST_CASE("labels start untouched and are forgotten by clear") {
  StampedLabels labels(3);
  REQUIRE(labels.size() == 3);
  for (NodeId node = 0; node < 3; ++node) REQUIRE_FALSE(labels.touched(node));
  labels.touch(1);
  REQUIRE(labels.touched(1));
  REQUIRE_FALSE(labels.touched(0));
  labels.clear();
  REQUIRE_FALSE(labels.touched(1));
}

TEST_CASE("labels stay forgotten when the stamps run out", "[long][slow]") {
  StampedLabels labels(2);
  labels.touch(0);
  for (std::uint64_t i = 0; i < std::numeric_limits<std::uint32_t>::max(); ++i) labels.clear();
  REQUIRE_FALSE(labels.touched(0));
  labels.touch(1);
  REQUIRE(labels.touched(1));
  REQUIRE_FALSE(labels.touched(0));
}

}  // namespace
}  // namespace portolan
