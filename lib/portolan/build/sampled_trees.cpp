// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/sampled_trees.hpp"

#include <algorithm>
#include <numeric>

namespace portolan {

SampledTrees::SampledTrees(std::size_t nodes)
    : places_(nodes), descendants_(nodes, 0), candidates_(nodes), index_of_node_(nodes) {
  std::iota(candidates_.begin(), candidates_.end(), NodeId{0});
}

NodeId SampledTrees::busiest() const noexcept {
  return *std::max_element(candidates_.begin(), candidates_.end(),
                           [&](NodeId a, NodeId b) { return descendants_[a] < descendants_[b]; });
}

void SampledTrees::remove(NodeId hub) {
  for (const Place& place : places_[hub]) {
    std::vector<Member>& tree = trees_[place.tree];
    if (tree.empty() || tree[place.index].size == 0) continue;
    const std::uint32_t size = tree[place.index].size;
    for (std::uint32_t at = place.index; tree[at].parent != at;) {
      at = tree[at].parent;
      tree[at].size -= size;
      descendants_[tree[at].node] -= size;
    }
    const std::uint32_t end = place.index + tree[place.index].extent;
    for (std::uint32_t at = place.index; at < end;) {
      if (tree[at].size == 0) {
        at += tree[at].extent;
        continue;
      }
      descendants_[tree[at].node] -= tree[at].size;
      tree[at++].size = 0;
    }
    total_ -= size;
    if (place.index == 0) tree = {};
  }
  places_[hub] = {};
  candidates_.erase(std::lower_bound(candidates_.begin(), candidates_.end(), hub));
}

void SampledTrees::add(std::span<const TreeNode> tree) {
  if (tree.empty()) return;
  const auto number = static_cast<std::uint32_t>(trees_.size());
  std::vector<Member>& members = trees_.emplace_back(tree.size());
  // Sizes bottom-up, by index into `tree`, whose parents come before their children; then places top-down.
  std::vector<std::uint32_t> size(tree.size(), 1);
  for (std::uint32_t i = 0; i < tree.size(); ++i) index_of_node_[tree[i].node] = i;
  for (std::size_t i = tree.size(); i-- > 1;) size[index_of_node_[tree[i].parent]] += size[i];
  std::vector<std::uint32_t> place(tree.size(), 0);
  std::vector<std::uint32_t> next(tree.size(), 1);  // where the next child goes
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::uint32_t parent = index_of_node_[tree[i].parent];
    if (i != 0) {
      place[i] = next[parent];
      next[parent] += size[i];
      next[i] = place[i] + 1;
    }
    members[place[i]] = {tree[i].node, place[parent], size[i], size[i]};
    places_[tree[i].node].push_back({number, place[i]});
    descendants_[tree[i].node] += size[i];
  }
  total_ += tree.size();
}

}  // namespace portolan
