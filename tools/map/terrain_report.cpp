// SPDX-License-Identifier: BSL-1.0
#include "map/terrain_report.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::tools {

nlohmann::ordered_json terrain_report(const World& world) {
  std::array<std::uint64_t, 256> tiles{};
  world.terrain().for_each_piece(world.bounds(), [&](Tile, std::span<const TerrainId> terrain) {
    for (const TerrainId id : terrain) ++tiles[id];
  });
  nlohmann::ordered_json terrains = nlohmann::ordered_json::array();
  for (std::size_t id = 0; id < world.palette().size(); ++id)
    terrains.push_back({{"name", world.palette()[id].name}, {"tiles", tiles[id]}});
  return terrains;
}

}  // namespace portolan::tools
