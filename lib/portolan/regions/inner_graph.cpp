// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/inner_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace portolan {
namespace {

/// Orders the tiles of a region: once around its border, then its inside row by row.
std::tuple<std::int32_t, std::int32_t, std::int32_t> around_border(const Rect& area, Tile t) {
  if (t.y == area.min.y) return {0, t.x, 0};
  if (t.x == area.max.x - 1) return {1, t.y, 0};
  if (t.y == area.max.y - 1) return {2, -t.x, 0};
  if (t.x == area.min.x) return {3, -t.y, 0};
  return {4, t.y, t.x};
}

void order_members(const Rect& area, InnerGraph& graph) {
  graph.order.clear();
  for (std::uint32_t i = 0; i < graph.members.size(); ++i) {
    if (graph.members[i] != kNoPlace) graph.order.push_back(i);
  }
  const auto key = [&](std::uint32_t member) { return around_border(area, graph.tiles[graph.members[member]]); };
  std::sort(graph.order.begin(), graph.order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
}

void clear(InnerGraph& graph) {
  graph.first.clear();
  graph.target.clear();
  graph.weight.clear();
  graph.tiles.clear();
  graph.nodes.clear();
  graph.members.clear();
}

}  // namespace

std::optional<ChildRegions> children_of(const RegionLayout& layout, int level, std::size_t number,
                                        const RegionRecordsView& below) noexcept {
  ChildRegions children;
  bool sound = true;
  for_each_child(layout, level, layout.region(level, number), [&](std::size_t number_below) {
    const auto child = below.region(number_below);
    sound = sound && child;
    if (child) children.add(*child);
  });
  return sound ? std::optional(children) : std::nullopt;
}

InnerGraphLoader::InnerGraphLoader()
    : local_(static_cast<std::size_t>(kRegionSide + 1) * static_cast<std::size_t>(kRegionSide + 1), kNoPlace) {}

bool InnerGraphLoader::load(const GridView& grid, const RegionMembers& region, InnerGraph& graph) {
  const Rect& area = region.area;
  const auto at = [&](Tile t) -> std::uint32_t& {
    return local_[static_cast<std::size_t>((t.y - area.min.y) * area.width() + (t.x - area.min.x))];
  };
  clear(graph);
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      const bool passable = grid.cost({x, y}) != 0;
      at({x, y}) = passable ? static_cast<std::uint32_t>(graph.tiles.size()) : kNoPlace;
      if (passable) graph.tiles.push_back({x, y});
    }
  }
  graph.first.push_back(0);
  for (const Tile tile : graph.tiles) {
    for_each_step(grid, area, tile, [&](Tile to, Cost step) {
      graph.target.push_back(at(to));
      graph.weight.push_back(step);
    });
    graph.first.push_back(static_cast<std::uint32_t>(graph.target.size()));
  }
  graph.marked.assign(graph.tiles.size(), 0);
  bool sound = true;
  for (const NodeId node : region.members) {
    if (node >= region.tiles.size() || !area.contains(region.tiles[node])) {
      sound = false;
      break;
    }
    const std::uint32_t member = at(region.tiles[node]);
    graph.members.push_back(member);
    if (member != kNoPlace) graph.marked[member] = 1;
  }
  std::fill_n(local_.begin(), area.tiles(), kNoPlace);
  if (sound) order_members(area, graph);
  return sound;
}

bool InnerGraphLoader::load(std::span<const RegionView> children, const RegionMembers& region, InnerGraph& graph) {
  clear(graph);
  if (local_.size() < region.tiles.size()) local_.resize(region.tiles.size(), kNoPlace);
  bool sound = gather_children(region, children, graph);
  if (sound) {
    for (const NodeId node : region.members) {
      if (node >= region.tiles.size() || local_[node] == kNoPlace) {
        sound = false;
        break;
      }
      graph.members.push_back(local_[node]);
      graph.marked[local_[node]] = 1;
    }
  }
  for (const NodeId node : graph.nodes) local_[node] = kNoPlace;
  if (sound) order_members(region.area, graph);
  return sound;
}

/// Numbers the nodes of the children and joins their arcs.
bool InnerGraphLoader::gather_children(const RegionMembers& region, std::span<const RegionView> children,
                                       InnerGraph& graph) {
  const auto& tiles = region.tiles;
  bool sound = true;
  for (const RegionView& child : children) {
    for (const auto& [node, first] : child.members) {
      if (node >= tiles.size() || !region.area.contains(tiles[node])) {
        sound = false;
      } else if (local_[node] == kNoPlace) {
        local_[node] = 0;
        graph.nodes.push_back(node);
      }
    }
  }
  if (!sound) return false;
  std::sort(graph.nodes.begin(), graph.nodes.end(), [&](NodeId a, NodeId b) {
    return std::tuple(tiles[a].y, tiles[a].x, a) < std::tuple(tiles[b].y, tiles[b].x, b);
  });
  for (const NodeId node : graph.nodes) {
    local_[node] = static_cast<std::uint32_t>(graph.tiles.size());
    graph.tiles.push_back(tiles[node]);
  }
  graph.marked.assign(graph.nodes.size(), 0);

  // Rows are counted, laid out and filled; a node's row joins its arcs in all children.
  graph.first.assign(graph.nodes.size() + 1, 0);
  places_.clear();
  std::uint64_t total = 0;
  for (const RegionView& child : children) {
    for (std::size_t i = 0; i < child.members.size(); ++i) {
      const auto& [node, first] = child.members[i];
      if (first > child.end_of(i) || child.end_of(i) > child.arcs.size()) return false;
      places_.push_back(local_[node]);
      graph.first[places_.back() + 1] += child.end_of(i) - first;
    }
    total += child.arcs.size();
  }
  // Each member's arcs are no more than all of its region.
  if (total > std::numeric_limits<std::uint32_t>::max()) return false;
  std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());
  graph.target.resize(graph.first.back());
  graph.weight.resize(graph.first.back());
  std::size_t begin = 0;
  for (const RegionView& child : children) {
    const ArcsView& arcs = child.arcs;
    const std::size_t members = child.members.size();
    for (std::size_t i = 0; i < members; ++i) {
      std::uint32_t& next = graph.first[places_[begin + i]];
      for (std::uint32_t arc = child.members[i].first; arc < child.end_of(i); ++arc) {
        const Cost weight = arcs.weight(arc);
        if (arcs.target(arc) >= members || weight == 0 || weight >= kInfiniteCost / 2) return false;
        graph.target[next] = places_[begin + arcs.target(arc)];
        graph.weight[next++] = weight;
      }
    }
    begin += members;
  }
  // Filling moved each row's start to its end.
  std::copy_backward(graph.first.begin(), graph.first.end() - 1, graph.first.end());
  graph.first.front() = 0;
  return true;
}

}  // namespace portolan
