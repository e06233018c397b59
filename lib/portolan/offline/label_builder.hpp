// SPDX-License-Identifier: BSL-1.0
// Builds hub labels.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/graph/hub_labels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Hub labels that own their arrays.
using LabelArrays = BasicHubLabels<Owned>;

/// What decides which node becomes a hub before which; any order gives exact labels, a good one small labels.
enum class HubOrder : std::uint8_t {
  automatic,      ///< contraction for more than kMaxSampledNodes nodes of up to kMaxContractedArcs arcs each on average
  sampled_trees,  ///< by the shortest paths through a node, counted over sampled trees: smaller labels
  contraction,    ///< the last contracted first: faster on large sparse graphs
};
/// The most nodes of a graph for which `automatic` is sampled_trees whatever its arcs.
inline constexpr std::size_t kMaxSampledNodes = 65'536;
/// The most arcs a node, on average, of a graph for which `automatic` may be contraction.
inline constexpr std::size_t kMaxContractedArcs = 16;

/// The order that `automatic` stands for on a graph.
[[nodiscard]] HubOrder hub_order_for(const CsrGraph& graph) noexcept;

/// Whether HubOrder::sampled_trees can be had within so many bytes of memory.
[[nodiscard]] bool sampled_trees_fit(std::size_t nodes, std::uint64_t memory) noexcept;

/// The most entries of labels, so that their trees have fewer than 2^31 records.
inline constexpr std::uint64_t kMaxLabelEntries = (std::uint64_t{1} << 30) - 1;

/// The least bytes that an entry takes, with its part of the tree.
inline constexpr std::uint64_t kLeastBytesPerLabelEntry = sizeof(HubId) + 3 * sizeof(std::uint32_t);
/// The most bytes that an entry takes while labels are built: in vectors that grow, and then packed beside them.
inline constexpr std::uint64_t kMostBytesPerEntryBuilt = 64;
/// Bytes that a node takes while labels are built, whatever is in them: the heads of its vectors, and what two threads
/// search with; further threads work only where the memory holds theirs too.
inline constexpr std::uint64_t kBytesPerNodeLabelled = 384;
/// Bytes that an arc takes while labels are built: in the simple graph and in its reverse.
inline constexpr std::uint64_t kBytesPerArcLabelled = 16;
/// Bytes that an entry takes while labels grow.
inline constexpr std::uint64_t kBytesPerEntryGrown = 40;
/// Bytes that a node takes in sampled trees, at the worst that was seen; the trees get half of the memory.
inline constexpr std::uint64_t kBytesPerNodeSampled = 2560;

/// How labels are built, and what bounds them.
struct LabelOptions {
  HubOrder order = HubOrder::automatic;
  unsigned threads = 0;                          ///< 0: one per core
  std::uint64_t max_work = ~std::uint64_t{0};    ///< ContractionOptions::max_work, where there is one
  std::uint64_t max_bytes = ~std::uint64_t{0};   ///< of the result
  std::uint64_t memory = ~std::uint64_t{0};      ///< bytes to build with
  std::uint64_t max_entries = kMaxLabelEntries;  ///< of both directions together
  std::span<const NodeId> contracted = {};       ///< Contraction::node of the graph, if it was contracted before
};

/// Canonical hub labels of a well-formed graph by pruned landmark labelling (Akiba, Iwata, Yoshida, 2013): hub after
/// hub, a Dijkstra search that stops where the hubs so far already give the distance. The same for any number of
/// threads. Time grows with entries x (arcs a node) x (entries a label). Errors: those of contract(); limit (a distance
/// that does not fit 32 bits, more than max_bytes, memory or max_entries allow).
[[nodiscard]] Result<LabelArrays> build_hub_labels(const CsrGraph& graph, const LabelOptions& options);

}  // namespace portolan
