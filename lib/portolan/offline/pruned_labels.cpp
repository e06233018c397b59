// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/pruned_labels.hpp"

#include "portolan/core/parallel.hpp"

namespace portolan {

PrunedLabels::PrunedLabels(const CsrArrays& graph, SimdLevel simd)
    : graph_(graph.view()),
      reverse_(reversed_graph(graph.view())),
      symmetric_(graph == reverse_),
      covers_(covers(simd)) {
  out_.resize(graph_.size());
  if (!symmetric_) in_.resize(graph_.size());
}

std::span<const TreeNode> PrunedLabels::search(const CsrGraph& graph, NodeId root, const Labels& of_root,
                                               const Labels& of_others, Scratch& scratch) const {
  const Label& own = of_root[root];
  std::vector<std::uint32_t>& root_distance = scratch.root_distance_;
  for (std::size_t i = 0; i < own.size(); ++i) root_distance[own.hubs()[i]] = own.distances()[i];
  scratch.tree_.clear();
  scratch.labels_.clear();
  const SearchLimits limits{.expansions = size()};
  BestFirst best_first(scratch.labels_, std::span(scratch.open_), NoEstimate{});
  best_first.seed({.node = root, .parent = root}, limits);
  (void)best_first.run(limits, [&](NodeId node, Cost distance, auto&& relax) {
    const Label& label = of_others[node];
    if (covers_(label.hubs(), label.distances(), label.size(), root_distance.data(), distance)) return;
    scratch.tree_.push_back({node, scratch.labels_.parent(node), distance});
    for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      relax(graph.target[arc], graph.weight[arc]);
    }
  });
  for (std::size_t i = 0; i < own.size(); ++i) root_distance[own.hubs()[i]] = kNotOfRoot;
  return scratch.tree_;
}

/// Appends what was found from the next hub, without what hubs from number `first` on cover.
bool PrunedLabels::append(Labels& labels, const Labels& of_hub, NodeId hub_node, std::span<const TreeNode> tree,
                          std::uint32_t first) {
  const auto hub = static_cast<std::uint32_t>(hubs_.size());
  // Entries come by ascending hub: the recent ones are the last.
  const auto recent_begin = [first](const Label& label) {
    std::size_t begin = label.size();
    while (begin != 0 && label.hubs()[begin - 1] >= first) --begin;
    return begin;
  };
  recent_.clear();
  const Label& own = of_hub[hub_node];
  for (std::size_t i = recent_begin(own); i < own.size(); ++i) recent_.push_back(own[i]);
  const auto is_covered = [&](const TreeNode& found) {
    const Label& label = labels[found.node];
    for (std::size_t i = recent_begin(label); i < label.size(); ++i) {
      const Entry entry = label[i];
      for (const Entry& other : recent_) {
        if (other.hub == entry.hub && std::uint64_t{other.distance} + entry.distance <= found.distance) return true;
      }
    }
    return false;
  };
  for (const TreeNode& found : tree) {
    if (!recent_.empty() && is_covered(found)) continue;
    if (found.distance >= kNotOfRoot) return false;
    labels[found.node].push_back({hub, static_cast<std::uint32_t>(found.distance), found.parent});
    ++entries_;
  }
  return true;
}

bool PrunedLabels::add_hubs(std::span<const NodeId> nodes, std::span<Scratch> scratch) {
  const std::size_t directions = symmetric_ ? 1 : 2;
  std::vector<std::vector<TreeNode>> found(nodes.size() * directions);
  parallel_for(found.size(), static_cast<unsigned>(scratch.size()), [&](std::size_t i, unsigned worker) {
    const NodeId node = nodes[i / directions];
    const auto tree = symmetric_   ? search(graph_, node, out_, out_, scratch[worker])
                      : i % 2 == 0 ? search(graph_, node, out_, in_, scratch[worker])
                                   : search(reverse_.view(), node, in_, out_, scratch[worker]);
    found[i].assign(tree.begin(), tree.end());
  });
  const auto first = static_cast<std::uint32_t>(hubs_.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (symmetric_) {
      if (!append(out_, out_, nodes[i], found[i], first)) return false;
    } else {
      if (!append(in_, out_, nodes[i], found[2 * i], first)) return false;
      if (!append(out_, in_, nodes[i], found[2 * i + 1], first)) return false;
    }
    hubs_.push_back(nodes[i]);
  }
  return true;
}

std::span<const TreeNode> PrunedLabels::uncovered_tree(NodeId root, Scratch& scratch) const {
  return search(graph_, root, out_, symmetric_ ? out_ : in_, scratch);
}

}  // namespace portolan
