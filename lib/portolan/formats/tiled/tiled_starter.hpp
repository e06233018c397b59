// SPDX-License-Identifier: BSL-1.0
// What a legend for Tiled maps could say. Internal to the module.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace portolan {

/// Gathers which terrain names and which tiles maps use.
class TiledStarter {
 public:
  /// Adds what a map uses. Errors: those of parse_tiled_map and of its tiles, limit (more than 65,536 kinds of tiles,
  /// or what does not fit `memory`).
  Outcome add(std::string_view text, const std::filesystem::path& path, const ReadFile& read, std::uint64_t memory);

  /// A legend with its header. Tiles have rows of their own if nothing but the name of their layer tells their terrain,
  /// and it is the same in all layers; what is left has rows by the terrain's name.
  [[nodiscard]] std::string rows() const;

 private:
  using TileKey = std::pair<std::string, std::uint32_t>;  ///< tileset, and number in it

  /// The tiles of one kind, by the terrain that the map gives them.
  struct Use {
    std::map<std::string, std::uint64_t> tiles;
    bool told = false;  ///< by a property, at least once
  };

  Outcome add_layer(const TiledMap& map, const TiledLayer& layer, std::uint64_t memory);
  Outcome add_tiles(const TiledMap& map, const TiledLayer& layer, std::uint32_t gid, std::uint64_t count);
  void add_cost(const TiledTerrain& terrain);

  std::map<TileKey, Use> uses_;
  std::map<std::string, std::string, std::less<>> costs_;  ///< that the maps give, by terrain
};

}  // namespace portolan
