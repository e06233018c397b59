// SPDX-License-Identifier: BSL-1.0
// Goals on a tile map as a table (TSV or CSV) with a header:
//
//   x    y    floor  name
//   12   7    0      the old well
//
// The columns `x` and `y` must be there; `floor` is 0 and `name` empty where they are absent. Unknown columns and
// repeated ones are errors; lines that start with `#` are comments.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// A goal as written.
struct NamedTile {
  Tile tile{};  ///< of the map with all its floors
  std::string name;
};

/// Reads a whole text, in whose messages `source` stands for it, for a map of this width and these floors. Errors:
/// syntax (also a tile that is not on the map); they name the line. O(bytes).
Result<std::vector<NamedTile>> parse_goals(std::string_view text, std::string_view source, std::int32_t width,
                                           const FloorStack& floors);

/// Reads goals, as parse_goals does, from a file. Errors: those of parse_goals, and io.
Result<std::vector<NamedTile>> read_goals(const std::filesystem::path& path, std::int32_t width,
                                          const FloorStack& floors);

}  // namespace portolan
