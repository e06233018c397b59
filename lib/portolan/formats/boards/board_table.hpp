// SPDX-License-Identifier: BSL-1.0
// Boards as tables (see TableReader for their form).
//
// The arcs: a header line with the columns `from` and `to`, and of `cost` (1 where empty), `one_way` (yes, no), `name`,
// `tags` (separated by semicolons) those wanted, in any order; then a row an arc, both ways unless it says one_way.
// Without a header every row is two names, joined both ways at cost 1.
//
// The nodes, in a file of their own: columns `name`, and of `x`, `y`, `tags`, `enter` (what it costs to enter
// the node, 0 where empty) those wanted. Where it is given, all nodes are in it, in its order; else nodes are those
// that the arcs name, in their order.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/table.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// A file's content and what it is called in messages.
struct NamedText {
  std::string_view text;
  std::string_view name;
};

/// Reads a board from its table of arcs and, if it is given, that of its nodes. What is wrong with single values is
/// noted in the draft. Error (syntax): a row that is none. O(bytes).
Result<BoardDraft> parse_board_table(const NamedText& arcs, const std::optional<NamedText>& nodes);

/// The columns that a table of arcs may have.
inline constexpr std::array<std::string_view, 6> kArcColumns{"from", "to", "cost", "one_way", "name", "tags"};

/// Those of a table that may close ways, too.
inline constexpr std::array<std::string_view, 7> kWayColumns{"from", "to", "cost", "one_way", "name", "tags", "closed"};

/// What a row of a table of arcs says besides its ends.
struct ArcRow {
  DraftArc arc;  ///< without ends
  Direction direction = Direction::both;
  bool closed = false;  ///< there is no arc, but one that is closed
};

/// Reads the row that a table of arcs is at. What is wrong with single values is noted in the draft.
[[nodiscard]] ArcRow read_arc_row(const TableReader& rows, const TableHeader& header, const SourcePlace& place,
                                  DraftBuilder& builder);

/// Adds the nodes of a table to a draft. Error (syntax): a row that is none.
Outcome read_node_table(const NamedText& table, DraftBuilder& builder);

/// Writes the arcs of a board as a table, which parse_board_table reads back with that of node_table. Needs sound
/// texts.
[[nodiscard]] std::string arc_table(const BoardView& graph);

/// Writes the nodes of a board as a table, which parse_board_table reads back beside that of the arcs. Needs sound
/// texts.
[[nodiscard]] std::string node_table(const BoardView& graph);

}  // namespace portolan
