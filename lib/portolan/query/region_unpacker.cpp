// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/region_unpacker.hpp"

#include "portolan/regions/region_landmarks.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// A lower bound of the cost of every path of steps between two tiles of a rectangle that leaves it: mirrored at the
/// first tiles outside, it leads straight on.
Cost leaving_bound(const MoveRules& rules, const Rect& area, Tile from, Tile to) noexcept {
  const std::int32_t left = 2 * (area.min.x - 1) - to.x;
  const std::int32_t right = 2 * area.max.x - to.x;
  const std::int32_t above = 2 * (area.min.y - 1) - to.y;
  const std::int32_t below = 2 * area.max.y - to.y;
  return std::min({rules.lower_bound(from, {left, to.y}), rules.lower_bound(from, {right, to.y}),
                   rules.lower_bound(from, {to.x, above}), rules.lower_bound(from, {to.x, below})});
}

/// The regions of a level around a tile that lie inside the region of an arc of a higher level.
RegionList regions_inside(const RegionLayout& layout, const CoarseArc& arc, int level, Tile tile) noexcept {
  RegionList list;
  for_each_region_around(layout, tile, [&](RegionIndex r) {
    if (region_above(r, arc.level).index == arc.region) list.add(region_above(r, level));
  });
  return list;
}

/// The smallest region inside that of an arc that has both its ends.
LevelRegion common_region(const RegionLayout& layout, const CoarseArc& arc) noexcept {
  const Rect around_to = layout.around(arc.to.tile);
  LevelRegion smallest{arc.level, arc.region};
  for (const LevelRegion& region : regions_inside(layout, arc, 0, arc.from.tile)) {
    const int level = meeting_level(around_to, region.index);
    if (level < smallest.level) smallest = region_above(region.index, level);
  }
  return smallest;
}

}  // namespace

RegionUnpacker::RegionUnpacker(const RegionTier& tier, std::shared_ptr<SearchMemory> memory)
    : tier_(tier), memory_(std::move(memory)) {
  make_room();
}

void RegionUnpacker::make_room() {
  if (tier_.nodes() <= labels_.size()) return;
  PagedLabels labels(memory_, tier_.ample_nodes());
  open_ = ZeroedArray<OpenEntry>(labels.room());
  labels_ = std::move(labels);
}

Unpacked RegionUnpacker::next_leg(CoarseRoute& route, RouteLeg& leg, std::uint64_t& budget) noexcept {
  while (route.count != 0) {
    const CoarseArc& arc = route.memory[route.count - 1];
    if (arc.level > 0) {
      const Unpacked step = tier_.with_graph([&](const auto& graph) { return unpack_next(graph, route, budget); });
      if (step != Unpacked::leg) return step;
      continue;
    }
    // Two nodes on one tile cost nothing to go between; a path of a sound file has no more legs than there are nodes,
    // on this snapshot or on the one that it was found on.
    const bool moves = arc.from.tile != arc.to.tile;
    if ((!moves && arc.cost != 0) || route.legs >= tier_.ample_arcs()) return Unpacked::corrupt;
    --route.count;
    ++route.legs;
    if (!moves) continue;
    leg = {arc.from.tile, arc.to.tile, arc.region, arc.cost, arc.link};
    return Unpacked::leg;
  }
  return Unpacked::done;
}

/// Replaces the next arc by arcs of lower levels, and returns `leg`; or else leaves the route as it is.
template <CoarseGraph Graph>
Unpacked RegionUnpacker::unpack_next(const Graph& graph, CoarseRoute& route, std::uint64_t& budget) noexcept {
  CoarseArc& next = route.memory[route.count - 1];
  CoarseArc arc = next;
  const auto from = node_at(graph, arc.from);
  const auto to = node_at(graph, arc.to);
  if (!from || !to || arc.level >= tier_.levels()) return Unpacked::corrupt;
  const RegionLayout& layout = tier_.layout();
  const LevelRegion common = common_region(layout, arc);
  const Rect area = layout.area(common.level, common.index);
  if (arc.cost < leaving_bound(*tier_.grid().rules, area, arc.from.tile, arc.to.tile)) {
    arc.region = common.index;
    arc.level = common.level;
    if (arc.level == 0) {
      next = arc;
      return Unpacked::leg;
    }
  } else if (const auto below =
                 find_arc(graph, *from, *to, arc.cost, regions_inside(layout, arc, arc.level - 1, arc.from.tile))) {
    next = *below;
    return Unpacked::leg;
  }
  --route.count;
  const std::size_t rest = route.count;
  const Unpacked step = search_below(graph, arc, route, budget);
  if (step == Unpacked::leg) return step;
  route.memory[rest] = arc;
  route.count = rest + 1;
  return step;
}

/// Puts the arcs of the level below that an arc is made of in its place.
template <CoarseGraph Graph>
Unpacked RegionUnpacker::search_below(const Graph& graph, const CoarseArc& arc, CoarseRoute& route,
                                      std::uint64_t& budget) noexcept {
  const GridView& grid = tier_.grid();
  const NodeId from = *node_at(graph, arc.from);
  const NodeId to = *node_at(graph, arc.to);
  bool sound = true;
  const auto in_plane = [&](NodeId node) noexcept {
    const Tile tile = graph.tile_of(node);
    const bool on_map = grid.contains(tile);
    sound = sound && on_map;
    return on_map ? grid.rules->lower_bound(tile, arc.to.tile) : kInfiniteCost;
  };
  RegionLandmarkBound by_landmarks(tier_.landmarks_in(arc.level, arc.region));
  by_landmarks.add(to, 0);
  labels_.clear();
  const SearchLimits limits{.goal = to, .limit = arc.cost + 1, .expansions = budget};
  BestFirst search(labels_, std::span(open_.data(), open_.size()),
                   [&](NodeId node) noexcept { return std::max(in_plane(node), by_landmarks(node)); });
  search.seed({.node = from}, limits);
  const SearchOutcome outcome = search.run(limits, [&](NodeId node, Cost cost, auto&& relax) noexcept {
    // Most arcs lead astray: what is quickly asked first saves reading labels and landmarks.
    const auto relax_near = [&](NodeId other, Cost weight) noexcept {
      if (weight <= arc.cost - cost && in_plane(other) <= arc.cost - cost - weight) relax(other, weight);
    };
    for (const LevelRegion& region : regions_inside(tier_.layout(), arc, arc.level - 1, graph.tile_of(node))) {
      if (!graph.for_each_arc(node, region, relax_near)) sound = false;
    }
    if (!sound) search.abandon();
  });
  budget -= outcome.expansions;
  if (outcome.end == SearchEnd::budget) return Unpacked::budget;
  if (!sound || outcome.end != SearchEnd::reached || labels_.cost(to) != arc.cost) return Unpacked::corrupt;
  for (NodeId node = to; node != from;) {
    const NodeId parent = labels_.parent(node);
    const auto piece = find_arc(graph, parent, node, labels_.cost(node) - labels_.cost(parent),
                                regions_inside(tier_.layout(), arc, arc.level - 1, graph.tile_of(parent)));
    if (!piece) return Unpacked::corrupt;
    if (!route.push(*piece)) return Unpacked::full;
    node = parent;
  }
  return Unpacked::leg;
}

}  // namespace portolan
