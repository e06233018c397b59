// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths between any two points, from the labels of blocks, which know the centres of tiles only.
//
// Two ways between centres are joined: one between the tiles of the ends, whose vias make a path and so an upper bound,
// and one between two centres *behind* the ends as seen from these vias. A path from an end continues one from the
// centre behind it, and saves no more than the way that both go side by side: what the second join costs rules out
// every waypoint but those that lie nearly straight ahead. Hub labels join what is left (waypoints/DECISIONS.md).
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/label_join.hpp"
#include "portolan/waypoints/sight_path.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace portolan {

/// A searcher for a mover that is a point. Memory: 20 bytes a waypoint and 64 a square of the plane's
/// width, committed as used. Nothing is allocated after
/// construction. O(parts of four blocks), and a few labels. One thread at a time.
class PointQuery {
 public:
  /// All must outlive the searcher.
  PointQuery(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels& blocks, SimdLevel level);

  /// The shortest path between two points where the mover stands and that do not see each other. `join` must be one
  /// over the same labels, well formed. Nothing if the blocks do not tell: hub labels must then be asked. Its first and
  /// its last segment are free.
  [[nodiscard]] std::optional<SightPath> find(LabelJoin& join, Point start, Point goal) noexcept;

 private:
  static constexpr std::size_t kMostEnds = 256;

  /// One end, and the waypoints that a path may turn at first.
  struct End {
    Point at;
    Tile home;           ///< a tile that the end lies in, or on the border of
    Tile behind;         ///< a tile whose centre sees the end, on the other side of it than the via
    WaypointId via = 0;  ///< the first waypoint on the way from the centre of `home`
    bool sees_via = false;
    double most = 0;  ///< from the centre of `behind` to the end, in units of points
    Cost detour = 0;  ///< from the end to the via, over the centre of `home` if the end does not see it
    std::array<GraphEnd, kMostEnds> turns;
    std::size_t count = 0;
  };

  [[nodiscard]] std::optional<Cost> upper_bound(LabelJoin& join) noexcept;
  [[nodiscard]] bool look_ahead(LabelJoin& join, Cost limit) noexcept;
  [[nodiscard]] bool look_around(End& end, Point other, Cost limit) noexcept;
  [[nodiscard]] std::optional<Cost> lower_bound(LabelJoin& join) noexcept;
  [[nodiscard]] bool measure(End& end, HubId via) noexcept;
  [[nodiscard]] Tile tile_behind(const LabelJoin& join, const End& end) const noexcept;
  [[nodiscard]] bool gather(const LabelJoin& join, End& end, const End& other, Cost limit,
                            double saving) const noexcept;
  [[nodiscard]] bool keep_near(Cost limit) noexcept;
  [[nodiscard]] bool spread(End& end) const noexcept;
  [[nodiscard]] double in_points(Cost cost) const noexcept;
  [[nodiscard]] bool add(End& end, WaypointId id) const noexcept;
  [[nodiscard]] bool check(End& end, std::uint32_t turn) noexcept;
  [[nodiscard]] std::optional<SightPath> join_labels() noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  LabelQuery labels_;
  std::span<const WaypointId> hub_waypoint_;
  SightSweep sweep_;
  End start_;
  End goal_;
  ZeroedArray<NodeId> nodes_;
  ZeroedArray<Point> path_;
};

}  // namespace portolan
