// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_topology.hpp"

#include "portolan/regions/line_crossing.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Every other bit of the result is one of v's.
std::uint64_t spread(std::int32_t v) noexcept {
  std::uint64_t bits = static_cast<std::uint32_t>(v);
  bits = (bits | bits << 16) & 0x0000'FFFF'0000'FFFF;
  bits = (bits | bits << 8) & 0x00FF'00FF'00FF'00FF;
  bits = (bits | bits << 4) & 0x0F0F'0F0F'0F0F'0F0F;
  bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
  return (bits | bits << 1) & 0x5555'5555'5555'5555;
}

std::uint8_t ways_at(const GridView& grid, Tile t) {
  return grid.contains(t) ? step_ways(grid, t) : std::uint8_t{0};
}

}  // namespace

bool is_link_end(const RegionTopologyView& topology, Tile t) noexcept {
  return std::binary_search(topology.link_ends.begin(), topology.link_ends.end(), t, row_by_row);
}

std::vector<NodeId> find_link_end_nodes(const RegionTopologyView& topology) {
  std::vector<NodeId> nodes;
  for (const Tile tile : topology.link_ends) {
    nodes.push_back(kNoNode);
    // Each region of level 0 around it has it among its members.
    const Tile first = topology.layout.around(tile).min;
    const auto members = topology.level[0].records.members(topology.layout.number(0, {first.x, first.y}));
    for (const auto& [node, arc] : members.value_or(std::span<const RegionMember>())) {
      if (node < topology.tiles.size() && topology.tiles[node] == tile) nodes.back() = node;
    }
  }
  return nodes;
}

bool is_portal(const GridView& grid, const RegionLayout& layout, Tile t) {
  if (grid.cost(t) == 0) return false;
  const bool vertical = layout.on_vertical(t);
  const bool horizontal = layout.on_horizontal(t);
  if (vertical && horizontal) return true;
  const std::uint8_t here = step_ways(grid, t);
  return (vertical &&
          is_crossing(here, ways_at(grid, {t.x, t.y - 1}), ways_at(grid, {t.x, t.y + 1}), kToWest | kToEast)) ||
         (horizontal &&
          is_crossing(here, ways_at(grid, {t.x - 1, t.y}), ways_at(grid, {t.x + 1, t.y}), kToNorth | kToSouth));
}

std::vector<RegionNode> find_portals(const GridView& grid, const RegionLayout& layout) {
  return find_portals(grid, layout, grid.bounds());
}

std::vector<RegionNode> find_portals(const GridView& grid, const RegionLayout& layout, const Rect& part) {
  std::vector<RegionNode> portals;
  std::vector<std::int32_t> lines;
  for (std::int32_t i = 1; i < layout.columns(0); ++i) {
    const std::int32_t x = layout.area(0, {i, 0}).min.x;
    if (x >= part.min.x && x < part.max.x) lines.push_back(x);
  }
  const auto consider = [&](Tile t) {
    if (is_portal(grid, layout, t)) portals.push_back({t, layout.line_level(t)});
  };
  for (std::int32_t y = part.min.y; y < part.max.y; ++y) {
    if (layout.on_horizontal({0, y})) {
      for (std::int32_t x = part.min.x; x < part.max.x; ++x) consider({x, y});
    } else {
      for (const std::int32_t x : lines) consider({x, y});
    }
  }
  return portals;
}

std::uint64_t NodeOrder::square(Tile t) const noexcept {
  const RegionIndex square = layout_.square(t);
  return spread(square.x) | spread(square.y) << 1;
}

LevelTopology collect_members(const RegionLayout& layout, int level, std::span<const RegionNode> nodes) {
  LevelTopology result;
  result.nodes = static_cast<std::uint32_t>(nodes.size());
  result.first.assign(layout.regions(level) + 1, 0);
  result.places.assign(nodes.size(), {kNoMember, kNoMember, kNoMember, kNoMember});
  const auto for_each_region = [&](const RegionNode& node, auto&& visit) {
    if (node.level < level) return;
    const Rect around = layout.around(node.tile);
    for (std::int32_t y = around.min.y >> level; y <= (around.max.y - 1) >> level; ++y) {
      for (std::int32_t x = around.min.x >> level; x <= (around.max.x - 1) >> level; ++x) visit(RegionIndex{x, y});
    }
  };
  for (const RegionNode& node : nodes) {
    for_each_region(node, [&](RegionIndex r) { ++result.first[layout.number(level, r) + 1]; });
  }
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  result.members.resize(result.first.back());
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (NodeId id = 0; id < result.nodes; ++id) {
    for_each_region(nodes[id], [&](RegionIndex r) {
      const std::size_t region = layout.number(level, r);
      const std::uint32_t place = next[region]++;
      result.members[place] = id;
      result.places[id][layout.corner(level, r, nodes[id].tile)] =
          static_cast<MemberIndex>(place - result.first[region]);
    });
  }
  return result;
}

RegionTopology make_topology(const RegionLayout& layout, int levels, std::vector<RegionNode> nodes) {
  std::sort(nodes.begin(), nodes.end(), NodeOrder(layout));
  RegionTopology topology;
  topology.layout = layout;
  for (const RegionNode& node : nodes) topology.tiles.push_back(node.tile);
  for (int level = 0; level < levels; ++level) {
    const auto end =
        std::partition_point(nodes.begin(), nodes.end(), [&](const RegionNode& n) { return n.level >= level; });
    LevelTopology members =
        collect_members(layout, level, std::span(nodes).first(static_cast<std::size_t>(end - nodes.begin())));
    if (!fits(members)) break;
    topology.level.push_back(std::move(members));
  }
  return topology;
}

bool fits(const LevelTopology& level) noexcept {
  for (std::size_t i = 0; i + 1 < level.first.size(); ++i) {
    if (level.first[i + 1] - level.first[i] > kMaxRegionMembers) return false;
  }
  return true;
}

}  // namespace portolan
