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

/// Prints what a build would refuse of a file, if it would; how many errors that is.
[[nodiscard]] std::size_t print_refusal(const std::string& file, const Outcome& outcome);

/// Writes a count with its noun: "1 warning", "2 warnings".
[[nodiscard]] std::string counted(std::size_t count, std::string_view what);

/// The node of a name, before which `name:` may stand. Errors (usage) say that no such `what` is there, and which names
/// are near. O(log nodes), with an error O(bytes of all names).
Result<NodeId> parse_node(const BoardView& graph, std::string_view text, std::string_view what = "node");

/// Closes what `--close-area` and `--close-border` name on a board or, if `drawn` is not null, on areas. `borders`
/// holds two names for each border, which is closed both ways. Errors: those of parse_node, usage (two names between
/// which nothing leads and nobody has closed anything).
Result<AreaClosures> parse_closures(const BoardView& graph, const AreasView* drawn,
                                    const std::vector<std::string>& areas, const std::vector<std::string>& borders);

/// Reads `auto`, `astar`, `ch` or `labels`. Errors (usage) tell tiers that only other files have from names that no
/// file has.
Result<Tier> parse_board_tier(std::string_view text, const BoardTierView& tier);

}  // namespace portolan::tools
