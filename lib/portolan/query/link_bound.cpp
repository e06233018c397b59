// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/link_bound.hpp"

namespace portolan {

void LinkBound::aim(Tile target, Toward toward) noexcept {
  target_ = target;
  target_floor_ = floors_.floor(target.y);
  std::fill(by_floor_.begin(), by_floor_.end(), kInfiniteCost);
  // Chains of links grow by one with each pass; a least one visits no floor twice.
  for (bool better = !links_.empty(); better;) {
    better = false;
    links_.for_each([&](Tile mouth, const LinkArc& arc) {
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

Cost LinkBound::detour(Tile from) const noexcept {
  Cost least = kInfiniteCost;
  links_.for_each([&](Tile mouth, const LinkArc& arc) {
    if (floors_.floor(mouth.y) != floors_.floor(from.y)) return;
    least = std::min(least, links_.grid().rules->lower_bound(from, mouth) + arc.cost + of(arc.other));
  });
  return least;
}

}  // namespace portolan
