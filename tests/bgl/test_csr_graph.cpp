// SPDX-License-Identifier: BSL-1.0
// CSR graphs as graphs of the Boost Graph Library: concepts, and its algorithms against ours.
#include "portolan/bgl/bidirectional_graph.hpp"
#include "portolan/bgl/csr_graph.hpp"
#include "portolan/graph/graph_query.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<CsrGraph, NodeId, boost::vertex_index_t>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<CsrGraph, CsrEdge, boost::edge_weight_t>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<CsrGraph, CsrEdge, boost::edge_index_t>));
BOOST_CONCEPT_ASSERT((boost::LvaluePropertyMapConcept<NodePropertyMap<GraphPosition>, NodeId>));
BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<BidirectionalCsrGraph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<BidirectionalCsrGraph>));
BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<BidirectionalCsrGraph>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<BidirectionalCsrGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<BidirectionalCsrGraph, CsrEdge, boost::edge_weight_t>));

/// Tail, head, weight.
using Arc = std::tuple<NodeId, NodeId, std::uint32_t>;

template <class Graph>
Arc arc_of(const CsrEdge& edge, const Graph& graph) {
  return {source(edge, graph), target(edge, graph), get(boost::edge_weight, graph, edge)};
}

std::vector<Arc> all_arcs(const CsrGraph& graph) {
  std::vector<Arc> arcs;
  for (NodeId node = 0; node < graph.size(); ++node) {
    for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      arcs.emplace_back(node, graph.target[arc], graph.weight[arc]);
    }
  }
  return arcs;
}

CsrArrays graph_with_nodes(Rng& rng, std::int32_t max_nodes) {
  CsrArrays graph = random_graph(rng, max_nodes);
  while (graph.view().size() == 0) graph = random_graph(rng, max_nodes);
  return graph;
}

/// By the library's Dijkstra, on any model of its concepts.
template <class Graph>
std::vector<Cost> boost_costs(const Graph& graph, NodeId from) {
  std::vector<Cost> costs(num_vertices(graph));
  boost::dijkstra_shortest_paths(
      graph, from,
      boost::distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
          .distance_inf(kInfiniteCost));
  return costs;
}

struct GoalReached {};

class StopAt : public boost::default_astar_visitor {
 public:
  explicit StopAt(NodeId goal) : goal_(goal) {}
  void examine_vertex(NodeId node, const CsrGraph&) const {
    if (node == goal_) throw GoalReached{};
  }

 private:
  NodeId goal_;
};

/// By the library's A*, with our bound.
Cost boost_astar_cost(const CsrGraph& graph, const StraightLine& line, NodeId from, NodeId to) {
  const auto index = get(boost::vertex_index, graph);
  std::vector<Cost> costs(graph.size());
  std::vector<Cost> ranks(graph.size());
  std::vector<boost::default_color_type> colours(graph.size());
  try {
    // With named parameters the library would count in the type of the weights.
    boost::astar_search(
        graph, from, [&](NodeId node) { return straight_bound(line, node, to); }, StopAt(to),
        boost::dummy_property_map(), boost::make_iterator_property_map(ranks.begin(), index),
        boost::make_iterator_property_map(costs.begin(), index), get(boost::edge_weight, graph), index,
        boost::make_iterator_property_map(colours.begin(), index), std::less<>(), std::plus<>(), kInfiniteCost,
        Cost{0});
  } catch (const GoalReached&) {
    return costs[to];
  }
  return kInfiniteCost;
}

}  // namespace

TEST_CASE("all iterators see the arcs that the arrays hold") {
  Rng rng(1);
  for (int round = 0; round < 1000; ++round) {
    const CsrArrays arrays = random_graph(rng, 25);
    const CsrArrays reversed = reversed_graph(arrays.view());
    const BidirectionalCsrGraph graph{arrays.view(), reversed.view()};
    const std::vector<Arc> expected = all_arcs(graph);
    REQUIRE(num_edges(graph) == expected.size());
    std::vector<Arc> listed;
    for (auto [at, end] = edges(graph); at != end; ++at) listed.push_back(arc_of(*at, graph));
    REQUIRE(listed == expected);
    std::vector<Arc> left;
    std::set<std::uint32_t> arcs_in;
    for (auto [node, nodes_end] = vertices(graph); node != nodes_end; ++node) {
      auto [neighbour, neighbours_end] = adjacent_vertices(*node, graph);
      REQUIRE(out_degree(*node, graph) == neighbours_end - neighbour);
      for (auto [at, end] = out_edges(*node, graph); at != end; ++at) {
        REQUIRE(target(*at, graph) == *neighbour++);
        left.push_back(arc_of(*at, graph));
      }
      auto [at, end] = in_edges(*node, graph);
      REQUIRE(in_degree(*node, graph) == end - at);
      REQUIRE(degree(*node, graph) == in_degree(*node, graph) + out_degree(*node, graph));
      for (; at != end; ++at) {
        REQUIRE(target(*at, graph) == *node);
        const auto [first, last] = out_edges(source(*at, graph), graph);
        REQUIRE(std::find(first, last, *at) != last);
        arcs_in.insert(get(boost::edge_index, graph, *at));
      }
    }
    REQUIRE(left == expected);
    REQUIRE(arcs_in.size() == expected.size());
  }
}

TEST_CASE("the library's Dijkstra and A* on a view find what our searches find") {
  Rng rng(2);
  for (int round = 0; round < 500; ++round) {
    CsrArrays arrays = graph_with_nodes(rng, 40);
    std::vector<GraphPosition> positions = random_positions(rng, arrays.view().size());
    if (rng.percent(50)) {
      for (GraphPosition& position : positions) position = {rng.below(100) * 1.0, rng.below(100) * 1.0};
      lengthen_arcs(arrays, positions, 2);
    }
    const CsrGraph graph = arrays.view();
    std::vector<LatticePoint> points(graph.size());
    place_on_lattice(positions, points);
    const StraightLine line{points, consistent_scale(graph, points)};
    GraphQuery query(graph, line);
    const auto from = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
    const std::vector<Cost> costs = boost_costs(graph, from);
    for (NodeId to = 0; to < graph.size(); ++to) {
      const GraphPath path = query.cost(from, to, graph.size());
      REQUIRE(path.status == (costs[to] == kInfiniteCost ? Status::unreachable : Status::found));
      if (path.status == Status::found) REQUIRE(path.cost == costs[to]);
      REQUIRE(boost_astar_cost(graph, line, from, to) == costs[to]);
    }
  }
}

TEST_CASE("the library's Dijkstra on the reverse of a bidirectional view gives the costs to a node") {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const CsrArrays arrays = graph_with_nodes(rng, 40);
    const CsrArrays reversed = reversed_graph(arrays.view());
    const BidirectionalCsrGraph graph{arrays.view(), reversed.view()};
    const auto to = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
    const auto turned = boost::make_reverse_graph(graph);
    std::vector<Cost> costs(graph.size());
    boost::dijkstra_shortest_paths(
        turned, to,
        boost::distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
            .distance_inf(kInfiniteCost));
    REQUIRE(costs == boost_costs(reversed.view(), to));
  }
}

TEST_CASE("strong components are the nodes that reach each other") {
  Rng rng(4);
  for (int round = 0; round < 300; ++round) {
    const CsrArrays arrays = graph_with_nodes(rng, 25);
    const CsrGraph graph = arrays.view();
    std::vector<int> component(graph.size());
    boost::strong_components(graph,
                             boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
    GraphQuery query(graph);
    const auto reaches = [&](NodeId from, NodeId to) {
      return query.cost(from, to, graph.size()).status == Status::found;
    };
    for (NodeId a = 0; a < graph.size(); ++a) {
      for (NodeId b = 0; b < a; ++b) REQUIRE((component[a] == component[b]) == (reaches(a, b) && reaches(b, a)));
    }
  }
}

TEST_CASE("positions are a property map of vertices") {
  const std::vector<GraphPosition> positions{{1, 2}, {3, 4}};
  const NodePropertyMap<GraphPosition> map{positions};
  REQUIRE(get(map, NodeId{1}).x == 3);
  REQUIRE(map[0].y == 2);
}

}  // namespace portolan::test
