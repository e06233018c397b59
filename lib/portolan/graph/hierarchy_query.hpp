// SPDX-License-Identifier: BSL-1.0
// Least paths over a contraction hierarchy.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/graph_path.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher over one hierarchy: two Dijkstra searches that only climb, from the sources and (backwards) from
/// the targets, with stall-on-demand (Geisberger et al., 2008). About 112 bytes a node, committed as used; nothing is
/// allocated after construction. One thread at a time; many may share the hierarchy.
class HierarchyQuery {
 public:
  /// The hierarchy must outlive the searcher. If it is not well formed, every query answers `corrupt`.
  explicit HierarchyQuery(const ContractionHierarchy& hierarchy);

  /// The least cost from any source to any target, without the path. Settles at most `budget` nodes, each at most
  /// twice.
  [[nodiscard]] GraphPath cost(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                               std::uint64_t budget) noexcept;
  /// The same with the path, in original nodes, written to `room`. Where all weights are above 0, room for as many
  /// nodes as the graph has suffices.
  [[nodiscard]] GraphPath path(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                               std::uint64_t budget, std::span<NodeId> room) noexcept;

 private:
  /// One of the two searches, over ranks.
  struct Climb {
    Climb(const UpwardArcs& up_arcs, const UpwardArcs& down_arcs, std::size_t nodes)
        : up(up_arcs), down(down_arcs), labels(nodes), open(nodes) {}
    UpwardArcs up;    ///< followed
    UpwardArcs down;  ///< by lower end: the arcs by which a higher node may reach it more cheaply
    StampedLabels labels;
    ZeroedArray<OpenEntry> open;
  };
  /// An arc or shortcut between two ranks, still to be unpacked.
  struct Hop {
    NodeId from;
    NodeId to;
  };
  enum class Unpacked : std::uint8_t { done, no_room, corrupt };

  GraphPath search(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, std::uint64_t budget) noexcept;
  bool settle(Climb& climb, OpenList<StampedLabels>& list, const OpenEntry& entry) noexcept;
  Unpacked unpack_hops(std::size_t hops, std::span<NodeId> room, std::size_t& count) noexcept;

  ContractionHierarchy hierarchy_;
  bool well_formed_;
  Climb forward_;
  Climb backward_;
  ZeroedArray<Hop> hops_;  ///< a stack: the hops of a climb, and two for every level of a shortcut
  NodeId top_ = kNoNode;   ///< where the two searches of the last query met
};

}  // namespace portolan
