// SPDX-License-Identifier: BSL-1.0
// Areas over a tile map as GeoJSON (RFC 7946), as programs for maps of the world write it:
//
//   {"type": "FeatureCollection", "features": [
//    {"type": "Feature", "properties": {"name": "Ashen Coast", "tags": "coast; sea", "enter": 2.5},
//     "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [20, 10], [0, 10], [0, 0]]]}}]}
//
// Coordinates are in tiles, as in area_json.hpp: x to the right, y downwards, a third number is passed over. Polygons
// and multipolygons, with their holes, are areas, and features of one name are one area, which stands where the first
// does. A point is the anchor of the area of its name or, where there is none, a place: an area of one tile, which has
// its tile whatever area lies there. The name is the property `name`, else the `id` of the feature; `tags` is a list or
// a text with semicolons; other properties are passed over, and so are features of other kinds, with a warning.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/json_tree.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <string_view>

namespace portolan {

/// Whether a value is a collection of features.
[[nodiscard]] bool is_feature_collection(const JsonValue& root) noexcept;

/// Reads the features, and paints a map of this width and these floors; `source` stands for the text in messages. What
/// is wrong with single features is noted in the draft; overlaps, shapes beyond the map and what is passed over are
/// warnings. Error (syntax): another shape than the above. Takes four bytes a tile besides. O(bytes + tiles of all
/// shapes).
Result<AreaDrawing> read_area_features(const JsonValue& root, std::string_view source, std::int32_t width,
                                       const FloorStack& floors);

}  // namespace portolan
