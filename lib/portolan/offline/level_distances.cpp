// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/level_distances.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <functional>

namespace portolan {
namespace {

/// The regions of the level below around a node that lie inside a region.
RegionList children_around(const RegionTopologyView& topology, const LevelRegion& region, NodeId node) noexcept {
  RegionList list;
  for_each_region_around(topology.layout, topology.tiles[node], [&](RegionIndex r) {
    if (region_above(r, region.level) == region) list.add(region_above(r, region.level - 1));
  });
  return list;
}

std::span<const RegionMember> sound_members(const RegionLevelView& level, std::size_t number) {
  const auto members = level.records.members(number);
  if (!members) throw std::logic_error("members of another topology");
  return *members;
}

void keep_least(Cost& kept, Cost cost) noexcept {
  const std::atomic_ref<Cost> shared(kept);
  Cost known = shared.load(std::memory_order_relaxed);
  while (cost < known && !shared.compare_exchange_weak(known, cost, std::memory_order_relaxed)) {
  }
}

}  // namespace

LevelDistances::LevelDistances(const RegionTopologyView& topology, unsigned threads)
    : topology_(topology),
      graph_(topology),
      threads_(thread_count(threads)),
      top_(nodes_of(topology.levels - 1)),
      distance_(topology.tiles.size()),
      open_(threads_) {}

void LevelDistances::rise(std::span<const NodeId> sources) {
  std::fill(distance_.begin(), distance_.end(), kInfiniteCost);
  for (const NodeId source : sources) distance_[source] = 0;
  for (int level = 1; level < topology_.levels; ++level) {
    for_each_region(level, [&](const LevelRegion& region, Open& open) { rise_in(region, open); });
  }
}

void LevelDistances::sink() {
  for (const NodeId node : top_.settled()) distance_[node] = top_.distance(node);
  for (int level = topology_.levels - 1; level > 0; --level) {
    for_each_region(level, [&](const LevelRegion& region, Open& open) { sink_in(region, open); });
  }
}

void LevelDistances::rise_in(const LevelRegion& region, Open& open) {
  const NodeId members = nodes_of(region.level);
  const int below = region.level - 1;
  for_each_child(topology_.layout, region.level, region.index, [&](std::size_t number) {
    const LevelRegion child{below, topology_.layout.region(below, number)};
    for (const auto& [node, arc] : sound_members(topology_.level[static_cast<std::size_t>(below)], number)) {
      // On a line between children a node is in more than one of them.
      if (node < members || distance_[node] == kInfiniteCost) continue;
      if (*children_around(topology_, region, node).begin() == child) open.emplace_back(distance_[node], node);
    }
  });
  std::make_heap(open.begin(), open.end(), std::greater<>());
  search(region, open, [&](NodeId to, Cost cost) {
    if (to < members) {
      keep_least(distance_[to], cost);
    } else if (cost < distance_[to]) {
      distance_[to] = cost;
      open.emplace_back(cost, to);
      std::push_heap(open.begin(), open.end(), std::greater<>());
    }
  });
}

void LevelDistances::sink_in(const LevelRegion& region, Open& open) {
  const NodeId members = nodes_of(region.level);
  const std::size_t number = topology_.layout.number(region.level, region.index);
  for (const auto& [node, arc] : sound_members(topology_.level[static_cast<std::size_t>(region.level)], number)) {
    if (distance_[node] != kInfiniteCost) open.emplace_back(distance_[node], node);
  }
  std::make_heap(open.begin(), open.end(), std::greater<>());
  search(region, open, [&](NodeId to, Cost cost) {
    if (to < members || cost >= distance_[to]) return;
    distance_[to] = cost;
    open.emplace_back(cost, to);
    std::push_heap(open.begin(), open.end(), std::greater<>());
  });
}

template <class Reach>
void LevelDistances::search(const LevelRegion& region, Open& open, Reach&& reach) {
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end(), std::greater<>());
    const Cost cost = open.back().first;
    const NodeId node = open.back().second;
    open.pop_back();
    if (cost > distance_[node]) continue;
    for (const LevelRegion& child : children_around(topology_, region, node)) {
      const auto relax = [&](NodeId to, Cost weight) { reach(to, cost + weight); };
      if (!graph_.for_each_arc(node, child, relax)) throw std::logic_error("arcs of another topology");
    }
  }
}

template <class Visit>
void LevelDistances::for_each_region(int level, Visit&& visit) {
  parallel_for(topology_.layout.regions(level), threads_, [&](std::size_t number, unsigned worker) {
    open_[worker].clear();
    visit(LevelRegion{level, topology_.layout.region(level, number)}, open_[worker]);
  });
}

std::vector<Seed> LevelDistances::top_seeds() const {
  std::vector<Seed> seeds;
  for (NodeId node = 0; node < nodes_of(topology_.levels - 1); ++node) {
    if (distance_[node] != kInfiniteCost) seeds.push_back({.node = node, .cost = distance_[node]});
  }
  return seeds;
}

}  // namespace portolan
