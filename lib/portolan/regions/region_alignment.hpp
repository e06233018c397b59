// SPDX-License-Identifier: BSL-1.0
// Where to draw the lines between regions so that few paths cross them.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/regions/region_layout.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// The layout with the fewest portals on its lines.
struct RegionAlignment {
  RegionLayout layout;
  std::uint64_t crossings = 0;  ///< tiles of the layout's lines that are portals, counted once a line
  std::uint64_t unshifted = 0;  ///< portals on lines through the multiples of kRegionSide instead
};

/// Tries all shifts of the lines, each axis by itself, and takes the one with the fewest portals on level 0, of equal
/// ones the least; or that which is given, from 0 to 31 each, where there are several regions. The result depends on
/// passability alone. O(tiles); the same for any number of threads (0: one a core).
[[nodiscard]] RegionAlignment align_regions(const GridView& grid, unsigned threads, std::optional<Tile> given = {});

}  // namespace portolan
