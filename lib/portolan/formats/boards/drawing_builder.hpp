// SPDX-License-Identifier: BSL-1.0
// What readers of areas that are drawn as shapes have in common: laying them over the map, naming ends, closing
// borders. Internal to the module.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/boards/polygon.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The tiles of an area: those of all its parts.
struct AreaShape {
  std::vector<Rect> rects;
  std::vector<Polygon> polygons;
};

/// A tile of a floor, either of which the map may lack.
struct FloorTile {
  Tile tile{};
  std::int32_t floor = 0;
};

/// Draws areas or waypoints over a map of this width and these floors (below 2^32 tiles in all). What is wrong with
/// single values is noted as unreadable in the draft, overlaps and shapes beyond the map as warnings. Takes four bytes
/// a tile.
class DrawingBuilder {
 public:
  /// The draft must outlive the builder, which declares all its nodes.
  DrawingBuilder(DraftBuilder& draft, std::int32_t width, const FloorStack& floors);

  /// Adds an area, or a place, to the draft.
  NodeId declare(DraftNode node, std::optional<Tile> anchor);
  /// Gives an area the tiles of a shape that no area declared before it has. To be called in the order of the
  /// areas, once for each. O(tiles of the shape + those of its corners).
  void paint(NodeId area, const AreaShape& shape, const SourcePlace& place);
  /// Gives a node one tile of the map, whichever area has it.
  void put(NodeId node, Tile tile);
  /// From now on nodes are waypoints, which see so far (AreaDrawing::sight_length).
  void see(std::uint32_t length);
  /// Adds a waypoint on a tile. One beyond the map, or on the tile of another, is noted as unreadable.
  void add_waypoint(DraftNode node, const FloorTile& tile);
  /// The tile of the map that is meant; nothing beyond the map.
  [[nodiscard]] std::optional<Tile> on_map(const FloorTile& tile) const noexcept;
  /// As "x,y", on a map of several floors, or on another floor than 0, as "x,y,floor".
  [[nodiscard]] std::string text_of(const FloorTile& tile) const;
  /// Whether a tile is on the map.
  [[nodiscard]] bool contains(Tile tile) const noexcept { return bounds_.contains(tile); }
  /// The area that a tile lies in; kNoNode in none and outside the map.
  [[nodiscard]] NodeId at(Tile tile) const noexcept;

  /// The area that `what` names; nothing, noted as unreadable, if there is none.
  std::optional<NodeId> named(std::string_view name, std::string_view what, const SourcePlace& place);
  /// Adds a row of a table, or closes what it says. Names that nothing has are noted as unreadable.
  void add_way(std::string_view from, std::string_view to, ArcRow row);
  /// Closes the border from one area to another, or both ways.
  void close(NodeId from, NodeId to, Direction direction, const SourcePlace& place);
  /// Notes what is odd.
  void warn(const SourcePlace& place, std::string reason);

  /// Gives the drawing away with the draft; both are empty afterwards.
  [[nodiscard]] AreaDrawing take();

 private:
  [[nodiscard]] std::string name(NodeId node) const;
  void fill(NodeId area, std::int32_t y, std::int32_t begin, std::int32_t end);

  DraftBuilder& draft_;
  AreaDrawing drawing_;
  FloorStack floors_;
  Rect bounds_;
  std::map<NodeId, std::uint64_t> lost_;  ///< tiles of the present shape by the area that has them already
};

}  // namespace portolan
