// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/dead_end_lint.hpp"

#include "portolan/offline/dead_end_marks.hpp"
#include "portolan/offline/ground_stage.hpp"

namespace portolan {

Outcome check_dead_ends(const BoardView& board) {
  return check_marks(board, marked_nodes(board));
}

Outcome check_dead_ends(const TileMap& map, const MovementProfile& profile, const Areas& areas) {
  if (areas.by_sight()) return check_dead_ends(areas.board.view());
  if (marked_nodes(areas.board.view()).empty()) return Success{};
  const ResourceOptions resources{.threads = 1};
  BuildContext context(resources);
  const auto ground = make_ground(context, map, profile);
  if (!ground) return ground.error();
  const GridView grid = ground->grid(map);
  const auto gates =
      gates_of_marks(grid, ground->links, marked_positions(grid, areas.board.view(), areas.tiles.view()));
  return gates ? Outcome(Success{}) : gates.error();
}

}  // namespace portolan
