// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_landmark_builder.hpp"

#include "portolan/offline/farthest_landmarks.hpp"
#include "portolan/offline/level_distances.hpp"
#include "portolan/regions/level_graph.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

namespace portolan {
namespace {

/// Nodes and arcs of level 0 as one graph, links among them as if they led both ways.
class WholeGraph {
 public:
  WholeGraph(const RegionTopologyView& topology, const LinkTable& links) : level_(topology) {
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
    for_each_link(node, visit);
  }

  /// The same for its links.
  template <class Visit>
  void for_each_link(NodeId node, Visit&& visit) const {
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

/// Distances by levels. In coarser units than 1 an arc above level 0 does not cost what the arcs cost that it is made
/// of, so that then the whole graph is searched.
class RegionDistances {
 public:
  RegionDistances(const WholeGraph& graph, const RegionTopologyView& topology, const LandmarkLimits& limits)
      : graph_(graph), levels_(topology, limits.threads), has_room_for_trees_(limits.room >= tree_bytes(graph)) {}

  [[nodiscard]] bool can_measure(std::uint32_t shift) const noexcept { return shift == 0 || has_room_for_trees_; }
  void measure(std::span<const NodeId> sources, std::uint32_t shift) {
    if (shift == 0)
      return levels_.measure(sources, [&](NodeId node, auto&& relax) { graph_.for_each_link(node, relax); });
    if (!trees_) trees_.emplace(graph_);
    trees_->measure(sources, shift);
  }
  [[nodiscard]] Cost distance(NodeId node) const noexcept {
    return trees_ ? trees_->distance(node) : levels_.distance(node);
  }

 private:
  static std::uint64_t tree_bytes(const WholeGraph& graph) noexcept { return graph.size() * kSearchBytesPerNode; }

  const WholeGraph& graph_;
  LevelDistances levels_;
  bool has_room_for_trees_;
  std::optional<TreeDistances<WholeGraph>> trees_;
};

}  // namespace

std::optional<RegionLandmarkArrays> choose_region_landmarks(const RegionTopologyView& topology, const LinkTable& links,
                                                            const LandmarkLimits& limits, const Scratch& scratch) {
  const std::uint64_t bytes = region_landmark_memory(topology, scratch);
  if (bytes > limits.room) return {};
  const WholeGraph graph(topology, links);
  RegionDistances distances(graph, topology, {.threads = limits.threads, .room = limits.room - bytes});
  return FarthestLandmarks(graph, distances).choose<RegionLandmarkArrays>(scratch);
}

std::uint64_t region_landmark_memory(const RegionTopologyView& topology, const Scratch& scratch) noexcept {
  const std::uint64_t highest = topology.level[static_cast<std::size_t>(topology.levels - 1)].nodes;
  const std::uint64_t row = scratch.in_files() ? 0 : sizeof(LandmarkRow);
  return topology.tiles.size() * (row + sizeof(Cost) + kChoiceBytesPerNode) +
         highest * (kSearchBytesPerNode + sizeof(Seed));
}

}  // namespace portolan
