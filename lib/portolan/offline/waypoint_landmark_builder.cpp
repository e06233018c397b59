// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/waypoint_landmark_builder.hpp"

#include "portolan/offline/csr_arrays.hpp"
#include "portolan/offline/farthest_landmarks.hpp"

namespace portolan {
namespace {

CsrGraph arcs_of(const WaypointGraphView& graph) {
  return {graph.first, graph.target, graph.weight};
}

/// The arcs of a graph, and those that have none back as if they led both ways.
class TwoWayGraph {
 public:
  TwoWayGraph(const CsrGraph& arcs, ArcsLead lead) : arcs_(arcs) {
    if (lead == ArcsLead::as_they_are) reversed_ = reversed_graph(arcs);
  }

  [[nodiscard]] NodeId size() const noexcept { return static_cast<NodeId>(arcs_.size()); }

  template <class Visit>
  void for_each_arc(NodeId node, Visit&& visit) const {
    visit_arcs(arcs_, node, visit);
    if (!reversed_.first.empty()) visit_arcs(reversed_.view(), node, visit);
  }

 private:
  template <class Visit>
  static void visit_arcs(const CsrGraph& arcs, NodeId node, Visit&& visit) {
    for (std::size_t arc = arcs.first[node]; arc < arcs.first[node + 1]; ++arc)
      visit(arcs.target[arc], arcs.weight[arc]);
  }

  CsrGraph arcs_;
  CsrArrays reversed_;  ///< empty where all arcs have one back
};

}  // namespace

WaypointLandmarkArrays choose_waypoint_landmarks(const WaypointGraphView& graph, ArcsLead lead) {
  const TwoWayGraph both_ways(arcs_of(graph), lead);
  TreeDistances trees(both_ways);
  return FarthestLandmarks(both_ways, trees).choose<WaypointLandmarkArrays>(Scratch()).value();
}

std::uint64_t waypoint_landmark_memory(const WaypointGraphView& graph, ArcsLead lead) noexcept {
  const std::uint64_t reversed =
      lead == ArcsLead::both_ways ? 0 : graph.first.size() * std::uint64_t{8} + graph.target.size() * std::uint64_t{8};
  return graph.size() * (sizeof(LandmarkRow) + kSearchBytesPerNode + kChoiceBytesPerNode) + reversed;
}

}  // namespace portolan
