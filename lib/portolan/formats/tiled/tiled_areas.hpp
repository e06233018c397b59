// SPDX-License-Identifier: BSL-1.0
// Areas, links, places and waypoints that objects of a Tiled map draw over its tiles. Which objects are meant:
// objects_of in tiled_objects.hpp.
//
// Of `area` objects, rectangles, polygons and ellipses are areas; those of one name are one area, which stands
// where the first does. Properties: `tags`, with semicolons between them; `enter`, what it costs to enter, in tiles. A
// point is the anchor of the area of its name.
//
// Of `link` objects, a line (from its first corner to its last) or two points of one name (from the one that comes
// first, which alone has properties) lead from the area that the one end lies in to that of the other, or to those
// that the properties `from` and `to` name; with both of them any shape will do. The name of the object is that of the
// link. Properties: `cost` in tiles (1 unless given), `one_way`, `tags`; or `closed`: there is no link, and the border
// between the two may not be crossed, from the first to the second with `one_way`, else either way.
//
// A `place` is a point with a name: an area of one tile, which has its tile whatever area lies there, and anchor.
//
// The order of the file is that of the areas, places after all others.
//
// A `waypoint` is a point with a name, or a line between waypoints: a way that is drawn, from each one that a corner of
// it lies on to the next. Ways and links say what links do, and those without a `cost` are walked. Where there are
// waypoints there are neither areas nor places. On a map of several floors waypoints lie in layers of their floors'
// groups, and so do ends of ways and links that no property names; areas are for maps of one floor.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// What the objects of a map draw.
struct TiledAreas {
  std::optional<AreaDrawing> drawing;    ///< nothing: no object is meant
  std::vector<std::string> passed_over;  ///< see TiledObjects
};

/// Draws the objects of a map of this width and these floors, given by the bytes of a file that was read from `path`.
/// What is wrong with single values is noted in the draft; objects of shapes that mean nothing, overlaps and shapes
/// beyond the map are warnings. Errors: those of parse_tiled_map and objects_of, usage (objects are meant, and the map
/// has another size), unsupported (areas are meant, and the map has several floors; tiles that are no grid of squares).
/// Takes four bytes a tile if objects are meant, and for the file's tree at most `memory`. O(bytes + tiles of all
/// shapes).
Result<TiledAreas> parse_tiled_areas(std::string_view text, const std::filesystem::path& path, const ReadFile& read,
                                     std::int32_t width, const FloorStack& floors, std::uint64_t memory = kAnyMemory);

}  // namespace portolan
