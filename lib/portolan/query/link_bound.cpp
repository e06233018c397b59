// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/link_bound.hpp"

namespace portolan {

void LinkBound::aim(Tile target, Toward toward) noexcept {
  target_ = target;
  target_floor_ = floors_.floor(target.y);
  std::fill(by_floor_.begin(), by_floor_.end(), kInfiniteCost);
  // Mouths are in the order of floors, so that going over them up and down in turn follows a staircase of any height at
  // once; only chains that lead up and down many times take longer.
  constexpr int kMostPasses = 32;
  const std::size_t mouths = links_.table().mouths().size();
  bool better = mouths != 0;
  for (int pass = 0; better && pass < kMostPasses; ++pass) {
    better = false;
    for (std::size_t i = 0; i < mouths; ++i) {
      links_.for_each_at(pass % 2 == 0 ? i : mouths - 1 - i, [&](Tile mouth, const LinkArc& arc) {
        const Tile near = toward == Toward::goal ? arc.other : mouth;
        const Tile far = toward == Toward::goal ? mouth : arc.other;
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
  links_.for_each([&](Tile mouth, const LinkArc& arc) {
    if (floors_.floor(mouth.y) != floors_.floor(from.y)) return;
    least = std::min(least, links_.grid().rules->lower_bound(from, mouth) + arc.cost + of(arc.other));
  });
  return least;
}

}  // namespace portolan
