// SPDX-License-Identifier: BSL-1.0
// Makes the cells of a waypoint graph: separators by a greedy cover, relays and arcs by what regions are made with.
#pragma once

#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_cells.hpp"
#include "portolan/waypoints/sight_levels.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// How cells are made.
struct SightCellOptions {
  std::uint32_t shift = 6;                      ///< of the cells of level 1, 1 to 24
  std::uint32_t levels = 0;                     ///< up to kMostCellLevels
  unsigned threads = 0;                         ///< 0: one a core; the cells do not depend on it
  std::uint64_t memory = ~std::uint64_t{0};     ///< bytes that making them may take
  std::uint64_t max_bytes = ~std::uint64_t{0};  ///< bytes that they may take in a file
};

/// The levels of cells that pay over a plane of this size, with the shift that is the default: those whose cells are
/// no wider than a quarter of the longer side; none below 2,048.
[[nodiscard]] std::uint32_t levels_that_pay(const SightSpace& space) noexcept;

/// The bytes that making cells takes at least, whatever their arcs.
[[nodiscard]] std::uint64_t sight_cell_memory(const WaypointGraphView& graph) noexcept;

/// Makes the cells of a sound waypoint graph with Euclidean lengths and without links, by these levels of its edges.
/// Of fewer levels where the next one exceeds the memory or the bytes, has a cell with more than 65,535 members, or
/// costs of more than 32 bits. Nothing if that is the first level, if its members have more than 64 arcs on average, as
/// on maps of scattered tiles, or some cells promise that, or if there is no core. O(members times arcs) a cell.
/// @throws std::bad_alloc
[[nodiscard]] std::optional<SightCellArrays> make_sight_cells(const WaypointGraphView& graph, const SightLevels& levels,
                                                              const SightCellOptions& options);

}  // namespace portolan
