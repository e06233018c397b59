// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_landmark_builder.hpp"

#include "portolan/offline/landmark_search.hpp"
#include "portolan/regions/level_graph.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <stdexcept>

namespace portolan {
namespace {

/// Nodes and arcs of level 0 as one graph, links among them as if they led both ways.
class WholeGraph {
 public:
  WholeGraph(const RegionTopologyView& topology, const ArcsView& base, const LinkTable& links)
      : level_(topology, std::span(&base, 1)) {
    for_each_link_arc(find_link_end_nodes(topology), links, [&](NodeId from, NodeId to, Cost cost) {
      links_.push_back({from, to, cost});
      links_.push_back({to, from, cost});
    });
    std::sort(links_.begin(), links_.end(), [](const LinkEnd& a, const LinkEnd& b) { return a.from < b.from; });
  }

  [[nodiscard]] NodeId size() const noexcept { return level_.size(); }

  /// Calls visit(to, weight) for the arcs of a node. @throws std::logic_error if they point outside
  template <class Visit>
  void for_each_arc(NodeId node, Visit&& visit) const {
    for_each_region_around(level_.layout(), level_.tile_of(node), [&](RegionIndex r) {
      if (!level_.for_each_arc(node, {0, r}, visit)) throw std::logic_error("arcs of another topology");
    });
    if (links_.empty() || node > links_.back().from) return;
    auto link = std::lower_bound(links_.begin(), links_.end(), node,
                                 [](const LinkEnd& end, NodeId from) { return end.from < from; });
    for (; link != links_.end() && link->from == node; ++link) visit(link->to, link->cost);
  }

 private:
  struct LinkEnd {
    NodeId from;
    NodeId to;
    Cost cost;
  };

  LevelGraph level_;
  std::vector<LinkEnd> links_;
};

/// By node a number of its island, from 0; `count` of them.
struct GraphIslands {
  std::vector<NodeId> of;
  NodeId count = 0;
};

GraphIslands find_islands(const WholeGraph& graph) {
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

class LandmarkChoice {
 public:
  explicit LandmarkChoice(const WholeGraph& graph)
      : graph_(graph), islands_(find_islands(graph)), search_(graph.size()), nearest_(graph.size(), kInfiniteCost) {}

  RegionLandmarkArrays run(const Scratch& scratch) {
    RegionLandmarkArrays made{{scratch, graph_.size()}};
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
    for (std::size_t i = 0; i < kRegionLandmarks; ++i) {
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

  const WholeGraph& graph_;
  GraphIslands islands_;
  LandmarkSearch search_;
  std::vector<Cost> nearest_;
};

}  // namespace

RegionLandmarkArrays choose_region_landmarks(const RegionTopologyView& topology, const ArcsView& base,
                                             const LinkTable& links, const Scratch& scratch) {
  const WholeGraph graph(topology, base, links);
  return LandmarkChoice(graph).run(scratch);
}

std::uint64_t region_landmark_memory(const RegionTopologyView& topology, const Scratch& scratch) noexcept {
  // A search, the distance to the nearest landmark, an island; where every node is an island of its own, or one is as
  // large as the graph, as much again as the latter.
  constexpr std::uint64_t kBytesPerNode = 52 + 8 + 4 + 16;
  return topology.tiles.size() * (kBytesPerNode + (scratch.in_files() ? 0 : sizeof(LandmarkRow)));
}

}  // namespace portolan
