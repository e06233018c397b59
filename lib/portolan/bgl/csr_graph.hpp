// SPDX-License-Identifier: BSL-1.0
// Makes CsrGraph a graph of the Boost Graph Library, in place: a model of IncidenceGraph, AdjacencyGraph,
// VertexListGraph and EdgeListGraph, with the property maps vertex_index, edge_index and edge_weight, whether its
// arrays are in memory or in a mapped file. Vertices are NodeIds.
//
// Nothing is checked: the graph must be well formed (is_well_formed). All operations are O(1), but the first step of
// edges(), which passes over nodes without arcs.
#pragma once

#include "portolan/graph/csr_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

namespace portolan {

/// An arc of a CsrGraph: its tail, and its number, by which weight and head are found.
struct CsrEdge {
  NodeId tail = 0;
  std::uint32_t arc = 0;
  friend constexpr bool operator==(const CsrEdge&, const CsrEdge&) = default;
};

/// Runs over the arcs that leave one node.
class CsrOutEdgeIterator
    : public boost::iterator_facade<CsrOutEdgeIterator, CsrEdge, boost::random_access_traversal_tag, CsrEdge> {
 public:
  CsrOutEdgeIterator() = default;
  CsrOutEdgeIterator(NodeId tail, std::uint32_t arc) : edge_{tail, arc} {}

 private:
  friend class boost::iterator_core_access;
  [[nodiscard]] CsrEdge dereference() const { return edge_; }
  [[nodiscard]] bool equal(const CsrOutEdgeIterator& other) const { return edge_.arc == other.edge_.arc; }
  void increment() { ++edge_.arc; }
  void decrement() { --edge_.arc; }
  void advance(std::ptrdiff_t steps) { edge_.arc = static_cast<std::uint32_t>(edge_.arc + steps); }
  [[nodiscard]] std::ptrdiff_t distance_to(const CsrOutEdgeIterator& other) const {
    return std::ptrdiff_t{other.edge_.arc} - std::ptrdiff_t{edge_.arc};
  }

  CsrEdge edge_;
};

/// Runs over all arcs, by tail. The graph's arrays must outlive it.
class CsrEdgeIterator : public boost::iterator_facade<CsrEdgeIterator, CsrEdge, boost::forward_traversal_tag, CsrEdge> {
 public:
  CsrEdgeIterator() = default;
  /// Starts at an arc of edge.tail or of a later node.
  CsrEdgeIterator(const CsrGraph& graph, CsrEdge edge) : first_(graph.first), arcs_(graph.target.size()), edge_(edge) {
    find_tail();
  }

 private:
  friend class boost::iterator_core_access;
  [[nodiscard]] CsrEdge dereference() const { return edge_; }
  [[nodiscard]] bool equal(const CsrEdgeIterator& other) const { return edge_.arc == other.edge_.arc; }
  void increment() {
    ++edge_.arc;
    find_tail();
  }
  void find_tail() {
    if (edge_.arc == arcs_) return;
    while (first_[edge_.tail + 1] <= edge_.arc) ++edge_.tail;
  }

  std::span<const std::uint32_t> first_;
  std::size_t arcs_ = 0;
  CsrEdge edge_;
};

/// What the Boost Graph Library may do with a CsrGraph.
struct CsrTraversal : boost::incidence_graph_tag,
                      boost::adjacency_graph_tag,
                      boost::vertex_list_graph_tag,
                      boost::edge_list_graph_tag {};

/// The property map edge_weight: the weight of an arc.
class CsrWeightMap : public boost::put_get_helper<std::uint32_t, CsrWeightMap> {
 public:
  using key_type = CsrEdge;
  using value_type = std::uint32_t;
  using reference = std::uint32_t;
  using category = boost::readable_property_map_tag;

  CsrWeightMap() = default;
  explicit CsrWeightMap(const CsrGraph& graph) : weight_(graph.weight) {}
  std::uint32_t operator[](const CsrEdge& edge) const { return weight_[edge.arc]; }

 private:
  std::span<const std::uint32_t> weight_;
};

/// The property map edge_index: the number of an arc, from 0.
class CsrEdgeIndexMap : public boost::put_get_helper<std::uint32_t, CsrEdgeIndexMap> {
 public:
  using key_type = CsrEdge;
  using value_type = std::uint32_t;
  using reference = std::uint32_t;
  using category = boost::readable_property_map_tag;

  std::uint32_t operator[](const CsrEdge& edge) const { return edge.arc; }
};

/// A property map of vertices: what stands in an array by node, such as positions.
template <class Value>
class NodePropertyMap : public boost::put_get_helper<const Value&, NodePropertyMap<Value>> {
 public:
  using key_type = NodeId;
  using value_type = Value;
  using reference = const Value&;
  using category = boost::lvalue_property_map_tag;

  NodePropertyMap() = default;
  /// The array must outlive the map.
  explicit NodePropertyMap(std::span<const Value> values) : values_(values) {}
  const Value& operator[](NodeId node) const { return values_[node]; }

 private:
  std::span<const Value> values_;
};

// The Boost Graph Library finds these functions through the namespace of CsrGraph.

inline NodeId num_vertices(const CsrGraph& graph) {
  return static_cast<NodeId>(graph.size());
}
inline std::pair<boost::counting_iterator<NodeId>, boost::counting_iterator<NodeId>> vertices(const CsrGraph& graph) {
  return {boost::counting_iterator<NodeId>(0), boost::counting_iterator<NodeId>(num_vertices(graph))};
}

inline NodeId source(const CsrEdge& edge, const CsrGraph&) {
  return edge.tail;
}
inline NodeId target(const CsrEdge& edge, const CsrGraph& graph) {
  return graph.target[edge.arc];
}
inline std::uint32_t out_degree(NodeId node, const CsrGraph& graph) {
  return graph.first[node + 1] - graph.first[node];
}
inline std::pair<CsrOutEdgeIterator, CsrOutEdgeIterator> out_edges(NodeId node, const CsrGraph& graph) {
  return {{node, graph.first[node]}, {node, graph.first[node + 1]}};
}
inline std::pair<const NodeId*, const NodeId*> adjacent_vertices(NodeId node, const CsrGraph& graph) {
  return {graph.target.data() + graph.first[node], graph.target.data() + graph.first[node + 1]};
}

inline std::uint32_t num_edges(const CsrGraph& graph) {
  return static_cast<std::uint32_t>(graph.target.size());
}
inline std::pair<CsrEdgeIterator, CsrEdgeIterator> edges(const CsrGraph& graph) {
  return {{graph, {0, 0}}, {graph, {num_vertices(graph), num_edges(graph)}}};
}

inline boost::typed_identity_property_map<NodeId> get(boost::vertex_index_t, const CsrGraph&) {
  return {};
}
inline CsrEdgeIndexMap get(boost::edge_index_t, const CsrGraph&) {
  return {};
}
inline CsrWeightMap get(boost::edge_weight_t, const CsrGraph& graph) {
  return CsrWeightMap(graph);
}
inline NodeId get(boost::vertex_index_t, const CsrGraph&, NodeId node) {
  return node;
}
inline std::uint32_t get(boost::edge_index_t, const CsrGraph&, const CsrEdge& edge) {
  return edge.arc;
}
inline std::uint32_t get(boost::edge_weight_t, const CsrGraph& graph, const CsrEdge& edge) {
  return graph.weight[edge.arc];
}

}  // namespace portolan

template <>
struct std::hash<portolan::CsrEdge> {
  std::size_t operator()(const portolan::CsrEdge& edge) const noexcept { return edge.arc; }
};

namespace boost {

template <>
struct graph_traits<portolan::CsrGraph> {
  using vertex_descriptor = portolan::NodeId;
  using edge_descriptor = portolan::CsrEdge;
  using directed_category = directed_tag;
  using edge_parallel_category = allow_parallel_edge_tag;
  using traversal_category = portolan::CsrTraversal;
  using vertices_size_type = portolan::NodeId;
  using edges_size_type = std::uint32_t;
  using degree_size_type = std::uint32_t;
  using vertex_iterator = counting_iterator<portolan::NodeId>;
  using out_edge_iterator = portolan::CsrOutEdgeIterator;
  using adjacency_iterator = const portolan::NodeId*;
  using edge_iterator = portolan::CsrEdgeIterator;
  using in_edge_iterator = void;
  static vertex_descriptor null_vertex() { return portolan::kNoNode; }
};
/// Some algorithms (biconnected_components) ask what a const graph is.
template <>
struct graph_traits<const portolan::CsrGraph> : graph_traits<portolan::CsrGraph> {};

template <>
struct property_map<portolan::CsrGraph, vertex_index_t> {
  using type = typed_identity_property_map<portolan::NodeId>;
  using const_type = type;
};
template <>
struct property_map<portolan::CsrGraph, edge_index_t> {
  using type = portolan::CsrEdgeIndexMap;
  using const_type = type;
};
template <>
struct property_map<portolan::CsrGraph, edge_weight_t> {
  using type = portolan::CsrWeightMap;
  using const_type = type;
};

}  // namespace boost
