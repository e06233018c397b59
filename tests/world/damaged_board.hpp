// SPDX-License-Identifier: BSL-1.0
// Questions to a board that may contradict itself. Header only, so that fuzz targets can share it.
#pragma once

#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace portolan::test {

/// Asks by every index and by A* with the file's estimate, and looks up names. Empty if all answers are statuses or
/// nodes that exist, and names those of the nodes found. Deterministic in the seed.
inline std::string query_damaged_graph(const BoardTierView& tier, std::uint64_t seed) {
  const BoardView& graph = tier.graph;
  for (const std::string_view name : {"Alaska", "a", "B", ""}) {
    const auto found = graph.find(name);
    if (found && (*found >= graph.size() || graph.names[*found] != name)) return "a node of another name is found";
    const auto tag = graph.find_tag(name);
    if (tag && graph.tag_names[*tag] != name) return "another tag is found";
  }
  // Reading all texts is the test: sanitizers see what lies outside.
  std::size_t length = 0;
  for (NodeId node = 0; node < graph.size(); ++node) length += graph.names[node].size() + graph.node_tags[node].size();
  for (std::size_t arc = 0; arc < graph.arcs.target.size(); ++arc) {
    length += graph.arc_names[arc].size() + graph.arc_tags[arc].size();
  }
  const std::size_t items = graph.size() + graph.arcs.target.size();
  const std::size_t most =
      graph.names.bytes.size() + graph.arc_names.bytes.size() + graph.node_tags.tag.size() + graph.arc_tags.tag.size();
  if (length > items * most) return "texts that are longer than the file";
  std::vector<NodeId> room(2 * graph.size());
  GraphQuery astar(graph.arcs, tier.estimate);
  std::optional<HierarchyQuery> hierarchy;
  std::optional<LabelQuery> labels;
  if (tier.hierarchy) hierarchy.emplace(*tier.hierarchy);
  if (tier.labels) labels.emplace(*tier.labels);
  const auto draw = [&] {
    seed = seed * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<NodeId>((seed >> 33) % graph.size());
  };
  const auto is_sound = [&](const GraphPath& path) {
    for (const NodeId node : path.nodes) {
      if (node >= graph.size()) return false;
    }
    return path.status == Status::found || path.nodes.empty();
  };
  for (int i = 0; i < 5; ++i) {
    const std::array<GraphEnd, 1> source{GraphEnd{.node = draw()}};
    const std::array<GraphEnd, 1> target{GraphEnd{.node = draw()}};
    if (!is_sound(astar.path(source[0].node, target[0].node, 10'000, room))) return "a wrong path without an index";
    if (hierarchy && !is_sound(hierarchy->path(source, target, 10'000, room))) return "a wrong path by the hierarchy";
    if (labels && !is_sound(labels->path(source, target, 0, room))) return "a wrong path by the labels";
  }
  return {};
}

}  // namespace portolan::test
