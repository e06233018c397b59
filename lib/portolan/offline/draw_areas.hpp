// SPDX-License-Identifier: BSL-1.0
// From areas as drawn to a board over a tile map: what is adjacent, and what the way costs on foot.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/boards/tile_areas.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Pairs of waypoints that may be near enough to see each other: those of 2048, however far they see.
inline constexpr std::size_t kMaxSightPairs = std::size_t{1} << 21;

/// Areas over a map, for one mover.
struct Areas : BasicAreas<Owned> {
  Board board;                    ///< a node lies where its anchor's centre does; costs are in tiles at terrain cost 1
  std::vector<Finding> warnings;  ///< those of the drawing, and what the map shows; in the order of the files
};

/// Finds out what the drawing means on a map for a mover. The rules:
///
/// - Where the author chose no anchor, it is a tile of the area's largest part (passable tiles joined by steps within
///   the area; of equal parts the one met first, row by row): the one nearest to the middle of that part, the first
///   row by row if several are.
/// - Two areas share a border if a step leads from one to the other, an open one if its author did not close it. The
///   arc over an open border costs what the least way from anchor to anchor does that keeps to the tiles of the two and
///   crosses no closed border; there is none where there is no such way.
/// - Links lead from anchor to anchor at the author's cost, given in tiles at terrain cost 1.
/// - Waypoints (AreaDrawing::sight_length) are joined by what they see instead: an arc leads from each to every other
///   no farther than that which walk_in_sight leads to (straight_walk for a mover at any angle, who takes no links:
///   those drawn are left out with a warning), at its cost, unless the author closed it. What the author drew
///   is a link where it has a cost, else a walk: in sight at any distance, or the least path on the map, links
///   included. Where a link of the map leads from one to another, so does the least path, unless the author closed it
///   or drew it. Pairs that are near enough are found in an R-tree (Beckmann, Kriegel, Schneider, Seeger, 1990).
///   Warnings: waypoints without a way, islands without a waypoint, ways that lead nowhere (left out) and closed ones
///   that there would not be.
/// - Warnings: names that are odd (name_warnings_in), passable tiles in no area, areas without tiles, without passable
///   ones or in several parts, borders without a way between the anchors, closed borders that do not exist, links that
///   lead nowhere (left out).
///
/// The same for any number of threads. Errors: syntax, limit (the first of errors_in, an anchor that is no passable
/// tile of its area, 2^32 tiles and more, more than kMaxSightPairs pairs of waypoints near each other), usage (a
/// drawing of another size than the map, areas for an any_angle profile, and what make_move_rules says). O(tiles +
/// borders * tiles of two areas).
[[nodiscard]] Result<Areas> draw_areas(const AreaDrawing& drawing, const TileMap& map, const MovementProfile& profile,
                                       unsigned threads);

}  // namespace portolan
