// SPDX-License-Identifier: BSL-1.0
// What a World shares among its copies. Internal to the module.
#pragma once

#include "portolan/world/mapping.hpp"
#include "portolan/world/section_table.hpp"
#include "portolan/world/world.hpp"

#include <optional>
#include <vector>

namespace portolan {

struct World::Data {
  std::optional<Mapping> mapping;
  std::span<const std::byte> bytes;
  std::optional<SectionTable> table;
  format::MapInfo info{};
  TerrainPlane terrain;
  std::vector<Terrain> palette;
  FloorStack floors;
  Tile origin;
  std::vector<Link> links;
  std::span<const EdgeIds> edges;
  std::span<const std::uint64_t> edge_costs;
  std::vector<ProfileView> profiles;
  std::optional<BoardTierView> board;
  std::optional<AreasView> areas;
  std::string_view provenance;
  std::string name;  ///< of the file, for messages
};

}  // namespace portolan
