// SPDX-License-Identifier: BSL-1.0
// Queries over a plain graph, with every kind of estimate, against Bellman-Ford.
#include "portolan/graph/graph_query.hpp"
#include "portolan/offline/estimate_builder.hpp"
#include "support/allocation_counter.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

struct PlacedGraph {
  CsrArrays graph;
  std::vector<LatticePoint> points;
  StraightScale scale;
  LandmarkArrays landmarks;

  [[nodiscard]] std::array<GraphEstimate, 3> estimates() const {
    return {NoEstimate{}, StraightLine{points, scale}, landmarks.view()};
  }
};

/// At least one node; arcs that positions know nothing of, or never shorter than they say.
PlacedGraph placed_graph(Rng& rng, std::int32_t max_nodes) {
  PlacedGraph placed;
  while (placed.graph.view().size() == 0) placed.graph = random_graph(rng, max_nodes);
  std::vector<GraphPosition> positions = random_positions(rng, placed.graph.view().size());
  if (rng.percent(50)) {
    for (GraphPosition& position : positions) position = {rng.below(1000) * 1.5, rng.below(1000) * 1.0};
    lengthen_arcs(placed.graph, positions, rng.percent(50) ? 3.7 : 0.01);
  }
  placed.points.resize(positions.size());
  place_on_lattice(positions, placed.points);
  placed.scale = consistent_scale(placed.graph.view(), placed.points);
  placed.landmarks = choose_landmarks(placed.graph.view(), static_cast<std::size_t>(rng.between(0, 6)));
  return placed;
}

NodeId any_node(Rng& rng, const CsrGraph& graph) {
  return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
}

std::vector<NodeId> some_nodes(Rng& rng, const CsrGraph& graph) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(rng.between(0, 8)));
  for (NodeId& node : nodes) node = any_node(rng, graph);
  return nodes;
}

/// All nodes that can be reached and are wanted, in their order.
template <class IsWanted>
std::vector<ReachedNode> reference_nodes(const std::vector<Cost>& costs, IsWanted&& is_wanted) {
  std::vector<ReachedNode> nodes;
  for (NodeId node = 0; node < costs.size(); ++node) {
    if (costs[node] != kInfiniteCost && is_wanted(node)) nodes.push_back({costs[node], node});
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

void check_paths(Rng& rng, const PlacedGraph& placed, int queries) {
  const CsrGraph graph = placed.graph.view();
  std::vector<NodeId> room(graph.size());
  std::vector<GraphQuery> searchers;
  for (const GraphEstimate& estimate : placed.estimates()) searchers.emplace_back(graph, estimate);
  for (int i = 0; i < queries; ++i) {
    const std::vector<GraphEnd> from{{.node = any_node(rng, graph)}};
    const std::vector<GraphEnd> to{{.node = any_node(rng, graph)}};
    const Cost expected = reference_cost(graph, from, to);
    for (GraphQuery& query : searchers) {
      const GraphPath path = query.path(from[0].node, to[0].node, kNoBudget, room);
      REQUIRE(path.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
      const GraphPath bare = query.cost(from[0].node, to[0].node, path.work);
      REQUIRE(bare.status == path.status);
      REQUIRE(bare.cost == path.cost);
      REQUIRE(bare.work == path.work);
      if (path.work != 0) {
        REQUIRE(query.cost(from[0].node, to[0].node, path.work - 1).status == Status::out_of_budget);
      }
      if (expected == kInfiniteCost) continue;
      REQUIRE(path.cost == expected);
      REQUIRE(path_fault(graph, from, to, path) == "");
      const std::size_t length = path.nodes.size();
      REQUIRE(query.path(from[0].node, to[0].node, kNoBudget, std::span(room).first(length - 1)).status ==
              Status::out_of_budget);
    }
  }
}

void check_many(Rng& rng, GraphQuery& query, const CsrGraph& graph) {
  const std::vector<NodeId> sources = some_nodes(rng, graph);
  const std::vector<NodeId> targets = some_nodes(rng, graph);
  std::vector<Cost> costs(sources.size() * targets.size(), 1);
  const Answer whole = query.many_to_many(sources, targets, kNoBudget, costs);
  REQUIRE(whole.status == Status::found);
  std::vector<Cost> again(costs.size(), 1);
  REQUIRE(query.many_to_many(sources, targets, whole.work, again).status == Status::found);
  REQUIRE(again == costs);
  if (whole.work != 0) {
    const Answer cut = query.many_to_many(sources, targets, whole.work - 1, again);
    REQUIRE(cut.status == Status::out_of_budget);
    REQUIRE(cut.work == whole.work - 1);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::vector<Cost> expected = reference_costs(graph, std::vector<GraphEnd>{{.node = sources[i]}});
    for (std::size_t j = 0; j < targets.size(); ++j) {
      REQUIRE(costs[i * targets.size() + j] == expected[targets[j]]);
    }
  }
}

}  // namespace

TEST_CASE("least paths with every estimate equal the reference on random graphs, however they are placed") {
  Rng rng(1);
  for (int round = 0; round < 2500; ++round) check_paths(rng, placed_graph(rng, rng.percent(90) ? 20 : 80), 6);
}

TEST_CASE("estimates from positions and landmarks save work") {
  Rng rng(2);
  std::uint64_t blind = 0;
  std::uint64_t straight = 0;
  std::uint64_t by_landmarks = 0;
  for (int round = 0; round < 200; ++round) {
    const PlacedGraph placed = placed_graph(rng, 120);
    const CsrGraph graph = placed.graph.view();
    const auto estimates = placed.estimates();
    for (int i = 0; i < 5; ++i) {
      const NodeId from = any_node(rng, graph);
      const NodeId to = any_node(rng, graph);
      blind += GraphQuery(graph, estimates[0]).cost(from, to, kNoBudget).work;
      straight += GraphQuery(graph, estimates[1]).cost(from, to, kNoBudget).work;
      by_landmarks += GraphQuery(graph, estimates[2]).cost(from, to, kNoBudget).work;
    }
  }
  REQUIRE(straight < blind);
  REQUIRE(by_landmarks < blind);
}

TEST_CASE("the nearest of some nodes, and all within reach, come in order of cost and id") {
  Rng rng(3);
  for (int round = 0; round < 4000; ++round) {
    const PlacedGraph placed = placed_graph(rng, 30);
    const CsrGraph graph = placed.graph.view();
    GraphQuery query(graph);
    const NodeId from = any_node(rng, graph);
    const std::vector<Cost> costs = reference_costs(graph, std::vector<GraphEnd>{{.node = from}});
    std::vector<NodeId> targets = some_nodes(rng, graph);
    std::sort(targets.begin(), targets.end());
    const auto is_target = [&](NodeId node) { return std::binary_search(targets.begin(), targets.end(), node); };
    std::vector<ReachedNode> room(static_cast<std::size_t>(rng.between(1, 6)));
    std::vector<ReachedNode> expected = reference_nodes(costs, is_target);
    expected.resize(std::min(expected.size(), room.size()));
    const ReachedNodes nearest = query.nearest(from, is_target, graph.size(), room);
    REQUIRE(nearest.status == (expected.empty() ? Status::unreachable : Status::found));
    REQUIRE(std::vector(nearest.nodes.begin(), nearest.nodes.end()) == expected);

    const Cost most = rng.percent(10)   ? kInfiniteCost
                      : rng.percent(30) ? 0
                                        : *rng.pick(std::array{&costs[0], &costs.back()});
    expected = reference_nodes(costs, [&](NodeId node) { return costs[node] <= most; });
    std::vector<ReachedNode> all(expected.size());
    const ReachedNodes within = query.within(from, most, graph.size(), all);
    REQUIRE(within.status == Status::found);
    REQUIRE(std::vector(within.nodes.begin(), within.nodes.end()) == expected);
    REQUIRE(query.within(from, most, graph.size(), std::span(all).first(all.size() - 1)).status ==
            Status::out_of_budget);
    REQUIRE(query.within(from, most, all.size() - 1, all).status == Status::out_of_budget);
    check_many(rng, query, graph);
  }
}

TEST_CASE("ends that are no nodes make a bad request, arcs that lead nowhere a corrupt answer") {
  const CsrArrays good{{0, 1, 2}, {1, 0}, {3, 3}};
  std::array<NodeId, 2> room{};
  std::array<ReachedNode, 2> reached{};
  std::array<Cost, 1> costs{};
  const std::array<NodeId, 1> outside{2};
  const std::array<NodeId, 1> inside{1};
  const auto everything = [](NodeId) { return true; };
  GraphQuery query(good.view());
  REQUIRE(query.path(0, 2, 9, room).status == Status::bad_request);
  REQUIRE(query.path(2, 0, 9, room).status == Status::bad_request);
  REQUIRE(query.nearest(2, everything, 9, reached).status == Status::bad_request);
  REQUIRE(query.nearest(0, everything, 9, {}).status == Status::bad_request);
  REQUIRE(query.within(2, 9, 9, reached).status == Status::bad_request);
  REQUIRE(query.one_to_many(0, outside, 9, costs).why == Why::no_such_node);
  REQUIRE(query.one_to_many(2, inside, 9, costs).status == Status::bad_request);
  REQUIRE(query.one_to_many(0, inside, 9, {}).status == Status::bad_request);
  REQUIRE(query.one_to_many(0, inside, 9, {}).why == Why::wrong_size);
  REQUIRE(query.many_to_many(inside, inside, 9, {}).why == Why::wrong_size);
  // Rows and columns whose product wraps around to the cells.
  constexpr std::size_t kHalf = std::size_t{1} << (4 * sizeof(std::size_t));
  STATIC_REQUIRE_FALSE(is_table(kHalf, kHalf, 0));
  STATIC_REQUIRE(is_table(3, 4, 12));
  STATIC_REQUIRE(is_table(0, 4, 0));
  STATIC_REQUIRE_FALSE(is_table(0, 4, 4));
  REQUIRE(query.one_to_many(0, inside, 1, costs).status == Status::out_of_budget);
  REQUIRE(query.one_to_many(0, inside, 9, costs).status == Status::found);
  REQUIRE(costs[0] == 3);

  const CsrArrays astray{{0, 2, 2}, {1, 7}, {3, 3}};
  GraphQuery led_astray(astray.view());
  REQUIRE(led_astray.path(0, 1, 9, room).status == Status::corrupt);
  REQUIRE(led_astray.nearest(0, everything, 9, reached).status == Status::corrupt);
  REQUIRE(led_astray.within(0, 9, 9, reached).status == Status::corrupt);
  REQUIRE(led_astray.one_to_many(0, inside, 9, costs).status == Status::corrupt);

  const CsrArrays torn{{0, 3, 2}, {1, 0}, {3, 3}};
  REQUIRE(GraphQuery(torn.view()).cost(0, 1, 9).status == Status::corrupt);
  REQUIRE(GraphQuery(good.view(), StraightLine{}).cost(0, 1, 9).status == Status::corrupt);
  REQUIRE(GraphQuery(good.view(), Landmarks{.count = 1}).cost(0, 1, 9).status == Status::corrupt);
  REQUIRE(GraphQuery(CsrGraph{}).cost(0, 0, 9).status == Status::bad_request);
}

TEST_CASE("positions are chosen where they help, landmarks where they do not, else nothing") {
  Rng rng(4);
  constexpr std::int32_t kSide = 40;
  CsrArrays grid{{0}, {}, {}};
  std::vector<GraphPosition> positions;
  for (std::int32_t node = 0; node < kSide * kSide; ++node) {
    const std::int32_t x = node % kSide;
    const std::int32_t y = node / kSide;
    positions.push_back({x * 10.0, y * 10.0});
    const auto join = [&](std::int32_t to, bool exists) {
      if (!exists) return;
      grid.target.push_back(static_cast<NodeId>(to));
      grid.weight.push_back(static_cast<std::uint32_t>(rng.between(100, 110)));
    };
    join(node - kSide, y > 0);
    join(node - 1, x > 0);
    join(node + 1, x + 1 < kSide);
    join(node + kSide, y + 1 < kSide);
    grid.first.push_back(static_cast<std::uint32_t>(grid.target.size()));
  }
  REQUIRE(std::holds_alternative<StraightLine>(choose_estimate(grid.view(), positions).view()));
  REQUIRE(std::holds_alternative<Landmarks>(choose_estimate(grid.view(), {}).view()));
  std::vector<GraphPosition> shuffled = positions;
  for (std::size_t i = shuffled.size(); i > 1; --i) {
    std::swap(shuffled[i - 1], shuffled[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(i)))]);
  }
  REQUIRE(std::holds_alternative<Landmarks>(choose_estimate(grid.view(), shuffled).view()));
  // Every node is a step from every other: there is nothing to save.
  CsrArrays star{{0}, {}, {}};
  for (NodeId node = 0; node < 30; ++node) {
    for (NodeId to = 0; to < 30; ++to) star.target.push_back(to);
    star.first.push_back(static_cast<std::uint32_t>(star.target.size()));
  }
  star.weight.assign(star.target.size(), 0);
  REQUIRE(std::holds_alternative<NoEstimate>(choose_estimate(star.view(), {}).view()));
  REQUIRE(std::holds_alternative<NoEstimate>(choose_estimate(CsrGraph{}, {}).view()));
}

TEST_CASE("a query over a graph allocates nothing") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(5);
  PlacedGraph placed = placed_graph(rng, 100);
  while (placed.graph.target.size() < 100 || placed.landmarks.nodes.empty()) placed = placed_graph(rng, 100);
  const CsrGraph graph = placed.graph.view();
  std::vector<NodeId> room(graph.size());
  std::vector<ReachedNode> reached(graph.size());
  std::vector<NodeId> nodes(graph.size());
  for (NodeId node = 0; node < nodes.size(); ++node) nodes[node] = node;
  std::vector<Cost> costs(nodes.size() * nodes.size());
  for (const GraphEstimate& estimate : placed.estimates()) {
    GraphQuery query(graph, estimate);
    const AllocationCounter counter;
    for (NodeId from = 0; from < graph.size(); ++from) {
      (void)query.path(from, nodes.back() - from, kNoBudget, room);
      (void)query.nearest(
          from, [](NodeId node) { return node % 2 == 0; }, kNoBudget, std::span(reached).first(7));
      (void)query.within(from, 1'000'000, kNoBudget, reached);
    }
    (void)query.many_to_many(nodes, nodes, kNoBudget, costs);
    const std::uint64_t allocations = counter.count();
    REQUIRE(allocations == 0);
  }
}

}  // namespace portolan::test
