// SPDX-License-Identifier: BSL-1.0
// The arcs of a board as its author would list them: two that differ in their direction alone as one edge.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/formats/boards/draft_builder.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// One or two arcs as one edge.
struct BoardEdge {
  NodeId from = 0;
  NodeId to = 0;
  std::size_t arc = 0;                    ///< the arc that has its cost, name and tags
  Direction direction = Direction::both;  ///< both for a loop, which is one arc
};

/// The edges of a board: every arc is in exactly one, in the order of the arcs. DraftBuilder::join makes the same arcs
/// of them. Needs is_well_formed(graph.arcs). O(arcs log arcs).
[[nodiscard]] std::vector<BoardEdge> edges_of(const BoardView& graph);

/// What it costs to enter a node, in the author's unit; empty if nothing.
[[nodiscard]] std::string cost_to_enter(const BoardView& graph, NodeId node);

/// The names of tags with semicolons between them.
[[nodiscard]] std::string joined_tags(const BoardView& graph, std::span<const std::uint32_t> tags);

/// The author's estimate from a node to a goal, for which there must be some.
[[nodiscard]] std::string estimate_text(const BoardView& graph, NodeId goal, NodeId node);

/// Whether the node has a position; if so, it is written into `x` and `y`.
[[nodiscard]] bool position_of(const BoardView& graph, NodeId node, std::string& x, std::string& y);

}  // namespace portolan
