// SPDX-License-Identifier: BSL-1.0
// What several subcommands share about boards: their findings, naming nodes, tiers and what is closed.
#pragma once

#include "portolan/boards/open_arcs.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/world/world.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// Whether the bytes are those of a world file.
[[nodiscard]] bool is_world_file(std::string_view bytes) noexcept;

/// Prints findings, a line each with `severity`, up to a number that a person can read.
void print_findings(std::FILE* stream, const BoardDraft& draft, const std::vector<Finding>& findings,
                    std::string_view severity);

/// "1 warning", "2 warnings".
[[nodiscard]] std::string counted(std::size_t count, std::string_view what);

/// The node of that name, before which `name:` may stand. The error (usage) says that no such `what` is there, and
/// which names are near. O(log nodes), with an error O(bytes of all names).
Result<NodeId> parse_node(const BoardView& graph, std::string_view text, std::string_view what = "node");

/// What `--close-area` and `--close-border` name of a board or, where `drawn` is one, of areas; the latter
/// two names each, closed both ways. Error (usage): as of parse_node, or two between which nothing leads and nobody has
/// closed anything.
Result<AreaClosures> parse_closures(const BoardView& graph, const AreasView* drawn,
                                    const std::vector<std::string>& areas, const std::vector<std::string>& borders);

/// `auto`, `astar`, `ch` or `labels`. Tiers that only other files have and names that no file has are told apart in the
/// message.
Result<Tier> parse_board_tier(std::string_view text, const BoardTierView& tier);

}  // namespace portolan::tools
