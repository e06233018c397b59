// SPDX-License-Identifier: BSL-1.0
// Boards as GraphML (graphml.graphdrawing.org), as NetworkX, Gephi and others write it; of yEd the graph
// alone, which keeps names, places and costs in drawings of its own.
//
// Data are found by the names of their keys (attr.name), capitals or not: of nodes `name` or `label`, `x`, `y`, `tags`
// (separated by semicolons), `enter` (what it costs to enter the node, 0 if absent); of edges `cost` or `weight` (1 if
// absent), `name` or `label`, `tags`. Others are passed over. A node without a name is called by its id. Edges are
// directed as they or their graph say.
#pragma once

#include "portolan/boards/board_draft.hpp"

#include <string>
#include <string_view>

namespace portolan {

/// Reads the first graph of a text in UTF-8; `source` stands for it in messages. What is wrong with single values is
/// noted in the draft. Errors: syntax (broken XML, no graph), unsupported (hyperedges, graphs in nodes). O(bytes).
Result<BoardDraft> parse_graphml(std::string_view text, std::string_view source);

/// Writes a board as GraphML, which parse_graphml reads back. Needs sound texts.
[[nodiscard]] std::string graphml(const BoardView& graph);

}  // namespace portolan
