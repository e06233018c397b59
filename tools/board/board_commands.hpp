// SPDX-License-Identifier: BSL-1.0
// What subcommands do with boards; each returns the exit code.
#pragma once

#include "commands.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <string>

namespace portolan::tools {

/// Finds a path on the world's board, which it must have.
int path_on_board(const PathArguments& arguments, const World& world);
/// Whether the arguments ask for a path that keeps to areas: by a name, by `--tier corridor`, or by what is closed.
[[nodiscard]] bool wants_corridor(const PathArguments& arguments, const World& world);
/// Finds a path that keeps to the areas drawn on the map; fails without areas.
int path_in_corridor(const PathArguments& arguments, const World& world);
/// Draws the world's board, which it must have. Nodes lie where they are, or on a circle if any has no position.
int draw_board(const DrawArguments& arguments, const World& world);
/// Asks the tiers of a verified world's board, and compares them with plain Dijkstra.
int check_board_world(const CheckArguments& arguments, const World& world);
/// What looking at the areas of a world came to.
struct CorridorSample {
  std::uint64_t pairs = 0;    ///< pairs of areas whose entries of the table were compared
  std::uint64_t answers = 0;  ///< paths between tiles that were compared, some with closures
  std::string fault;          ///< empty if all agreed
};
/// Compares the areas of a verified world, which must have some, with plain Dijkstra.
[[nodiscard]] CorridorSample examine_corridors(const World& world);
/// Compares the waypoints of a verified world, whose board must be one of them, with plain Dijkstra; pairs are ways.
[[nodiscard]] CorridorSample examine_ways(const World& world, const TileMap& map);
/// Reads a board and prints what is wrong or odd about it.
int check_board(const CheckArguments& arguments, BoardFormat format, std::string_view bytes);

}  // namespace portolan::tools
