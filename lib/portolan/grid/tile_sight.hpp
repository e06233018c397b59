// SPDX-License-Identifier: BSL-1.0
// What a mover on tiles sees of the grid as it is, edits included, and what it costs to walk there.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/sight_leg.hpp"

#include <optional>

namespace portolan {

/// Whether the straight segment between two passable positions is free, as the plane of Contact::square has it
/// (sight_space.hpp): every unit square that it enters has four passable corners. Exact and symmetric; looks at no
/// planes, which know nothing of edits. O(length).
[[nodiscard]] bool in_sight(const GridView& grid, Tile a, Tile b) noexcept;

/// A walk along a line of sight, and what its steps cost.
struct PricedWalk {
  SightWalk walk = SightWalk::along_line;
  Cost cost = 0;
};

/// The cheapest of the walks between two tiles (sight_leg.hpp) all of whose steps are legal, of equal ones the first;
/// nothing if one of the tiles is not passable, or they do not see each other. O(length).
[[nodiscard]] std::optional<PricedWalk> walk_in_sight(const GridView& grid, Tile from, Tile to) noexcept;

}  // namespace portolan
