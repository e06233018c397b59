// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/open_cells.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// The grid of cells that fit the graph.
CellGrid grid_of(const SightCells& cells, const WaypointGraphView& graph) noexcept {
  return {static_cast<std::int32_t>(graph.column_first.size()) - 2,
          static_cast<std::int32_t>(graph.line_first.size()) - 2, cells.shift, cells.levels()};
}

}  // namespace

OpenCells::OpenCells(const SightCells& cells, const WaypointGraphView& graph)
    : cells_(cells), graph_(graph), grid_(grid_of(cells, graph)), open_(grid_.size()) {
  for (std::uint32_t level = 1; level < cells.levels(); ++level) {
    first_at_[level + 1] = first_at_[level] + cells.members[level - 1] + 1;
  }
}

void OpenCells::open(WaypointId id) noexcept {
  const std::uint32_t rank = cells_.rank[id];
  if (rank == kOutsideCore) return;
  for (std::uint32_t level = cells_.levels(); level > 0 && rank >= cells_.members[level - 1]; --level) {
    open_.touch(grid_.cell(level, graph_.points[id]));
  }
}

std::uint32_t OpenCells::level(WaypointId id) const noexcept {
  const std::uint32_t rank = cells_.rank[id];
  std::uint32_t level = cells_.levels();
  while (level > 0 && rank >= cells_.members[level - 1]) --level;
  if (level == 0) return 0;
  const std::size_t end = std::min<std::size_t>(cells_.beside_first[rank + 1], cells_.beside.size());
  for (std::size_t i = cells_.beside_first[rank]; i < end; ++i) {
    const std::uint32_t cell = cells_.beside[i];
    if (cell < grid_.size() && open_.touched(cell)) level = std::min(level, grid_.level(cell) - 1);
  }
  return level;
}

OpenCells::Arcs OpenCells::arcs(std::uint32_t level, WaypointId id) const noexcept {
  const std::uint32_t rank = cells_.rank[id];
  if (rank >= cells_.members[level - 1]) return {};
  const std::size_t at = first_at_[level] + rank;
  return {cells_.first[at], std::min<std::size_t>(cells_.first[at + 1], cells_.target.size())};
}

}  // namespace portolan
