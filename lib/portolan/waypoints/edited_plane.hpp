// SPDX-License-Identifier: BSL-1.0
// The plane of a mover, and the waypoints on it, on a map that is being edited: those of the file, and around what
// edits have changed those of the map as it is now.
#pragma once

#include "portolan/core/bit_grid.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/terrain_pages.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// One plane, changed as overlays come and go. Memory: a bit a tile and 30 bytes a waypoint; for a square twice the
/// bits. Const calls are safe from any number of threads.
class EditedPlane {
 public:
  /// The plane and the waypoints of a file, which must outlive this and fit together (is_well_formed). Links are not
  /// looked at. O(tiles). @throws std::bad_alloc
  EditedPlane(const SightSpace& file, const WaypointGraphView& graph);

  /// Most blocks that may differ from the file.
  static constexpr std::size_t kMostBlocks = 4096;

  /// Takes a grid as an overlay shows it, with the pages that say where it may differ from the file. False if a
  /// position there costs something else than `price`, or there are more than kMostBlocks pages or `most` waypoints:
  /// nothing may be asked of the plane then. O(tiles of the pages, now and before + waypoints). @throws std::bad_alloc,
  /// then the same
  [[nodiscard]] bool follow(const GridView& edited, const TerrainPages& pages, std::uint32_t price, std::size_t most);

  /// The plane as it is now. Valid until the next call of follow().
  [[nodiscard]] SightSpace space() const noexcept;
  /// Its waypoints, without any arcs. Valid until the next call of follow().
  [[nodiscard]] WaypointGraphView waypoints() const noexcept { return waypoints_.view(); }

  /// Rectangles of vertices, their borders included, outside which all is as in the file: squares, what happens where
  /// they touch, corners. Valid until the next call of follow().
  [[nodiscard]] std::span<const Rect> changed() const noexcept { return changed_; }
  /// The waypoint of the file at a waypoint; kNoNode if there is none.
  [[nodiscard]] WaypointId in_file(WaypointId id) const noexcept { return in_file_[id]; }
  /// The waypoint at a waypoint of the file; kNoNode if there is none now.
  [[nodiscard]] WaypointId now(WaypointId in_file) const noexcept { return now_[in_file]; }

 private:
  /// Vertices of one line, both ends included.
  struct Stretch {
    std::int32_t y;
    std::int32_t first;
    std::int32_t last;
  };

  void restore(const Rect& block);
  [[nodiscard]] bool show(const GridView& edited, const Rect& block, std::uint32_t price);
  void join_squares(const Rect& block);
  void add_stretches(const Rect& changed);
  [[nodiscard]] bool list_waypoints(std::size_t most);
  void add_waypoint(Vertex at, std::uint8_t corners, WaypointId in_file);
  void count_lines();

  SightSpace file_;
  WaypointGraphView graph_;
  BitGrid squares_;
  BitGrid vertices_;                ///< Contact::square only
  std::vector<Rect> blocks_;        ///< in which positions may differ from the file
  std::vector<Stretch> stretches_;  ///< of vertices whose corners may; by line, then column
  std::vector<Rect> changed_;
  BasicWaypointGraph<Owned> waypoints_;
  std::vector<WaypointId> in_file_;  ///< by waypoint
  std::vector<WaypointId> now_;      ///< by waypoint of the file
};

}  // namespace portolan
