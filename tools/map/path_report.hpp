// SPDX-License-Identifier: BSL-1.0
// Answers as JSON, with the keys that tools/REFERENCE.md lists.
#pragma once

#include "board/board.hpp"
#include "common.hpp"
#include "portolan/query/board_query.hpp"
#include "portolan/query/path_smoother.hpp"

#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace portolan::tools {

using Json = nlohmann::ordered_json;

/// A tile as JSON: [x, y], with several floors [x, y, floor].
[[nodiscard]] Json listed(Tile tile, const TileNames& names);

/// Tiles as JSON: [[x, y], ...], with several floors [[x, y, floor], ...].
[[nodiscard]] Json listed(std::span<const Tile> tiles, const TileNames& names);

/// Points as JSON, in tiles, in the same form.
[[nodiscard]] Json listed(std::span<const Point> points, const TileNames& names);

/// What a query of a world answered and its judge found, in `us` microseconds, with tiles as `names` calls them;
/// `tiles` is null.
[[nodiscard]] Json report_path(const World& world, const PathResult& result, const Path& path, const JudgedPath& judged,
                               double us, const TileNames& names);
/// The same of a path on a board.
[[nodiscard]] Json report_path(const BoardView& graph, const BoardPath& path, double us);

/// Adds a smoothed path to the report of the path.
void report_smooth(Json& report, const SmoothPath& path, const TileNames& names);

/// How far a rule of ties has chosen; null where nothing was chosen.
[[nodiscard]] Json scope_of(const PathResult& result);
/// What a straight and a diagonal step cost beside each other; null where that is 1 to the root of 2, or no matter.
[[nodiscard]] Json steps_report(const MoveRules& rules);

/// One line, whatever bytes the names of a file hold.
[[nodiscard]] std::string text_of(const Json& json);

}  // namespace portolan::tools
