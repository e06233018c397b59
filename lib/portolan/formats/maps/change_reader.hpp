// SPDX-License-Identifier: BSL-1.0
// Files of changes: edits of a map's terrain and queries, in the order in which they happen.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/grid/floors.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace portolan {

/// Terrain that tiles are set to.
struct TerrainChange {
  Rect area;
  std::vector<TerrainId> terrain;  ///< one for all tiles, or one each, row by row
};

/// A line of the file, or a block of lines that begins there.
struct Change {
  std::size_t line = 0;  ///< from 1
  std::variant<TerrainChange, Scenario> what;
};

/// The map that changes are for. A view: the palette must outlive it.
struct ChangingGround {
  Rect bounds;
  FloorStack floors;
  std::span<const Terrain> palette;
};

/// Whether a text is one of changes, by the first word in it that is no comment.
[[nodiscard]] bool is_changes(std::string_view text) noexcept;

/// Parses a whole file; `name` stands for it in errors.
///
/// Lines are `edit x y w h TERRAIN`, which sets a rectangle to the terrain of that name; `tiles x y w h`, followed by h
/// rows of w characters, each the name of a terrain; `query sx sy gx gy [length]`, of the tile lengths of the shortest
/// path (0 between different tiles: there is none); or comments, which start with `#`. Rectangles lie inside the map,
/// on one floor, and ends of queries inside the map. Lengths are finite and not negative. O(bytes). Errors (syntax): a
/// line that is none of these, or no query at all.
Result<std::vector<Change>> parse_changes(std::string_view text, std::string_view name, const ChangingGround& ground);

}  // namespace portolan
