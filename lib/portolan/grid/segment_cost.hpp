// SPDX-License-Identifier: BSL-1.0
// What a straight segment costs on weighted terrain: the integral of the footprint cost along it, exact in integers.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/sight_space.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The plane as one mover pays for it. A view, safe to read from any number of threads.
///
/// Contact::point: points of the map; tile (x,y) covers [x,x+1] x [y,y+1]. Contact::square: the lattice of positions,
/// which are vertices; the cell of position (x,y) is centred on it and covers [x-1/2,x+1/2] x [y-1/2,y+1/2], so that
/// the way of the top-left tile's centre is priced. Both cells cost what the grid says of (x,y).
struct CostField {
  GridView grid;
  Contact contact = Contact::point;
  std::uint32_t fraction_bits = 20;  ///< costs count 2^-fraction_bits tile at terrain cost 1; kSubBits to 20
};

/// The integral of the cell costs along a-b, in the unit of the field: the least integer not below the true value, the
/// sum over the crossed cells of length x cost. Along a border shared by two cells the cheaper passable one counts. At
/// most kInfiniteCost, which is also the answer where the segment crosses an impassable cell. Both points within the
/// bounds of Point; legality is not judged (in_sight does that). O(cells crossed), at most 2^21 + 2 of them.
///
/// The rounding up keeps what holds for true values: symmetry, at most the sum of the parts of a segment cut in two,
/// and on terrain of one cost the triangle inequality.
[[nodiscard]] Cost segment_cost(const CostField& field, Point a, Point b) noexcept;

/// The sum over the segments of a path, at most kInfiniteCost. 0 for fewer than two points. O(cells crossed).
[[nodiscard]] Cost path_cost(const CostField& field, std::span<const Point> path) noexcept;

}  // namespace portolan
