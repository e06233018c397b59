// SPDX-License-Identifier: BSL-1.0
// A road graph to measure, with all that can answer for it, and the questions asked of it.
#pragma once

#include "bench/road_graph.hpp"
#include "portolan/core/result.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/landmark_builder.hpp"

#include <vector>

namespace portolan::bench {

struct NodePair {
  NodeId from = 0;
  NodeId to = 0;
};

/// Immutable once made; benchmarks keep references to it.
struct RoadBench {
  RoadGraph roads;
  std::vector<LatticePoint> points;
  StraightScale scale;
  LandmarkArrays landmarks;
  Contraction contraction;
  LabelArrays labels;
  struct {
    double positions = 0;
    double landmarks = 0;
    double ch = 0;
    double labels = 0;  ///< with the contraction, whose order they take
  } seconds;
  std::vector<NodePair> pairs;  ///< drawn among those with a path
  Cost cost = 0;                ///< of all pairs, by labels

  [[nodiscard]] StraightLine line() const noexcept { return {points, scale}; }
};

/// Makes all tables with one thread, draws the pairs, and compares some with Dijkstra's algorithm in the Boost Graph
/// Library. Errors: those of the builders, and (corrupt) a wrong cost.
[[nodiscard]] Result<RoadBench> make_road_bench(RoadGraph roads);

/// Every search and index, and the Boost Graph Library, on the same pairs.
void register_roads(const RoadBench& roads);

}  // namespace portolan::bench
