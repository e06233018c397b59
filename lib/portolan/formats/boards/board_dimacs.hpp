// SPDX-License-Identifier: BSL-1.0
// Road graphs of the 9th DIMACS challenge: `.gr` (p sp NODES ARCS; a FROM TO COST) and `.co` (p aux sp co NODES;
// v NODE X Y). Nodes count from 1, and their names are their numbers; `c` starts a comment.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/boards/board_table.hpp"

#include <optional>
#include <string_view>

namespace portolan {

/// Whether the first line that is no comment announces shortest paths.
[[nodiscard]] bool is_dimacs(std::string_view text) noexcept;

/// Reads a graph, and the positions of its nodes if they are given; nodes then have their places there. What is wrong
/// with single values is noted in the draft. Errors: syntax (lines of another kind, other numbers of arcs or nodes than
/// announced), limit (more nodes than the file has bytes). O(bytes).
Result<BoardDraft> parse_dimacs(const NamedText& graph, const std::optional<NamedText>& coordinates);

}  // namespace portolan
