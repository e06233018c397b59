// SPDX-License-Identifier: BSL-1.0
// When a path found inside a window is the best there is.
#pragma once

#include "portolan/grid/grid_view.hpp"

namespace portolan {

/// A lower bound of the cost of every path from `from` to `to` that leaves the window: such a path passes an exit, a
/// tile of the window with a legal step outward, so it costs at least the least lower_bound(from, exit) +
/// lower_bound(exit, to). kInfiniteCost if the window has no exit. A path inside the window is optimal if its cost is
/// at most this. Both ends must be passable tiles inside the window. O(side of the window).
[[nodiscard]] Cost escape_bound(const GridView& grid, const Rect& window, Tile from, Tile to) noexcept;

/// A lower bound of the cost of every path from `from` to `to` that passes a tile outside the window, somewhat higher
/// than escape_bound: that of the first such tile. So no path that costs less leaves the window. The rest as above.
[[nodiscard]] Cost leaving_bound(const GridView& grid, const Rect& window, Tile from, Tile to) noexcept;

}  // namespace portolan
