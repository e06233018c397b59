// SPDX-License-Identifier: BSL-1.0
// What World::verify proves of ways between waypoints. Internal to the module.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/grid/link_table.hpp"

#include <string>

namespace portolan {

/// What is wrong with the arcs between waypoints: each stands for a walk, a least path or a link of its cost, and every
/// two that see each other, or that a link of the map joins, are joined unless that is closed. Empty if nothing. The areas, the board and the grid must
/// be sound, and all arcs have a way. O(pairs of waypoints in the rows that they see * length, and drawn ways * tiles
/// log tiles).
[[nodiscard]] std::string ways_fault(const AreasView& areas, const BoardView& graph, const GridView& grid,
                                     const LinkTable& links, unsigned threads);

}  // namespace portolan
