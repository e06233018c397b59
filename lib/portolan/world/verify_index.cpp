// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/verify_index.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace portolan {
namespace {

/// The least weight of the arcs between two nodes; nothing if there are none.
std::optional<std::uint32_t> weight_between(const CsrGraph& graph, NodeId from, NodeId to) {
  const auto begin = graph.target.begin() + graph.first[from];
  const auto end = graph.target.begin() + graph.first[from + 1];
  const auto [low, high] = std::equal_range(begin, end, to);
  if (low == high) return {};
  return *std::min_element(graph.weight.begin() + (low - graph.target.begin()),
                           graph.weight.begin() + (high - graph.target.begin()));
}

/// Which way the arcs of a part of an index run.
enum class Run { forward, backward };

std::optional<std::uint32_t> weight_along(const CsrGraph& graph, Run run, NodeId near, NodeId far) {
  return run == Run::forward ? weight_between(graph, near, far) : weight_between(graph, far, near);
}

std::string upward_fault(const CsrGraph& graph, const ContractionHierarchy& hierarchy, Run run) {
  const UpwardArcs& up = run == Run::forward ? hierarchy.forward : hierarchy.backward;
  for (NodeId low = 0; low < hierarchy.size(); ++low) {
    for (std::uint32_t arc = up.first[low]; arc < up.first[low + 1]; ++arc) {
      if (up.middle[arc] != kNoMiddle) continue;
      if (weight_along(graph, run, hierarchy.node[low], hierarchy.node[up.target[arc]]) != up.weight[arc]) {
        return "the contraction hierarchy has an arc that the graph has not";
      }
    }
  }
  return {};
}

std::string set_fault(const CsrGraph& graph, const LabelSet& set, Run run) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
      const TreeStep step = next_in_tree(set.tree, set.place[entry]);
      if (step.ends) continue;
      const NodeId next = set.tree[step.place];
      const auto weight = weight_along(graph, run, node, next);
      const std::uint32_t nearer = find_entry(set, next, set.hub[entry]);
      if (!weight || set.distance[entry] != std::uint64_t{*weight} + set.distance[nearer]) {
        return "a hub label of node " + std::to_string(node) + " is wrong";
      }
    }
  }
  return {};
}

/// By hub the node where its tree ends, kNoNode for one without entries; nothing if a tree ends twice, as arcs of
/// weight 0 would allow.
std::optional<std::vector<NodeId>> roots_of(const LabelSet& set, std::size_t nodes) {
  std::vector<NodeId> roots(nodes, kNoNode);
  for (NodeId node = 0; node < nodes; ++node) {
    for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
      if (!next_in_tree(set.tree, set.place[entry]).ends) continue;
      if (std::exchange(roots[set.hub[entry]], node) != kNoNode) return {};
    }
  }
  return roots;
}

/// In both directions a hub is the same node.
bool have_one_root_a_hub(const HubLabels& labels) {
  const auto out = roots_of(labels.out, labels.size());
  return out && out == roots_of(labels.in, labels.size());
}

/// Radii are the greatest distances of entries.
bool are_tight(const HubLabels& labels) {
  std::vector<std::uint32_t> greatest(labels.size(), 0);
  for (const LabelSet* set : {&labels.out, &labels.in}) {
    for (std::size_t entry = 0; entry < set->hub.size(); ++entry) {
      greatest[set->hub[entry]] = std::max(greatest[set->hub[entry]], set->distance[entry]);
    }
  }
  return std::ranges::equal(greatest, labels.radius);
}

}  // namespace

std::string hierarchy_fault(const CsrGraph& graph, const ContractionHierarchy& hierarchy) {
  if (!is_well_formed(hierarchy) || !has_sound_arcs(hierarchy)) return "the contraction hierarchy contradicts itself";
  for (const Run run : {Run::forward, Run::backward}) {
    if (std::string fault = upward_fault(graph, hierarchy, run); !fault.empty()) return fault;
  }
  for (NodeId node = 0; node < graph.size(); ++node) {
    for (std::uint32_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      const NodeId from = hierarchy.rank[node];
      const NodeId to = hierarchy.rank[graph.target[arc]];
      if (from == to) continue;
      const UpwardArcs& up = from < to ? hierarchy.forward : hierarchy.backward;
      const std::size_t found = find_arc(up, std::min(from, to), std::max(from, to));
      if (found == up.target.size() || up.weight[found] > graph.weight[arc]) {
        return "the contraction hierarchy lacks an arc of node " + std::to_string(node);
      }
    }
  }
  return {};
}

std::string labels_fault(const CsrGraph& graph, const HubLabels& labels) {
  if (!is_well_formed(labels) || !has_sound_entries(labels) || !are_tight(labels)) {
    return "the hub labels contradict themselves";
  }
  if (!have_one_root_a_hub(labels)) return "a tree of hub labels does not end at one node";
  std::string fault = set_fault(graph, labels.out, Run::forward);
  return fault.empty() ? set_fault(graph, labels.in, Run::backward) : fault;
}

}  // namespace portolan
