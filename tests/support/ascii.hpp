// SPDX-License-Identifier: BSL-1.0
// Small maps drawn in the tests themselves.
//   '.' terrain cost 1    '#' impassable    '1'..'9' terrain cost that many    a letter: a named point on cost 1
// Lines are trimmed of blanks and empty ones skipped, so that raw strings can be indented.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <string_view>

namespace portolan::test {

/// The map that a drawing shows. Its palette: "." (1), "#" (0), then those of "1".."9" that are used, in that order.
/// @throws std::invalid_argument if the drawing is not a rectangle of these characters and letters.
[[nodiscard]] TileMap ascii_map(std::string_view drawing);

/// Where the letter `point` stands in the drawing. @throws std::invalid_argument unless it stands there exactly once.
[[nodiscard]] Tile find(std::string_view drawing, char point);

}  // namespace portolan::test
