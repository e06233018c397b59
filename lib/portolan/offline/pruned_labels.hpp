// SPDX-License-Identifier: BSL-1.0
// Hub labels as they grow, hub by hub: pruned landmark labelling (Akiba, Iwata, Yoshida, 2013).
#pragma once

#include "portolan/graph/stamped_labels.hpp"
#include "portolan/offline/cover_kernels.hpp"
#include "portolan/offline/csr_arrays.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// What a search from one node finds: another node that no hub covers yet. Nodes come in the order of their distances.
struct TreeNode {
  NodeId node = 0;
  NodeId parent = 0;  ///< the node before on the way from the root; a root is its own
  Cost distance = 0;
};

/// Labels by the hubs so far, in the order of importance in which they were added. They are canonical: a node's label
/// holds a hub exactly if no more important hub lies on a shortest path between the two.
class PrunedLabels {
 public:
  /// A hub in the label of a node.
  struct Entry {
    std::uint32_t hub;  ///< by importance, 0 the greatest
    std::uint32_t distance;
    NodeId next;  ///< the next node on the way to the hub (`out`) or the one before on the way from it (`in`)
  };

  /// The entries of one node, ascending by hub. Each field has an array of its own, for vector instructions.
  class Label {
   public:
    [[nodiscard]] std::size_t size() const noexcept { return hub_.size(); }
    [[nodiscard]] Entry operator[](std::size_t i) const noexcept { return {hub_[i], distance_[i], next_[i]}; }
    [[nodiscard]] const std::uint32_t* hubs() const noexcept { return hub_.data(); }
    [[nodiscard]] const std::uint32_t* distances() const noexcept { return distance_.data(); }
    void push_back(const Entry& entry) {
      hub_.push_back(entry.hub);
      distance_.push_back(entry.distance);
      next_.push_back(entry.next);
    }

   private:
    std::vector<std::uint32_t> hub_;
    std::vector<std::uint32_t> distance_;
    std::vector<NodeId> next_;
  };

  /// Memory for the searches of one thread.
  class Scratch {
   public:
    explicit Scratch(std::size_t nodes) : labels_(nodes), open_(nodes), root_distance_(nodes, kNotOfRoot) {
      tree_.reserve(nodes);  // the search, which adds to it, must not throw
    }

   private:
    friend class PrunedLabels;
    StampedLabels labels_;
    std::vector<OpenEntry> open_;
    std::vector<std::uint32_t> root_distance_;  ///< by hub: its distance from the root; kNotOfRoot between searches
    std::vector<TreeNode> tree_;
  };

  /// Begins without hubs on a simple graph. The labels do not depend on the instructions.
  explicit PrunedLabels(const CsrArrays& graph, SimdLevel simd = widest_simd());

  [[nodiscard]] std::size_t size() const noexcept { return graph_.size(); }
  [[nodiscard]] bool symmetric() const noexcept { return symmetric_; }
  [[nodiscard]] const std::vector<NodeId>& hubs() const noexcept { return hubs_; }
  [[nodiscard]] std::uint64_t entries() const noexcept { return entries_; }
  [[nodiscard]] const Label& out(NodeId node) const noexcept { return out_[node]; }
  [[nodiscard]] const Label& in(NodeId node) const noexcept { return symmetric_ ? out_[node] : in_[node]; }

  /// Makes `nodes` the next hubs, in this order. They are searched at once, one scratch a thread; what an earlier one
  /// of them covers to a later one is found and dropped afterwards, so that the labels are the same as if they were
  /// added one by one. Returns false, and nothing more may be done, if a distance of 2^32 - 1 or more is met.
  bool add_hubs(std::span<const NodeId> nodes, std::span<Scratch> scratch);

  /// The shortest paths from `root`, as far as no hub lies on any shortest path to a node: all nodes of this tree are
  /// still to be covered. Valid until the next use of `scratch`. Safe for several threads as long as no hub is added.
  [[nodiscard]] std::span<const TreeNode> uncovered_tree(NodeId root, Scratch& scratch) const;

 private:
  using Labels = std::vector<Label>;

  std::span<const TreeNode> search(const CsrGraph& graph, NodeId root, const Labels& of_root, const Labels& of_others,
                                   Scratch& scratch) const;
  bool append(Labels& labels, const Labels& of_hub, NodeId hub_node, std::span<const TreeNode> tree,
              std::uint32_t first);

  CsrGraph graph_;
  CsrArrays reverse_;
  bool symmetric_;
  Covers covers_;
  Labels out_;
  Labels in_;  ///< empty if the graph is symmetric, where out_ serves both ways
  std::vector<NodeId> hubs_;
  std::uint64_t entries_ = 0;
  std::vector<Entry> recent_;  ///< scratch of append()
};

}  // namespace portolan
