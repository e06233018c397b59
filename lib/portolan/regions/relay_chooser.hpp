// SPDX-License-Identifier: BSL-1.0
// Relays: tiles inside regions that many least paths between portals share, taken into the coarse graph so that two
// arcs by way of one stand for many direct ones. Internal to the module.
//
// Without them the portals around an open region have about as many arcs as there are pairs of opposite ones, at every
// size of region. Each relay is chosen greedily: the tile that lies on a least path of the most arcs not yet replaced,
// as long as that saves more than its own arcs cost. Least paths are those by the terrain costs of the moment; under
// other costs the same relays stay exact, and merely save less.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/regions/inner_graph.hpp"
#include "portolan/regions/region_kernels.hpp"
#include "portolan/regions/thinning.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Greedy pair cover on one region's graph. Reusable scratch, one thread at a time. The same relays for any
/// instructions.
class RelayChooser {
 public:
  explicit RelayChooser(SimdLevel simd) : kernels_(region_kernels(simd)), lanes_(simd) {}

  /// The relays among `candidates`, nodes of the graph; its members are portals. Marks the relays in the graph, whose
  /// costs may be made less precise.
  [[nodiscard]] std::vector<std::uint32_t> choose(InnerGraph& graph, std::span<const std::uint32_t> candidates);

 private:
  /// An arc between two sources, the larger first.
  struct Pair {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t cost;
  };
  /// A candidate looked at closely: in which lane it was searched from.
  struct Trial {
    std::size_t candidate;
    std::size_t lane;
  };

  /// As choose; nothing, and no marks, if costs do not fit.
  std::optional<std::vector<std::uint32_t>> cover(InnerGraph& graph, std::span<const std::uint32_t> candidates);
  /// Finds costs from sampled portals to the candidates, and the arcs between the portals.
  bool measure_portals(const InnerGraph& graph, std::span<const std::uint32_t> candidates);
  /// Notes what a lane found from a source: costs to the candidates, and arcs to the sources before it.
  void take_row(std::span<const std::uint32_t> candidates, std::size_t from, std::size_t lane);
  /// Of the candidates that lie on the most arcs the one that saves the most, its own arcs deducted; nothing if none
  /// saves enough, or costs do not fit.
  std::optional<Trial> try_best(std::span<const std::uint32_t> candidates);

  void tally(const Pair& pair, std::uint32_t delta) {
    kernels_.tally(&cost_[pair.from * columns_], &cost_[pair.to * columns_], pair.cost, delta, count_);
  }
  [[nodiscard]] bool passes(const Pair& pair, std::size_t candidate) const {
    return cost_[pair.from * columns_ + candidate] + cost_[pair.to * columns_ + candidate] == pair.cost;
  }
  /// Members that a source is a sample of.
  [[nodiscard]] std::uint32_t stands_for(std::size_t source) const { return source < portals_ ? scale_ : 1; }
  [[nodiscard]] std::uint32_t weight(const Pair& pair) const { return stands_for(pair.from) * stands_for(pair.to); }

  const RegionKernels& kernels_;
  LaneSearch lanes_;
  std::vector<std::uint32_t> sources_;  ///< nodes: sampled portals, then the relays found
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> cost_;   ///< by source and candidate
  std::vector<std::uint32_t> count_;  ///< by candidate the arcs, between all members, that it lies on
  std::vector<std::uint32_t> best_first_;
  std::vector<std::uint32_t> nodes_;
  bool fits_ = true;
  std::size_t portals_ = 0;
  std::size_t columns_ = 0;
  std::uint32_t scale_ = 1;
};

}  // namespace portolan
