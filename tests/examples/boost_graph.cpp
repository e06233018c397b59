// SPDX-License-Identifier: BSL-1.0
// Algorithms of the Boost Graph Library on the graphs of a mapped world, which are not copied.
#include "portolan/bgl/csr_graph.hpp"
#include "portolan/portolan.hpp"

#include <cstdio>
#include <functional>
#include <vector>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/strong_components.hpp>

namespace {

using portolan::Cost;
using portolan::CsrGraph;
using portolan::NodeId;

/// One entry a node, for the library.
template <class T>
auto by_node(std::vector<T>& values, const CsrGraph& graph) {
  return boost::make_iterator_property_map(values.begin(), get(boost::vertex_index, graph));
}

std::size_t components(const CsrGraph& graph) {
  std::vector<NodeId> component(graph.size());
  return boost::strong_components(graph, by_node(component, graph));
}

std::vector<Cost> costs_from(const CsrGraph& graph, NodeId from) {
  std::vector<Cost> costs(graph.size());
  boost::dijkstra_shortest_paths(graph, from,
                                 boost::distance_map(by_node(costs, graph)).distance_inf(portolan::kInfiniteCost));
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

/// By A* with the straight line between waypoints as its bound. With the library's named parameters it would count in
/// the 32 bits of the weights.
Cost astar_cost(const portolan::WaypointGraphView& waypoints, const CsrGraph& graph, NodeId from, NodeId to) {
  std::vector<Cost> costs(graph.size());
  std::vector<Cost> ranks(graph.size());
  std::vector<boost::default_color_type> colours(graph.size());
  const auto point = [&](NodeId node) { return portolan::to_point(waypoints.points[node]); };
  try {
    boost::astar_search(
        graph, from, [&](NodeId node) { return waypoints.metric.lower_bound(point(node), point(to)); }, StopAt(to),
        boost::dummy_property_map(), by_node(ranks, graph), by_node(costs, graph), get(boost::edge_weight, graph),
        get(boost::vertex_index, graph), by_node(colours, graph), std::less<>(), std::plus<>(), portolan::kInfiniteCost,
        Cost{0});
  } catch (const GoalReached&) {
    return costs[to];
  }
  return portolan::kInfiniteCost;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto board = portolan::World::open(argv[1]);
  const auto town = portolan::World::open(argv[2]);
  if (!board || !town || !board->board() || !town->profiles()[0].sight) return 1;

  const portolan::BoardView& territories = board->board()->graph;
  const auto costs = costs_from(territories.arcs, *territories.find("Alaska"));
  std::printf("board: %zu strong component, Siam at cost %llu\n", components(territories.arcs),
              static_cast<unsigned long long>(costs[*territories.find("Siam")]));

  const portolan::WaypointGraphView& waypoints = *town->profiles()[0].sight->graph;
  const CsrGraph sight{waypoints.first, waypoints.target, waypoints.weight};
  const NodeId last = static_cast<NodeId>(sight.size() - 1);
  const bool agree = astar_cost(waypoints, sight, 0, last) == costs_from(sight, 0)[last];
  std::printf("town: %zu waypoints, A* and Dijkstra %s\n", sight.size(), agree ? "agree" : "differ");
  return agree ? 0 : 1;
}
