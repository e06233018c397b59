// SPDX-License-Identifier: BSL-1.0
// A weighted directed graph in compressed sparse rows: what every search, hierarchy and label set here is made from.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Whether `first` are the offsets of `rows` rows in `total` elements: 0 = first[0] <= first[1] <= ... = total.
/// O(rows).
[[nodiscard]] inline bool are_row_offsets(std::span<const std::uint32_t> first, std::size_t rows,
                                          std::size_t total) noexcept {
  return first.size() == rows + 1 && first.front() == 0 && first.back() == total &&
         std::is_sorted(first.begin(), first.end());
}

/// Arcs grouped by tail, ascending by head. Parallel arcs and loops are allowed; an undirected edge is two arcs.
/// Weights may be 0.
template <template <class> class Store>
struct BasicCsrGraph {
  Store<std::uint32_t> first;   ///< nodes + 1: the arcs of node i are [first[i], first[i+1])
  Store<NodeId> target;         ///< by arc
  Store<std::uint32_t> weight;  ///< by arc

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }

  /// Of a board.
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0, std::size_t arcs = 0) {
    visitor.array(SectionKind::graph_first, nodes + 1, self.first);
    visitor.array(SectionKind::graph_target, arcs, self.target);
    visitor.array(SectionKind::graph_weight, arcs, self.weight);
  }
  [[nodiscard]] BasicCsrGraph<Viewed> view() const noexcept { return view_of<BasicCsrGraph<Viewed>>(*this); }
  friend bool operator==(const BasicCsrGraph&, const BasicCsrGraph&) = default;
};
/// A view: owns nothing, safe to read from any number of threads.
using CsrGraph = BasicCsrGraph<Viewed>;
/// A graph that owns its arrays.
using CsrArrays = BasicCsrGraph<Owned>;

/// Whether everything in the graph can be followed without further checks. O(nodes + arcs).
[[nodiscard]] inline bool is_well_formed(const CsrGraph& graph) noexcept {
  const std::size_t nodes = graph.size();
  if (nodes >= kNoNode || graph.weight.size() != graph.target.size()) return false;
  if (graph.first.empty()) return graph.target.empty();
  if (!are_row_offsets(graph.first, nodes, graph.target.size())) return false;
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto heads = graph.target.subspan(graph.first[node], graph.first[node + 1] - graph.first[node]);
    if (!std::is_sorted(heads.begin(), heads.end()) || (!heads.empty() && heads.back() >= nodes)) return false;
  }
  return true;
}

}  // namespace portolan
