// SPDX-License-Identifier: BSL-1.0
// What builds refuse about places marked as dead ends, for authors to hear before they build.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"
#include "portolan/offline/draw_areas.hpp"

namespace portolan {

/// Whether the marked nodes of a board that are beside each other hang, together, off one other, as build_board asks.
/// Error (usage): some do not. O(nodes + arcs).
[[nodiscard]] Outcome check_dead_ends(const BoardView& board);

/// The same of areas or waypoints on a map for the mover of its first profile, as build_world asks. Errors: usage (some
/// have several ways in), and those of build_world about the mover and memory. O(tiles log tiles).
[[nodiscard]] Outcome check_dead_ends(const TileMap& map, const MovementProfile& profile, const Areas& areas);

}  // namespace portolan
