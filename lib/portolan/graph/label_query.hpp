// SPDX-License-Identifier: BSL-1.0
// Least paths over hub labels.
#pragma once

#include "portolan/graph/graph_path.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "portolan/graph/label_kernels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// A reusable searcher over one set of labels: the labels of the sources are spread over a table with one place a hub,
/// those of the targets look themselves up. 8 bytes a node; nothing is allocated after construction. O(entries of the
/// ends), and O(nodes) once in 2^18 queries. One thread at a time; many may share the labels.
///
/// Among equal paths the answer takes the first target, then the first hub, then the first source.
class LabelQuery {
 public:
  /// The labels must outlive the searcher. If they are not well formed, every query answers `corrupt`.
  explicit LabelQuery(const HubLabels& labels, SimdLevel level = widest_simd());

  /// The least cost from any source to any target, without the path and without its source. No path may cost less than
  /// `lower_bound`: hubs too near to the ends for that are left out.
  [[nodiscard]] GraphPath cost(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                               Cost lower_bound) noexcept;
  /// The same with the source and the path, written to `room`. Where all weights are above 0, room for as many nodes as
  /// the graph has suffices; else for twice as many.
  [[nodiscard]] GraphPath path(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, Cost lower_bound,
                               std::span<NodeId> room) noexcept;

  /// costs[i]: the least cost from any source to targets[i], that of both ends included; otherwise as cost() and
  /// one_to_many().
  [[nodiscard]] Answer costs(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, Cost lower_bound,
                             std::span<Cost> costs) noexcept;
  /// costs[i]: the least cost from `from` to targets[i], kInfiniteCost if there is no path. Targets may repeat; both
  /// spans have one size. found: all costs are right, infinite ones too; corrupt, bad_request: none is.
  [[nodiscard]] Answer one_to_many(NodeId from, std::span<const NodeId> targets, std::span<Cost> costs) noexcept;
  /// costs[i * targets.size() + j]: the same from sources[i] to targets[j].
  [[nodiscard]] Answer many_to_many(std::span<const NodeId> sources, std::span<const NodeId> targets,
                                    std::span<Cost> costs) noexcept;

 private:
  struct Meeting {
    std::uint32_t source = 0;  ///< index
    std::uint32_t out = 0;     ///< entry of the source
    std::uint32_t in = 0;      ///< entry of the target
  };

  [[nodiscard]] bool are_ends(std::span<const GraphEnd> ends) const noexcept;
  [[nodiscard]] HubId hubs_wanted(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                                  Cost lower_bound) const noexcept;
  void start_query() noexcept;
  [[nodiscard]] HubId spread(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                             Cost lower_bound) noexcept;
  /// The entries of one source and of the target at which a least path of this cost meets; `source` is past the sources
  /// if the labels contradict themselves.
  [[nodiscard]] Meeting find_meeting(std::span<const GraphEnd> sources, const GraphEnd& target,
                                     Cost cost) const noexcept;

  HubLabels labels_;
  bool well_formed_;
  LeastSum least_;
  /// By hub: the query's number, counting down, above the least cost from a source. Whatever an earlier query left is
  /// greater than anything of this one, so that the table needs no clearing.
  std::vector<std::uint64_t> table_;
  std::uint64_t base_ = 0;  ///< cost 0 in the present query
};

}  // namespace portolan
