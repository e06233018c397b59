// SPDX-License-Identifier: BSL-1.0
// The costs between many nodes over a contraction hierarchy.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/graph/hierarchy_climb.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// A reusable searcher over one hierarchy (Knopp, Sanders, Schultes, Schulz, Wagner, 2007): the climb from every target
/// leaves its costs in buckets at the nodes that it settles; the climb from a source looks into those it comes by. One
/// climb for every source and target instead of one for every pair. About 104 bytes a node, committed as used, and 16 a
/// bucket entry; nothing is allocated after construction. One thread at a time; many may share the hierarchy.
class HierarchyTable {
 public:
  /// The hierarchy must outlive the searcher. If it is not well formed, every call answers `corrupt`. `entries`: room
  /// in buckets, a few hundred a target on road graphs; at least as many as nodes are taken. Targets for which there is
  /// no more room have their turn later, with another climb from every source.
  explicit HierarchyTable(const ContractionHierarchy& hierarchy, std::size_t entries);

  /// costs[i * targets.size() + j]: the least cost from sources[i] to targets[j], kInfiniteCost if there is no path.
  /// `budget` is how many nodes all climbs together may settle. found: all costs are right, infinite ones too; else
  /// none is: out_of_budget, bad_request (a node that does not exist, a size that does not fit), corrupt.
  [[nodiscard]] Answer costs(std::span<const NodeId> sources, std::span<const NodeId> targets, std::uint64_t budget,
                             std::span<Cost> costs) noexcept;

 private:
  struct Entry {
    Cost cost;             ///< from the node to the target
    std::uint32_t target;  ///< index
    std::uint32_t next;    ///< of the same bucket, plus 1; 0: none
  };
  /// A bucket: the last of its entries plus 1.
  struct Bucket {
    std::uint32_t last;
    std::uint32_t stamp;  ///< of the batch to which it belongs
  };

  /// Climbs from a node and calls visit(rank, cost) for every node settled from which a least path may go on.
  /// exhausted if all went well.
  template <class Visit>
  SearchEnd climb(HierarchyClimb& climb, NodeId node, Visit&& visit) noexcept;
  void start_batch() noexcept;
  SearchEnd fill(std::span<const NodeId> sources, std::span<const NodeId> targets, std::span<Cost> costs) noexcept;
  SearchEnd fill_buckets(NodeId node, std::uint32_t target) noexcept;
  SearchEnd read_buckets(NodeId source, std::span<Cost> row) noexcept;

  ContractionHierarchy hierarchy_;
  bool well_formed_;
  HierarchyClimb forward_;
  HierarchyClimb backward_;
  ZeroedArray<Bucket> buckets_;  ///< by rank
  ZeroedArray<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint64_t work_ = 0;  ///< nodes settled by the present call
  std::uint64_t budget_ = 0;
};

}  // namespace portolan
