// SPDX-License-Identifier: BSL-1.0
// Where the nodes of a board are drawn.
#pragma once

#include "drawing/sheet.hpp"
#include "portolan/boards/board.hpp"

#include <cstdint>
#include <vector>

namespace portolan::tools {

/// The size of a picture in pixels, and the places of nodes on it.
struct BoardLayout {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<Pixel> at;  ///< by node
};

/// Lays nodes out where they are, scaled by one factor for both axes so that the longer side takes `side` pixels, of
/// which `margin` stay free at either end; or clockwise on a circle, in the order of the file, if any has no position.
/// O(nodes).
[[nodiscard]] BoardLayout lay_out(const BoardView& graph, std::int32_t side, std::int32_t margin);

}  // namespace portolan::tools
