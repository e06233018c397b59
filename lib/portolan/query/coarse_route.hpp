// SPDX-License-Identifier: BSL-1.0
// A path through the coarse graph, as plain data: arcs that have still to be unpacked to legs.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/query/coarse_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// One leg of a coarse path: from tile to tile inside one region of level 0, at the least cost there, or by a link.
struct RouteLeg {
  Tile from{};
  Tile to{};
  RegionIndex region;
  Cost cost = 0;
  LinkId link = kNoLink;
};

/// An end of an arc.
struct CoarseEnd {
  Tile tile{};
  FileNode node = FileNode::none;  ///< none where it has none on that tile, or the path begins or ends there
};

/// A piece of a path: a link, or a least path inside a region, of level 0 a leg and above it to be unpacked.
struct CoarseArc {
  CoarseEnd from;
  CoarseEnd to;
  Cost cost = 0;
  int level = 0;
  RegionIndex region{};  ///< of that level; of links it says nothing
  LinkId link = kNoLink;
};

/// What is left of a path, in memory of the caller's choosing: a stack of arcs, the next one on top. Copied with its
/// arcs it is a path of its own. Good for the world and the snapshot that it was found on.
struct CoarseRoute {
  std::span<CoarseArc> memory;
  std::size_t count = 0;  ///< arcs waiting: memory[count - 1] is the next
  std::size_t legs = 0;   ///< that were unpacked

  [[nodiscard]] std::span<const CoarseArc> arcs() const noexcept { return memory.first(count); }
  /// False if the memory is full.
  [[nodiscard]] bool push(const CoarseArc& arc) noexcept {
    if (count == memory.size()) return false;
    memory[count++] = arc;
    return true;
  }
};

/// What a step of unpacking brought.
enum class Unpacked : std::uint8_t {
  leg,
  done,     ///< there are no more
  budget,   ///< more nodes would have to be settled
  full,     ///< the memory of the route cannot hold what the next arc is made of
  corrupt,  ///< the world file contradicts itself here
};

/// Calls visit(Tile to, LinkId) for the pieces of a route in order: each is a link, or one leg or many.
template <class Visit>
void for_each_piece(std::span<const CoarseArc> arcs, Visit&& visit) {
  for (std::size_t i = arcs.size(); i-- > 0;) {
    if (arcs[i].from.tile != arcs[i].to.tile) visit(arcs[i].to.tile, arcs[i].link);
  }
}

/// The end of an arc that a node of a graph is.
template <CoarseGraph Graph>
[[nodiscard]] CoarseEnd end_at(const Graph& graph, NodeId node) noexcept {
  return {graph.tile_of(node), graph.file_node(node)};
}

/// The node that an end of an arc is; nothing if it is none of this graph.
template <CoarseGraph Graph>
[[nodiscard]] std::optional<NodeId> node_at(const Graph& graph, const CoarseEnd& end) noexcept {
  if (end.node == FileNode::none) return graph.edited_node_at(end.tile);
  const auto node = static_cast<NodeId>(end.node);
  return node < graph.size() ? std::optional(node) : std::nullopt;
}

/// The arc of this cost between two nodes inside the first of some regions around them that has it. Nothing if none
/// has.
template <CoarseGraph Graph>
[[nodiscard]] std::optional<CoarseArc> find_arc(const Graph& graph, NodeId from, NodeId to, Cost cost,
                                                const RegionList& candidates) noexcept {
  for (const LevelRegion& region : candidates) {
    if (!graph.has_arc(from, to, cost, region)) continue;
    return CoarseArc{.from = end_at(graph, from),
                     .to = end_at(graph, to),
                     .cost = cost,
                     .level = region.level,
                     .region = region.index};
  }
  return {};
}

}  // namespace portolan
