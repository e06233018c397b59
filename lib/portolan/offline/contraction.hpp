// SPDX-License-Identifier: BSL-1.0
// Builds contraction hierarchies.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// A contraction hierarchy that owns its arrays.
using Contraction = BasicContractionHierarchy<Owned>;

/// Bounds of a contraction.
struct ContractionOptions {
  unsigned threads = 0;  ///< 0: one per core
  /// Arcs that searches for other paths may look at while contracting, about 10^8 a second. Graphs that stay dense to
  /// the end take longer than an index is worth, and are given up early: valuing all nodes at first, which is counted
  /// by itself, may take a quarter of the work, the first half of the nodes a tenth.
  std::uint64_t max_work = ~std::uint64_t{0};
  std::uint64_t memory = ~std::uint64_t{0};  ///< bytes to build with
};

/// Contracts the nodes of a well-formed graph one after the other, the least important first (Geisberger, Sanders,
/// Schultes, Delling, 2008): a node gives way to shortcuts between those neighbours whose only shortest path it was on,
/// as far as a bounded search for another path can tell. Importance is the node's level plus what its contraction adds
/// over what it removes, in arcs and in original arcs, evaluated anew when the node comes up.
///
/// Weights are below 2^32 - 1. Priorities are first computed on several threads; the result is the same for any number.
/// Memory O(nodes + arcs + shortcuts). Errors (limit): a weight, or the cost of a shortcut, of 2^32 - 1 or more, 2^32
/// arcs, or more work or memory than allowed.
[[nodiscard]] Result<Contraction> contract(const CsrGraph& graph, const ContractionOptions& options);

}  // namespace portolan
