// SPDX-License-Identifier: BSL-1.0
// Reading maps of the Tiled editor with the files that belong to them.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/tiled/tiled_collision.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"
#include "portolan/grid/tile_map.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The terrain of a map, row by row, with its floors and the links between its tiles, and how these lie if not as a
/// grid of squares.
struct TiledTiles {
  TileMap terrain;
  std::optional<TiledStagger> stagger;
  std::optional<TiledCell> cell;         ///< nothing where the file does not say how large tiles are
  bool draws = false;                    ///< some objects are areas, links between these, places or waypoints
  std::vector<std::string> passed_over;  ///< see TiledObjects
};

/// Reads a map from the bytes of a file that was read from `path`, with its tilesets, templates and a legend (see
/// legend_for), which come by `read`. Errors: those of parse_tiled_map, terrain_of, objects_of, tile_links_of, `read`
/// and of the legend; limit (elements and tiles that do not fit `memory`).
Result<TiledTiles> parse_tiled(std::string_view text, const std::filesystem::path& path,
                               const std::filesystem::path& legend, const ReadFile& read,
                               std::uint64_t memory = kAnyMemory);

}  // namespace portolan
