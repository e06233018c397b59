// SPDX-License-Identifier: BSL-1.0
// Estimates that an author gave with a board, column by column, on their way from a draft into the board.
#pragma once

#include "portolan/boards/board_draft.hpp"

#include <vector>

namespace portolan {

/// What keeps estimates of a draft from being used, in no order: a goal that is no node, or has two columns; a column
/// without the name of a goal in which not exactly one node has an estimate of 0; estimates that are negative or, in
/// the unit of the costs, not below kMaxGivenEstimate. O(nodes + estimates).
[[nodiscard]] std::vector<Finding> estimate_errors_in(const BoardDraft& draft);

/// Where estimates of a draft without errors are not consistent, in the order of the files, of each goal the first few
/// places: at the goal itself if its estimate is not 0, and at nodes whose estimate is above that of where an arc leads
/// by more than the arc costs. O(arcs * goals).
[[nodiscard]] std::vector<Finding> estimate_warnings_in(const BoardDraft& draft);

/// Adds the estimates of a draft without errors to its board, rounded down to its unit, which leaves consistent ones
/// consistent; a node without one has 0. O((nodes + arcs) * goals).
void add_estimates(const BoardDraft& draft, Board& board);

}  // namespace portolan
