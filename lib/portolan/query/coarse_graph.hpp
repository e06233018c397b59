// SPDX-License-Identifier: BSL-1.0
// What searches ask of the coarse graph, whichever it is: that of a file (regions/level_graph.hpp), or the one that
// edits have left of it (edited_graph.hpp).
#pragma once

#include "portolan/regions/level_graph.hpp"

#include <concepts>
#include <optional>

namespace portolan {

/// A graph whose nodes stand on tiles and whose arcs lie inside regions. Nodes of the file keep their numbers; where
/// edits put others, these come after them and have no FileNode. Links between tiles are no part of it
/// (coarse_links.hpp).
template <class G>
concept CoarseGraph = requires(const G& graph, NodeId node, Tile tile, RegionIndex r, LevelRegion in, Cost cost,
                               int level, void (*visit_arc)(NodeId, Cost), void (*visit_member)(NodeId, Tile)) {
  { graph.layout() } -> std::same_as<const RegionLayout&>;
  { graph.size() } -> std::same_as<NodeId>;
  { graph.tile_of(node) } -> std::same_as<Tile>;
  { graph.file_node(node) } -> std::same_as<FileNode>;
  { graph.edited_node_at(tile) } -> std::same_as<std::optional<NodeId>>;
  { graph.largest_region(r, level) } -> std::same_as<LevelRegion>;
  { graph.has_steps(in) } -> std::same_as<bool>;
  { graph.node_by_steps(r, tile) } -> std::same_as<std::optional<NodeId>>;
  { graph.for_each_member(r, visit_member) } -> std::same_as<bool>;
  { graph.for_each_arc(node, in, visit_arc) } -> std::same_as<bool>;
  { graph.has_arc(node, node, cost, in) } -> std::same_as<bool>;
};

}  // namespace portolan
