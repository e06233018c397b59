// SPDX-License-Identifier: BSL-1.0
// The outside baseline on plain graphs: A* and Dijkstra of the Boost Graph Library, on our arrays in place, with our
// bound by positions; property maps in vectors, a visitor that stops at the goal, and between searches only what the
// last one touched is cleared.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/graph/position_estimate.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <boost/graph/properties.hpp>

namespace portolan::bench {

/// A reusable searcher; graph and points must outlive it. One thread at a time.
class BoostRoads {
 public:
  BoostRoads(const CsrGraph& graph, const StraightLine& line);

  struct Answer {
    Cost cost = kInfiniteCost;     ///< kInfiniteCost: no path
    std::span<const NodeId> path;  ///< from the goal; holds until the next search; A* only
    std::uint64_t expansions = 0;  ///< vertices settled
  };
  [[nodiscard]] Answer astar(NodeId from, NodeId to);
  [[nodiscard]] Answer dijkstra(NodeId from, NodeId to);

 private:
  void clear();

  CsrGraph graph_;
  StraightLine line_;
  std::vector<NodeId> parent_;
  std::vector<Cost> distance_;
  std::vector<Cost> rank_;
  std::vector<boost::default_color_type> colour_;
  std::vector<NodeId> touched_;
  std::vector<NodeId> path_;
};

}  // namespace portolan::bench
