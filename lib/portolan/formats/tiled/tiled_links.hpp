// SPDX-License-Identifier: BSL-1.0
// Links between tiles that objects of a Tiled map draw. Which objects are meant: objects_of in tiled_objects.hpp.
//
// Of `tile_link` objects, two points of one name are a link between the tiles in which they lie, from the one that
// comes first, which alone has properties; so is a line, from the tile in which it begins to the one in which it ends.
// The name of the object is that of the link. Properties, as in tables of links (link_reader.hpp): `cost` in tiles (1
// unless given), `one_way`. Of a map with floors the ends lie on the floors in whose groups their layers are: the two
// points may lie on different ones. The order is that of the lines and of the second points.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"
#include "portolan/grid/tile_map.hpp"

#include <string_view>
#include <vector>

namespace portolan {

/// Finds the links of a map whose objects these are, read from a file of the name `source`; `map` is its terrain with
/// its floors. Errors (syntax), with file, line, layer and object: another shape, a point without a name or without a
/// second one, a third, an end beyond the map or on no floor, properties of links between areas (`from`, `to`,
/// `closed`, `tags`), and what link_of says. O(objects log objects).
Result<std::vector<Link>> tile_links_of(const TiledObjects& objects, std::string_view source, const TileMap& map);

}  // namespace portolan
