// SPDX-License-Identifier: BSL-1.0
// Paths between positions of which one lies in a block that block labels leave out.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "portolan/waypoints/label_join.hpp"

#include <optional>

namespace portolan {

/// Hub labels from the vias of the block where an end has one, from all waypoints it sees where not. Memory: nothing
/// where no block is left out, else that of an IndexSearch and 2 MB, committed as used. Nothing is allocated after
/// construction. One thread at a time.
class LeftOutSearch {
 public:
  /// All must outlive the searcher. O(blocks).
  LeftOutSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                const BlockLabels& blocks, const LabelJoin& join, SimdLevel level);

  /// As IndexSearch::find between the two points. `corrupt` if no block is left out.
  [[nodiscard]] SightPath find(const LabelJoin& join, Tile start, Tile goal) noexcept;

 private:
  std::optional<IndexSearch> labels_;
  ZeroedArray<GraphEnd> sources_;
  ZeroedArray<GraphEnd> targets_;
};

}  // namespace portolan
