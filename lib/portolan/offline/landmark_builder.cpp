// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/landmark_builder.hpp"

#include "portolan/offline/csr_arrays.hpp"
#include "portolan/offline/landmark_search.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Roots in a row that may bring no landmark before the choice ends.
constexpr int kMaxVainRoots = 8;

class LandmarkChoice {
 public:
  LandmarkChoice(const CsrGraph& graph, std::size_t count)
      : graph_(graph),
        reverse_(reversed_graph(graph)),
        count_(count),
        search_(graph.size()),
        shortfall_(graph.size()),
        is_landmark_(graph.size(), 0),
        distances_(graph.size() * count) {}

  LandmarkArrays run() {
    int vain = 0;
    while (nodes_.size() < count_ && vain < kMaxVainRoots) {
      const NodeId leaf = neglected_leaf(next_root());
      if (leaf == kNoNode) {
        ++vain;
        continue;
      }
      vain = 0;
      add(leaf);
    }
    return packed();
  }

 private:
  /// A linear congruential generator (D. Knuth's constants).
  NodeId next_root() noexcept {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<NodeId>((state_ >> 33) % graph_.size());
  }

  [[nodiscard]] Cost bound(NodeId from, NodeId to) const noexcept {
    Cost best = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      best = std::max(best, landmark_bound(distances_[from * count_ + i], distances_[to * count_ + i]));
    }
    return best;
  }

  void grow_tree(const CsrGraph& graph, NodeId root) {
    search_.run(std::span(&root, 1), [&](NodeId node, auto&& relax) {
      for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
        relax(graph.target[arc], graph.weight[arc]);
      }
    });
  }

  /// kNoNode if no subtree without a landmark leaves anything to improve.
  NodeId neglected_leaf(NodeId root) {
    grow_tree(graph_, root);
    const std::vector<NodeId>& settled = search_.settled();
    // By node, of its subtree; kHoldsLandmark if it holds one. Sums stay below it.
    constexpr Cost kHoldsLandmark = kInfiniteCost;
    for (const NodeId node : settled) {
      shortfall_[node] = is_landmark_[node] != 0 ? kHoldsLandmark : search_.distance(node) - bound(root, node);
    }
    for (std::size_t i = settled.size(); i-- > 1;) {
      const Cost own = shortfall_[settled[i]];
      Cost& above = shortfall_[search_.parent(settled[i])];
      above = std::min(above + own, kHoldsLandmark);
    }
    NodeId best = kNoNode;
    for (const NodeId node : settled) {
      const Cost shortfall = shortfall_[node];
      if (shortfall == 0 || shortfall == kHoldsLandmark) continue;
      if (best == kNoNode || shortfall > shortfall_[best]) best = node;
    }
    if (best == kNoNode) return kNoNode;
    // Children are settled after their parents: one pass goes all the way down. The first of equal children wins.
    NodeId leaf = best;
    std::vector<NodeId> heaviest(graph_.size(), kNoNode);
    for (std::size_t i = 1; i < settled.size(); ++i) {
      NodeId& child = heaviest[search_.parent(settled[i])];
      if (child == kNoNode || shortfall_[settled[i]] > shortfall_[child]) child = settled[i];
    }
    while (heaviest[leaf] != kNoNode) leaf = heaviest[leaf];
    return leaf;
  }

  void add(NodeId landmark) {
    const std::size_t at = nodes_.size();
    const auto cut = [](Cost distance) {
      return static_cast<std::uint32_t>(std::min<Cost>(distance, kMaxLandmarkDistance));
    };
    grow_tree(graph_, landmark);
    for (const NodeId node : search_.settled()) distances_[node * count_ + at].from = cut(search_.distance(node));
    grow_tree(reverse_.view(), landmark);
    for (const NodeId node : search_.settled()) distances_[node * count_ + at].to = cut(search_.distance(node));
    is_landmark_[landmark] = 1;
    nodes_.push_back(landmark);
  }

  /// Without the room for landmarks that were not found.
  LandmarkArrays packed() {
    for (std::size_t node = 0; node < graph_.size(); ++node) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        distances_[node * nodes_.size() + i] = distances_[node * count_ + i];
      }
    }
    distances_.resize(graph_.size() * nodes_.size());
    return {{nodes_.size(), std::move(distances_)}, std::move(nodes_)};
  }

  CsrGraph graph_;
  CsrArrays reverse_;
  std::size_t count_;
  LandmarkSearch search_;
  std::vector<Cost> shortfall_;
  std::vector<std::uint8_t> is_landmark_;
  std::vector<NodeId> nodes_;
  std::vector<LandmarkDistance> distances_;
  std::uint64_t state_ = 1;
};

}  // namespace

LandmarkArrays choose_landmarks(const CsrGraph& graph, std::size_t count) {
  if (graph.size() == 0) return {};
  return LandmarkChoice(graph, std::min(count, kMaxLandmarks)).run();
}

}  // namespace portolan
