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
      : options_(options), layout_(layout) {
    made_.first = first;
    made_.nodes = std::move(nodes);
  }
  void set_ground(const GridView& grid, const Rect& open) {
    grid_ = &grid;
    open_ = open;
  }
  void set_below(const RegionRecordsView& below) { below_ = below; }

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
        made_.records.push_back(customise(level));
      } catch (const std::length_error&) {
        if (grid_ != nullptr) throw;
        return ended(LevelsEnd::arcs);
      }
      below_ = made_.records.back().view();
    }
    return ended(LevelsEnd::all);
  }

 private:
  RegionLevels ended(LevelsEnd end) {
    made_.end = end;
    return std::move(made_);
  }

  /// Gives a level its members from the nodes known so far. False if they do not fit.
  bool show(int level) {
    tiles_.clear();
    for (const RegionNode& node : made_.nodes) tiles_.push_back(node.tile);
    members_ = collect_members(layout_, level, made_.nodes);
    members_.places = {};
    return fits(members_);
  }
  [[nodiscard]] LevelInMaking at_work(int level) const noexcept { return {layout_, level, tiles_, members_}; }

  std::vector<std::vector<Relay>> choose(int level) {
    std::vector<std::vector<Relay>> chosen(layout_.regions(level));
    std::vector<std::unique_ptr<Worker>> workers(thread_count(options_.threads));
    parallel_for(chosen.size(), options_.threads, [&](std::size_t number, unsigned worker) {
      if (!workers[worker]) workers[worker] = std::make_unique<Worker>(options_.simd);
      chosen[number] = choose_in(level, number, *workers[worker]);
    });
    return chosen;
  }

  std::vector<Relay> choose_in(int level, std::size_t number, Worker& worker) const {
    InnerGraph& graph = worker.graph;
    const RegionMembers region = at_work(level).region(number);
    if (level == 0) {
      if (!worker.loader.load(*grid_, region, graph)) return {};
    } else {
      const auto children = children_of(layout_, level, number, below_);
      if (!children || !worker.loader.load(children->view(), region, graph)) return {};
    }
    worker.candidates.clear();
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const bool taken = graph.marked[node] != 0 || layout_.line_level(graph.tiles[node]) >= level ||
                         (level == 0 && !open_.contains(graph.tiles[node]));
      if (!taken) worker.candidates.push_back(node);
    }
    std::vector<Relay> relays;
    for (const std::uint32_t node : worker.chooser.choose(graph, worker.candidates)) {
      relays.push_back({graph.tiles[node], level == 0 ? kNoNode : graph.nodes[node]});
    }
    return relays;
  }

  [[nodiscard]] RegionRecords customise(int level) const {
    return level == 0 ? customise_base(*grid_, at_work(level), options_.threads, options_.simd, options_.max_arcs)
                      : customise_level(at_work(level), below_, options_.threads, options_.simd, options_.max_arcs);
  }

  RegionBuildOptions options_;
  RegionLayout layout_;
  const GridView* grid_ = nullptr;
  Rect open_{};
  RegionLevels made_;
  std::vector<Tile> tiles_;
  LevelTopology members_;    ///< of the level at work
  RegionRecordsView below_;  ///< the level below that
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
  RegionBuilder builder(layout, below.first + static_cast<int>(below.records.size()), below.nodes, options);
  builder.set_below(below.records.back().view());
  return builder.run(levels);
}

}  // namespace portolan
