// SPDX-License-Identifier: BSL-1.0
// The stage of a build that makes what searches over a board take besides its graph. Internal to the module.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/dead_end_builder.hpp"
#include "portolan/offline/estimate_builder.hpp"
#include "portolan/offline/graph_indexes.hpp"
#include "portolan/offline/index_options.hpp"
#include "portolan/offline/planned_image.hpp"

#include <optional>

namespace portolan {

struct BoardTools {
  EstimateArrays estimate;
  GraphIndexes indexes;
  std::optional<DeadEndArrays> dead_ends;
};

/// Makes an estimate and the indexes that the options ask for (see build_board), but no block labels, which need tiles,
/// of a board with a node at least; dead ends where they ask for them or `marked` nodes are dead ends of their
/// author's. Notes what was chosen or left out.
[[nodiscard]] BoardTools make_board_tools(BuildContext& context, const Board& board, const DeadEndMarks& marked,
                                          const IndexOptions& options);

/// Adds a board and its tools.
void add_board(PlannedImage& image, const Board& board, BoardTools tools);

}  // namespace portolan
