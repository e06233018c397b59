// SPDX-License-Identifier: BSL-1.0
// Contraction hierarchies (Geisberger, Sanders, Schultes, Delling, 2008): nodes in an order of importance, and for
// every node the arcs and shortcuts to more important ones. A shortest path then climbs from both ends and meets at its
// most important node. Made by build/contraction; read here from memory that may be a mapped file.
#pragma once

#include "portolan/graph/csr_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The middle of an arc that is no shortcut.
inline constexpr NodeId kNoMiddle = kNoNode;

/// Arcs that lead from a node to higher ranks, ascending by target, one a pair. Nodes are named by rank.
struct UpwardArcs {
  std::span<const std::uint32_t> first;   ///< nodes + 1
  std::span<const NodeId> target;         ///< by arc
  std::span<const std::uint32_t> weight;  ///< by arc
  std::span<const NodeId> middle;         ///< by arc: the node that a shortcut bypasses, below both ends; or kNoMiddle
};

/// A view: owns nothing, safe to read from any number of threads.
///
/// Nodes are renamed by rank, 0 the first contracted. `forward` holds the arcs that leave a node for a higher one,
/// `backward` (reversed) those that come from a higher one; the two share their memory where the graph is symmetric.
struct ContractionHierarchy {
  std::span<const NodeId> rank;  ///< by node
  std::span<const NodeId> node;  ///< by rank
  UpwardArcs forward;
  UpwardArcs backward;

  [[nodiscard]] std::size_t size() const noexcept { return rank.size(); }
};

/// Whether ranks, nodes and offsets fit each other; arcs are checked where they are followed. O(nodes).
[[nodiscard]] inline bool is_well_formed(const ContractionHierarchy& hierarchy) noexcept {
  const std::size_t nodes = hierarchy.size();
  const auto fits = [=](const UpwardArcs& arcs) {
    return arcs.weight.size() == arcs.target.size() && arcs.middle.size() == arcs.target.size() &&
           are_row_offsets(arcs.first, nodes, arcs.target.size());
  };
  if (nodes >= kNoNode || hierarchy.node.size() != nodes) return false;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (hierarchy.rank[node] >= nodes || hierarchy.node[hierarchy.rank[node]] != node) return false;
  }
  return fits(hierarchy.forward) && fits(hierarchy.backward);
}

/// Whether every arc climbs, rows ascend without repetition, and both parts of every shortcut exist and add up to it.
/// Needs is_well_formed. O(arcs log arcs).
[[nodiscard]] bool has_sound_arcs(const ContractionHierarchy& hierarchy) noexcept;

/// The arc from `from` up to `to`, found by its ends; arcs.target.size() if there is none. `from` must be a node.
/// O(log).
[[nodiscard]] inline std::size_t find_arc(const UpwardArcs& arcs, NodeId from, NodeId to) noexcept {
  const auto begin = arcs.target.begin() + arcs.first[from];
  const auto end = arcs.target.begin() + arcs.first[from + 1];
  const auto at = std::lower_bound(begin, end, to);
  return at != end && *at == to ? static_cast<std::size_t>(at - arcs.target.begin()) : arcs.target.size();
}

}  // namespace portolan
