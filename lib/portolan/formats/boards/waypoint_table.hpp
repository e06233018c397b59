// SPDX-License-Identifier: BSL-1.0
// Waypoints over a tile map as tables (see TableReader for their form).
//
// The waypoints: a header line with the columns `name`, `x` and `y` and, if they are wanted, `floor` and `tags`
// (separated by semicolons), in any order; then a row a waypoint. x and y are in tiles from the corner of the floor: a
// waypoint is the tile in which they lie, so that 4 and 4.5 are the same. `floor` is the number of the floor, 0 where
// it is empty.
//
// The ways that the designer draws, in a file of their own: columns `from` and `to`, and of `cost`, `one_way`, `name`,
// `tags` and `closed` those wanted. A way with a cost, in tiles, is a link; one without is walked. What is closed is
// not joined because the two see each other; a way that is drawn besides stays.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/boards/drawing_builder.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace portolan {

/// A place as written, in tiles from the corner of a floor.
struct WrittenPlace {
  std::string_view x;
  std::string_view y;
  std::string_view floor;  ///< empty: 0
};

/// The tile in which a place lies, which may be beyond any map; nothing, noted in the draft as unreadable, if a
/// coordinate is no number, or farther than kMaxSide tiles from the origin, or the floor is no number from 0 to that.
[[nodiscard]] std::optional<FloorTile> read_tile(const WrittenPlace& written, const SourcePlace& place,
                                                 DraftBuilder& builder);

/// Reads waypoints over a map of this width and these floors (below 2^32 tiles in all). They see kMaxSide tiles far.
/// What is wrong with single values is noted in the draft. Error (syntax): a row that is none. Takes four bytes a tile.
/// O(bytes + tiles).
Result<AreaDrawing> parse_waypoint_tables(const NamedText& waypoints, const std::optional<NamedText>& ways,
                                          std::int32_t width, const FloorStack& floors);

}  // namespace portolan
