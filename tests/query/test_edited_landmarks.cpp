// SPDX-License-Identifier: BSL-1.0
// Landmarks on edited terrain: bounds are consistent along every arc that is shown, whatever is hidden, customised,
// eased or closed, and 0 at the goal; so none is too large.
#include "portolan/query/edited_landmarks.hpp"
#include "portolan/query/region_tier.hpp"
#include "query/coarse_worlds.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Rng;

struct Tally {
  std::size_t arcs = 0;
  std::size_t guided = 0;  ///< arcs from nodes with a bound above 0
  std::size_t added = 0;   ///< of those, from nodes that the file has not
};

/// The node that stands on a tile of the graph shown; none for those of the file that tiles replace.
template <CoarseGraph Graph>
std::vector<NodeId> nodes_shown(const Graph& graph, const GridView& grid) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    const Tile tile = grid.tile(i);
    const auto node = graph.edited_node_at(tile);
    if (node && graph.file_node(*node) == FileNode::none && grid.passable(tile)) nodes.push_back(*node);
  }
  for (NodeId node = 0; graph.file_node(node) != FileNode::none; ++node) {
    const auto instead = graph.edited_node_at(graph.tile_of(node));
    if (!instead || *instead == node) nodes.push_back(node);
    if (node + 1 == graph.size()) break;
  }
  return nodes;
}

template <CoarseGraph Graph>
void require_consistent(Rng& rng, const Graph& graph, const RegionTopologyView& topology, const RegionTier& tier,
                        EditedLandmarks& landmarks, Tally& tally) {
  const std::vector<NodeId> nodes = nodes_shown(graph, tier.grid());
  if (nodes.empty()) return;
  for (int goals = 0; goals < 3; ++goals) {
    const NodeId goal = nodes[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(nodes.size())))];
    RegionLandmarkBound to_goal(tier.landmarks());
    to_goal.add(landmarks.row(goal), 0);
    landmarks.aim(to_goal);
    REQUIRE(landmarks.bound(goal, graph.tile_of(goal)) == 0);
    for (const NodeId node : nodes) {
      const Tile tile = graph.tile_of(node);
      const Cost here = landmarks.bound(node, tile);
      for_each_region_around(graph.layout(), tile, [&](RegionIndex r) {
        for (int level = 0; level < tier.levels(); ++level) {
          const LevelRegion region = graph.largest_region(r, level);
          if (region.level != level) break;
          if (graph.has_steps(region) && !tier.grid().passable(tile)) continue;
          // A node of the file is none of the levels above its own.
          const NodeId nodes_of_level = topology.level[static_cast<std::size_t>(level)].nodes;
          if (graph.file_node(node) != FileNode::none && node >= nodes_of_level) break;
          const bool sound = graph.for_each_arc(node, region, [&](NodeId to, Cost cost) {
            const Tile other = graph.tile_of(to);
            const Cost there = landmarks.bound(to, other);
            ++tally.arcs;
            tally.guided += here != 0 ? 1 : 0;
            tally.added += here != 0 && graph.file_node(node) == FileNode::none ? 1 : 0;
            if (here <= cost + there) return;
            FAIL(test::text_of(tile) << " " << here << " to " << test::text_of(other) << " " << there << " for " << cost
                                     << " on level " << level);
          });
          REQUIRE(sound);
        }
      });
    }
  }
}

void require_consistent(std::uint64_t seed, int worlds) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; world < worlds; ++world) {
    const TileMap map = test::random_map(rng, {.width = rng.between(70, 150), .height = rng.between(70, 150)});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    std::vector<Mirrored> all{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int round = 0; round < 4; ++round) {
      for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, built.world(), all, 0);
      if (rng.percent(30)) (void)all[0].overlay.refresh(static_cast<std::size_t>(rng.between(1, 8)));
      const test::Shown shown(all[0].overlay);
      RegionTier tier(shown.profile, shown.grid, shown.links);
      tier.use(all[0].overlay.dirty(0), all[0].overlay.refreshed(0));
      EditedRegions& regions = tier.edited_regions();
      EditedLandmarks landmarks(shown.profile, regions, shown.grid);
      landmarks.follow();
      if (!landmarks.usable()) continue;
      CAPTURE(seed, world, round);
      regions.hide();
      for (int i = rng.between(0, 3); i > 0; --i) {
        regions.reveal(
            regions.region(static_cast<EditedRegions::Slot>(rng.below(static_cast<std::int32_t>(regions.size())))));
      }
      if (rng.percent(30)) regions.reveal_all();
      tier.with_graph([&](const auto& graph) {
        require_consistent(rng, graph, shown.profile.regions.topology, tier, landmarks, tally);
      });
    }
  }
  CHECK(tally.arcs > static_cast<std::size_t>(worlds) * 1000);
  CHECK(tally.guided > tally.arcs / 8);
  CHECK(tally.added > tally.arcs / 32);
}

TEST_CASE("landmarks on edited terrain are consistent") {
  require_consistent(631, 25);
}
TEST_CASE("landmarks on edited terrain are consistent: thousands of worlds", "[long]") {
  require_consistent(632, 4000);
}

}  // namespace
}  // namespace portolan
