// SPDX-License-Identifier: BSL-1.0
// The search over a contraction hierarchy that only climbs: one of the two of a query, or one of many of a table.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Dijkstra's search over ranks along the arcs that lead up, with stall-on-demand (Geisberger et al., 2008). 48 bytes a
/// node, committed as used; nothing is allocated after construction. The arcs belong to a well-formed hierarchy; each
/// is checked where it is followed.
struct HierarchyClimb {
  HierarchyClimb(const UpwardArcs& up_arcs, const UpwardArcs& down_arcs, std::size_t nodes)
      : up(up_arcs), down(down_arcs), labels(nodes), open(nodes) {}

  /// What became of a node that was settled.
  enum class Step : std::uint8_t {
    climbed,  ///< its arcs were followed
    stalled,  ///< a higher node reaches it more cheaply: no least path climbs on from here
    corrupt,  ///< an arc does not climb, or costs are out of range
  };

  [[nodiscard]] OpenList<StampedLabels> start() noexcept {
    labels.clear();
    return {std::span(open.data(), open.size()), labels};
  }
  /// False if the cost is out of range.
  bool relax(OpenList<StampedLabels>& list, NodeId node, Cost cost, NodeId parent) noexcept {
    if (cost >= kInfiniteCost) return false;
    if (!labels.touched(node)) {
      labels.touch(node);
      labels.cost(node) = cost;
      labels.set_parent(node, parent);
      return list.insert({cost, cost, node, node});
    }
    if (cost < labels.cost(node) && labels.slot(node) != kClosedSlot) {
      labels.cost(node) = cost;
      labels.set_parent(node, parent);
      list.improve({cost, cost, node, node});
    }
    return true;
  }
  /// Follows the arcs of the node that was taken off the list.
  Step settle(OpenList<StampedLabels>& list, const OpenEntry& entry) noexcept {
    // The highest first: most are reached by then.
    for (std::size_t arc = down.first[entry.node + 1]; arc-- > down.first[entry.node];) {
      const NodeId higher = down.target[arc];
      if (higher < labels.size() && labels.touched(higher) && labels.cost(higher) + down.weight[arc] < entry.cost) {
        return Step::stalled;
      }
    }
    for (std::size_t arc = up.first[entry.node]; arc < up.first[entry.node + 1]; ++arc) {
      const NodeId higher = up.target[arc];
      if (higher <= entry.node || higher >= labels.size()) return Step::corrupt;
      if (!relax(list, higher, entry.cost + up.weight[arc], entry.node)) return Step::corrupt;
    }
    return Step::climbed;
  }

  UpwardArcs up;    ///< followed
  UpwardArcs down;  ///< by lower end: the arcs by which a higher node may reach it more cheaply
  StampedLabels labels;
  ZeroedArray<OpenEntry> open;
};

}  // namespace portolan
