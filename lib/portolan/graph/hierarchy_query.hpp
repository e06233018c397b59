// SPDX-License-Identifier: BSL-1.0
// Least paths over a contraction hierarchy.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/graph_path.hpp"
#include "portolan/graph/hierarchy_climb.hpp"

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
  /// An arc or shortcut to a rank from where the hops before it lead, still to be unpacked.
  struct Hop {
    NodeId to;
    NodeId middle;
  };
  enum class Unpacked : std::uint8_t { done, no_room, corrupt };

  GraphPath search(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, std::uint64_t budget) noexcept;
  /// Puts the arc between two ranks on the stack.
  Unpacked push_hop(NodeId lower, NodeId higher, const UpwardArcs& arcs, NodeId to, std::size_t& hops) noexcept;
  /// Writes the nodes after `from` of all hops on the stack to `room`.
  Unpacked unpack_hops(NodeId from, std::size_t hops, std::span<NodeId> room, std::size_t& count) noexcept;

  ContractionHierarchy hierarchy_;
  bool well_formed_;
  HierarchyClimb forward_;
  HierarchyClimb backward_;
  ZeroedArray<Hop> hops_;  ///< a stack: the hops of a climb, and two for every level of a shortcut
  NodeId top_ = kNoNode;   ///< where the two searches of the last query met
};

}  // namespace portolan
