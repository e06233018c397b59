// SPDX-License-Identifier: BSL-1.0
// Paths between positions at least one of which lies in a block that block labels leave out.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "portolan/waypoints/label_join.hpp"

#include <optional>

namespace portolan {

/// Joins hub labels: from the vias of its block for an end whose block is held, from all waypoints it sees for one
/// whose block is left out. Memory: nothing where no block is left out, else that of an IndexSearch and 2 MB, committed
/// as used. Nothing is allocated after construction. One thread at a time.
class LeftOutSearch {
 public:
  /// All must outlive the searcher. O(blocks).
  LeftOutSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                const BlockLabels& blocks, const LabelJoin& join, SimdLevel level);

  /// The shortest path between two positions, as IndexSearch::find gives it. `join` must be one over the same labels.
  /// `corrupt` if no block is left out.
  [[nodiscard]] SightPath find(const LabelJoin& join, Tile start, Tile goal) noexcept;

 private:
  std::optional<IndexSearch> labels_;
  ZeroedArray<GraphEnd> sources_;
  ZeroedArray<GraphEnd> targets_;
};

}  // namespace portolan
