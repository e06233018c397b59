// SPDX-License-Identifier: BSL-1.0
// The searches by which landmarks are chosen and their distances found.
#pragma once

#include "portolan/graph/stamped_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Bytes that a LandmarkSearch takes for a node.
inline constexpr std::uint64_t kSearchBytesPerNode = 52;

/// Shortest path trees, one after the other, of graphs with up to `nodes` nodes.
class LandmarkSearch {
 public:
  explicit LandmarkSearch(std::size_t nodes) : labels_(nodes), open_(nodes) { settled_.reserve(nodes); }

  /// Settles all that can be reached from the sources, which have distance 0. `for_each_arc(node, relax)` calls
  /// relax(target, weight) for the arcs of a node. O((nodes + arcs) log nodes).
  template <class ForEachArc>
  void run(std::span<const NodeId> sources, ForEachArc&& for_each_arc) {
    std::vector<Seed> seeds;
    for (const NodeId source : sources) seeds.push_back({.node = source});
    run(std::span<const Seed>(seeds), for_each_arc);
  }
  /// The same from nodes at some cost each.
  template <class ForEachArc>
  void run(std::span<const Seed> seeds, ForEachArc&& for_each_arc) {
    labels_.clear();
    settled_.clear();
    const SearchLimits limits{.expansions = open_.size()};
    BestFirst search(labels_, std::span(open_), NoEstimate{});
    for (const Seed& seed : seeds) search.seed(seed, limits);
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
  StampedLabels labels_;
  std::vector<OpenEntry> open_;
  std::vector<NodeId> settled_;
};

}  // namespace portolan
