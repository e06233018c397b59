// SPDX-License-Identifier: BSL-1.0
// The searches by which landmarks are chosen and their distances found.
#pragma once

#include "portolan/graph/stamped_labels.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// Bytes that a LandmarkSearch takes for a node.
inline constexpr std::uint64_t kSearchBytesPerNode = 52;

/// Shortest path trees, one after the other, of graphs with up to `nodes` nodes.
class LandmarkSearch {
 public:
  explicit LandmarkSearch(std::size_t nodes) : labels_(nodes), open_(nodes) { settled_.reserve(nodes); }

  /// Settles all that can be reached from the sources, which are seeds, or nodes at distance 0. `for_each_arc(node,
  /// relax)` calls relax(target, weight) for the arcs of a node. O((nodes + arcs) log nodes).
  template <class Sources, class ForEachArc>
  void run(const Sources& sources, ForEachArc&& for_each_arc) {
    labels_.clear();
    settled_.clear();
    const SearchLimits limits{.expansions = open_.size()};
    BestFirst search(labels_, std::span(open_), NoEstimate{});
    for (const auto& source : sources) search.seed(seed_of(source), limits);
    (void)search.run(limits, [&](NodeId node, Cost, auto&& relax) {
      settled_.push_back(node);
      for_each_arc(node, relax);
    });
  }

  /// Ascending by distance, parents before children.
  [[nodiscard]] const std::vector<NodeId>& settled() const noexcept { return settled_; }
  /// Of a settled node.
  [[nodiscard]] Cost distance(NodeId node) const noexcept { return labels_.cost(node); }
  /// Of a settled node; kNoNode of a source.
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return labels_.parent(node); }

 private:
  static Seed seed_of(NodeId node) noexcept { return {.node = node}; }
  static const Seed& seed_of(const Seed& seed) noexcept { return seed; }

  StampedLabels labels_;
  std::vector<OpenEntry> open_;
  std::vector<NodeId> settled_;
};

}  // namespace portolan
