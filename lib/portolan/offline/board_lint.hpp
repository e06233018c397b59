// SPDX-License-Identifier: BSL-1.0
// What is odd about a board though nothing is wrong with it: what an author should look at.
#pragma once

#include "portolan/boards/board_draft.hpp"

#include <vector>

namespace portolan {

/// Names that differ only in the case of ASCII letters or in blanks, and those that begin or end with a blank; in the
/// order of the files. O(bytes of all names).
[[nodiscard]] std::vector<Finding> name_warnings_in(const BoardDraft& draft);

/// Warnings about a draft without errors (see errors_in), in the order of the files:
///   - nodes without arcs; parts that no arc joins to the largest one; where arcs join them, parts that can be entered
///     but not left, or left but not entered (strong components; R. Tarjan, 1972);
///   - those of name_warnings_in, and of estimate_warnings_in (given_estimates.hpp);
///   - pairs of nodes whose least costs there and back differ, or lack one, where nine tenths of all pairs do not;
///   - arcs from a node to itself;
///   - positions that contradict costs: arcs at less than an eighth of the usual cost per distance, which weaken every
///     estimate from positions.
/// O(size log size).
[[nodiscard]] std::vector<Finding> warnings_in(const BoardDraft& draft);

}  // namespace portolan
