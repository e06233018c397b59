// SPDX-License-Identifier: BSL-1.0
// From the border tiles of a region of level 0 to their nodes in the coarse graph.
#pragma once

#include "portolan/regions/inner_graph.hpp"

#include <array>
#include <optional>

namespace portolan {

/// Number of tiles on the border of a region of level 0.
inline constexpr std::size_t kBorderTiles = std::size_t{4} * kRegionSide;

/// The place on the border of a region of level 0 of the tile (x, y), counted from the region's origin: clockwise from
/// there. Nothing for a tile inside.
[[nodiscard]] constexpr std::optional<std::size_t> border_place(Tile t) noexcept {
  if (t.y == 0 && t.x < kRegionSide) return static_cast<std::size_t>(t.x);
  if (t.x == kRegionSide && t.y < kRegionSide) return static_cast<std::size_t>(kRegionSide + t.y);
  if (t.y == kRegionSide && t.x > 0) return static_cast<std::size_t>(3 * kRegionSide - t.x);
  if (t.x == 0) return static_cast<std::size_t>(4 * kRegionSide - t.y);
  return {};
}

/// By border_place the node there, kNoNode if there is none.
using BorderNodes = std::array<NodeId, kBorderTiles>;

/// The nodes on the border of a region of level 0; wrong members are left out. The topology must have level 0.
/// O(members).
[[nodiscard]] inline BorderNodes find_border_nodes(const RegionTopologyView& topology, RegionIndex r) noexcept {
  BorderNodes border;
  border.fill(kNoNode);
  const Tile origin = topology.layout.origin(0, r);
  const Rect area = topology.layout.area(0, r);
  const auto members = topology.level[0].records.members(topology.layout.number(0, r));
  for (const auto& [node, arc] : members.value_or(std::span<const RegionMember>())) {
    if (node >= topology.tiles.size() || !area.contains(topology.tiles[node])) continue;
    const Tile tile = topology.tiles[node];
    if (const auto place = border_place({tile.x - origin.x, tile.y - origin.y})) border[*place] = node;
  }
  return border;
}

}  // namespace portolan
