// SPDX-License-Identifier: BSL-1.0
// Links as arcs of the coarse graph: their ends are nodes of all levels, whichever regions they lie in.
#pragma once

#include "portolan/query/coarse_graph.hpp"
#include "portolan/query/open_links.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace portolan {

/// The open links between nodes. The links and the topology must outlive it. Const calls are safe from any number of
/// threads.
class CoarseLinks {
 public:
  /// @throws std::bad_alloc
  CoarseLinks(const OpenLinks& links, const RegionTopologyView& topology)
      : links_(links), ends_(find_link_end_nodes(topology)) {
    for (const NodeId node : ends_) {
      if (node != kNoNode) past_ends_ = std::max(past_ends_, node + 1);
    }
  }

  [[nodiscard]] const OpenLinks& open() const noexcept { return links_; }

  /// Calls visit(NodeId to, Cost) for the links that leave from a node. False if one ends where the file has no node.
  template <CoarseGraph Graph, class Visit>
  [[nodiscard]] bool for_each_leaving(const Graph& graph, NodeId node, Visit&& visit) const {
    if (!may_have_links(graph, node)) return true;
    bool sound = true;
    links_.for_each_leaving(graph.tile_of(node), [&](const LinkArc& arc) {
      const auto to = node_of(graph, arc.other);
      sound = sound && to;
      if (to) visit(*to, arc.cost);
    });
    return sound;
  }

  /// Calls visit(NodeId from, Cost) for the links that lead to a node. False in the same case.
  template <CoarseGraph Graph, class Visit>
  [[nodiscard]] bool for_each_arriving(const Graph& graph, NodeId node, Visit&& visit) const {
    if (!may_have_links(graph, node)) return true;
    bool sound = true;
    links_.for_each_arriving(graph.tile_of(node), [&](const LinkArc& arc) {
      const auto from = node_of(graph, arc.other);
      sound = sound && from;
      if (from) visit(*from, arc.cost);
    });
    return sound;
  }

  /// The first link that leads from a node to a tile at this cost.
  template <CoarseGraph Graph>
  [[nodiscard]] LinkId find(const Graph& graph, NodeId from, Tile to, Cost cost) const {
    LinkId link = kNoLink;
    if (!may_have_links(graph, from)) return link;
    links_.for_each_leaving(graph.tile_of(from), [&](const LinkArc& arc) {
      if (link == kNoLink && arc.other == to && arc.cost == cost) link = arc.link;
    });
    return link;
  }

 private:
  /// Spares most nodes a look into the table.
  template <CoarseGraph Graph>
  [[nodiscard]] bool may_have_links(const Graph& graph, NodeId node) const noexcept {
    return !links_.empty() && (node < past_ends_ || graph.file_node(node) == FileNode::none);
  }
  template <CoarseGraph Graph>
  [[nodiscard]] std::optional<NodeId> node_of(const Graph& graph, Tile end) const noexcept {
    if (const auto node = graph.edited_node_at(end)) return node;
    const auto number = links_.table().find(end);
    return number && ends_[*number] != kNoNode ? std::optional(ends_[*number]) : std::nullopt;
  }

  const OpenLinks& links_;
  std::vector<NodeId> ends_;  ///< by end of a link its node in the file, kNoNode where there is none
  NodeId past_ends_ = 0;      ///< one above the last of them
};

}  // namespace portolan
