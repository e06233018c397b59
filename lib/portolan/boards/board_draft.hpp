// SPDX-License-Identifier: BSL-1.0
// A board as a reader found it, with the place of everything, before it is checked.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/core/decimal.hpp"
#include "portolan/core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace portolan {

/// Where something stands: BoardDraft::files and a line of it, counted from 1; 0 where lines mean nothing.
struct SourcePlace {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// What is wrong or odd about a draft.
struct Finding {
  SourcePlace place;
  std::string reason;
};

struct DraftPosition {
  Decimal x;
  Decimal y;
};

struct DraftNode {
  std::string name;
  std::optional<DraftPosition> position;
  std::vector<std::string> tags;
  SourcePlace place;
  Decimal enter = {};  ///< what every way that leads here costs besides its own cost; a path that starts here is spared
};

struct DraftArc {
  NodeId from = 0;  ///< numbers of nodes in the draft
  NodeId to = 0;
  Decimal cost{1, 0};
  std::string name;  ///< may be empty
  std::vector<std::string> tags;
  SourcePlace place;
  bool has_cost = false;  ///< whether its author gave one
};

/// What an author thinks that a path from a node costs to the goal of a column, in the unit of the costs.
struct DraftEstimate {
  NodeId node = 0;
  Decimal cost;
  SourcePlace place;
};

struct EstimateColumn {
  std::string goal;  ///< its name; empty: the one node whose estimate is 0
  std::vector<DraftEstimate> estimates;
  SourcePlace place;
};

/// Nodes keep their order; the order of arcs does not matter.
struct BoardDraft {
  std::vector<std::string> files;  ///< names, for messages
  std::vector<DraftNode> nodes;
  std::vector<DraftArc> arcs;
  std::vector<EstimateColumn> estimates;  ///< for one goal each
  /// What the reader could not take: values that are no numbers, names that nothing has. A draft with such is in error.
  std::vector<Finding> unreadable;
};

/// In the order of the files, and each once: an edge both ways is two arcs with one place.
void sort_findings(std::vector<Finding>& findings);

/// "file:line: reason".
[[nodiscard]] std::string text_of(const BoardDraft& draft, const Finding& finding);

/// The decimals of the unit that a draft's costs have in a graph: those of the most precise one. O(size).
[[nodiscard]] std::uint32_t cost_decimals(const BoardDraft& draft) noexcept;
/// What an arc weighs, with what entering its head costs, in units of 10^-decimals; nothing if that is not below
/// kMaxArcCost. Its ends must be nodes of the draft, and its costs not negative.
[[nodiscard]] std::optional<std::uint32_t> weight_of(const BoardDraft& draft, const DraftArc& arc,
                                                     std::uint32_t decimals) noexcept;

/// What keeps a draft from being a graph, in the order of the files: everything unreadable; names that are empty,
/// longer than kMaxNameBytes, no UTF-8, with control characters other than tabs, or given twice; tags that are no such
/// names, hold a semicolon, or begin or end with a blank; costs that are negative or, in the unit of the most precise
/// one and with what entering the head costs, not below kMaxArcCost; positions beyond kMaxPosition; too many nodes or
/// arcs; what estimate_errors_in finds (given_estimates.hpp). Empty if nothing. O(size log size).
[[nodiscard]] std::vector<Finding> errors_in(const BoardDraft& draft);

/// The graph of a draft. Arcs of one tail are ordered by head, cost, name and tags; costs are kept exactly, in the unit
/// of the most precise one, with what entering the head costs; positions are rounded to kMaxPositionDecimals, or as
/// many as let all lie within kMaxPosition. Error (syntax): the first of errors_in. O(size log size).
[[nodiscard]] Result<Board> make_board(const BoardDraft& draft);

/// The draft that makes the same graph, without places.
[[nodiscard]] BoardDraft draft_of(const BoardView& graph);

}  // namespace portolan
