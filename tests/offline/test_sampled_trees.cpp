// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/sampled_trees.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

/// The same by looking at every node of every tree.
class PlainTrees {
 public:
  explicit PlainTrees(std::size_t nodes) : taken_(nodes, false) {}

  void add(const std::vector<TreeNode>& tree) {
    std::vector<NodeId> parent(taken_.size(), kNoNode);
    for (const TreeNode& node : tree) parent[node.node] = node.parent;
    trees_.push_back(parent);
  }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t total = 0;
    for (const auto& parent : trees_) {
      total += static_cast<std::uint64_t>(
          std::count_if(parent.begin(), parent.end(), [](NodeId node) { return node != kNoNode; }));
    }
    return total;
  }
  NodeId take_busiest() {
    std::vector<std::uint64_t> descendants(taken_.size(), 0);
    for (const auto& parent : trees_) {
      for (NodeId node = 0; node < parent.size(); ++node) {
        visit_path(parent, node, [&](NodeId above) { ++descendants[above]; });
      }
    }
    NodeId best = kNoNode;
    for (NodeId node = 0; node < taken_.size(); ++node) {
      if (!taken_[node] && (best == kNoNode || descendants[node] > descendants[best])) best = node;
    }
    taken_[best] = true;
    for (auto& parent : trees_) {
      std::vector<NodeId> below;
      for (NodeId node = 0; node < parent.size(); ++node) {
        bool has_best = false;
        visit_path(parent, node, [&](NodeId above) { has_best |= above == best; });
        if (has_best) below.push_back(node);
      }
      for (const NodeId node : below) parent[node] = kNoNode;
    }
    return best;
  }
  [[nodiscard]] bool is_taken(NodeId node) const { return taken_[node]; }

 private:
  /// A node of the tree and all above it.
  template <class Visit>
  static void visit_path(const std::vector<NodeId>& parent, NodeId node, Visit&& visit) {
    if (parent[node] == kNoNode) return;
    for (; visit(node), parent[node] != node;) node = parent[node];
  }

  std::vector<bool> taken_;
  std::vector<std::vector<NodeId>> trees_;
};

/// A tree over some of the nodes that are left, parents before children.
std::vector<TreeNode> random_tree(Rng& rng, const PlainTrees& trees, NodeId nodes) {
  std::vector<TreeNode> tree;
  const int share = rng.percent(50) ? 90 : 30;
  for (NodeId node = 0; node < nodes; ++node) {
    if (!trees.is_taken(node) && rng.percent(share)) tree.push_back({.node = node});
  }
  const auto pick = [&](std::size_t first, std::size_t end) {
    return first + static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(end - first)));
  };
  for (std::size_t i = tree.size(); i > 1; --i) std::swap(tree[i - 1], tree[pick(0, i)]);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::size_t first = rng.percent(50) ? 0 : i - std::min<std::size_t>(i, 3);
    tree[i].parent = tree[i == 0 ? 0 : pick(first, i)].node;
  }
  return tree;
}

}  // namespace

TEST_CASE("the busiest node of sampled trees is the one that looking at all of them finds") {
  Rng rng(21);
  for (int round = 0; round < 400; ++round) {
    const auto nodes = static_cast<NodeId>(1 + rng.below(40));
    SampledTrees trees(nodes);
    PlainTrees plain(nodes);
    for (NodeId left = nodes; left != 0; --left) {
      for (std::int32_t added = rng.percent(30) ? rng.below(4) : 0; added != 0; --added) {
        const std::vector<TreeNode> tree = random_tree(rng, plain, nodes);
        trees.add(tree);
        if (!tree.empty()) plain.add(tree);
      }
      REQUIRE(trees.total() == plain.total());
      REQUIRE(trees.take_busiest() == plain.take_busiest());
    }
    REQUIRE(trees.total() == 0);
  }
}

}  // namespace portolan::test
