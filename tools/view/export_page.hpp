// SPDX-License-Identifier: BSL-1.0
// The page as one file that needs no server.
#pragma once

#include "view/board_page.hpp"
#include "view/map_page.hpp"

#include <optional>
#include <string>
#include <utility>

namespace portolan::tools {

/// The page with style, script and data in it, which asks nothing of any host: pictures of terrain and islands, at most
/// kMaxExportSide pixels a side, nodes and waypoints as far as a page shows them at once, and the path between two ends
/// by every tier, if there are any. Errors (limit): out of memory.
[[nodiscard]] Result<std::string> export_map(MapPage& view, const World& world, std::size_t profile,
                                             const std::optional<std::pair<End, End>>& ends);
/// The same of a board.
[[nodiscard]] std::string export_board(BoardPage& view, const World& world,
                                       const std::optional<std::pair<NodeId, NodeId>>& ends);

inline constexpr std::int32_t kMaxExportSide = 2048;

}  // namespace portolan::tools
