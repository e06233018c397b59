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
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The most bytes that a choice takes for a node besides its distances and its row: the distance to the nearest
/// landmark, an island; where every node is an island of its own, or one is as large as the graph, four times as much
/// again as the latter.
inline constexpr std::uint64_t kChoiceBytesPerNode = 8 + 4 + 16;

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

/// Distances by one search of the whole graph at a time, in one thread, with what a LandmarkSearch takes. O((nodes +
/// arcs) log nodes) each.
template <class Graph>
class TreeDistances {
 public:
  explicit TreeDistances(const Graph& graph) : graph_(graph), search_(graph.size()) {}

  [[nodiscard]] static bool can_measure(std::uint32_t) noexcept { return true; }
  void measure(std::span<const NodeId> sources, std::uint32_t shift) {
    search_.run(sources, [&](NodeId node, auto&& relax) {
      graph_.for_each_arc(node, [&](NodeId to, Cost cost) { relax(to, cost >> shift); });
    });
  }
  [[nodiscard]] Cost distance(NodeId node) const noexcept { return search_.distance(node); }

 private:
  const Graph& graph_;
  LandmarkSearch search_;
};

/// Chooses on each island nodes, the first as far as can be from some node, each other one as far as can be from those
/// before it (`farthest`: Goldberg and Harrelson, 2005). A graph whose arcs lead both ways at one cost offers size()
/// and for_each_arc(node, visit), which calls visit(to, cost). Its distances are measured nine times:
///   bool can_measure(std::uint32_t shift) const;  by the costs of arcs in units of 2^shift
///   void measure(std::span<const NodeId> sources, std::uint32_t shift);  from one source on each island
///   Cost distance(NodeId) const;  as measured last
template <class Graph, class Distances>
class FarthestLandmarks {
 public:
  FarthestLandmarks(const Graph& graph, Distances& distances)
      : graph_(graph), islands_(find_islands(graph)), distances_(distances), nearest_(graph.size(), kInfiniteCost) {}

  /// The rows of all nodes; `Rows` is a BasicLandmarkRows<Shared, ...>. Nothing if distances cannot be measured in the
  /// unit that they need. @throws as Scratch::allocate
  template <class Rows>
  std::optional<Rows> choose(const Scratch& scratch) {
    Rows made{{scratch, graph_.size()}};
    const std::span<LandmarkRow> rows = made.rows.fill();
    // The first nodes only lead to the first landmarks, far from them, and tell how far apart nodes can be.
    std::vector<NodeId> sources(islands_.count, kNoNode);
    for (NodeId node = graph_.size(); node-- > 0;) sources[islands_.of[node]] = node;
    distances_.measure(sources, 0);
    for (NodeId node = 0; node < graph_.size(); ++node) nearest_[node] = distances_.distance(node);
    sources = farthest();
    Cost longest = 0;
    for (const NodeId source : sources) longest = std::max(longest, 2 * nearest_[source]);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(longest));
    made.shift = bits > 32 ? bits - 32 : 0;
    if (!distances_.can_measure(made.shift)) return {};
    std::fill(nearest_.begin(), nearest_.end(), kInfiniteCost);
    for (std::size_t i = 0; i < kRowLandmarks; ++i) {
      if (i != 0) sources = farthest();
      distances_.measure(sources, made.shift);
      for (NodeId node = 0; node < graph_.size(); ++node) {
        rows[node][i] = static_cast<std::uint32_t>(distances_.distance(node));
        nearest_[node] = std::min(nearest_[node], distances_.distance(node));
      }
    }
    return made;
  }

 private:
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
  Distances& distances_;
  std::vector<Cost> nearest_;
};

}  // namespace portolan
