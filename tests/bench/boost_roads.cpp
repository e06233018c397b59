// SPDX-License-Identifier: BSL-1.0
#include "bench/boost_roads.hpp"

#include "portolan/bgl/csr_graph.hpp"

#include <functional>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

namespace portolan::bench {
namespace {

/// Thrown out of the search: the library has no other way to end one early.
struct GoalReached {};

/// Serves both algorithms: their visitors are told of vertices by the same names.
class StopAtGoal : public boost::default_astar_visitor {
 public:
  StopAtGoal(NodeId goal, std::uint64_t& expansions, std::vector<NodeId>& touched)
      : goal_(goal), expansions_(&expansions), touched_(&touched) {}

  void discover_vertex(NodeId node, const CsrGraph&) { touched_->push_back(node); }
  void examine_vertex(NodeId node, const CsrGraph&) {
    ++*expansions_;
    if (node == goal_) throw GoalReached{};
  }

 private:
  NodeId goal_;
  std::uint64_t* expansions_;
  std::vector<NodeId>* touched_;
};

}  // namespace

BoostRoads::BoostRoads(const CsrGraph& graph, const StraightLine& line)
    : graph_(graph),
      line_(line),
      parent_(graph.size()),
      distance_(graph.size(), kInfiniteCost),
      rank_(graph.size(), kInfiniteCost),
      colour_(graph.size(), boost::white_color) {}

void BoostRoads::clear() {
  for (const NodeId node : touched_) {
    distance_[node] = kInfiniteCost;
    colour_[node] = boost::white_color;
  }
  touched_.clear();
  path_.clear();
}

BoostRoads::Answer BoostRoads::astar(NodeId from, NodeId to) {
  clear();
  const auto index = get(boost::vertex_index, graph_);
  const auto bound = [&](NodeId node) { return straight_bound(line_, node, to); };
  parent_[from] = from;
  distance_[from] = 0;
  rank_[from] = bound(from);
  Answer answer;
  try {
    boost::astar_search_no_init(graph_, from, bound, StopAtGoal(to, answer.expansions, touched_),
                                boost::make_iterator_property_map(parent_.begin(), index),
                                boost::make_iterator_property_map(rank_.begin(), index),
                                boost::make_iterator_property_map(distance_.begin(), index),
                                get(boost::edge_weight, graph_),
                                boost::make_iterator_property_map(colour_.begin(), index), index, std::less<>(),
                                std::plus<>(), kInfiniteCost, Cost{0});
  } catch (const GoalReached&) {
    answer.cost = distance_[to];
    for (NodeId node = to; node != from; node = parent_[node]) path_.push_back(node);
    path_.push_back(from);
    answer.path = path_;
  }
  return answer;
}

BoostRoads::Answer BoostRoads::dijkstra(NodeId from, NodeId to) {
  clear();
  const auto index = get(boost::vertex_index, graph_);
  parent_[from] = from;
  distance_[from] = 0;
  Answer answer;
  try {
    boost::dijkstra_shortest_paths_no_init(graph_, from, boost::make_iterator_property_map(parent_.begin(), index),
                                           boost::make_iterator_property_map(distance_.begin(), index),
                                           get(boost::edge_weight, graph_), index, std::less<>(), std::plus<>(),
                                           Cost{0}, StopAtGoal(to, answer.expansions, touched_),
                                           boost::make_iterator_property_map(colour_.begin(), index));
  } catch (const GoalReached&) {
    answer.cost = distance_[to];
  }
  return answer;
}

}  // namespace portolan::bench
