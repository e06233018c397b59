// SPDX-License-Identifier: BSL-1.0
// Making tile maps of maps of the Tiled editor.
#pragma once

#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/tiled/tiled_legend.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"
#include "portolan/grid/tile_map.hpp"

namespace portolan {

/// Makes a tile map. The terrain of each tile is that of the topmost layer that has a tile there, visible or not; flips
/// and offsets do not matter. Its name is the property `terrain` of the tile, else kBlockedTerrain if collision shapes
/// cover it (tiled_collision.hpp), else the tile's class, else the terrain set that it is of all over, else the
/// property of the layer, else of the nearest group around it that has one, else the name of the layer; an empty one
/// counts as no tile. Its cost is the property `cost` beside it or of the layer that is named (a decimal, or - for
/// impassable), given at least once where it is not 1. What has a property `collides`, `solid` or `blocked` that is
/// true is impassable, and kBlockedTerrain if it has no `terrain`; with one that is false its shapes mean nothing.
/// Where tiles of the map have shapes, one of which nothing but the name of its layer speaks changes nothing over
/// kBlockedTerrain: a roof does not open the wall below it. Where no layer has a tile the terrain is `empty`,
/// impassable. A layer whose terrain counts as no tile is left out whole, whatever its tiles say.
///
/// If there is a legend (else null), it alone says terrains and costs: by tiles first, then by the terrain's name; a
/// class or terrain set that it does not know says nothing.
///
/// On a map with floors this holds for each floor, from its layers and those outside of all floors' groups, as the
/// editor shows it with the other floors hidden; the floors are stacked as TileMap::stack does.
///
/// Remarks: layers with tiles that have a terrain by the name of the layer alone, so that they cost 1, for want of any
/// property, where no tile has shapes; lines of the legend that say what no tile is.
///
/// Takes one byte a tile (with floors two), which are allocated as tiles come out of the layers (for infinite maps at
/// once), up to three (with floors six) while they grow. Errors, with file, line, layer and tile: syntax (damaged
/// tiles, a tile of no tileset, costs that contradict each other, what the legend lacks, a floor without layers that
/// count), limit (more than kMaxTerrains terrains, or tiles than fit `memory`).
Result<TileMap> terrain_of(const TiledMap& map, const TiledLegend* legend, std::uint64_t memory = kAnyMemory);

}  // namespace portolan
