// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths between positions: direct sight, else the labels of their blocks, else, where a block is left
// out, hub labels.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/waypoints/label_join.hpp"
#include "portolan/waypoints/left_out_search.hpp"
#include "portolan/waypoints/point_query.hpp"
#include "portolan/waypoints/sight_path.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// A reusable searcher over one set of block labels. Memory: that of a LabelJoin and a LeftOutSearch, and 8 bytes a
/// waypoint, committed as used. Nothing is allocated after construction. O(parts of the two blocks + points of the
/// path), and O(hubs) once in 2^16 queries. One thread at a time; many searchers may share the labels.
///
/// Among equal paths the answer takes the first hub, then the first via of either end.
class BlockQuery {
 public:
  /// All must outlive the searcher. If they do not fit together, every query answers `corrupt`.
  BlockQuery(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels& blocks, SimdLevel level = widest_simd());

  /// The shortest path between two positions. Its status is found, unreachable (proven), bad_start or bad_goal (outside
  /// or blocked), or corrupt. The path's segments add up to its cost; that each is free is left to whoever walks it.
  [[nodiscard]] SightPath find(Tile start, Tile goal) noexcept;
  /// The same between two points of a mover that is a point; its first and its last segment are free. Nothing where the
  /// blocks do not tell: hub labels must then be asked.
  [[nodiscard]] std::optional<SightPath> find_between(Point start, Point goal) noexcept;

 private:
  struct Via {
    WaypointId waypoint = 0;
    std::uint32_t entry = kNoEntry;  ///< entry of the label of `waypoint` for the hub
  };

  [[nodiscard]] Via find_via(HubId via, HubId hub) const noexcept;
  [[nodiscard]] SightPath trace(Tile start, Tile goal, const LabelJoin::Way& way) noexcept;

  LabelJoin join_;
  LeftOutSearch left_out_;
  SightSpace space_;
  WaypointGraphView graph_;
  HubLabels labels_;
  std::span<const WaypointId> hub_waypoint_;
  ZeroedArray<Point> path_;
  PointQuery points_;
};

}  // namespace portolan
