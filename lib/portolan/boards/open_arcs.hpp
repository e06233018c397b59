// SPDX-License-Identifier: BSL-1.0
// A board without what is closed for now.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan {

/// What is closed now, besides what the author closed. Areas and borders that do not exist close nothing.
struct AreaClosures {
  std::vector<NodeId> areas = {};
  std::vector<AreaBorder> borders = {};  ///< in the direction given; links between the two stay open

  /// By area, whether it is among `areas`, for a graph of so many.
  [[nodiscard]] std::vector<bool> closed_areas(std::size_t count) const;
};

/// Arcs that own their memory.
using OpenArcs = CsrArrays;

/// The arcs of a board that are left, in their order: none at a closed area, over a closed border the links of
/// `areas` alone. A board without a map has no links: pass {}. Of arcs that are not well-formed none are left.
/// O(nodes + arcs * log closures). @throws std::bad_alloc
[[nodiscard]] OpenArcs open_arcs(const BoardView& board, const AreaClosures& closures, const AreasView& areas);

}  // namespace portolan
