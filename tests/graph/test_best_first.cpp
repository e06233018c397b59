// SPDX-License-Identifier: BSL-1.0
// BestFirst, OpenList and StampedLabels against a naive reference on random directed graphs.
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;

struct Arc {
  NodeId to;
  Cost weight;
};
using Graph = std::vector<std::vector<Arc>>;

Graph random_graph(Rng& rng) {
  const std::int32_t nodes = rng.between(1, 60);
  Graph graph(static_cast<std::size_t>(nodes));
  const std::int32_t arcs = rng.between(0, nodes * 4);
  const std::int32_t heaviest = rng.percent(50) ? 5 : 100'000;
  for (std::int32_t i = 0; i < arcs; ++i) {
    graph[static_cast<std::size_t>(rng.below(nodes))].push_back(
        {static_cast<NodeId>(rng.below(nodes)), static_cast<Cost>(rng.between(1, heaviest))});
  }
  return graph;
}

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (const Arc& arc : graph[from]) result[arc.to].push_back({from, arc.weight});
  }
  return result;
}

/// Bellman-Ford.
std::vector<Cost> distances(const Graph& graph, NodeId source) {
  std::vector<Cost> distance(graph.size(), kInfiniteCost);
  distance[source] = 0;
  for (std::size_t round = 0; round < graph.size(); ++round) {
    for (NodeId from = 0; from < graph.size(); ++from) {
      if (distance[from] == kInfiniteCost) continue;
      for (const Arc& arc : graph[from]) distance[arc.to] = std::min(distance[arc.to], distance[from] + arc.weight);
    }
  }
  return distance;
}

/// Labels and open list for one graph, reused from search to search.
struct Scratch {
  explicit Scratch(std::size_t nodes) : labels(nodes), open(nodes) {}
  StampedLabels labels;
  std::vector<OpenEntry> open;

  template <class Heuristic>
  SearchOutcome run(const Graph& graph, const Seed& seed, const SearchLimits& limits, Heuristic heuristic) {
    labels.clear();
    BestFirst search(labels, std::span(open), heuristic);
    search.seed(seed, limits);
    return search.run(limits, [&](NodeId node, Cost, auto&& relax) {
      for (const Arc& arc : graph[node]) relax(arc.to, arc.weight);
    });
  }
};

void require_path(const Graph& graph, const Scratch& scratch, NodeId source, NodeId node) {
  std::size_t steps = 0;
  for (NodeId at = node; at != source; at = scratch.labels.parent(at)) {
    const NodeId parent = scratch.labels.parent(at);
    REQUIRE(parent < graph.size());
    const Cost step = scratch.labels.cost(at) - scratch.labels.cost(parent);
    REQUIRE(std::any_of(graph[parent].begin(), graph[parent].end(),
                        [&](const Arc& arc) { return arc.to == at && arc.weight == step; }));
    REQUIRE(++steps < graph.size());
  }
}

TEST_CASE("Dijkstra settles every reachable node at its distance") {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const Graph graph = random_graph(rng);
    const auto source = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
    const std::vector<Cost> expected = distances(graph, source);
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
    const Graph graph = random_graph(rng);
    const auto count = static_cast<std::int32_t>(graph.size());
    const auto source = static_cast<NodeId>(rng.below(count));
    const auto goal = static_cast<NodeId>(rng.below(count));
    const std::vector<Cost> rest = distances(reversed(graph), goal);
    const Cost expected = distances(graph, source)[goal];
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
    const Graph graph = random_graph(rng);
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
    // From almost infinite, any step overflows.
    const Seed late{.node = source, .cost = kInfiniteCost - 1};
    const SearchLimits open_ended{.goal = goal, .limit = ~Cost{0}, .expansions = 1000};
    REQUIRE(scratch.run(graph, late, open_ended, NoEstimate{}).end ==
            (goal == source ? SearchEnd::reached : SearchEnd::overflow));
  }
  REQUIRE(reached > 100);
}

TEST_CASE("a full open list ends the search as overflow") {
  const Graph star{{{1, 1}, {2, 1}, {3, 1}}, {}, {}, {}};
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
      entries.push_back({cost + static_cast<Cost>(rng.below(20)), cost, node});
      REQUIRE(open.insert(entries.back()));
    }
    REQUIRE_FALSE(open.insert({0, 0, 0}));
    for (OpenEntry& entry : entries) {
      if (rng.percent(50)) continue;
      const OpenEntry better{
          entry.estimate - static_cast<Cost>(rng.below(static_cast<std::int32_t>(entry.estimate) + 1)), entry.cost,
          entry.node};
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
