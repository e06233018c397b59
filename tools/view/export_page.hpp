// SPDX-License-Identifier: BSL-1.0
// The page as one file that needs no server.
#pragma once

#include "view/board_page.hpp"
#include "view/map_page.hpp"

#include <optional>
#include <string>
#include <utility>

namespace portolan::tools {

/// The page of a map with style, script and data in it, which asks nothing of any host: pictures of terrain and
/// islands, at most kMaxExportSide pixels a side, nodes and waypoints as far as a page shows them at once, the path
/// between two ends by every tier, if ends are given, and the run of a crowd, if the view has one. Where the build had
/// Emscripten and the world file is of at most kMaxLiveBytes, both that file and the runtime are in it too, and answer
/// all that a server would, edits included. Errors (limit): out of memory, a run of more than kMaxExportRows.
[[nodiscard]] Result<std::string> export_map(MapPage& view, const World& world, std::size_t profile,
                                             const std::optional<std::pair<End, End>>& ends);
/// The page of a board with style, script and data in it, which asks nothing of any host: nodes, arcs, and the path
/// between two ends by every tier, if ends are given; the runtime as in that of a map.
[[nodiscard]] std::string export_board(BoardPage& view, const World& world,
                                       const std::optional<std::pair<NodeId, NodeId>>& ends);

/// The longest world file that an exported page carries, in bytes, which take four bytes of it for three.
inline constexpr std::size_t kMaxLiveBytes = std::size_t{32} << 20;
/// The longest side of the pictures in an exported page, in pixels.
inline constexpr std::int32_t kMaxExportSide = 2048;
/// The most rows of a run in an exported page, which take 11 bytes of it each; fewer where a trace has more columns, as
/// many more bytes as these take.
inline constexpr std::size_t kMaxExportRows = 4'000'000;

}  // namespace portolan::tools
