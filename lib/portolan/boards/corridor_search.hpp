// SPDX-License-Identifier: BSL-1.0
// A* on the tiles of some of the areas that an author drew, and nowhere else.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// Maps with areas have fewer tiles than this.
inline constexpr std::uint64_t kMaxAreaTiles = 0xFFFF'FFFF;

/// A reusable searcher with scratch per tile, about 50 bytes, committed only where searches go. A search allocates
/// nothing. One thread at a time.
///
/// A path keeps to passable tiles of the areas given, steps as the mover's rules allow (what they ask of the tiles
/// beside a diagonal step is asked of the map, whichever area those lie in), crosses no closed border, and takes
/// links between anchors whose areas are both given. Among such paths the one found costs the least.
class CorridorSearch {
 public:
  /// The grid must have fewer than kMaxAreaTiles tiles. It, its rules and what `areas` views must outlive the
  /// searcher; the contents may be wrong.
  CorridorSearch(const GridView& grid, const AreasView& areas);

  /// Both ends must be passable tiles of the map; one outside the corridor is not reached. Areas that do not exist
  /// are passed over. `expansions` is how many tiles may be settled.
  SearchOutcome search(std::span<const AreaId> corridor, Tile from, Tile to, std::uint64_t expansions) noexcept;

  /// Of the path, if the last search ended `reached`.
  [[nodiscard]] Cost cost() const noexcept { return labels_.cost(goal_); }
  /// The tiles of the path, ends included, in room[0, count); only tiles with a link between them are not neighbours.
  /// `room` must have as many tiles as the grid.
  [[nodiscard]] std::size_t path(std::span<Tile> room) const noexcept;
  /// Calls visit(const AreaLink&) for the links that the path takes, the last one first. A step of the same cost goes
  /// before a link. O(tiles of the path * links of an area).
  template <class Visit>
  void for_each_link(Visit&& visit) const {
    if (areas_.links.empty()) return;
    for (NodeId next = goal_, node = labels_.parent(goal_); node != kNoNode; next = node, node = labels_.parent(node)) {
      if (const AreaLink* const link = link_between(node, next)) visit(*link);
    }
  }

 private:
  [[nodiscard]] bool inside(AreaId area) const noexcept { return area < inside_.size() && inside_[area] == stamp_; }
  [[nodiscard]] bool has_links(std::span<const AreaId> corridor) const noexcept;
  [[nodiscard]] const AreaLink* link_between(NodeId node, NodeId next) const noexcept;

  const GridView& grid_;
  AreasView areas_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<std::uint32_t> inside_;  ///< by area: stamp_ where it is in the corridor
  std::uint32_t stamp_ = 0;
  NodeId goal_ = 0;
};

}  // namespace portolan
