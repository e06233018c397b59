// SPDX-License-Identifier: BSL-1.0
// Units of a crowd as a table (TSV or CSV) with a header:
//
//   x    y    goal_x  goal_y  profile   side  group
//   12   7    40      7       infantry  1     2
//
// The first four columns must be there, with several floors `floor` and `goal_floor` too (0 where they are absent or
// empty); `profile` is empty, `side` and `group` 0, and `heading` and `goal_heading`, of E NE N NW W SW S SE any, any
// where they are. Unknown columns and repeated ones are errors; lines that start with `#` are comments.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/floors.hpp"
#include "portolan/grid/kinematics.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// A unit as written.
struct WrittenUnit {
  Tile tile{};  ///< of the map with all its floors
  Tile goal{};
  std::string profile;
  std::uint8_t side = 0;
  std::uint16_t group = 0;              ///< 0: none
  std::uint32_t line = 0;               ///< of the table, from 1
  Heading heading = Heading::any;       ///< in which it stands; any: one that fits
  Heading goal_heading = Heading::any;  ///< in which it is to stand
};

/// Reads a whole text, in whose messages `source` stands for it, for a map of this width and these floors. Errors:
/// syntax (also a tile that is not on the map); they name the line. O(bytes).
Result<std::vector<WrittenUnit>> parse_units(std::string_view text, std::string_view source, std::int32_t width,
                                             const FloorStack& floors);

/// Reads units, as parse_units does, from a file. Errors: those of parse_units, and io.
Result<std::vector<WrittenUnit>> read_units(const std::filesystem::path& path, std::int32_t width,
                                            const FloorStack& floors);

}  // namespace portolan
