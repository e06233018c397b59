// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/link_bound.hpp"

namespace portolan {

void LinkBound::aim(Tile target, Toward toward) noexcept {
  target_ = target;
  target_floor_ = floors_.floor(target.y);
  std::fill(by_floor_.begin(), by_floor_.end(), kInfiniteCost);
  // Link ends are in the order of floors, so that going over them up and down in turn follows a staircase of any height
  // at once; only chains that lead up and down many times take longer.
  constexpr int kMostPasses = 32;
  const std::size_t link_ends = links_.table().link_ends().size();
  bool better = link_ends != 0;
  for (int pass = 0; better && pass < kMostPasses; ++pass) {
    better = false;
    for (std::size_t i = 0; i < link_ends; ++i) {
      links_.for_each_at(pass % 2 == 0 ? i : link_ends - 1 - i, [&](Tile link_end, const LinkArc& arc) {
        const Tile near = toward == Toward::goal ? arc.other : link_end;
        const Tile far = toward == Toward::goal ? link_end : arc.other;
        const Cost cost = arc.cost + of(near);
        Cost& known = by_floor_[static_cast<std::size_t>(floors_.floor(far.y))];
        if (cost >= known) return;
        known = cost;
        better = true;
      });
    }
  }
  if (better) std::fill(by_floor_.begin(), by_floor_.end(), Cost{0});
}

Cost LinkBound::detour(Tile from) const noexcept {
  Cost least = kInfiniteCost;
  links_.for_each([&](Tile link_end, const LinkArc& arc) {
    if (floors_.floor(link_end.y) != floors_.floor(from.y)) return;
    least = std::min(least, links_.grid().rules->lower_bound(from, link_end) + arc.cost + of(arc.other));
  });
  return least;
}

}  // namespace portolan
