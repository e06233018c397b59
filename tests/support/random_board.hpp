// SPDX-License-Identifier: BSL-1.0
// Random small boards with awkward names, and slow and obviously right references for them.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/world/world.hpp"
#include "support/random_world.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::test {

/// A draft without errors, of one to `max_nodes` nodes whose names hold UTF-8, quotes, commas, tabs, blanks and marks
/// of comments; some have positions and tags. Arcs are scattered or both ways, some parallel or loops; costs are 0,
/// whole or with decimals, or such as positions allow; some have names and tags.
[[nodiscard]] BoardDraft random_board(Rng& rng, std::int32_t max_nodes);

/// The least costs of all pairs, row by row (Floyd, 1962; Warshall, 1962); kInfiniteCost where no path leads.
[[nodiscard]] std::vector<Cost> all_pairs(const CsrGraph& graph);

/// The least costs from a node to all others (Dijkstra, 1959, with none of the library's searches); kInfiniteCost where
/// no path leads.
[[nodiscard]] std::vector<Cost> costs_from(const CsrGraph& graph, NodeId source);

/// What is wrong with the estimate and the indexes of a board: a pair whose cost or path by A* or by an index is not
/// that of all_pairs; empty if nothing.
[[nodiscard]] std::string all_pairs_fault(const BoardTierView& tier);

/// The path of a file of PORTOLAN_DATA. If it is absent, the path is empty and the test says so, to be skipped.
[[nodiscard]] std::filesystem::path data_file(std::string_view name);

}  // namespace portolan::test
