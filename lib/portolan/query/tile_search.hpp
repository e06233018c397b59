// SPDX-License-Identifier: BSL-1.0
// The baseline: plain A* on the tiles of the whole map, and the links between them.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/query/link_bound.hpp"

#include <cstdint>

namespace portolan {

/// A reusable searcher with scratch per tile, about 50 bytes, committed only where searches go. A search allocates
/// nothing. One thread at a time. The grid must have fewer than 2^32 - 1 tiles, and outlive the searcher with its
/// rules; so must the links.
class TileSearch {
 public:
  TileSearch(const GridView& grid, const OpenLinks& links, const FloorStack& floors);

  /// From the goal, so that the parents lead forward along the path. Both ends must be passable. If the end is
  /// `reached`, the path follows from cost() and for_each_tile().
  SearchOutcome search(Tile from, Tile to, std::uint64_t expansions) noexcept;

  [[nodiscard]] Cost cost() const noexcept { return labels_.cost(start_); }
  /// Calls visit(Tile, LinkId, Cost) for every tile of the path found, in order, with the link that led there, kNoLink
  /// if it was a step, and the cost of the rest of the path.
  template <class Visit>
  void for_each_tile(Visit&& visit) const {
    LinkId link = kNoLink;
    for (NodeId node = start_; node != kNoNode; node = labels_.parent(node)) {
      visit(grid_.tile(node), link, labels_.cost(node));
      link = link_onward(node);
    }
  }
  /// Calls visit(Tile, settled) for every tile that the last search touched. O(tiles).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (NodeId node = 0; node < labels_.size(); ++node) {
      if (labels_.touched(node)) visit(grid_.tile(node), labels_.slot(node) == kClosedSlot);
    }
  }

 private:
  [[nodiscard]] LinkId link_onward(NodeId node) const noexcept;

  const GridView& grid_;
  const OpenLinks& links_;
  LinkBound bound_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  NodeId start_ = 0;
};

}  // namespace portolan
