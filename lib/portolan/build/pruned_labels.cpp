// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/pruned_labels.hpp"

namespace portolan {

PrunedLabels::PrunedLabels(const CsrArrays& graph) : graph_(graph.view()), reverse_(reversed_graph(graph.view())) {
  symmetric_ = graph == reverse_;
  out_.resize(graph_.size());
  if (!symmetric_) in_.resize(graph_.size());
}

std::span<const TreeNode> PrunedLabels::search(const CsrGraph& graph, NodeId root, const Labels& of_root,
                                               const Labels& of_others, Scratch& scratch) const {
  for (const Entry& entry : of_root[root]) scratch.root_distance_[entry.hub] = entry.distance;
  const auto is_explained = [&](NodeId node, Cost distance) {
    for (const Entry& entry : of_others[node]) {
      const std::uint32_t from_root = scratch.root_distance_[entry.hub];
      if (std::uint64_t{from_root} + entry.distance <= distance && from_root != Scratch::kFar) return true;
    }
    return false;
  };
  scratch.tree_.clear();
  scratch.labels_.clear();
  const SearchLimits limits{.expansions = size()};
  BestFirst best_first(scratch.labels_, std::span(scratch.open_), NoEstimate{});
  best_first.seed({.node = root, .parent = root}, limits);
  (void)best_first.run(limits, [&](NodeId node, Cost distance, auto&& relax) {
    if (is_explained(node, distance)) return;
    scratch.tree_.push_back({node, scratch.labels_.parent(node), distance});
    for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      relax(graph.target[arc], graph.weight[arc]);
    }
  });
  for (const Entry& entry : of_root[root]) scratch.root_distance_[entry.hub] = Scratch::kFar;
  return scratch.tree_;
}

bool PrunedLabels::append(Labels& labels, std::span<const TreeNode> tree) {
  if (!tree.empty() && tree.back().distance >= Scratch::kFar) return false;
  const auto hub = static_cast<std::uint32_t>(hubs_.size());
  for (const TreeNode& found : tree) {
    labels[found.node].push_back({hub, static_cast<std::uint32_t>(found.distance), found.parent});
  }
  entries_ += tree.size();
  return true;
}

bool PrunedLabels::add_hub(NodeId node, Scratch& scratch) {
  if (symmetric_) {
    if (!append(out_, search(graph_, node, out_, out_, scratch))) return false;
  } else {
    if (!append(in_, search(graph_, node, out_, in_, scratch))) return false;
    if (!append(out_, search(reverse_.view(), node, in_, out_, scratch))) return false;
  }
  hubs_.push_back(node);
  return true;
}

std::span<const TreeNode> PrunedLabels::unexplained_tree(NodeId root, Scratch& scratch) const {
  return search(graph_, root, out_, symmetric_ ? out_ : in_, scratch);
}

}  // namespace portolan
