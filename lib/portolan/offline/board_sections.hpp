// SPDX-License-Identifier: BSL-1.0
// A board and its indexes as sections of a file. Internal to the module.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/offline/build_world.hpp"

#include <string>
#include <vector>

namespace portolan {

/// Adds the graph, which has a node at least, and the indexes that the options ask for (see build_board), but no block
/// labels, which need tiles. Notes what was chosen or left out.
void add_board(WorldImage& image, const Board& graph, const BuildOptions& options, std::vector<std::string>& notes);

}  // namespace portolan
