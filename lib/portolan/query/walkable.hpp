// SPDX-License-Identifier: BSL-1.0
// Whether a round mover can walk straight, by sampling.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/grid_view.hpp"

#include <cstdint>

namespace portolan {

/// Whether a round mover of `width` (in 2^-8 tile, 0 to kMaxSide tiles) can go straight from a to b, points of the map
/// that its centre is at: Pinter's Walkable ("Toward More Realistic Pathfinding", 2001). At least every fifth of a tile
/// the centre and the four points of a diamond as wide as the mover must lie on passable tiles; for movers wider than a
/// tile the diamond is filled with points at most half a tile apart, so that no tile slips between them. A point on a
/// border needs one passable tile: touching a wall is allowed.
///
/// A sample, not a proof: corners may reach into the mover by about a tenth of a tile between two samples, and by up to
/// 0.15 of its width where the circle bulges beyond the diamond. `grid` is that of a single tile (footprint 1). Exact
/// in its integers and symmetric. O(length * max(1, width)^2), both in tiles.
[[nodiscard]] bool walkable(const GridView& grid, Point a, Point b, std::int32_t width) noexcept;

}  // namespace portolan
