// SPDX-License-Identifier: BSL-1.0
// Finds the dead ends of a graph, and of the positions of a mover by way of the nodes of its regions.
#pragma once

#include "portolan/graph/csr_graph.hpp"
#include "portolan/graph/dead_ends.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/offline/build_context.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

using DeadEndArrays = BasicDeadEnds<Owned>;

/// Places that their author calls dead ends, by number; empty: none. They do not count where halves are compared,
/// unless there are no others: so they are never the main part.
using DeadEndMarks = std::vector<bool>;

/// The dead ends of a board, from the biconnected components of its arcs, each taken both ways: what holds of paths
/// along them holds of all paths that keep to their directions. Each connected component keeps a main part, beside
/// which no dead end holds more than half of its nodes; dead ends that hang off one place side by side are several.
/// Needs is_well_formed. O(nodes + arcs log arcs).
[[nodiscard]] DeadEndArrays find_dead_ends(const CsrGraph& graph, const DeadEndMarks& marked = {});

/// The dead ends of the positions of a mover that hang off one of some tiles: `nodes`, each given once, those of the
/// coarse graph of level 0 and others, which hold the ends of all `links` on which the mover can stand. The grid must
/// have no pages. Halves are counted in tiles. None on maps of 2^32 - 1 tiles and more. O(tiles + nodes log nodes).
///
/// The tiles between the nodes are contracted to pieces: the greatest sets of other tiles that steps join. Nodes beside
/// each other, a node beside a piece, and the ends of a link are joined by edges. Every path of tiles is a path over
/// these, so a node that no path over them goes round no path of tiles goes round; prices have no part in it, and tiles
/// and links that close later can only take edges away (DECISIONS.md).
[[nodiscard]] DeadEndArrays find_dead_ends(const GridView& grid, std::span<const Tile> nodes, const LinkTable& links,
                                           const DeadEndMarks& marked = {});

/// Bytes that finding them takes at most, besides what it returns.
[[nodiscard]] std::uint64_t dead_end_memory(const CsrGraph& graph) noexcept;
[[nodiscard]] std::uint64_t dead_end_memory(std::uint64_t tiles, std::uint64_t nodes) noexcept;

/// As a stage of a build: what find() finds, if the memory allows it; nothing where that is none, which is noted.
template <class Find>
[[nodiscard]] std::optional<DeadEndArrays> make_dead_ends(BuildContext& context, std::uint64_t memory, Find&& find) {
  if (!context.memory().affords(memory)) {
    context.note("no dead ends, for lack of memory");
    return {};
  }
  DeadEndArrays found = context.run("dead ends", find);
  if (found.empty()) {
    context.note("there are no dead ends");
    return {};
  }
  return found;
}

}  // namespace portolan
