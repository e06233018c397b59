// SPDX-License-Identifier: BSL-1.0
// Sections of a world file whose content is kept in another form: records, names and words. The rest of the file is in
// the structs that searches read (core/array_store.hpp).
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/geometry.hpp"
#include "portolan/grid/edge_costs.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/grid/terrain_plane.hpp"
#include "portolan/grid/tile_map.hpp"
#include "portolan/world/format.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// A section of one record.
template <SectionKind kKind, class Record>
struct RecordSection {
  Record record{};

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor) {
    visitor.record(kKind, self.record);
  }
};
using MapInfoSection = RecordSection<SectionKind::map_info, format::MapInfo>;
using ProfileSection = RecordSection<SectionKind::profile, format::ProfileRecord>;
using KinematicsSection = RecordSection<SectionKind::kinematics, format::KinematicsRecord>;
using BoardInfoSection = RecordSection<SectionKind::graph_info, format::BoardRecord>;

/// A section by itself.
template <SectionKind kKind, class T, template <class> class Store>
struct BasicArraySection {
  Store<T> elements;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::optional<std::size_t> count = {}) {
    visitor.array(kKind, count, self.elements);
  }
};
template <template <class> class Store>
using BasicStrings = BasicArraySection<SectionKind::strings, char, Store>;
template <template <class> class Store>
using BasicProvenance = BasicArraySection<SectionKind::provenance, char, Store>;
template <template <class> class Store>
using BasicTerrainCosts = BasicArraySection<SectionKind::terrain_costs, std::uint32_t, Store>;
template <template <class> class Store>
using BasicPositions = BasicArraySection<SectionKind::positions, TerrainId, Store>;
template <template <class> class Store>
using BasicPositionEdges = BasicArraySection<SectionKind::position_edges, EdgeIds, Store>;

/// Of the terrain of a map, and of positions on it.
[[nodiscard]] inline std::size_t strip_bytes_of(const format::MapInfo& map) noexcept {
  return static_cast<std::size_t>(
      strip_bytes(static_cast<std::int32_t>(map.width), static_cast<std::int32_t>(map.height)));
}

template <template <class> class Store>
struct BasicMapTables {
  Store<format::TerrainRecord> terrain_names;  ///< by terrain id
  Store<TerrainId> terrain;                    ///< TileMap::tiles, in strips
  Store<format::FloorRecord> floors;           ///< one; none where there is one floor
  Store<format::LinkRecord> links;             ///< TileMap::links
  Store<std::uint64_t> edge_costs;             ///< EdgePlane::costs
  Store<EdgeIds> edges;                        ///< EdgePlane::ids; none where there are no moves
  Store<Tile> origin;                          ///< TileMap::origin; none where it is 0,0
  Store<std::uint32_t> colours;                ///< Terrain::colour by terrain id; none where no terrain has one

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, const format::MapInfo& map = {}) {
    visitor.array(SectionKind::terrain_names, map.terrain_count, self.terrain_names);
    visitor.array(SectionKind::terrain, strip_bytes_of(map), self.terrain);
    visitor.optional([&](auto& part) { part.array(SectionKind::floors, 1, self.floors); });
    visitor.optional([&](auto& part) { part.array(SectionKind::links, kAnyCount, self.links); });
    visitor.optional([&](auto& part) {
      part.array(SectionKind::edge_costs, kAnyCount, self.edge_costs);
      part.array(SectionKind::edges, std::size_t{map.width} * map.height, self.edges);
    });
    visitor.optional([&](auto& part) { part.array(SectionKind::origin, 1, self.origin); });
    visitor.optional([&](auto& part) { part.array(SectionKind::terrain_colours, map.terrain_count, self.colours); });
  }
};

/// What all region levels of a profile stand on.
template <template <class> class Store>
struct BasicRegionNodes {
  Tile shift;         ///< RegionLayout::shift
  Store<Tile> tiles;  ///< RegionTopologyView::tiles

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor) {
    visitor.record(SectionKind::region_shift, self.shift);
    visitor.array(SectionKind::portals, kAnyCount, self.tiles);
  }
};

/// The words of the planes of a SightSpace.
template <template <class> class Store>
struct BasicSightWords {
  Store<std::uint64_t> squares;
  Store<std::uint64_t> vertices;  ///< none of a point mover

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, const SightSpace& space = {}) {
    visitor.array(SectionKind::sight_squares, BitView::words_for(space.width, space.height), self.squares);
    visitor.optional([&](auto& part) {
      part.array(SectionKind::sight_vertices, BitView::words_for(space.width + 1, space.height + 1), self.vertices);
    });
  }
};

}  // namespace portolan
