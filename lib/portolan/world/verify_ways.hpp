// SPDX-License-Identifier: BSL-1.0
// What World::verify proves of ways between waypoints. Internal to the module.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace portolan {

/// What is wrong with the arcs between waypoints: each stands for a walk, a least path or a link of its cost, and every
/// two that see each other, or that a link of the map joins, are joined unless that is closed. Empty if nothing. The
/// areas, the board and the profile must be sound, and all arcs have a way; `edge_costs` are those of the map's moves.
/// O(pairs of waypoints in the rows that they see * length, and drawn ways * tiles log tiles).
[[nodiscard]] std::string ways_fault(const AreasView& areas, const BoardView& graph, const ProfileView& profile,
                                     std::span<const std::uint64_t> edge_costs, unsigned threads);

}  // namespace portolan
