// SPDX-License-Identifier: BSL-1.0
// The two models of the coarse graph, and the small parts of searches over it.
#include "query/coarse_worlds.hpp"

#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::for_each_coarse_world;
using test::Rng;
using test::Shown;

static_assert(CoarseGraph<LevelGraph> && CoarseGraph<EditedGraph>);

/// How many arcs were judged, and of them how many are steps and how many lead to nodes that the file does not have.
struct Tally {
  std::size_t arcs = 0;
  std::size_t steps = 0;
  std::size_t new_nodes = 0;
};

/// The nodes of a region of level 0.
template <CoarseGraph Graph>
std::vector<NodeId> nodes_of(const Graph& graph, const GridView& grid, RegionIndex r) {
  std::vector<NodeId> nodes;
  if (!graph.has_steps({0, r})) {
    REQUIRE(graph.for_each_member(r, [&](NodeId node, Tile tile) {
      REQUIRE(graph.tile_of(node) == tile);
      if (grid.passable(tile)) nodes.push_back(node);
    }));
    return nodes;
  }
  const Rect area = graph.layout().area(0, r);
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      const auto node = graph.node_by_steps(r, {x, y});
      REQUIRE(node);
      REQUIRE(graph.tile_of(*node) == Tile{x, y});
      if (grid.passable({x, y})) nodes.push_back(*node);
    }
  }
  return nodes;
}

/// Judges the arcs of the nodes of a region of level 0, inside the largest regions above it up to each level.
template <CoarseGraph Graph>
void judge_arcs(const Graph& graph, const RegionTopologyView& topology, const GridView& grid, RegionIndex r,
                Tally& tally) {
  for (const NodeId node : nodes_of(graph, grid, r)) {
    REQUIRE(node < graph.size());
    REQUIRE(node_at(graph, end_at(graph, node)) == node);
    for (int level = 0; level < topology.levels; ++level) {
      const LevelRegion region = graph.largest_region(r, level);
      REQUIRE(region.level <= level);
      REQUIRE(region == region_above(r, region.level));
      const FileNode file_node = graph.file_node(node);
      if (file_node != FileNode::none && node >= topology.level[static_cast<std::size_t>(region.level)].nodes) continue;
      const Rect area = graph.layout().area(region.level, region.index);
      std::size_t faults = 0;
      REQUIRE(graph.for_each_arc(node, region, [&](NodeId to, Cost cost) {
        ++tally.arcs;
        tally.steps += graph.has_steps(region) ? 1 : 0;
        tally.new_nodes += graph.file_node(to) == FileNode::none ? 1 : 0;
        const bool sound = cost > 0 && area.contains(graph.tile_of(to)) && graph.has_arc(node, to, cost, region) &&
                           graph.has_arc(to, node, cost, region) && !graph.has_arc(node, to, cost + 1, region);
        faults += sound ? 0 : 1;
      }));
      REQUIRE(faults == 0);
    }
  }
}

TEST_CASE("arcs of the file and of edited regions lead both ways, and are found again by their ends", "[heavy]") {
  Tally file;
  Tally edited;
  for_each_coarse_world(33, [&](Rng& rng, const Shown& shown, RegionSearch& search) {
    const RegionTier& tier = search.tier();
    const RegionTopologyView& topology = shown.profile.regions.topology;
    if (tier.levels() == 0) return;
    for (int i = 0; i < 8; ++i) {
      const RegionIndex r{rng.below(topology.layout.columns(0)), rng.below(topology.layout.rows(0))};
      Tally& tally = tier.nodes() == topology.tiles.size() ? file : edited;
      tier.with_graph([&](const auto& graph) { judge_arcs(graph, topology, shown.grid, r, tally); });
    }
  });
  CHECK(file.arcs > 5'000);
  CHECK(file.steps + file.new_nodes == 0);
  CHECK(edited.arcs > 20'000);
  CHECK(edited.steps > 10'000);
  CHECK(edited.new_nodes > 10'000);
  CHECK(edited.arcs - edited.steps > 2'000);
}

TEST_CASE("an origin of a label is a node or the start, by one of its regions") {
  for (const NodeId node : {NodeId{0}, NodeId{7}, NodeId{0xFFFF'FFF0}}) {
    const CoarseOrigin origin = CoarseOrigin::unpacked(CoarseOrigin::node(node).packed());
    CHECK(origin.origin_node() == node);
    CHECK_FALSE(origin.start_region());
  }
  for (std::uint32_t region = 0; region < CoarseOrigin::kMostStarts; ++region) {
    const CoarseOrigin origin = CoarseOrigin::unpacked(CoarseOrigin::start(region).packed());
    CHECK(origin.start_region() == region);
    CHECK_FALSE(origin.origin_node());
  }
}

TEST_CASE("a flood expands each node once, breadth first, as far as it is told or until it meets the search") {
  // A line of nodes, each beside the next and the one before.
  GoalFlood flood(nullptr, 10);
  std::vector<NodeId> order;
  const auto expand = [&](NodeId node) {
    order.push_back(node);
    if (node != 0) flood.add(node - 1);
    if (node != 9) flood.add(node + 1);
  };
  CHECK(flood.spent());
  flood.add(4);
  flood.add(4);
  CHECK(flood.run(3, expand) == 3);
  CHECK(order == std::vector<NodeId>{4, 3, 5});
  CHECK(flood.touched(2));
  CHECK_FALSE(flood.touched(1));
  flood.meet();
  CHECK(flood.run(3, expand) == 0);
  flood.clear();
  CHECK_FALSE(flood.met());
  CHECK_FALSE(flood.touched(4));
  order.clear();
  flood.add(9);
  CHECK(flood.run(100, expand) == 10);
  CHECK(flood.spent());
  CHECK(order == std::vector<NodeId>{9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
}

}  // namespace
}  // namespace portolan
