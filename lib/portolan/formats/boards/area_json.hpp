// SPDX-License-Identifier: BSL-1.0
// Areas over a tile map as JSON, version 1:
//
//   {"portolan": "areas", "version": 1,
//    "areas": [{"name": "Ashen Coast", "tags": ["coast"], "anchor": [12, 7], "enter": 2.5,
//                 "rects": [[0, 0, 20, 10]],
//                 "polygons": [[[20, 0], [35.5, 0], [20, 12]]],
//                 "wkt": "POLYGON ((0 10, 20 10, 10 18))"}],
//    "links": [{"from": "Ashen Coast", "to": "High Pass", "cost": 12.5, "one_way": true, "name": "ferry",
//               "tags": ["sea"]}],
//    "closed": [["Ashen Coast", "Fenmark"]]}
//
// An area is all its shapes together: rectangles [x, y, width, height] in whole tiles, polygons of corners [x, y] in
// tiles (the corner of the map is [0, 0], a tile's centre lies at halves; decimals are rounded to 2^-8 tile), and WKT
// for those with holes. A tile lies in an area where its centre does, as for_each_run says; where areas overlap, in
// the one listed first. `anchor` is a tile. Links are ways besides walking, at a cost in tiles (1 unless given), both
// ways unless `one_way` is true; `closed` are borders that may not be crossed, either way. Of an area only `name` and
// a shape must be there, of a link `from` and `to`; `links` and `closed` may be absent. Unknown and repeated keys are
// errors.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <string_view>

namespace portolan {

/// Reads a whole text, of that form or GeoJSON (area_geojson.hpp), and paints a map of `width` x `height` tiles (below
/// 2^32 in all); `source` stands for the text in
/// messages. What is wrong with single values is noted in the draft; overlaps and shapes beyond the map are warnings.
/// Errors: syntax (broken JSON, another shape than the above), unsupported (another version), and those of
/// JsonTree::parse, which `memory` bounds. Takes four bytes a tile besides. O(bytes + tiles of all shapes).
Result<AreaDrawing> parse_areas_json(std::string_view text, std::string_view source, std::int32_t width,
                                     std::int32_t height, std::uint64_t memory = kAnyMemory);

/// Reads waypoints in the same way:
///
///   {"portolan": "waypoints", "version": 1, "sight_length": 40,
///    "waypoints": [{"name": "Gate", "x": 12, "y": 3, "tags": ["guarded"]},
///                  {"name": "Well", "x": 20.5, "y": 9, "floor": 1}],
///    "ways": [{"from": "Gate", "to": "Well", "cost": 12.5, "one_way": true, "name": "rope"}],
///    "closed": [["Gate", "Well"]]}
///
/// x, y and floor as in waypoint_table.hpp; sight_length in whole tiles, without it any; a way without a cost is
/// walked. The map may have several floors.
Result<AreaDrawing> parse_waypoints_json(std::string_view text, std::string_view source, std::int32_t width,
                                         const FloorStack& floors, std::uint64_t memory = kAnyMemory);

}  // namespace portolan
