// SPDX-License-Identifier: BSL-1.0
// From regions as drawn to a region graph over a tile map: what is adjacent, and what the way costs on foot.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/graph/region_drawing.hpp"
#include "portolan/graph/region_graph.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_areas.hpp"
#include "portolan/grid/tile_map.hpp"
#include "portolan/regions/drawn_regions.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Regions over a map, for one mover.
struct DrawnRegions {
  RegionGraph graph;  ///< a node lies where its anchor's centre does; costs are in tiles at terrain cost 1
  TileAreas areas;
  std::vector<Tile> anchors;         ///< by node; see DrawnRegionsView
  std::vector<RegionBorder> closed;  ///< ascending
  std::vector<RegionLink> links;     ///< ascending
  std::vector<Finding> warnings;     ///< those of the drawing, and what the map shows; in the order of the files

  [[nodiscard]] DrawnRegionsView view() const noexcept { return {areas.view(), anchors, closed, links}; }
};

/// Finds out what the drawing means on a map for a mover. The rules:
///
/// - Where the author chose no anchor, it is a tile of the region's largest part (passable tiles joined by steps within
///   the region; of equal parts the one met first, row by row): the one nearest to the middle of that part, the first
///   row by row if several are.
/// - Two regions share a border if a step leads from one to the other, an open one if its author did not close it. The
///   arc over an open border costs what the least way from anchor to anchor does that keeps to the tiles of the two and
///   crosses no closed border; there is none where there is no such way.
/// - Links lead from anchor to anchor at the author's cost, given in tiles at terrain cost 1.
/// - Warnings: names that are odd (name_warnings_in), passable tiles in no region, regions without tiles, without
/// passable ones or in several parts, borders
///   without a way between the anchors, closed borders that do not exist, links that lead nowhere (left out).
///
/// The same for any number of threads. Errors: syntax, limit (the first of errors_in, an anchor that is no passable
/// tile of its region, 2^32 tiles and more), usage (a drawing of another size than the map, an any_angle profile, and
/// what make_move_rules says). O(tiles + borders * tiles of two regions).
[[nodiscard]] Result<DrawnRegions> draw_regions(const RegionDrawing& drawing, const TileMap& map,
                                                const MovementProfile& profile, unsigned threads);

}  // namespace portolan
