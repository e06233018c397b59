// SPDX-License-Identifier: BSL-1.0
// Contraction hierarchies (Geisberger, Sanders, Schultes, Delling, 2008): nodes in an order of importance, and for
// every node the arcs and shortcuts to more important ones. A shortest path then climbs from both ends and meets at its
// most important node. Made by offline/contraction; read here from memory that may be a mapped file.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The middle of an arc that is no shortcut.
inline constexpr NodeId kNoMiddle = kNoNode;

/// Arcs that lead from a node to higher ranks, ascending by target, one a pair. Nodes are named by rank.
template <template <class> class Store>
struct BasicUpwardArcs {
  Store<std::uint32_t> first;   ///< nodes + 1
  Store<NodeId> target;         ///< by arc
  Store<std::uint32_t> weight;  ///< by arc
  Store<NodeId> middle;         ///< by arc: the node that a shortcut bypasses, below both ends; or kNoMiddle

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(SectionKind::ch_first, nodes + 1, self.first);
    visitor.array(SectionKind::ch_target, kAnyCount, self.target);
    visitor.array(SectionKind::ch_weight, self.target.size(), self.weight);
    visitor.array(SectionKind::ch_middle, self.target.size(), self.middle);
  }
  [[nodiscard]] BasicUpwardArcs<Viewed> view() const noexcept { return view_of<BasicUpwardArcs<Viewed>>(*this); }
};
using UpwardArcs = BasicUpwardArcs<Viewed>;

/// Nodes are renamed by rank, 0 the first contracted. `forward` holds the arcs that leave a node for a higher one,
/// `backward` (reversed) those that come from a higher one. Where the graph is symmetric, both are the same in a view,
/// and where the arrays are owned, `backward` is empty.
template <template <class> class Store>
struct BasicContractionHierarchy {
  using Arcs = BasicUpwardArcs<Store>;

  Store<NodeId> rank;  ///< by node
  Store<NodeId> node;  ///< by rank
  Arcs forward;
  Arcs backward;

  [[nodiscard]] std::size_t size() const noexcept { return rank.size(); }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(SectionKind::ch_rank, nodes, self.rank);
    visitor.array(SectionKind::ch_node, nodes, self.node);
    Arcs::visit(self.forward, visitor, nodes);
    visitor.backward([&](auto& part) { Arcs::visit(self.backward, part, nodes); });
  }
  void complete() noexcept {
    if (backward.first.empty()) backward = forward;
  }
  [[nodiscard]] BasicContractionHierarchy<Viewed> view() const noexcept {
    return view_of<BasicContractionHierarchy<Viewed>>(*this);
  }
};
/// A view: owns nothing, safe to read from any number of threads.
using ContractionHierarchy = BasicContractionHierarchy<Viewed>;

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
