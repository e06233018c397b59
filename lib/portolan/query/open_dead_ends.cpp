// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/open_dead_ends.hpp"

#include <algorithm>

namespace portolan {

void OpenDeadEnds::use(std::span<const DirtyRegion> dirty) {
  touched_.clear();
  if (profile_.dead_ends.empty()) return;
  const auto touch = [&](Tile t) {
    if (const DeadEndId number = number_at(t); number != 0) touched_.push_back(number);
  };
  const auto touch_around = [&](Tile opened) {
    const Rect around = intersection({{opened.x - 1, opened.y - 1}, {opened.x + 2, opened.y + 2}}, grid_.bounds());
    for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
      for (std::int32_t x = around.min.x; x < around.max.x; ++x) touch({x, y});
    }
    const auto end = profile_.links.find(opened);
    if (!end) return;
    for (const LinkArc& arc : profile_.links.leaving(*end)) touch(arc.other);
    for (const LinkArc& arc : profile_.links.arriving(*end)) touch(arc.other);
  };
  for (const DirtyRegion& region : dirty) {
    if (!region.opened) continue;
    for (std::int32_t y = region.eased.min.y; y < region.eased.max.y; ++y) {
      for (std::int32_t x = region.eased.min.x; x < region.eased.max.x; ++x) {
        if (profile_.grid.cost({x, y}) == 0 && grid_.cost({x, y}) != 0) touch_around({x, y});
      }
    }
  }
  std::ranges::sort(touched_);
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
}

DeadEndFilter OpenDeadEnds::between(Tile from, Tile to) const noexcept {
  if (profile_.dead_ends.empty()) return {};
  return {profile_.dead_ends, number_at(from), number_at(to), touched_};
}

std::optional<TileDeadEnd> OpenDeadEnds::at(Tile position) const noexcept {
  const DeadEndsView& all = profile_.dead_ends;
  if (all.empty() || !grid_.passable(position)) return {};
  const DeadEndId number = standing_dead_end(all, number_at(position), touched_);
  if (number == 0 || all[number].gate >= grid_.terrain.size()) return {};
  return TileDeadEnd{.number = number,
                     .outer = standing_dead_end(all, all[number].outer, touched_),
                     .gate = grid_.tile(all[number].gate)};
}

}  // namespace portolan
