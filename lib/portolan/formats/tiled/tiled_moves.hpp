// SPDX-License-Identifier: BSL-1.0
// Walls and cliffs between tiles that objects of a Tiled map draw. Which objects are meant: objects_of in
// tiled_objects.hpp.
//
// `wall` and `cliff` objects are lines, polygons or rectangles along the edges of tiles: every corner lies on a corner
// of tiles, to a sixteenth of a tile (snap to the grid), and every side runs along a column or a row. Each edge between
// two tiles of the map that lies on it is a move: of a wall both ways, of a cliff from its right side, seen along the
// line, up to its left; the way down is free. Of a polygon or rectangle drawn clockwise, as Tiled draws rectangles, the
// right side is inside. Property `cost`: what crossing adds, in tiles, or `blocked`, which it is unless given. Of a map
// with floors the object lies on the floor in whose group its layer is.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"
#include "portolan/grid/tile_map.hpp"

#include <string_view>
#include <vector>

namespace portolan {

/// Finds the moves of a map whose objects these are, read from a file of the name `source`; `map` is its terrain with
/// its floors. Errors (syntax, limit), with file, line, layer and object: another shape, a corner beside those of
/// tiles, a side that is neither upright nor level, a layer on no floor, an unknown property, a bad cost, more than
/// kMaxMoves edges or what fits `memory` bytes. What lies beyond the map, or on its outline, is no edge. O(edges).
Result<std::vector<Move>> tile_moves_of(const TiledObjects& objects, std::string_view source, const TileMap& map,
                                        std::uint64_t memory);

}  // namespace portolan
