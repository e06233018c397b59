// SPDX-License-Identifier: BSL-1.0
// The offline build of a board into a world file without a tile map.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/offline/build_world.hpp"

namespace portolan {

/// Builds a world that holds the graph and its indexes. IndexOptions::indexes may name `ch` and `labels`; where it is
/// not set, the world gets hub labels if they take at most kBoardIndexBytes a node, else a contraction hierarchy.
/// Indexes that cannot be had leave a note. The same graph, source, indexes and memory give the same bytes, for any
/// number of threads and on any machine. Nodes with the tag `dead_end` must hang, as many as are beside each other, off
/// one node; where there are some, dead ends are looked for whatever the options say. Errors (usage): block labels,
/// which need tiles; a graph without nodes; nodes so marked that hang off several.
[[nodiscard]] Result<WorldImage> build_board(const Board& graph, const BuildOptions& options);

}  // namespace portolan
