// SPDX-License-Identifier: BSL-1.0
// Worlds of the Tiled editor (doc.mapeditor.org, "Working with Worlds"): maps that lie beside each other.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace portolan {

/// The most maps of a world.
inline constexpr std::size_t kMaxWorldMaps = 4096;
/// The most bytes of all its maps.
inline constexpr std::uint64_t kMaxWorldBytes = std::uint64_t{1} << 30;

/// Whether a text looks like a world: JSON with its keys. O(bytes).
[[nodiscard]] bool is_tiled_world(std::string_view text) noexcept;

/// Makes one map of all maps of a world, given by the bytes of a file that was read from `path`. Each lies where the
/// world says, `empty` and impassable is what lies between them, and TileMap::origin is the least tile of all. Terrains
/// of one name are one, links and moves come along; areas, places and waypoints among the objects do not, which a
/// remark says; another says what else of the maps is passed over. Maps come by `read`, relative to the folder of the
/// world as tilesets are to that of a map. `legend` is for all of them; without it each has the one beside it. Memory:
/// two bytes a tile besides what a map takes.
///
/// Errors, with file and line: syntax (no world, no maps, a map that lies between tiles or over another one, costs of a
/// terrain that differ), limit (more than kMaxWorldMaps, kMaxWorldBytes, kMaxSide or kMaxTiledTiles, or more than fits
/// `memory`), unsupported (patterns instead of a list: anybody's expressions would be run on all names of a folder;
/// maps with floors, of other than square grids, or whose tiles differ in size), and those of parse_tiled.
Result<TileMap> parse_tiled_world(std::string_view text, const std::filesystem::path& path,
                                  const std::filesystem::path& legend, const ReadFile& read,
                                  std::uint64_t memory = kAnyMemory);

}  // namespace portolan
