// SPDX-License-Identifier: BSL-1.0
// Labels of graphs, and of the waypoints of maps, built with one thread.
#pragma once

#include "portolan/offline/csr_arrays.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "support/movers.hpp"
#include "support/test_grid.hpp"

#include <cstdint>

namespace portolan::test {

/// The labels of a graph, which are well formed; the test fails if they cannot be built.
[[nodiscard]] LabelArrays labelled(const CsrGraph& graph, const LabelOptions& options = {.threads = 1});

/// A map with its waypoints and their labels, as one mover sees it: a point (footprint 0) or a square, straight or step
/// by step as the norm says. Views point into it: keep it where it is while they live.
class LabelledWorld {
 public:
  LabelledWorld(const TileMap& map, std::int32_t footprint, Norm norm);
  LabelledWorld(const LabelledWorld&) = delete;
  LabelledWorld& operator=(const LabelledWorld&) = delete;

  [[nodiscard]] const TestGrid& grid() const { return grid_; }
  [[nodiscard]] SightSpace space() const { return planes_.space(); }
  [[nodiscard]] const WaypointGraph& graph() const { return graph_; }
  [[nodiscard]] const LabelArrays& labels() const { return labels_; }

 private:
  TestGrid grid_;
  SightPlanes planes_;
  WaypointGraph graph_;
  LabelArrays labels_;
};

}  // namespace portolan::test
