// SPDX-License-Identifier: BSL-1.0
// The dead ends of a map as edits have left them.
#pragma once

#include "portolan/graph/dead_ends.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A dead end of a map, to be shown.
struct TileDeadEnd {
  DeadEndId number = 0;  ///< from 1, in the order of ProfileView::dead_ends
  DeadEndId outer = 0;   ///< the innermost one around it; 0: none
  Tile gate{};           ///< the tile that all ways into it lead over; it lies outside
};

/// The dead ends of a profile, and which of them no longer are because edits have opened something that touches them:
/// a position that the file does not have, in the dead end or beside it, or at the other end of a link. What closes
/// takes ways away only, so all others still are (DECISIONS.md). One thread at a time, but for const calls.
class OpenDeadEnds {
 public:
  /// `grid`: the positions of the profile, or what an overlay makes of them. Both must outlive it.
  OpenDeadEnds(const ProfileView& profile, const GridView& grid) noexcept : profile_(profile), grid_(grid) {}

  /// Takes the regions of the overlay that the grid shows. O(positions of regions in which some opened).
  /// @throws std::bad_alloc
  void use(std::span<const DirtyRegion> dirty);
  void use_file() noexcept { touched_.clear(); }

  /// What a search between two positions may leave out. O(nesting).
  [[nodiscard]] DeadEndFilter between(Tile from, Tile to) const noexcept;
  /// The innermost one that a position lies in, if it still is one. O(nesting).
  [[nodiscard]] std::optional<TileDeadEnd> at(Tile position) const noexcept;

 private:
  [[nodiscard]] DeadEndId number_at(Tile t) const noexcept { return profile_.dead_ends.at(grid_.index(t)); }

  const ProfileView& profile_;
  const GridView& grid_;
  std::vector<DeadEndId> touched_;  ///< innermost ones, ascending: none that holds one of them is a dead end any more
};

}  // namespace portolan
