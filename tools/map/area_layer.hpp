// SPDX-License-Identifier: BSL-1.0
// Areas that an author drew over a map, or waypoints placed on it, in a picture of it: tinted tiles, borders, ways,
// links and names.
#pragma once

#include "drawing/map_scale.hpp"
#include "drawing/sheet.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan::tools {

/// How an area shows.
enum class AreaTone : std::uint8_t { hidden, pale, plain, strong };

/// Tints for `areas` areas on a picture whose cells lie in them, row by row, `columns` to the row; numbers of other
/// areas are passed over. No number of tint() is given twice, and areas that touch, corners included, differ by an
/// eighth of the colour wheel where one of 16 tints tried does so, else by as much as those allow. The same areas get
/// the same tints. O(cells + areas + pairs of neighbours).
[[nodiscard]] std::vector<Colour> area_tints(std::span<const AreaId> cells, std::size_t columns, std::size_t areas);

/// The areas of a world on a sheet of its scale. The file may be wrong: what leads nowhere is not drawn. Views the
/// world, which must outlive it. Takes four bytes a cell of the picture.
class AreaLayer {
 public:
  /// The world must have areas(); `tones` are by area.
  AreaLayer(const World& world, const MapScale& scale, std::vector<AreaTone> tones);

  /// Tints the tiles of all areas that are not hidden.
  void fill(Sheet& sheet) const;
  /// Draws lines around the areas, heavy where the author closed the border, in either direction.
  void borders(Sheet& sheet) const;
  /// Draws thin lines between the waypoints that ways on foot join.
  void ways(Sheet& sheet) const;
  /// Draws lines from anchor to anchor, with a head where a link arrives.
  void links(Sheet& sheet) const;
  /// Draws the anchors of the areas, and below those their names where the sheet can write.
  void names(Sheet& sheet) const;

 private:
  [[nodiscard]] bool shows(AreaId area) const { return area < tones_.size() && tones_[area] != AreaTone::hidden; }
  [[nodiscard]] bool has_anchor(AreaId area) const;
  [[nodiscard]] AreaId cell(std::int32_t column, std::int32_t row) const;
  enum class Border : std::uint8_t { open, closed };
  void outline(Sheet& sheet, Border kind) const;
  void link(Sheet& sheet, Pixel from, Pixel to) const;

  const AreasView& areas_;
  const BoardView& graph_;
  const GridView& grid_;
  MapScale scale_;
  std::vector<AreaTone> tones_;
  std::int32_t columns_;
  std::int32_t rows_;
  std::vector<AreaId> cells_;
  std::vector<Colour> tints_;
};

}  // namespace portolan::tools
