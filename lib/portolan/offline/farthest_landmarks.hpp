// SPDX-License-Identifier: BSL-1.0
// Chooses landmarks of a graph whose arcs lead both ways, for rows of their distances. Internal to the module.
#pragma once

#include "portolan/core/shared_array.hpp"
#include "portolan/graph/landmark_rows.hpp"
#include "portolan/offline/landmark_search.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The most bytes that a choice takes for a node, its row included: that, a search, the distance to the nearest
/// landmark, an island; where every node is an island of its own, or one is as large as the graph, as much again as the
/// latter.
inline constexpr std::uint64_t kLandmarkBytesPerNode = 32 + 52 + 8 + 4 + 16;

/// By node a number of its island, from 0; `count` of them.
struct GraphIslands {
  std::vector<NodeId> of;
  NodeId count = 0;
};

template <class Graph>
GraphIslands find_islands(const Graph& graph) {
  GraphIslands islands{std::vector<NodeId>(graph.size(), kNoNode)};
  std::vector<NodeId> waiting;
  for (NodeId first = 0; first < graph.size(); ++first) {
    if (islands.of[first] != kNoNode) continue;
    const NodeId island = islands.count++;
    const auto reach = [&](NodeId node, Cost) {
      if (islands.of[node] != kNoNode) return;
      islands.of[node] = island;
      waiting.push_back(node);
    };
    reach(first, 0);
    while (!waiting.empty()) {
      const NodeId node = waiting.back();
      waiting.pop_back();
      graph.for_each_arc(node, reach);
    }
  }
  return islands;
}

/// Chooses on each island nodes, the first as far as can be from some node, each other one as far as can be from those
/// before it (`farthest`: Goldberg and Harrelson, 2005). A graph whose arcs lead both ways at one cost offers size()
/// and for_each_arc(node, visit), which calls visit(to, cost). One thread; nine searches of the whole graph: O((nodes +
/// arcs) log nodes).
template <class Graph>
class FarthestLandmarks {
 public:
  explicit FarthestLandmarks(const Graph& graph)
      : graph_(graph), islands_(find_islands(graph)), search_(graph.size()), nearest_(graph.size(), kInfiniteCost) {}

  /// The rows of all nodes; `Rows` is a BasicLandmarkRows<Shared, ...>. @throws as Scratch::allocate
  template <class Rows>
  Rows choose(const Scratch& scratch) {
    Rows made{{scratch, graph_.size()}};
    const std::span<LandmarkRow> rows = made.rows.fill();
    // The first nodes only lead to the first landmarks, far from them, and tell how far apart nodes can be.
    std::vector<NodeId> sources(islands_.count, kNoNode);
    for (NodeId node = graph_.size(); node-- > 0;) sources[islands_.of[node]] = node;
    measure(sources, 0);
    for (NodeId node = 0; node < graph_.size(); ++node) nearest_[node] = search_.distance(node);
    sources = farthest();
    Cost longest = 0;
    for (const NodeId source : sources) longest = std::max(longest, 2 * nearest_[source]);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(longest));
    made.shift = bits > 32 ? bits - 32 : 0;
    std::fill(nearest_.begin(), nearest_.end(), kInfiniteCost);
    for (std::size_t i = 0; i < kRowLandmarks; ++i) {
      if (i != 0) sources = farthest();
      measure(sources, made.shift);
      for (NodeId node = 0; node < graph_.size(); ++node) {
        rows[node][i] = static_cast<std::uint32_t>(search_.distance(node));
        nearest_[node] = std::min(nearest_[node], search_.distance(node));
      }
    }
    return made;
  }

 private:
  /// From a source on each island, to all of its nodes, by the costs of arcs in units of 2^shift.
  void measure(std::span<const NodeId> sources, std::uint32_t shift) {
    search_.run(sources, [&](NodeId node, auto&& relax) {
      graph_.for_each_arc(node, [&](NodeId to, Cost cost) { relax(to, cost >> shift); });
    });
  }

  /// By island the node of greatest nearest_; of equal ones the first.
  [[nodiscard]] std::vector<NodeId> farthest() const {
    std::vector<NodeId> found(islands_.count, kNoNode);
    for (NodeId node = 0; node < graph_.size(); ++node) {
      NodeId& best = found[islands_.of[node]];
      if (best == kNoNode || nearest_[node] > nearest_[best]) best = node;
    }
    return found;
  }

  const Graph& graph_;
  GraphIslands islands_;
  LandmarkSearch search_;
  std::vector<Cost> nearest_;
};

}  // namespace portolan
