// SPDX-License-Identifier: BSL-1.0
// What the object layers of a Tiled map say about areas and links, in tiles. Internal to the module.
#pragma once

#include "portolan/formats/boards/polygon.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"
#include "portolan/formats/tiled/tiled_outline.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace portolan {

/// What an author means an object to be.
enum class TiledRole : std::uint8_t { area, link, place, tile_link, waypoint, wall, cliff };

/// An object that means something.
struct TiledObject {
  TiledRole role = TiledRole::area;
  TiledShape shape = TiledShape::other;
  std::string name;
  std::string what;  ///< "object layer 'x': object 'y' (id 3)", for messages
  std::uint32_t line = 0;
  TiledTexts properties;
  std::optional<std::int32_t> floor;  ///< whose group it lies in; 0 without floors, nothing outside of their groups
  Ring corners;                       ///< on the floor, whose first tile is 0,0; rounded to 2^-8 tile
};

/// The objects of a map.
struct TiledObjects {
  std::vector<TiledObject> objects;  ///< those with a role, in the order of the file
  /// Sentences, with file and line, about layers in which no object has a role, and the first object of each layer that
  /// may have none because its template cannot be read.
  std::vector<std::string> passed_over;
};

/// The most bytes that all objects together take from templates, as a template serves any number of them.
inline constexpr std::size_t kMaxTemplateBytes = std::size_t{1} << 26;

/// Finds the objects of a map whose outermost element is `root`. The role of an object is its class (or type) if that
/// is `area`, `link`, `place`, `tile_link`, `waypoint`, `wall` or `cliff`, else what the class of its layer, or the
/// layer's property `portolan`, says of all: `areas`, `links`, `places`, `tile_links`, `waypoints`, `walls`, `cliffs`.
/// Where tiles are no grid of squares no object has one. Invisible ones count. An object lies where the editor shows
/// it, turned (clockwise about its x, y), moved by the offsets of its layer and of the groups around it; templates are
/// followed as tilesets are. On isometric maps both coordinates are in heights of tiles.
///
/// Errors, with file, line, layer and object: syntax (no numbers, corners more than kMaxSide tiles from the origin,
/// another value of `portolan`), limit (corners of an object, templates), unsupported (roles on other than orthogonal
/// and isometric maps, turned objects on isometric ones, paths as of tilesets), and those of `read`. Memory: a multiple
/// of the files.
Result<TiledObjects> objects_of(const TiledElement& root, const TiledMap& map, const std::filesystem::path& path,
                                const ReadFile& read);

}  // namespace portolan
