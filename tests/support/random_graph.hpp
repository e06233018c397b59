// SPDX-License-Identifier: BSL-1.0
// Random small graphs, and a slow and obviously right reference for least paths over them.
#pragma once

#include "portolan/graph/graph_path.hpp"
#include "portolan/graph/position_estimate.hpp"
#include "portolan/offline/csr_arrays.hpp"
#include "support/random_world.hpp"

#include <span>
#include <string>
#include <vector>

namespace portolan::test {

/// A directed or undirected graph of at most `max_nodes` nodes: scattered arcs (with loops and parallel arcs), paths,
/// stars, trees, grids, several components, no arcs, a single node, or no node at all. Weights are 0 and 1, all alike,
/// small, or large.
[[nodiscard]] CsrArrays random_graph(Rng& rng, std::int32_t max_nodes);

/// Positions that have nothing to do with the arcs: all equal, few different, small integers, anywhere, huge, tiny, or
/// each of another size.
[[nodiscard]] std::vector<GraphPosition> random_positions(Rng& rng, std::size_t nodes);

/// Raises weights to at least `factor` times the straight-line distance of their ends.
void lengthen_arcs(CsrArrays& graph, std::span<const GraphPosition> positions, double factor);

/// One to four ends, with costs from a few values, so that ties happen. The graph must have a node.
[[nodiscard]] std::vector<GraphEnd> random_ends(Rng& rng, const CsrGraph& graph);

/// By node the least cost from any source (R. Bellman, 1958; L. Ford, 1956); kInfiniteCost where no path leads.
[[nodiscard]] std::vector<Cost> reference_costs(const CsrGraph& graph, std::span<const GraphEnd> sources);

/// The least cost of a path from any source to any target, both ends' costs included; kInfiniteCost if there is none.
[[nodiscard]] Cost reference_cost(const CsrGraph& graph, std::span<const GraphEnd> sources,
                                  std::span<const GraphEnd> targets);

/// What is wrong with the nodes of a found path: its ends, an arc that does not exist, its cost; empty if nothing.
[[nodiscard]] std::string path_fault(const CsrGraph& graph, std::span<const GraphEnd> sources,
                                     std::span<const GraphEnd> targets, const GraphPath& path);

}  // namespace portolan::test
