// SPDX-License-Identifier: BSL-1.0
// Links in a waypoint graph. A least path that takes links is made of taut walks between its ends and those of the
// links, so these ends are waypoints too, whichever corners are there: a walk may begin and end at one as it comes, and
// is taut only at its other end. The links themselves are arcs, directed as they are.
#pragma once

#include "portolan/grid/link_hop.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/waypoints/sight_path.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The corner mask of a link end: every straight walk to or from it is taut there.
inline constexpr std::uint8_t kLinkEndCorners = kCornerNW | kCornerNE | kCornerSE | kCornerSW;

/// The corner mask of a vertex as a waypoint, 0 where it is none: that of a link end where the mover, who must be on
/// the lattice of positions where there are links, can stand on one. O(log link ends).
[[nodiscard]] std::uint8_t waypoint_mask(const SightSpace& space, const LinkTable& links, Vertex v) noexcept;

/// The links of a mover over a waypoint graph that has them as arcs, beside the sight edges: of an arc that is both,
/// the link. A view of the graph and the table, but for 4 bytes a link end; const calls are safe from any number of
/// threads.
class WaypointLinks {
 public:
  /// None.
  WaypointLinks() = default;
  /// The links of `table`; nullptr: none. The graph must be well formed; its arcs are not trusted. O(link ends * log
  /// waypoints). @throws std::bad_alloc
  WaypointLinks(const WaypointGraphView& graph, const LinkTable* table);

  [[nodiscard]] bool empty() const noexcept { return ends_.empty(); }

  /// The waypoint that is the link end at a position. O(log link ends).
  [[nodiscard]] std::optional<WaypointId> link_end_at(Point at) const noexcept;

  /// A lower bound of the cost of any path to a position that takes a link, whatever it begins with: the smaller of
  /// this and of the metric's bound is consistent with sight edges and links. kInfiniteCost where there are none.
  /// O(links).
  [[nodiscard]] Cost bound_to(Point goal) const noexcept;

  /// What a path over waypoints may be written to.
  struct Room {
    std::span<Point> points;  ///< two more than there are waypoints on the path
    std::span<LinkHop> hops;  ///< one less
  };
  /// The path from a position to another by way of waypoints, each joined to the next by an arc, found by settling
  /// `work` of them; `corrupt` if it does not come to that cost. O(waypoints on it * log).
  [[nodiscard]] SightPath path(Point start, std::span<const WaypointId> nodes, Point goal, Cost cost, const Room& room,
                               std::uint64_t work = 0) const noexcept;

  /// Whether the arc from one waypoint to another is a link; false if there is none. O(log).
  [[nodiscard]] bool is_link(WaypointId from, WaypointId to) const noexcept {
    return !empty() && find(from, to) != nullptr;
  }
  /// Calls visit(WaypointId, WaypointId) for the sight edges of the graph, each once, also where a link takes its place
  /// in one direction. O(arcs, and log for those of link ends).
  template <class Visit>
  void for_each_sight_edge(Visit&& visit) const {
    for (WaypointId id = 0; id < graph_.size(); ++id) {
      const std::size_t end = std::min<std::size_t>(graph_.first[id + 1], graph_.target.size());
      for (std::size_t arc = graph_.first[id]; arc < end; ++arc) {
        const WaypointId to = graph_.target[arc];
        if (to >= graph_.size() || is_link(id, to) || (to <= id && !is_link(to, id))) continue;
        visit(id, to);
      }
    }
  }

 private:
  [[nodiscard]] const LinkArc* find(WaypointId from, WaypointId to) const noexcept;

  WaypointGraphView graph_;
  const LinkTable* table_ = nullptr;
  std::vector<WaypointId> ends_;  ///< by link end, kNoNode where the mover cannot stand
};

}  // namespace portolan
