// SPDX-License-Identifier: BSL-1.0
// Puts waypoints back between those that arcs of cells join.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/waypoints/open_cells.hpp"
#include "portolan/waypoints/waypoint_guides.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// A waypoint of a path, and how the path comes there.
struct CellStep {
  WaypointId waypoint;
  std::uint32_t level;  ///< of the arc from the waypoint before; 0: an edge of the graph, or the first
  Cost cost;            ///< of the arc
};

/// A reusable unpacker: about 60 bytes a waypoint, committed as used. Nothing is allocated after construction. One
/// thread at a time.
class CellUnpacker {
 public:
  /// For guides without cells.
  CellUnpacker() = default;
  /// What is given must outlive it; guides must fit the graph. @throws std::bad_alloc
  CellUnpacker(const WaypointGraphView& graph, const WaypointGuides& guides);

  struct Unpacked {
    SearchEnd end = SearchEnd::reached;  ///< exhausted: the arcs contradict each other
    std::span<const CellStep> steps;     ///< of edges alone; valid until the next call
    std::uint64_t expansions = 0;        ///< waypoints settled
  };
  /// Where the first steps of a path go: room for as many as there are waypoints, of which a path passes none twice.
  [[nodiscard]] std::span<CellStep> room() noexcept { return {steps_.data(), steps_.size()}; }
  /// Unpacks the first `count` steps of room(), level by level: A* between the ends of each arc, over the level below.
  /// Settles at most `budget` waypoints.
  [[nodiscard]] Unpacked unpack(std::size_t count, const OpenCells& cells, std::uint64_t budget) noexcept;

 private:
  [[nodiscard]] SearchEnd unpack_arc(WaypointId from, const CellStep& step, const OpenCells& cells,
                                     std::uint64_t budget) noexcept;
  [[nodiscard]] Cost bound(WaypointId a, WaypointId b) const noexcept;
  [[nodiscard]] bool add(const CellStep& step) noexcept;

  WaypointGraphView graph_;
  WaypointGuides guides_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<CellStep> steps_;
  ZeroedArray<CellStep> unpacked_;
  std::size_t count_ = 0;  ///< of unpacked_
  std::uint64_t expansions_ = 0;
};

}  // namespace portolan
