// SPDX-License-Identifier: BSL-1.0
// Regions, links and places that objects of a Tiled map draw over its tiles. Which objects are meant: objects_of in
// tiled_objects.hpp.
//
// Of `region` objects, rectangles, polygons and ellipses are regions; those of one name are one region, which stands
// where the first does. Properties: `tags`, with semicolons between them. A point is the anchor of the region of its
// name.
//
// Of `link` objects, a line (from its first corner to its last) or two points of one name (from the one that comes
// first, which alone has properties) lead from the region that the one end lies in to that of the other, or to those
// that the properties `from` and `to` name; with both of them any shape will do. The name of the object is that of the
// link. Properties: `cost` in tiles (1 unless given), `one_way`, `tags`; or `closed`: there is no link, and the border
// between the two may not be crossed, from the first to the second with `one_way`, else either way.
//
// A `place` is a point with a name: a region of one tile, which has its tile whatever region lies there, and anchor.
//
// The order of the file is that of the regions, places after all others.
#pragma once

#include "portolan/graph/region_drawing.hpp"
#include "portolan/io/tiled_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

struct TiledRegions {
  std::optional<RegionDrawing> drawing;  ///< nothing: no object is meant
  std::vector<std::string> passed_over;  ///< see TiledObjects
};

/// Draws the objects of a map of `width` x `height` tiles, given by the bytes of a file that was read from `path`. What
/// is wrong with single values is noted in the draft; objects of shapes that mean nothing, overlaps and shapes beyond
/// the map are warnings. Errors: those of parse_tiled_map and objects_of, usage (objects are meant, and the map has
/// another size), unsupported (objects are meant, and the map has several floors;
/// tiles that are no grid of squares). Takes four bytes a tile if objects are meant. O(bytes + tiles of all shapes).
Result<TiledRegions> parse_tiled_regions(std::string_view text, const std::filesystem::path& path, const ReadFile& read,
                                         std::int32_t width, std::int32_t height);

}  // namespace portolan
