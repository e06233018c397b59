// SPDX-License-Identifier: BSL-1.0
// Orders hubs by how many shortest paths they lie on, counted over sampled shortest-path trees (RXL: Delling, Goldberg,
// Pajor, Werneck, 2014).
#pragma once

#include "portolan/offline/pruned_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Shortest-path trees of sampled roots, without what the hubs so far cover, and for every node the number of its
/// descendants (itself included) in all of them. Memory O(nodes + total()).
class SampledTrees {
 public:
  explicit SampledTrees(std::size_t nodes);

  /// The number of nodes in all trees.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  /// Takes the node with the most descendants, of equal ones the least id, and all its descendants out of every tree.
  /// Each node is taken once; one must be left.
  [[nodiscard]] NodeId take_busiest();
  /// Adds a tree as PrunedLabels::uncovered_tree gives it, of nodes that were not taken.
  void add(std::span<const TreeNode> tree);

 private:
  /// A node of a tree. Members are in preorder, so that a subtree is a range.
  struct Member {
    NodeId node;
    std::uint32_t parent;  ///< index of the parent; a root is its own
    std::uint32_t extent;  ///< members of the subtree in the array, also those taken out
    std::uint32_t size;    ///< members of the subtree that are left; 0 if this one is taken out
  };
  using Tree = std::vector<Member>;
  struct Place {
    std::uint32_t tree;
    std::uint32_t index;
  };
  struct Candidate {
    std::uint64_t descendants;  ///< at least as many as there are
    NodeId node;
    /// Orders a heap with the best candidate on top.
    [[nodiscard]] friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
      return a.descendants != b.descendants ? a.descendants < b.descendants : a.node > b.node;
    }
  };

  void enqueue(NodeId node);
  void enqueue_new_trees();
  void take_out(NodeId hub);
  void compact(std::uint32_t number);
  [[nodiscard]] std::vector<Place>::iterator place_in(std::uint32_t tree, NodeId node);

  std::vector<Tree> trees_;
  std::vector<std::vector<Place>> places_;  ///< by node, ascending by tree: where it is left
  std::vector<std::uint64_t> descendants_;  ///< by node
  std::vector<Candidate> candidates_;       ///< a heap; entries that say otherwise than queued_ are void
  std::vector<std::uint64_t> queued_;       ///< by node: the descendants that its valid entry in candidates_ says
  std::size_t enqueued_trees_ = 0;          ///< number of trees that have been looked at
  std::vector<std::uint32_t> index_;        ///< scratch
  std::uint64_t total_ = 0;
};

}  // namespace portolan
