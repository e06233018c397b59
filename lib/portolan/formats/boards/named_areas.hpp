// SPDX-License-Identifier: BSL-1.0
// Areas that shapes of one name make up together, with points as their anchors, and points that are areas of one tile.
// Internal to the module.
#pragma once

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/boards/drawing_builder.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Gathers areas, which are drawn in the order of their first shapes, and places, which come after all of them. The
/// draft and the drawing must outlive it, and hold no nodes yet.
class NamedAreas {
 public:
  NamedAreas(DraftBuilder& draft, DrawingBuilder& drawing) : draft_(draft), drawing_(drawing) {}

  /// Adds a shape, tags and what it costs to enter to the area of the node's name, which may be new. False: another
  /// shape says another cost; this one is left out then.
  [[nodiscard]] bool add(DraftNode node, AreaShape shape);
  [[nodiscard]] bool has(std::string_view name) const { return numbers_.contains(name); }
  /// Gives an area that there is its anchor. False: it has one already, which stays.
  [[nodiscard]] bool set_anchor(std::string_view name, Tile tile);
  /// Declares and paints all areas. To be called once, when all shapes and anchors are there.
  void paint();
  /// Puts a place on a tile after all areas were painted. Why not, if it is beyond the map or on another place; else
  /// empty.
  [[nodiscard]] std::string put(DraftNode place, Tile tile);

 private:
  struct Area {
    DraftNode node;
    AreaShape shape;
    std::optional<Tile> anchor;
  };

  DraftBuilder& draft_;
  DrawingBuilder& drawing_;
  std::vector<Area> areas_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  ///< of areas, by name
};

}  // namespace portolan
