// SPDX-License-Identifier: BSL-1.0
// Reading a map of any known format from a file.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/hashed_map.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace portolan {

/// What a file of a map holds.
enum class MapFormat {
  automatic,  ///< told by how the content starts
  movingai,
  ascii,
  png,
  tiff,  ///< in builds with libtiff (see reads_tiff); an error in others
  tiled,
  raw,     ///< with a description beside it; told by the extension `.raw`, as bytes say nothing of themselves
  chunks,  ///< a folder of PNG or TIFF pictures; told by {x} and {y} in the name
};

/// Reads the name of a format, as users know it: `auto`, `movingai`, `ascii`, `png`, `tiff`, `tiled`, `raw`
/// or `chunks`. Error: usage.
Result<MapFormat> parse_map_format(std::string_view name);
[[nodiscard]] std::string_view to_string(MapFormat format) noexcept;

/// The format that the content starts like; `automatic` where it is none of them.
[[nodiscard]] MapFormat map_format_of(std::string_view bytes) noexcept;

/// What belongs to a map, and what reading it may take.
struct MapReadOptions {
  MapFormat format = MapFormat::automatic;
  /// The table of colours for a picture (see ColourLegend) or of tiles for a Tiled map (see TiledLegend). If empty, the
  /// map's path with the extension `.legend`, if that file exists; without any, light is open and dark is wall, and the
  /// properties and layers of a Tiled map tell its terrain.
  std::filesystem::path legend = {};
  ReadFile read = read_file;  ///< gives the map and the files that it refers to
  /// Bytes that reading may take besides those given, as far as they are known beforehand.
  std::uint64_t memory = kAnyMemory;
  /// Where tiles that are read piece by piece go if they take much of the memory (make_tiles); empty: nowhere.
  std::filesystem::path scratch_folder = {};
  OpenFile open = PieceFile::open;  ///< opens maps that are read piece by piece
  /// Of a folder of pictures the terrain of chunks that are not there; without one they are an error.
  std::string missing = {};
};

/// Reads a map from a file or pipe, and the files that it refers to. What is odd about it, though it can be used, is in
/// TileMap::remarks; warnings_in (map_lint.hpp) puts it beside what is odd for those who move there. Errors: io,
/// syntax, limit, unsupported (see the formats; and Tiled maps of hexagons, which make boards), usage (a legend for a
/// format that has none); the message names the file and the place in it.
Result<TileMap> read_map(const std::filesystem::path& path, const MapReadOptions& options = {});

/// Reads a map as read_map does. The hash is hash_bytes of its file or, of raw bytes and chunks, one of all their
/// files.
Result<HashedMap> read_hashed_map(const std::filesystem::path& path, const MapReadOptions& options = {});

/// How the map at a path is read if that is piece by piece, so that it takes no memory beside its tiles: as `stated`,
/// or told by the name and the first bytes where that is automatic. Automatic where a map is read whole.
[[nodiscard]] MapFormat piecewise_format(const std::filesystem::path& path, MapFormat stated);

/// Reads a map, as read_map does, from the bytes of a file that was read from `path`, which names it in errors and says
/// where to look for the legend and the tilesets. Error (unsupported) beside those: raw bytes and folders.
Result<TileMap> parse_map(std::string_view bytes, const std::filesystem::path& path,
                          const MapReadOptions& options = {});

}  // namespace portolan
