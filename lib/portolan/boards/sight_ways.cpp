// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/sight_ways.hpp"

namespace portolan {

Cost LeastPaths::cost(Tile from, Tile to) noexcept {
  // A link may be cheaper than any walk, so that no distance bounds what is left.
  const auto bound = [&](Tile tile) noexcept { return links_.empty() ? grid_.rules->lower_bound(tile, to) : Cost{0}; };
  const SearchOutcome outcome = astar_.search(from, to, ~std::uint64_t{0}, bound, [&](Tile tile, auto&& relax) {
    for_each_step(grid_, grid_.bounds(), tile, relax);
    const auto link_end = links_.find(tile);
    if (!link_end) return;
    for (const LinkArc& arc : links_.leaving(*link_end)) {
      if (grid_.cost(arc.other) != 0) relax(arc.other, arc.cost);
    }
  });
  return outcome.end == SearchEnd::reached ? astar_.cost(to) : kInfiniteCost;
}

}  // namespace portolan
