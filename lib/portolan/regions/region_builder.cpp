// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_builder.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/regions/relay_chooser.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

/// A relay found: a tile, or the node that already stands there.
struct Relay {
  Tile tile;
  NodeId node = kNoNode;
};

/// Scratch of one thread.
struct Worker {
  explicit Worker(SimdLevel simd) : chooser(simd) {}
  InnerGraphLoader loader;
  InnerGraph graph;
  std::vector<std::uint32_t> candidates;
  RelayChooser chooser;
};

class RegionBuilder {
 public:
  RegionBuilder(const RegionLayout& layout, int first, std::vector<RegionNode> nodes, const RegionBuildOptions& options)
      : options_(options) {
    made_.first = first;
    made_.nodes = std::move(nodes);
    view_.layout = layout;
  }
  void set_ground(const GridView& grid, const Rect& open) {
    grid_ = &grid;
    open_ = open;
  }
  void set_below(const LevelTopologyView& topology, const ArcsView& arcs) {
    view_.level[static_cast<std::size_t>(made_.first - 1)] = topology;
    below_ = arcs;
  }

  RegionLevels run(int levels) {
    for (int level = made_.first; level < levels; ++level) {
      if (!show(level)) return ended(LevelsEnd::members);
      for (const std::vector<Relay>& relays : choose(level)) {
        for (const Relay& relay : relays) {
          if (relay.node == kNoNode) {
            made_.nodes.push_back({relay.tile, level});
          } else {
            made_.nodes[relay.node].level = std::max(made_.nodes[relay.node].level, level);
          }
        }
      }
      if (!show(level)) return ended(LevelsEnd::members);
      try {
        made_.arcs.push_back(customise(level));
      } catch (const std::length_error&) {
        if (grid_ != nullptr) throw;
        return ended(LevelsEnd::arcs);
      }
      made_.topology.push_back(std::move(topology_));
      view_.level[static_cast<std::size_t>(level)] = made_.topology.back().view();
      below_ = made_.arcs.back().view();
    }
    return ended(LevelsEnd::all);
  }

 private:
  RegionLevels ended(LevelsEnd end) {
    made_.end = end;
    return std::move(made_);
  }

  /// Makes a level of the topology in view from the nodes known so far; those below stay. False if it does not fit.
  bool show(int level) {
    tiles_.clear();
    for (const RegionNode& node : made_.nodes) tiles_.push_back(node.tile);
    topology_ = collect_members(view_.layout, level, made_.nodes);
    topology_.places = {};
    view_.tiles = tiles_;
    view_.levels = level + 1;
    view_.level[static_cast<std::size_t>(level)] = topology_.view();
    return fits(topology_);
  }

  std::vector<std::vector<Relay>> choose(int level) {
    std::vector<std::vector<Relay>> chosen(view_.layout.regions(level));
    std::vector<std::unique_ptr<Worker>> workers(thread_count(options_.threads));
    parallel_for(chosen.size(), options_.threads, [&](std::size_t number, unsigned worker) {
      if (!workers[worker]) workers[worker] = std::make_unique<Worker>(options_.simd);
      chosen[number] = choose_in(level, number, *workers[worker]);
    });
    return chosen;
  }

  std::vector<Relay> choose_in(int level, std::size_t number, Worker& worker) const {
    InnerGraph& graph = worker.graph;
    const auto region = region_of(view_, level, number);
    if (!region) return {};
    if (level == 0) {
      if (!worker.loader.load(*grid_, *region, graph)) return {};
    } else {
      const auto children = children_of(view_, level, number, below_);
      if (!children || !worker.loader.load(children->view(), *region, graph)) return {};
    }
    worker.candidates.clear();
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const bool taken = graph.marked[node] != 0 || view_.layout.line_level(graph.tiles[node]) >= level ||
                         (level == 0 && !open_.contains(graph.tiles[node]));
      if (!taken) worker.candidates.push_back(node);
    }
    std::vector<Relay> relays;
    for (const std::uint32_t node : worker.chooser.choose(graph, worker.candidates)) {
      relays.push_back({graph.tiles[node], level == 0 ? kNoNode : graph.nodes[node]});
    }
    return relays;
  }

  [[nodiscard]] LevelArcs customise(int level) const {
    return level == 0 ? customise_base(*grid_, view_, options_.threads, options_.simd, options_.max_arcs)
                      : customise_level(view_, level, below_, options_.threads, options_.simd, options_.max_arcs);
  }

  RegionBuildOptions options_;
  const GridView* grid_ = nullptr;
  Rect open_{};
  RegionLevels made_;
  std::vector<Tile> tiles_;
  LevelTopology topology_;  ///< of the level at work
  RegionTopologyView view_;
  ArcsView below_;  ///< of the level below the one at work
};

}  // namespace

RegionLevels build_levels(const GridView& grid, const RegionLayout& layout, const Rect& open,
                          std::vector<RegionNode> nodes, int levels, const RegionBuildOptions& options) {
  RegionBuilder builder(layout, 0, std::move(nodes), options);
  builder.set_ground(grid, open);
  return builder.run(levels);
}

RegionLevels build_levels_above(const RegionLevels& below, const RegionLayout& layout, int levels,
                                const RegionBuildOptions& options) {
  RegionBuilder builder(layout, below.first + static_cast<int>(below.topology.size()), below.nodes, options);
  builder.set_below(below.topology.back().view(), below.arcs.back().view());
  return builder.run(levels);
}

}  // namespace portolan
