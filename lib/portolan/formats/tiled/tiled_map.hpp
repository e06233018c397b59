// SPDX-License-Identifier: BSL-1.0
// What a map of the Tiled editor says about the terrain of its tiles.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"
#include "portolan/formats/tiled/tiled_floors.hpp"
#include "portolan/formats/tiled/tiled_layer_data.hpp"
#include "portolan/formats/tiled/tiled_types.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace portolan {

/// The most tiles of a map with all its floors.
inline constexpr std::int64_t kMaxTiledTiles = std::int64_t{1} << 28;
/// The most tiles of all layers of a map together.
inline constexpr std::int64_t kMaxTiledLayerTiles = std::int64_t{1} << 30;

/// The name of the terrain of tiles and layers with a property that blocks, and none that names their terrain.
inline constexpr std::string_view kBlockedTerrain = "blocked";

/// Terrain as an author gives it by the properties of one element: `terrain` and `cost`; or `collides`, `solid` or
/// `blocked`, which are a cost of - if they are true; or a tile by its collision shapes, its
/// class or its terrain set.
struct TiledTerrain {
  std::string name;                          ///< empty: counts as no tile
  std::optional<std::string> cost;           ///< a decimal, or - for impassable
  std::string place;                         ///< "file:line: tile 3" or the like, for messages
  std::optional<std::uint32_t> colour = {};  ///< 0xRRGGBB, of a property `colour` or `color`
  bool in_passing = false;                   ///< by shapes, a class or a terrain set, of which a legend need not know
};

/// The tiles of a tileset that say their terrain.
struct TiledTileset {
  std::string name;
  std::uint32_t first_gid = 1;
  /// Tiles with a terrain of their own, by their number in the tileset.
  std::unordered_map<std::uint32_t, TiledTerrain> tiles;
  bool has_shapes = false;  ///< some of its tiles have collision shapes
};

/// The tiles of a rectangle, row by row.
struct TiledBlock {
  Rect area;  ///< within the map
  std::string place;
  TiledLayerData data;
};

/// A layer of tiles.
struct TiledLayer {
  /// The terrain of tiles that have none of their own: the layer's property, else that of the nearest group around it,
  /// else its name, else `unnamed`.
  TiledTerrain terrain;
  std::optional<std::int32_t> floor;  ///< nothing: it lies in no floor's group, and counts on every floor
  std::vector<TiledBlock> blocks;
  bool says_terrain = false;  ///< a property of it, or of a group around it, says more than its name
};

/// How tiles lie that are no grid of squares: hexagons, or diamonds, which touch as hexagons do. Every second row, or
/// column, is shifted by half a tile.
struct TiledStagger {
  enum class Axis : std::uint8_t { x, y };
  Axis axis = Axis::y;           ///< y: rows are shifted, to the right; x: columns, downwards
  std::int32_t parity = 1;       ///< 1: the rows (columns) 1, 3, ... are shifted, 0: the rows 0, 2, ...
  std::int32_t tile_width = 1;   ///< pixels
  std::int32_t tile_height = 1;  ///< pixels
  std::int32_t side = 0;         ///< length of the two sides of a hexagon along the axis, in pixels; 0: diamonds

  /// Whether a row (column) is shifted.
  [[nodiscard]] bool is_shifted(std::int32_t line) const noexcept { return (line & 1) == parity; }
};

/// Whether the tiles of a map with this `orientation` lie as TiledStagger says: hexagonal or staggered.
[[nodiscard]] bool is_staggered_orientation(std::string_view orientation) noexcept;

/// A map as far as terrain goes.
struct TiledMap {
  std::string source;
  std::optional<TiledStagger> stagger;  ///< nothing: a grid of squares
  Tile origin;                          ///< which tile of the file is 0,0 here: another one in infinite maps alone
  std::int32_t width = 0;
  std::int32_t height = 0;             ///< of each floor
  TiledTypes types;                    ///< of the project that the map names
  TiledFloors floors;                  ///< none: there is one floor, and no group says so
  std::vector<TiledTileset> tilesets;  ///< by rising first_gid
  std::vector<TiledLayer> layers;      ///< from the lowest to the topmost; without those in which nothing is stored

  /// Whether tiles have collision shapes, so that to have none is to be open.
  [[nodiscard]] bool has_shapes() const noexcept;
};

/// Reads a map. Orthogonal, isometric and oblique ones are the same grid here. `path` names it in errors; external
/// tilesets are looked for relative to its folder, also above it (`../`), as Tiled writes them, but not by absolute
/// paths, and come by `read`, as does the project that its property kProjectProperty names, which gives the elements of
/// its classes the properties that these lack. The tiles of layers stay packed. An infinite map covers the rectangle of
/// its chunks, whose top-left corner becomes 0,0 on all floors. Memory: a multiple of the files. Errors, with file,
/// line and layer or tileset: syntax, limit, unsupported (another orientation, floors of hexagons, JSON of Tiled
/// before 1.2), and those of `read`.
Result<TiledMap> parse_tiled_map(std::string_view text, const std::filesystem::path& path, const ReadFile& read);

/// Reads a map, as parse_tiled_map does, from its outermost element, out of which the tiles of layers are moved, and
/// into which the properties come that its types say.
Result<TiledMap> interpret_tiled_map(TiledElement& root, const std::filesystem::path& path, const ReadFile& read);

}  // namespace portolan
