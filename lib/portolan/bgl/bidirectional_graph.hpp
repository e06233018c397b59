// SPDX-License-Identifier: BSL-1.0
// Makes a CsrGraph whose reverse is stored too a model of BidirectionalGraph; csr_graph.hpp has the rest.
#pragma once

#include "portolan/bgl/csr_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/iterator/iterator_facade.hpp>

namespace portolan {

/// A graph with every arc stored a second time, turned round. Both must be well formed; the weights of the reverse are
/// not looked at. A symmetric graph is its own reverse.
struct BidirectionalCsrGraph : CsrGraph {
  CsrGraph reverse;  ///< the graph with every arc turned round
};

/// Runs over the arcs that come into a node. Dereferencing finds the arc among those that leave the tail, among
/// parallel ones by its place: O(log(arcs of the tail) + parallel arcs).
class CsrInEdgeIterator
    : public boost::iterator_facade<CsrInEdgeIterator, CsrEdge, boost::random_access_traversal_tag, CsrEdge> {
 public:
  CsrInEdgeIterator() = default;
  /// The graph must outlive the iterator.
  CsrInEdgeIterator(const BidirectionalCsrGraph& graph, NodeId head, std::uint32_t arc)
      : graph_(&graph), head_(head), arc_(arc) {}

 private:
  friend class boost::iterator_core_access;
  [[nodiscard]] CsrEdge dereference() const {
    const NodeId tail = graph_->reverse.target[arc_];
    std::uint32_t place = 0;
    while (arc_ - place > graph_->reverse.first[head_] && graph_->reverse.target[arc_ - place - 1] == tail) ++place;
    const auto row = graph_->target.begin();
    const auto same = std::lower_bound(row + graph_->first[tail], row + graph_->first[tail + 1], head_);
    return {tail, static_cast<std::uint32_t>(same - row) + place};
  }
  [[nodiscard]] bool equal(const CsrInEdgeIterator& other) const { return arc_ == other.arc_; }
  void increment() { ++arc_; }
  void decrement() { --arc_; }
  void advance(std::ptrdiff_t steps) { arc_ = static_cast<std::uint32_t>(arc_ + steps); }
  [[nodiscard]] std::ptrdiff_t distance_to(const CsrInEdgeIterator& other) const {
    return std::ptrdiff_t{other.arc_} - std::ptrdiff_t{arc_};
  }

  const BidirectionalCsrGraph* graph_ = nullptr;
  NodeId head_ = 0;
  std::uint32_t arc_ = 0;  ///< number of the arc in the reverse
};

/// What the Boost Graph Library may do with a BidirectionalCsrGraph.
struct BidirectionalCsrTraversal : boost::bidirectional_graph_tag,
                                   boost::adjacency_graph_tag,
                                   boost::vertex_list_graph_tag,
                                   boost::edge_list_graph_tag {};

inline std::uint32_t in_degree(NodeId node, const BidirectionalCsrGraph& graph) {
  return out_degree(node, graph.reverse);
}
inline std::uint32_t degree(NodeId node, const BidirectionalCsrGraph& graph) {
  return in_degree(node, graph) + out_degree(node, graph);
}
inline std::pair<CsrInEdgeIterator, CsrInEdgeIterator> in_edges(NodeId node, const BidirectionalCsrGraph& graph) {
  return {{graph, node, graph.reverse.first[node]}, {graph, node, graph.reverse.first[node + 1]}};
}

}  // namespace portolan

namespace boost {

template <>
struct graph_traits<portolan::BidirectionalCsrGraph> : graph_traits<portolan::CsrGraph> {
  using traversal_category = portolan::BidirectionalCsrTraversal;
  using in_edge_iterator = portolan::CsrInEdgeIterator;
};
template <>
struct graph_traits<const portolan::BidirectionalCsrGraph> : graph_traits<portolan::BidirectionalCsrGraph> {};

template <class Property>
struct property_map<portolan::BidirectionalCsrGraph, Property> : property_map<portolan::CsrGraph, Property> {};

}  // namespace boost
