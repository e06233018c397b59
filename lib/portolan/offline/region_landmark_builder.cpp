// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_landmark_builder.hpp"

#include "portolan/offline/farthest_landmarks.hpp"
#include "portolan/regions/level_graph.hpp"

#include <algorithm>
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

}  // namespace

RegionLandmarkArrays choose_region_landmarks(const RegionTopologyView& topology, const ArcsView& base,
                                             const LinkTable& links, const Scratch& scratch) {
  const WholeGraph graph(topology, base, links);
  return FarthestLandmarks(graph).choose<RegionLandmarkArrays>(scratch);
}

std::uint64_t region_landmark_memory(const RegionTopologyView& topology, const Scratch& scratch) noexcept {
  return topology.tiles.size() * (kLandmarkBytesPerNode - (scratch.in_files() ? sizeof(LandmarkRow) : 0));
}

}  // namespace portolan
