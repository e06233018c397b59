// SPDX-License-Identifier: BSL-1.0
// Hierarchies and labels over the waypoint graphs of real maps against Dijkstra.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "support/random_board.hpp"
#include "support/random_graph.hpp"
#include "support/real_maps.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

namespace fs = std::filesystem;

void check_map(const fs::path& map, Norm norm) {
  CAPTURE(map.string(), static_cast<int>(norm));
  const auto read = read_map(map);
  REQUIRE(read.has_value());
  const TestGrid grid(*read);
  const SightPlanes planes =
      norm == Norm::euclidean ? SightPlanes::for_point(grid.view()) : SightPlanes::for_square(grid.view());
  const auto waypoints = build_waypoint_graph(planes.space(), {.metric = {.norm = norm, .fraction_bits = 16}});
  REQUIRE(waypoints.has_value());
  const CsrGraph graph{waypoints->first, waypoints->target, waypoints->weight};
  // Noise that is nearly open makes graphs too dense for an index of either kind.
  constexpr std::uint64_t kMaxWork = 1'000'000'000;
  const auto labels =
      build_hub_labels(graph, {.max_work = kMaxWork, .max_bytes = 150 * kLeastBytesPerLabelEntry * graph.size()});
  const auto contraction = contract(graph, {.max_work = kMaxWork});
  if (!labels || !contraction) {
    WARN("skipped: " << (labels ? contraction.error().message : labels.error().message) << ", " << map.string());
    return;
  }
  REQUIRE(has_sound_entries(labels->view()));
  REQUIRE(has_sound_arcs(contraction->view()));
  LabelQuery over_labels(labels->view());
  HierarchyQuery over_hierarchy(contraction->view());
  std::vector<NodeId> room(graph.size());
  Rng rng(1);
  for (int i = 0; i < 10; ++i) {
    const std::vector<GraphEnd> source{
        {.node = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())))}};
    const std::vector<Cost> costs = costs_from(graph, source[0].node);
    for (int j = 0; j < 50; ++j) {
      const std::vector<GraphEnd> target{
          {.node = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())))}};
      const Cost expected = costs[target[0].node];
      const Status status = expected == kInfiniteCost ? Status::unreachable : Status::found;
      const GraphPath by_labels = over_labels.path(source, target, 0, room);
      REQUIRE(by_labels.status == status);
      if (status == Status::found) REQUIRE(by_labels.cost == expected);
      if (status == Status::found) REQUIRE(path_fault(graph, source, target, by_labels) == "");
      const GraphPath by_hierarchy = over_hierarchy.path(source, target, ~std::uint64_t{0}, room);
      REQUIRE(by_hierarchy.status == status);
      if (status == Status::found) REQUIRE(by_hierarchy.cost == expected);
      if (status == Status::found) REQUIRE(path_fault(graph, source, target, by_hierarchy) == "");
    }
  }
}

}  // namespace

TEST_CASE("labels and hierarchies of a few real maps equal Dijkstra") {
  for (const fs::path& map : real_maps()) {
    if (fs::file_size(map) > 70'000) continue;
    check_map(map, Norm::octile);
    check_map(map, Norm::euclidean);
  }
}

TEST_CASE("labels and hierarchies of all real maps equal Dijkstra", "[long]") {
  for (const fs::path& map : real_maps()) check_map(map, Norm::octile);
}

}  // namespace portolan::test
