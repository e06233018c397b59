// SPDX-License-Identifier: BSL-1.0
#include "support/labelled_world.hpp"

#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

WaypointGraph waypoints_of(const TestGrid& grid, const SightSpace& space, Norm norm) {
  SightMetric metric{.norm = norm};
  if (norm != Norm::euclidean) {
    metric.straight = static_cast<std::uint32_t>(grid.rules().straight_step(1, 1));
    metric.diagonal = static_cast<std::uint32_t>(grid.rules().diagonal_step(1, 1));
  }
  auto graph = build_waypoint_graph(space, {.metric = metric, .threads = 1});
  REQUIRE(graph.has_value());
  return std::move(graph).value();
}

}  // namespace

LabelArrays labelled(const CsrGraph& graph, const LabelOptions& options) {
  auto labels = build_hub_labels(graph, options);
  REQUIRE(labels.has_value());
  REQUIRE(is_well_formed(labels->view()));
  return std::move(labels).value();
}

LabelledWorld::LabelledWorld(const TileMap& map, std::int32_t footprint, Norm norm)
    : grid_(map, stepping_mover(footprint, norm == Norm::manhattan ? Neighbours::four : Neighbours::eight)),
      planes_(sight_planes(grid_.view(), footprint)),
      graph_(waypoints_of(grid_, space(), norm)),
      labels_(labelled({graph_.first, graph_.target, graph_.weight})) {}

}  // namespace portolan::test
