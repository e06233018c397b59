// SPDX-License-Identifier: BSL-1.0
// What subcommands do with region graphs; each returns the exit code.
#pragma once

#include "commands.hpp"
#include "portolan/world/world.hpp"

namespace portolan::tools {

/// The world must have a region graph.
int path_on_board(const PathArguments& arguments, const World& world);
/// Whether the arguments ask for a path that keeps to regions drawn on the map: by a name, `--tier corridor` or what is
/// closed.
[[nodiscard]] bool wants_corridor(const PathArguments& arguments, const World& world);
/// A path that keeps to regions drawn on the map; without those, fails.
int path_in_corridor(const PathArguments& arguments, const World& world);
/// The world must have a region graph. Nodes lie where they are, or on a circle if any has no position.
int draw_board(const DrawArguments& arguments, const World& world);
/// Asks the tiers of a verified world's region graph, and compares them with plain Dijkstra.
int check_board_world(const CheckArguments& arguments, const World& world);
/// Reads regions over a map and prints what is wrong or odd about them.
int check_drawing(const CheckArguments& arguments);
/// Reads a board and prints what is wrong or odd about it.
int check_board(const CheckArguments& arguments);

}  // namespace portolan::tools
