// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hub_labels.hpp"

namespace portolan {
namespace {

/// One node for every entry; links and ends only after nodes, and one of them at the end.
bool has_whole_trees(const LabelSet& set) noexcept {
  std::size_t nodes = 0;
  bool after_node = false;
  for (const std::uint32_t record : set.tree) {
    const bool node = record < kTreeLink;
    if (!node && !after_node) return false;
    nodes += node ? 1 : 0;
    after_node = node;
  }
  return nodes == set.hub.size() && !after_node;
}

bool are_sound(const LabelSet& set, std::span<const std::uint32_t> radius) noexcept {
  if (!has_whole_trees(set)) return false;
  const std::size_t nodes = radius.size();
  for (NodeId node = 0; node < nodes; ++node) {
    for (std::size_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
      const HubId hub = set.hub[entry];
      if (hub >= nodes || (entry > set.first[node] && set.hub[entry - 1] >= hub)) return false;
      if (set.distance[entry] > radius[hub]) return false;
      const std::uint32_t place = set.place[entry];
      if (place >= set.tree.size() || set.tree[place] != node) return false;
      const TreeStep step = next_in_tree(set.tree, place);
      if (step.wrong || (step.ends && set.distance[entry] != 0)) return false;
      if (step.ends) continue;
      const NodeId next = set.tree[step.place];
      if (next >= nodes) return false;
      const std::uint32_t nearer = find_entry(set, next, hub);
      if (nearer == kNoEntry || set.place[nearer] != step.place || set.distance[nearer] > set.distance[entry]) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool has_sound_entries(const HubLabels& labels) noexcept {
  return are_sound(labels.out, labels.radius) && are_sound(labels.in, labels.radius);
}

}  // namespace portolan
