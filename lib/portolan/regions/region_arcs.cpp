// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_arcs.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace portolan {
namespace {

struct LocalArc {
  std::uint32_t target;
  Cost weight;
};

/// The graph inside one region, nodes numbered from 0; some are marked (the region's portals).
struct LocalGraph {
  std::vector<std::uint32_t> first{0};
  std::vector<LocalArc> arcs;
  std::vector<std::uint8_t> marked;
};

/// Finds the arcs from one marked node: the marked nodes that some least path meets first, and none before.
///
/// Dijkstra with a flag per node, "some least path from the source passes a marked node", joined over all least paths
/// because costs are positive: every predecessor on a least path is settled before its successor. Once no unflagged
/// node is open no further arc can be found.
class ThinningSearch {
 public:
  template <class Found>
  void run(const LocalGraph& graph, std::uint32_t source, Found&& found) {
    const std::size_t nodes = graph.marked.size();
    if (labels_.size() < nodes) {
      labels_ = StampedLabels(nodes);
      memory_.resize(nodes);
      flagged_.resize(nodes);
    }
    labels_.clear();
    const SearchLimits limits{.expansions = nodes};
    BestFirst search(labels_, std::span(memory_), NoEstimate{});
    search.seed({.node = source}, limits);
    flagged_[source] = 0;
    std::size_t clean = 1;
    search.run(limits, [&](NodeId node, Cost cost, auto&& relax) {
      bool through = flagged_[node] != 0;
      if (!through) --clean;
      if (graph.marked[node] != 0 && node != source) {
        if (!through) found(node, cost);
        through = true;
      }
      for (std::uint32_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
        const auto& [to, weight] = graph.arcs[i];
        const Cost reached = cost + weight;
        const bool open = labels_.touched(to);
        if (open && reached > labels_.cost(to)) continue;
        const bool was_clean = open && flagged_[to] == 0;
        const bool is_clean = !through && (!open || reached < labels_.cost(to) || was_clean);
        clean = clean + (is_clean ? 1 : 0) - (was_clean ? 1 : 0);
        flagged_[to] = is_clean ? 0 : 1;
        relax(to, weight);
      }
      if (clean == 0) search.abandon();
    });
  }

 private:
  StampedLabels labels_;
  std::vector<OpenEntry> memory_;
  std::vector<std::uint8_t> flagged_;
};

/// The arcs of one region, for each of its members in turn.
struct RegionArcs {
  std::vector<std::uint32_t> count;
  std::vector<NodeId> target;
  std::vector<Cost> weight;
};

/// `local[i]` is the local number of the region's i-th member, `global` turns local numbers of marked nodes back to
/// nodes.
template <class ToGlobal>
RegionArcs thin(const LocalGraph& graph, std::span<const std::uint32_t> local, ThinningSearch& search,
                ToGlobal&& global) {
  RegionArcs arcs;
  for (const std::uint32_t source : local) {
    const std::size_t before = arcs.target.size();
    search.run(graph, source, [&](std::uint32_t node, Cost cost) {
      arcs.target.push_back(global(node));
      arcs.weight.push_back(cost);
    });
    arcs.count.push_back(static_cast<std::uint32_t>(arcs.target.size() - before));
  }
  return arcs;
}

LevelArcs join(const LevelTopologyView& topology, std::vector<RegionArcs> regions) {
  std::size_t total = 0;
  Cost largest = 0;
  for (const RegionArcs& region : regions) {
    total += region.target.size();
    for (const Cost weight : region.weight) largest = std::max(largest, weight);
  }
  if (total >= kNoPlace) throw std::length_error("a region level has more than 2^32-2 arcs");
  LevelArcs arcs;
  arcs.first.reserve(topology.members.size() + 1);
  arcs.first.push_back(0);
  arcs.target.reserve(total);
  const bool narrow = largest <= 0xFFFF'FFFF;
  if (narrow) {
    arcs.narrow.reserve(total);
  } else {
    arcs.wide.reserve(total);
  }
  for (RegionArcs& region : regions) {
    for (const std::uint32_t count : region.count) arcs.first.push_back(arcs.first.back() + count);
    arcs.target.insert(arcs.target.end(), region.target.begin(), region.target.end());
    for (const Cost weight : region.weight) {
      if (narrow) {
        arcs.narrow.push_back(static_cast<std::uint32_t>(weight));
      } else {
        arcs.wide.push_back(weight);
      }
    }
    region = {};
  }
  return arcs;
}

std::span<const NodeId> members_of(const LevelTopologyView& topology, std::size_t region) {
  return topology.members.subspan(topology.first[region], topology.first[region + 1] - topology.first[region]);
}

RegionArcs base_region(const GridView& grid, const RegionTopologyView& topology, std::size_t number,
                       ThinningSearch& search) {
  const Rect area = topology.layout.area(0, topology.layout.region(0, number));
  const auto local = [&](Tile t) {
    return static_cast<std::uint32_t>((t.y - area.min.y) * area.width() + (t.x - area.min.x));
  };
  LocalGraph graph;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      if (grid.cost({x, y}) != 0) {
        for_each_step(grid, area, {x, y}, [&](Tile to, Cost step) { graph.arcs.push_back({local(to), step}); });
      }
      graph.first.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    }
  }
  graph.marked.assign(graph.first.size() - 1, 0);
  const auto members = members_of(topology.level[0], number);
  std::vector<std::uint32_t> sources;
  std::vector<NodeId> node_at(graph.marked.size(), kNoNode);
  for (const NodeId node : members) {
    sources.push_back(local(topology.tiles[node]));
    graph.marked[sources.back()] = 1;
    node_at[sources.back()] = node;
  }
  return thin(graph, sources, search, [&](std::uint32_t node) { return node_at[node]; });
}

/// Calls visit(number) for the up to four regions of `level`-1 inside a region of `level`.
template <class Visit>
void for_each_child(const RegionLayout& layout, int level, RegionIndex r, Visit&& visit) {
  for (std::int32_t y = 2 * r.y; y < std::min(2 * r.y + 2, layout.rows(level - 1)); ++y) {
    for (std::int32_t x = 2 * r.x; x < std::min(2 * r.x + 2, layout.columns(level - 1)); ++x) {
      visit(layout.number(level - 1, {x, y}));
    }
  }
}

/// Scratch of one thread: the nodes of one region, numbered locally.
struct Numbering {
  explicit Numbering(std::size_t node_count) : local(node_count, kNoPlace) {}
  std::vector<std::uint32_t> local;
  std::vector<NodeId> nodes;
  void clear() {
    for (const NodeId node : nodes) local[node] = kNoPlace;
    nodes.clear();
  }
};

RegionArcs upper_region(const RegionTopologyView& topology, int level, const LevelArcsView& below, std::size_t number,
                        ThinningSearch& search, Numbering& numbering) {
  const RegionLayout& layout = topology.layout;
  const LevelTopologyView& lower = topology.level[static_cast<std::size_t>(level - 1)];
  const RegionIndex region = layout.region(level, number);
  numbering.clear();
  std::vector<std::vector<std::uint32_t>> places;  // per local node, in each child that has it
  for_each_child(layout, level, region, [&](std::size_t child) {
    for (std::uint32_t place = lower.first[child]; place < lower.first[child + 1]; ++place) {
      const NodeId node = lower.members[place];
      if (numbering.local[node] == kNoPlace) {
        numbering.local[node] = static_cast<std::uint32_t>(numbering.nodes.size());
        numbering.nodes.push_back(node);
        places.emplace_back();
      }
      places[numbering.local[node]].push_back(place);
    }
  });
  LocalGraph graph;
  for (const auto& of_node : places) {
    for (const std::uint32_t place : of_node) {
      for (std::uint32_t arc = below.first[place]; arc < below.first[place + 1]; ++arc) {
        graph.arcs.push_back({numbering.local[below.target[arc]], below.weight(arc)});
      }
    }
    graph.first.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
  }
  graph.marked.assign(places.size(), 0);
  std::vector<std::uint32_t> sources;
  for (const NodeId node : members_of(topology.level[static_cast<std::size_t>(level)], number)) {
    sources.push_back(numbering.local[node]);
    graph.marked[sources.back()] = 1;
  }
  return thin(graph, sources, search, [&](std::uint32_t node) { return numbering.nodes[node]; });
}

}  // namespace

LevelArcs customise_base(const GridView& grid, const RegionTopologyView& topology, unsigned threads) {
  std::vector<RegionArcs> regions(topology.layout.regions(0));
  std::vector<ThinningSearch> searches(thread_count(threads));
  parallel_for(regions.size(), threads, [&](std::size_t number, unsigned worker) {
    regions[number] = base_region(grid, topology, number, searches[worker]);
  });
  return join(topology.level[0], std::move(regions));
}

LevelArcs customise_level(const RegionTopologyView& topology, int level, const LevelArcsView& below, unsigned threads) {
  const LevelTopologyView& here = topology.level[static_cast<std::size_t>(level)];
  std::vector<RegionArcs> regions(topology.layout.regions(level));
  std::vector<ThinningSearch> searches(thread_count(threads));
  std::vector<Numbering> numberings(searches.size(),
                                    Numbering(topology.level[static_cast<std::size_t>(level - 1)].nodes));
  parallel_for(regions.size(), threads, [&](std::size_t number, unsigned worker) {
    regions[number] = upper_region(topology, level, below, number, searches[worker], numberings[worker]);
  });
  return join(here, std::move(regions));
}

}  // namespace portolan
