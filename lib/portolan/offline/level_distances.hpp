// SPDX-License-Identifier: BSL-1.0
// Distances from some nodes of a coarse graph to all of its nodes, by all of its levels, on many threads. Internal to
// the module.
#pragma once

#include "portolan/graph/best_first.hpp"
#include "portolan/offline/landmark_search.hpp"
#include "portolan/regions/level_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace portolan {

/// One search after the other over the levels of a topology whose arcs lead both ways at one cost: the sweeps of PHAST
/// (Delling, Goldberg, Nowatzyk, Werneck, 2011), with regions where that has nodes.
///
/// Every node below the highest level lies inside one region of the level above its own. Going up, what is inside a
/// region is searched from what is known of it, which tells its members what it costs to come to them without passing
/// another one. The nodes of the highest level are then searched as one graph, which makes their distances exact. Going
/// down, what is inside a region is searched from its members, by which every path from outside comes in. The regions
/// of a level are searched at once, each writes to what is inside it alone, and members keep the least that they are
/// told: so distances do not depend on threads.
class LevelDistances {
 public:
  /// The topology must outlive it, and have at least one level. `threads`: 0 is one a core. Takes 8 bytes a node,
  /// and what a LandmarkSearch takes for those of the highest level. @throws std::bad_alloc
  LevelDistances(const RegionTopologyView& topology, unsigned threads);

  /// Measures from `sources`, at distance 0. `for_each_link(node, relax)` calls relax(to, cost) for the links that lead
  /// from a node to another, both of all levels. O((nodes + arcs) log nodes). @throws std::logic_error if arcs point
  /// outside
  template <class ForEachLink>
  void measure(std::span<const NodeId> sources, ForEachLink&& for_each_link) {
    rise(sources);
    top_.run(top_seeds(), [&](NodeId node, auto&& relax) {
      for_each_top_arc(node, relax);
      for_each_link(node, relax);
    });
    sink();
  }

  /// As measured last; kInfiniteCost where nothing leads.
  [[nodiscard]] Cost distance(NodeId node) const noexcept { return distance_[node]; }

 private:
  using Entry = std::pair<Cost, NodeId>;
  /// What is open while a region is searched, with entries that have become too dear.
  using Open = std::vector<Entry>;

  void rise(std::span<const NodeId> sources);
  void sink();
  void rise_in(const LevelRegion& region, Open& open);
  void sink_in(const LevelRegion& region, Open& open);
  /// Searches on, by what is inside a region: reach(to, cost) for the arcs of whatever is open and has not become too
  /// dear.
  template <class Reach>
  void search(const LevelRegion& region, Open& open, Reach&& reach);
  /// Calls visit(region, open) for the regions of a level, on many threads.
  template <class Visit>
  void for_each_region(int level, Visit&& visit);
  [[nodiscard]] std::vector<Seed> top_seeds() const;
  [[nodiscard]] NodeId nodes_of(int level) const noexcept {
    return topology_.level[static_cast<std::size_t>(level)].nodes;
  }

  template <class Relax>
  void for_each_top_arc(NodeId node, Relax&& relax) const {
    RegionList regions;
    for_each_region_around(topology_.layout, topology_.tiles[node],
                           [&](RegionIndex r) { regions.add(region_above(r, topology_.levels - 1)); });
    for (const LevelRegion& region : regions) {
      if (!graph_.for_each_arc(node, region, relax)) throw std::logic_error("arcs of another topology");
    }
  }

  const RegionTopologyView& topology_;
  LevelGraph graph_;
  unsigned threads_;
  LandmarkSearch top_;
  std::vector<Cost> distance_;
  std::vector<Open> open_;  ///< by thread
};

}  // namespace portolan
