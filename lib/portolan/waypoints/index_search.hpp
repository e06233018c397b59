// SPDX-License-Identifier: BSL-1.0
// Exact shortest paths over a waypoint graph by an index of it: direct sight, else a contraction hierarchy (Geisberger,
// Sanders, Schultes, Delling, 2008) or hub labels (Abraham, Delling, Goldberg, Werneck, 2011) between the waypoints
// that the start sees and those that see the goal.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/sight_path.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"
#include "portolan/waypoints/waypoint_links.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

namespace portolan {

/// A reusable searcher over one graph and one index of it, with memory for any query: about 150 bytes a waypoint for a
/// hierarchy, 60 for labels, with links 44 more, and 64 a square of the plane's width. Nothing is allocated after
/// construction. One thread at a time; many searchers may share graph and index.
class IndexSearch {
 public:
  /// Searches by a hierarchy. What is given must outlive the searcher. If it does not fit together, every query answers
  /// `corrupt`. `links`: those that the graph has; nullptr: none.
  IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const ContractionHierarchy& hierarchy,
              const LinkTable* links = nullptr);
  /// Joins hub labels. What is given must outlive the searcher. If it does not fit together, every query answers
  /// `corrupt`. `links`: those that the graph has; nullptr: none.
  IndexSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
              SimdLevel level = widest_simd(), const LinkTable* links = nullptr);

  /// The shortest path between two positions, with a status as WaypointSearch::find gives it; among paths of one length
  /// it may be another than there. `budget` bounds the nodes that a hierarchy settles; labels settle none.
  [[nodiscard]] SightPath find(Point start, Point goal, std::uint64_t budget) noexcept {
    return find({start, {}}, {goal, {}}, budget);
  }

  /// An end of a path. It needs no sweep if the waypoints around it that matter are known.
  struct End {
    Point at;                                       ///< where it is, on the plane of the mover
    std::optional<std::span<const GraphEnd>> seen;  ///< waypoints it sees, as many as matter; nothing if unknown
  };
  /// The shortest path between two ends. `budget` bounds the nodes that a hierarchy settles; labels settle none.
  [[nodiscard]] SightPath find(const End& start, const End& goal, std::uint64_t budget) noexcept;

 private:
  void prepare(const LinkTable* links);
  [[nodiscard]] std::span<const GraphEnd> connect(const End& end, ZeroedArray<GraphEnd>& ends) noexcept;
  [[nodiscard]] GraphPath join(const End& from, const End& to, Cost lower_bound, std::uint64_t budget) noexcept;
  [[nodiscard]] SightPath find_by_links(const End& from, const End& to, EndsVerdict ends,
                                        std::uint64_t budget) noexcept;

  SightSpace space_;
  WaypointGraphView graph_;
  std::variant<HierarchyQuery, LabelQuery> query_;
  bool well_formed_;
  WaypointLinks links_;
  SightSweep sweep_;
  ZeroedArray<GraphEnd> sources_;
  ZeroedArray<GraphEnd> targets_;
  ZeroedArray<NodeId> nodes_;
  ZeroedArray<Point> path_;
  ZeroedArray<LinkHop> hops_;
};

}  // namespace portolan
