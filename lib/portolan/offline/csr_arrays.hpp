// SPDX-License-Identifier: BSL-1.0
// Graphs in compressed sparse rows that own their arrays.
#pragma once

#include "portolan/graph/csr_graph.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// A graph that owns its arrays; see CsrGraph for what they hold.
struct CsrArrays {
  std::vector<std::uint32_t> first;
  std::vector<NodeId> target;
  std::vector<std::uint32_t> weight;

  [[nodiscard]] CsrGraph view() const noexcept { return {first, target, weight}; }
  friend bool operator==(const CsrArrays&, const CsrArrays&) = default;
};

/// The graph without loops, and of parallel arcs only the lightest. Needs is_well_formed. O(nodes + arcs).
[[nodiscard]] CsrArrays simple_graph(const CsrGraph& graph);

/// The graph with every arc turned round. Needs is_well_formed. O(nodes + arcs).
[[nodiscard]] CsrArrays reversed_graph(const CsrGraph& graph);

}  // namespace portolan
