// SPDX-License-Identifier: BSL-1.0
// Cells while a search runs: which are open, and which arcs it follows from where.
#pragma once

#include "portolan/graph/stamped_labels.hpp"
#include "portolan/waypoints/sight_cells.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// The open cells of one search after another. One thread at a time.
class OpenCells {
 public:
  OpenCells() = default;
  /// Of cells that fit the graph, which must outlive it. 4 bytes a cell. @throws std::bad_alloc
  OpenCells(const SightCells& cells, const WaypointGraphView& graph);

  [[nodiscard]] bool empty() const noexcept { return cells_.members.empty(); }
  /// Closes all cells. O(1).
  void clear() noexcept { open_.clear(); }
  /// Opens the cells that hold a waypoint of the core but not as a member.
  void open(WaypointId id) noexcept;
  /// The highest level of which a search follows the arcs from a waypoint; 0: edges of the core.
  [[nodiscard]] std::uint32_t level(WaypointId id) const noexcept;
  /// The arcs of a waypoint at a level from 1 on; none if it is no member.
  struct Arcs {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Arcs arcs(std::uint32_t level, WaypointId id) const noexcept;

 private:
  struct Mark {
    std::uint32_t stamp;
  };

  SightCells cells_;
  WaypointGraphView graph_;
  CellGrid grid_;
  std::array<std::size_t, kMostCellLevels + 1> first_at_{};  ///< by level, from 1 on: where its part of `first` begins
  StampedArray<Mark> open_;                                  ///< by cell
};

}  // namespace portolan
