// SPDX-License-Identifier: BSL-1.0
// Orders hubs by how many shortest paths they lie on, counted over sampled shortest-path trees (RXL: Delling, Goldberg,
// Pajor, Werneck, 2014).
#pragma once

#include "portolan/build/pruned_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Shortest-path trees of sampled roots, without what the hubs so far explain, and for every node the number of its
/// descendants (itself included) in all of them. Memory O(nodes of all sampled trees).
class SampledTrees {
 public:
  explicit SampledTrees(std::size_t nodes);

  /// Nodes in all trees.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  /// The node with the most descendants among those not removed, of equal ones the least. One must be left.
  [[nodiscard]] NodeId busiest() const noexcept;
  /// Takes a node, now a hub, and all its descendants out of every tree.
  void remove(NodeId hub);
  /// Adds a tree as PrunedLabels::unexplained_tree gives it.
  void add(std::span<const TreeNode> tree);

 private:
  /// In preorder, so that a subtree is a range.
  struct Member {
    NodeId node;
    std::uint32_t parent;  ///< index; that of the root is itself
    std::uint32_t extent;  ///< members of the subtree when it was added
    std::uint32_t size;    ///< members left; 0 if removed
  };
  struct Place {
    std::uint32_t tree;
    std::uint32_t index;
  };

  std::vector<std::vector<Member>> trees_;
  std::vector<std::vector<Place>> places_;    ///< by node
  std::vector<std::uint64_t> descendants_;    ///< by node
  std::vector<NodeId> candidates_;            ///< ascending
  std::vector<std::uint32_t> index_of_node_;  ///< scratch of add()
  std::uint64_t total_ = 0;
};

}  // namespace portolan
