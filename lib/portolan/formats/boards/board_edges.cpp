// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_edges.hpp"

#include <algorithm>

namespace portolan {

namespace {

/// Whether the arc comes before the other among parallel ones, their ends apart; parallel arcs are in this order.
bool precedes(const BoardView& graph, std::size_t a, std::size_t b) {
  // Without what it costs to enter the heads, which differ.
  if (graph.own_weight(a) != graph.own_weight(b)) return graph.own_weight(a) < graph.own_weight(b);
  if (graph.arc_names[a] != graph.arc_names[b]) return graph.arc_names[a] < graph.arc_names[b];
  return std::ranges::lexicographical_compare(graph.arc_tags[a], graph.arc_tags[b]);
}

}  // namespace

std::vector<BoardEdge> edges_of(const BoardView& graph) {
  const CsrGraph& arcs = graph.arcs;
  std::vector<BoardEdge> edges;
  std::vector<bool> used(arcs.target.size(), false);
  for (NodeId from = 0; from < graph.size(); ++from) {
    std::size_t back = 0;  // the next arc that leads back from the present head
    std::size_t back_end = 0;
    for (std::uint32_t arc = arcs.first[from]; arc < arcs.first[from + 1]; ++arc) {
      const NodeId to = arcs.target[arc];
      if (arc == arcs.first[from] || to != arcs.target[arc - 1]) {
        back = graph.cheapest_arc(to, from);
        back_end = back < arcs.target.size() ? arcs.first[to + 1] : back;
      }
      if (used[arc]) continue;
      used[arc] = true;
      BoardEdge edge{.from = from, .to = to, .arc = arc, .direction = Direction::both};
      if (from != to) {
        const auto returns = [&] { return back < back_end && arcs.target[back] == from; };
        while (returns() && (used[back] || precedes(graph, back, arc))) ++back;
        if (returns() && !precedes(graph, arc, back)) {
          used[back++] = true;
        } else {
          edge.direction = Direction::one_way;
        }
      }
      edges.push_back(edge);
    }
  }
  return edges;
}

std::string cost_to_enter(const BoardView& graph, NodeId node) {
  const std::uint32_t cost = graph.cost_to_enter(node);
  return cost == 0 ? "" : to_text(graph.in_author_unit(cost));
}

std::string joined_tags(const BoardView& graph, std::span<const std::uint32_t> tags) {
  std::string text;
  for (const std::uint32_t tag : tags) {
    if (!text.empty()) text += ';';
    text += graph.tag_names[tag];
  }
  return text;
}

std::string estimate_text(const BoardView& graph, NodeId goal, NodeId node) {
  return to_text(graph.in_author_unit(graph.estimates_to(goal).by_node[node]));
}

bool position_of(const BoardView& graph, NodeId node, std::string& x, std::string& y) {
  if (graph.positions.empty() || graph.positions[node] == kNoPosition) return false;
  x = to_text(make_decimal(graph.positions[node].x, graph.position_decimals));
  y = to_text(make_decimal(graph.positions[node].y, graph.position_decimals));
  return true;
}

}  // namespace portolan
