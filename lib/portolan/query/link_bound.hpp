// SPDX-License-Identifier: BSL-1.0
// Lower bounds where there are links and floors.
#pragma once

#include "portolan/grid/floors.hpp"
#include "portolan/query/open_links.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace portolan {

/// Which ends of paths a bound is about.
enum class Toward : std::uint8_t { goal, start };

/// A lower bound of the cost of paths to a goal, or from a start, that is consistent with every step and every open
/// link: on the floor of that tile its distance, or by way of links; on another floor what the cheapest chain of links
/// from there costs, as if one could begin it anywhere on its floors. Reused from search to search. One thread at a
/// time; the links must outlive it.
class LinkBound {
 public:
  /// @throws std::bad_alloc
  LinkBound(const OpenLinks& links, const FloorStack& floors)
      : links_(links), floors_(floors), by_floor_(static_cast<std::size_t>(floors.count), kInfiniteCost) {}

  /// From now on for paths to this tile, or from it. O(links): more than 32 times over them it does not go, but takes 0
  /// for a bound.
  void aim(Tile target, Toward toward) noexcept;

  /// For paths between a tile and the target. O(1).
  [[nodiscard]] Cost of(Tile t) const noexcept {
    if (links_.empty()) return links_.grid().rules->lower_bound(t, target_);
    const std::int32_t floor = floors_.floor(t.y);
    const Cost by_links = by_floor_[static_cast<std::size_t>(floor)];
    return floor == target_floor_ ? std::min(by_links, links_.grid().rules->lower_bound(t, target_)) : by_links;
  }
  /// For paths from a tile to the goal that take a link. O(links).
  [[nodiscard]] Cost detour(Tile from) const noexcept;

 private:
  const OpenLinks& links_;
  FloorStack floors_;
  Tile target_{};
  std::int32_t target_floor_ = 0;
  std::vector<Cost> by_floor_;  ///< of paths between a place there and the target that take a link
};

}  // namespace portolan
