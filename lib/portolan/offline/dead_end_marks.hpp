// SPDX-License-Identifier: BSL-1.0
// What authors mark as dead ends: places of a board, and areas on a map. Internal to the module.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"

#include <string_view>
#include <vector>

namespace portolan {

/// The tag of places that belong to dead ends.
inline constexpr std::string_view kDeadEndTag = "dead_end";

/// By node whether it has the tag; empty if none has. O(nodes log tags).
[[nodiscard]] std::vector<bool> marked_nodes(const BoardView& board);
/// By position whether it lies in an area that has the tag; empty if none does. O(positions).
[[nodiscard]] std::vector<bool> marked_positions(const GridView& grid, const BoardView& board,
                                                 const TileAreasView& areas);

/// Whether marked nodes beside each other hang, together, off one other. Error (usage): some do not. O(nodes + arcs).
[[nodiscard]] Outcome check_marks(const BoardView& board, const std::vector<bool>& marked);
/// The tiles that marked positions hang off, those beside each other together: one of them, or one beside them. Error
/// (usage): there is no such tile. O(positions).
[[nodiscard]] Result<std::vector<Tile>> gates_of_marks(const GridView& grid, const LinkTable& links,
                                                       const std::vector<bool>& marked);

}  // namespace portolan
