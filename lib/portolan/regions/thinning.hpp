// SPDX-License-Identifier: BSL-1.0
// Thinning searches over the graph of a region: which marked nodes some least path from a marked node meets first.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_kernels.hpp"

#include <span>
#include <vector>

namespace portolan {

/// Searches from up to kSweepLanes nodes at once, where the costs fit 31 bits. Reusable, one thread at a time.
class LaneSearch {
 public:
  explicit LaneSearch(SimdLevel level) noexcept : kernels_(&region_kernels(level)) {}

  /// Takes a graph, which must stay as it is while it is searched. Returns false if its weights do not fit.
  [[nodiscard]] bool prepare(const InnerGraph& graph);
  /// Settles all nodes from up to kSweepLanes sources, one a lane. Returns false if a cost might not fit.
  [[nodiscard]] bool run(std::span<const std::uint32_t> sources);

  /// Whether a node was reached from the source of a lane.
  [[nodiscard]] bool reached(std::uint32_t node, std::size_t lane) const noexcept {
    return keys_[node].lane[lane] < none_;
  }
  /// The least cost of a reached node from the source of a lane.
  [[nodiscard]] std::uint32_t cost(std::uint32_t node, std::size_t lane) const noexcept {
    return keys_[node].lane[lane] / 2;
  }
  /// Sets lanes[i] to the lanes, as bits, from which nodes[i] is reached and direct. `lanes` must be as long as
  /// `nodes`.
  void direct_lanes(std::span<const std::uint32_t> nodes, std::span<std::uint16_t> lanes) const noexcept {
    kernels_->direct(keys_.data(), nodes, none_, lanes.data());
  }
  /// Whether no least path to a reached node passes a marked node on its way.
  [[nodiscard]] bool direct(std::uint32_t node, std::size_t lane) const noexcept {
    return keys_[node].lane[lane] % 2 == 1;
  }

 private:
  const RegionKernels* kernels_;
  const InnerGraph* graph_ = nullptr;
  std::vector<std::uint32_t> step_;
  std::vector<LaneKeys> keys_;
  std::vector<std::uint8_t> pending_;
  std::uint32_t none_ = 0;
  bool always_fits_ = false;  ///< no simple path is too long
};

/// Searches from one node at a time in 64 bits, by Dijkstra. Reusable, one thread at a time.
///
/// Each node has a flag, "some least path from the source passes a marked node", joined over all least paths because
/// costs are positive: every predecessor on a least path is settled before its successor. Once no unflagged node is
/// open no further arc can be found.
class ThinningSearch {
 public:
  /// Calls found(node, cost) for every marked node that least paths from the source reach directly.
  template <class Found>
  void run(const InnerGraph& graph, std::uint32_t source, Found&& found) {
    const std::size_t nodes = graph.size();
    if (labels_.size() < nodes) {
      labels_ = StampedLabels(nodes);
      memory_.resize(nodes);
      flagged_.resize(nodes);
    }
    labels_.clear();
    const SearchLimits limits{.expansions = nodes};
    BestFirst search(labels_, std::span(memory_), NoEstimate{});
    search.seed({.node = source}, limits);
    flagged_[source] = 0;
    std::size_t clean = 1;
    search.run(limits, [&](NodeId node, Cost cost, auto&& relax) {
      bool through = flagged_[node] != 0;
      if (!through) --clean;
      if (graph.marked[node] != 0 && node != source) {
        if (!through) found(node, cost);
        through = true;
      }
      for (std::uint32_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
        const std::uint32_t to = graph.target[i];
        const Cost reached = cost + graph.weight[i];
        const bool open = labels_.touched(to);
        if (open && reached > labels_.cost(to)) continue;
        const bool was_clean = open && flagged_[to] == 0;
        const bool is_clean = !through && (!open || reached < labels_.cost(to) || was_clean);
        clean = clean + (is_clean ? 1 : 0) - (was_clean ? 1 : 0);
        flagged_[to] = is_clean ? 0 : 1;
        relax(to, graph.weight[i]);
      }
      if (clean == 0) search.abandon();
    });
  }

 private:
  StampedLabels labels_;
  std::vector<OpenEntry> memory_;
  std::vector<std::uint8_t> flagged_;
};

}  // namespace portolan
