// SPDX-License-Identifier: BSL-1.0
// Strongly connected components.
#pragma once

#include "portolan/graph/best_first.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Heads of arcs by tail: those of node i are head[first[i]] to head[first[i+1] - 1], in any order.
struct Adjacency {
  std::vector<std::uint32_t> first;  ///< nodes + 1
  std::vector<NodeId> head;
};

struct Components {
  std::vector<std::uint32_t> of;  ///< by node; arcs between components lead to lower numbers
  std::uint32_t count = 0;
};

/// The components within which every node reaches every other (R. Tarjan, 1972), without recursion. Heads must be
/// nodes. O(nodes + arcs).
[[nodiscard]] Components strong_components(const Adjacency& graph);

}  // namespace portolan
