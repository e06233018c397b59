// SPDX-License-Identifier: BSL-1.0
// A map cut into cells, whose region levels are made one by one, each from its own tiles alone (regions/
// region_builder.hpp). A cell is a region of one level; neighbours share the tiles of the line between them. Internal
// to the module.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/regions/region_builder.hpp"
#include "portolan/regions/region_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// A cell of a map.
struct RegionCell {
  RegionLayout map;  ///< of the whole map
  int level = 0;     ///< of the regions that are cells
  RegionIndex index;

  /// Its tiles, those of its lines included.
  [[nodiscard]] Rect area() const noexcept { return map.area(level, index); }
  /// The regions in it, as if its area were a map.
  [[nodiscard]] RegionLayout layout() const noexcept;
  /// A region of a level up to its own, by its place in the cell, as a region of the map.
  [[nodiscard]] RegionIndex on_map(int region_level, RegionIndex r) const noexcept {
    return {r.x + (index.x << (level - region_level)), r.y + (index.y << (level - region_level))};
  }
  /// Those of its tiles, counted from its first, that lie on no line to another cell.
  [[nodiscard]] Rect open() const noexcept;
};

/// The cells of a map, row by row.
[[nodiscard]] std::vector<RegionCell> cells_of(const RegionLayout& map, int level);

/// All that the levels of a cell follow from. Tiles count from the cell's first.
class CellInput {
 public:
  /// `link_ends`: of the map, row by row. They serve on all `levels` of the map.
  CellInput(const GridView& grid, const RegionCell& cell, std::span<const Tile> link_ends, int levels);

  /// A hash of it and of the way in which levels are made.
  [[nodiscard]] std::uint64_t key() const;
  /// The levels up to the cell's own, or as many as the map has.
  [[nodiscard]] RegionLevels build(const RegionBuildOptions& options) const;

 private:
  RegionLayout layout_;
  Rect tiles_;
  Rect open_;
  int levels_;
  MoveRules rules_;
  std::vector<TerrainId> terrain_;
  std::vector<EdgeIds> edge_ids_;
  EdgeCosts edges_;
  std::vector<RegionNode> nodes_;
};

}  // namespace portolan
