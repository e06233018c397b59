// SPDX-License-Identifier: BSL-1.0
// How a mover at any angle goes straight from the middle of one tile to that of another, on the grid as it is, edits
// included, and what it pays for that.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/segment_cost.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// A mover at any angle. A view, safe to read from any number of threads; costs are in the unit of the field.
struct StraightMover {
  CostField field;
  std::span<const std::uint64_t> edge_costs = {};  ///< EdgePlane::costs of the map; none where it has no moves
};

/// The mover of a grid whose rules are those of a profile at any angle.
[[nodiscard]] inline StraightMover straight_mover(const GridView& grid, std::uint32_t fraction_bits,
                                                  std::span<const std::uint64_t> edge_costs) noexcept {
  return {{grid, grid.rules->footprint == 0 ? Contact::point : Contact::square, fraction_bits}, edge_costs};
}

/// A cost in ten-thousandths of a tile in the unit of straight segments, rounded to the nearest, halves up.
[[nodiscard]] Cost in_straight_units(const MoveRules& rules, std::uint32_t fraction_bits, std::uint64_t cost) noexcept;

/// Whether the straight segment between the middles of two passable tiles is free for a point among the tiles, as the
/// plane of Contact::point has it (sight_space.hpp): it enters no blocked tile and passes no pinch. Exact and
/// symmetric. O(length).
[[nodiscard]] bool point_in_sight(const GridView& grid, Tile a, Tile b) noexcept;

/// What going straight costs: segment_cost, and between tiles beside each other what moves add to the step. Nothing if
/// a tile is not passable, the segment is not free (point_in_sight, or in_sight for a square), moves keep the step, or
/// between tiles that are not beside each other something that moves price or keep is near (near_moves). O(length).
[[nodiscard]] std::optional<Cost> straight_walk(const StraightMover& mover, Tile from, Tile to) noexcept;

/// What a legal step between tiles beside each other costs such a mover, priced as a straight segment. O(1).
[[nodiscard]] Cost straight_step(const StraightMover& mover, Tile from, Tile to) noexcept;

/// A lower bound of what straight walks and steps from one tile to another cost together, consistent with each of them:
/// the regular octagon within the circle, in integers. O(1).
[[nodiscard]] Cost straight_bound(const StraightMover& mover, Tile from, Tile to) noexcept;

}  // namespace portolan
