// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/build_board.hpp"

#include "portolan/offline/board_stage.hpp"
#include "portolan/offline/dead_end_marks.hpp"
#include "portolan/offline/planned_image.hpp"

namespace portolan {

Result<WorldImage> build_board(const Board& graph, const BuildOptions& options) {
  if (graph.by_name.empty()) return Error{ErrorCode::usage, "a board has at least one node"};
  if (names_index(options, IndexKind::blocks)) {
    return Error{ErrorCode::usage, "index blocks is for tile maps: a board has ch and labels"};
  }
  const DeadEndMarks marked = marked_nodes(graph.view());
  if (const Outcome sound = check_marks(graph.view(), marked); !sound) return sound.error();
  BuildContext context(options);
  PlannedImage image(context.memory());
  add_board(image, graph, make_board_tools(context, graph, marked, options));
  image.add({}, make_provenance(options.source, options.memory, options, context.notes()));
  return image.take();
}

}  // namespace portolan
