// SPDX-License-Identifier: BSL-1.0
// Areas as an author drew them: which node each pixel belongs to, before anything is checked against a map.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/core/geometry.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace portolan {

/// A border that may not be crossed from the one area to the other.
struct ClosedBorder {
  NodeId from = 0;
  NodeId to = 0;
  SourcePlace place;
};

/// Plain data. Where areas overlap, pixels belong to the one that is listed first.
///
/// With a sight_length the nodes are waypoints: each has one pixel, which is its anchor; `arcs` are ways that the
/// author drew, `closed` the ones that shall not be. An arc without a cost (DraftArc::has_cost) costs what walking
/// does.
struct AreaDrawing {
  BoardDraft draft;  ///< the areas as nodes, without positions; what joins them besides their borders as arcs
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<NodeId> pixels;                ///< row by row from the top; kNoNode: in no area
  std::vector<std::optional<Tile>> anchors;  ///< by node, where the author chose one
  std::vector<ClosedBorder> closed;
  /// How far waypoints see, in tiles, 1 to kMaxSide; nothing if the nodes are areas.
  std::optional<std::uint32_t> sight_length = {};
  std::vector<Finding> warnings;  ///< overlaps, and shapes that reach beyond the picture
};

}  // namespace portolan
