// SPDX-License-Identifier: BSL-1.0
// What moves from tile to tile cost beside what terrain does: walls between tiles, cliffs that one climbs down but not
// up, currents. Every position has the class of the edge that each of its four straight steps crosses, a byte each,
// and classes ascend with cost, so that the dearest of several edges has the largest number.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/grid/tile_map.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The class of an edge in one direction: 0 where a step pays nothing more, i where it pays the i-th least cost that
/// the map's moves name, kBlockedEdge where there is no step.
using EdgeId = std::uint8_t;
/// The class of edges that no step crosses.
inline constexpr EdgeId kBlockedEdge = 255;
static_assert(kMaxMoveCosts < kBlockedEdge);

/// The classes of the edges to the north, west, east and south of a position, in the direction that leaves it.
using EdgeIds = std::array<EdgeId, 4>;

/// The moves of a map as one mover's searches read them. A view but for the table: the classes must outlive it. Safe to
/// read from any number of threads.
struct EdgeCosts {
  std::span<const EdgeIds> ids;  ///< by position; empty: there are no moves
  std::array<Cost, 256> cost{};  ///< by class, in the unit of the rules; kInfiniteCost: there is no step

  /// The class of what a step crosses between two positions of a map of `width` a row that are beside each other: of a
  /// straight one its edge, of a diagonal one the dearest of the four edges between the 2 x 2 positions, on both ways
  /// round. O(1).
  [[nodiscard]] EdgeId crossed(std::int32_t width, Tile from, Tile to) const noexcept {
    const auto at = [&](std::int32_t x, std::int32_t y) -> const EdgeIds& {
      return ids[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    };
    const std::size_t along = to.x < from.x ? 1 : 2;
    const std::size_t down = to.y < from.y ? 0 : 3;
    if (from.y == to.y) return at(from.x, from.y)[along];
    if (from.x == to.x) return at(from.x, from.y)[down];
    return std::max(std::max(at(from.x, from.y)[along], at(to.x, from.y)[down]),
                    std::max(at(from.x, from.y)[down], at(from.x, to.y)[along]));
  }
};

/// The moves of a map in the form in which a world holds them.
struct EdgePlane {
  std::vector<EdgeIds> ids;          ///< by tile, row by row; empty: there are no moves
  std::vector<std::uint64_t> costs;  ///< of the classes from 1 on, ascending, in ten-thousandths of a tile
};

/// The moves of a map by tile; of several over one edge in one direction the dearest counts, and none that costs
/// nothing. O(tiles + moves * log).
[[nodiscard]] EdgePlane edge_plane(const TileMap& map);

/// The list of moves that makes such classes, tile by tile, and those that are alike both ways as one. The classes must
/// be those of a map of this width. O(tiles).
[[nodiscard]] std::vector<Move> moves_of(std::span<const EdgeIds> ids, std::span<const std::uint64_t> costs,
                                         std::int32_t width);

/// Replaces the classes of a map of `width` tiles a row by those of positions of a footprint of k x k tiles: the
/// dearest that any of its tiles crosses. O(tiles * log k).
void take_dearest_edges(std::span<EdgeIds> ids, std::int32_t width, std::int32_t footprint) noexcept;

/// The moves of a map as one mover pays them, with what they are told of. Moves freely.
struct MoverEdges {
  std::vector<EdgeIds> ids;  ///< by position; none where the map has no moves
  EdgeCosts costs;           ///< a view of `ids`

  /// For GridView::edges, as long as this stays where it is.
  [[nodiscard]] const EdgeCosts* view() const noexcept { return ids.empty() ? nullptr : &costs; }
};
/// Tells the rules of the dearest move too. O(tiles * log footprint + moves * log).
[[nodiscard]] MoverEdges mover_edges(const TileMap& map, MoveRules& rules);

/// The largest cost of edges that are not blocked, for MoveRules::dearest_move. O(1).
[[nodiscard]] Cost dearest_edge(const EdgeCosts& edges) noexcept;

/// The costs of classes in the unit of the rules, `costs` as in EdgePlane and at most kMaxMoveCosts. Classes that no
/// cost belongs to are blocked.
[[nodiscard]] EdgeCosts edge_costs(std::span<const EdgeIds> ids, std::span<const std::uint64_t> costs,
                                   const MoveRules& rules) noexcept;

}  // namespace portolan
