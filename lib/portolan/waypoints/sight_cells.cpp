// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_cells.hpp"

#include <algorithm>

namespace portolan {

CellGrid::CellGrid(std::int32_t width, std::int32_t height, std::uint32_t shift, std::uint32_t levels) noexcept
    : levels_(levels), shift_(shift) {
  for (std::uint32_t level = 1; level <= levels; ++level) {
    const std::uint32_t of_level = shift + level - 1;
    columns_[level] = (static_cast<std::uint32_t>(width) >> of_level) + 1;
    const std::size_t rows = (static_cast<std::uint32_t>(height) >> of_level) + 1;
    begin_[level + 1] = begin_[level] + rows * columns_[level];
  }
}

bool fit(const SightCells& cells, const WaypointGraphView& graph) noexcept {
  constexpr std::uint32_t kMostShift = 24;
  if (cells.members.empty()) return cells.rank.empty() && cells.target.empty();
  if (cells.members.size() > kMostCellLevels || cells.shift == 0 || cells.shift > kMostShift) return false;
  std::size_t offsets = 0;
  for (const std::uint32_t count : cells.members) offsets += std::size_t{count} + 1;
  return std::is_sorted(cells.members.rbegin(), cells.members.rend()) && cells.members[0] <= graph.size() &&
         cells.rank.size() == graph.size() && cells.first.size() == offsets &&
         cells.target.size() == cells.weight.size() && cells.beside_first.size() == std::size_t{cells.members[0]} + 1;
}

}  // namespace portolan
