// SPDX-License-Identifier: BSL-1.0
#include "bench/boost_astar.hpp"

#include <functional>
#include <utility>

#include <boost/graph/astar_search.hpp>

namespace portolan::bench {
namespace {

/// Thrown out of the search: the library has no other way to end one early.
struct GoalReached {};

template <class Vertex>
class StopAtGoal : public boost::default_astar_visitor {
 public:
  StopAtGoal(Vertex goal, std::uint64_t& expansions, std::vector<Vertex>& touched)
      : goal_(goal), expansions_(&expansions), touched_(&touched) {}

  template <class Graph>
  void discover_vertex(Vertex v, const Graph&) {
    touched_->push_back(v);
  }
  template <class Graph>
  void examine_vertex(Vertex v, const Graph&) {
    ++*expansions_;
    if (v == goal_) throw GoalReached{};
  }

 private:
  Vertex goal_;
  std::uint64_t* expansions_;
  std::vector<Vertex>* touched_;
};

}  // namespace

BoostAstar::BoostAstar(const GridView& grid) : grid_(grid), vertex_of_(grid.terrain.size()) {
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    if (!grid.passable(grid.tile(i))) continue;
    vertex_of_[i] = static_cast<Vertex>(tiles_.size());
    tiles_.push_back(grid.tile(i));
  }
  std::vector<std::pair<Vertex, Vertex>> arcs;
  std::vector<Cost> weights;
  for (Vertex v = 0; v < tiles_.size(); ++v) {
    for_each_step(grid, grid.bounds(), tiles_[v], [&](Tile to, Cost step) {
      arcs.emplace_back(v, vertex_of_[grid.index(to)]);
      weights.push_back(step);
    });
  }
  graph_ =
      Graph(boost::edges_are_sorted, arcs.begin(), arcs.end(), weights.begin(), static_cast<Vertex>(tiles_.size()));
  parent_.resize(tiles_.size());
  distance_.assign(tiles_.size(), kInfiniteCost);
  rank_.assign(tiles_.size(), kInfiniteCost);
  colour_.assign(tiles_.size(), boost::white_color);
}

BoostAstar::Answer BoostAstar::find(Tile from, Tile to) {
  for (const Vertex v : touched_) {
    distance_[v] = kInfiniteCost;
    colour_[v] = boost::white_color;
  }
  touched_.clear();
  path_.clear();

  const Vertex start = vertex_of_[grid_.index(from)];
  const Vertex goal = vertex_of_[grid_.index(to)];
  const auto index = get(boost::vertex_index, graph_);
  const auto bound = [&](Vertex v) { return grid_.rules->lower_bound(tiles_[v], to); };
  parent_[start] = start;
  distance_[start] = 0;
  rank_[start] = bound(start);
  Answer answer;
  try {
    boost::astar_search_no_init(graph_, start, bound, StopAtGoal<Vertex>(goal, answer.expansions, touched_),
                                boost::make_iterator_property_map(parent_.begin(), index),
                                boost::make_iterator_property_map(rank_.begin(), index),
                                boost::make_iterator_property_map(distance_.begin(), index),
                                get(boost::edge_bundle, graph_),
                                boost::make_iterator_property_map(colour_.begin(), index), index, std::less<>(),
                                std::plus<>(), kInfiniteCost, Cost{0});
  } catch (const GoalReached&) {
    answer.cost = distance_[goal];
    for (Vertex v = goal; v != start; v = parent_[v]) path_.push_back(tiles_[v]);
    path_.push_back(from);
    answer.path = path_;
  }
  return answer;
}

std::size_t BoostAstar::bytes() const {
  return num_vertices(graph_) * (sizeof(std::uint32_t) + sizeof(Tile)) +
         num_edges(graph_) * (sizeof(Vertex) + sizeof(Cost)) + vertex_of_.size() * sizeof(Vertex);
}

}  // namespace portolan::bench
