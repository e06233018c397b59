// SPDX-License-Identifier: BSL-1.0
// Pulls paths straight after they were found: any path, from whatever tier, on weighted or edited terrain.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/query/segment_cost.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Drops points of a path as long as the straight segment that remains is clear and costs no more than what it
/// replaces; the rest keeps its order and moves to the front of `path`. Returns how many points are left: 2 or more if
/// there were, the first and the last being the old ones. Every segment of the outcome is either one of the path given
/// or clear, and path_cost() of the outcome is never above that of the path given. Smoothing the outcome again changes
/// nothing.
///
/// The rule is that of M. Pinter, "Toward More Realistic Pathfinding" (2001): from a checkpoint, skip points as long as
/// one can walk straight. Here the stretch skipped is doubled while that succeeds and then narrowed down by halving;
/// the next checkpoint is its end. Passes repeat until one drops nothing (two or three as a rule, at most one a point
/// dropped). A pass takes O(C log^2 n) for n points and C crossed cells, provided clear(a, b) takes O(cells crossed):
/// a segment is tried only in stretches at most about twice as long as what is then skipped, hence from O(log n)
/// checkpoints, O(log n) times each.
///
/// `clear(Point a, Point b)`: whether the mover can go straight from a to b.
template <class Clear>
[[nodiscard]] std::size_t pull_straight(const CostField& field, std::span<Point> path, Clear&& clear) noexcept {
  const auto can_skip = [&](std::size_t from, std::size_t to) {
    const std::span<const Point> stretch = path.subspan(from, to - from + 1);
    if (!clear(stretch.front(), stretch.back())) return false;
    const Cost direct = segment_cost(field, stretch.front(), stretch.back());
    return direct < kInfiniteCost && direct <= path_cost(field, stretch);
  };
  std::size_t before = 0;
  while (before != path.size() && path.size() > 2) {
    before = path.size();
    const std::size_t last = path.size() - 1;
    std::size_t kept = 0;  // path[kept] is the checkpoint, moved to its new place
    for (std::size_t checkpoint = 0; checkpoint < last;) {
      std::size_t end = checkpoint + 1;  // the farthest known to be straight away
      std::size_t beyond = last + 1;     // not to be skipped to
      for (std::size_t stride = 2; end < last; stride *= 2) {
        const std::size_t next = std::min(checkpoint + stride, last);
        if (!can_skip(checkpoint, next)) {
          beyond = next;
          break;
        }
        end = next;
      }
      while (beyond - end > 1) {
        const std::size_t middle = end + (beyond - end) / 2;
        (can_skip(checkpoint, middle) ? end : beyond) = middle;
      }
      path[++kept] = path[end];
      checkpoint = end;
    }
    path = path.first(kept + 1);
  }
  return path.size();
}

/// Pulls a path straight for a point or a square (space.contact says which), by exact line of sight. `path` holds
/// positions of the space, and no turn at a pinch; segments out of sight, a step that cuts a corner, say, are kept.
/// `grid` prices the positions of the same mover; `fraction_bits`: see CostField. No allocation; one thread per path.
[[nodiscard]] std::size_t smooth_path(const GridView& grid, const SightSpace& space, std::uint32_t fraction_bits,
                                      std::span<Point> path) noexcept;

/// The same for a round mover of any `width` (in 2^-8 tile, 0 to kMaxSide tiles), named by its centre and priced by the
/// tile under it, by Pinter's sampled test (walkable). `grid` is that of a single tile (footprint 1).
[[nodiscard]] std::size_t smooth_round_path(const GridView& grid, std::int32_t width, std::uint32_t fraction_bits,
                                            std::span<Point> path) noexcept;

}  // namespace portolan
