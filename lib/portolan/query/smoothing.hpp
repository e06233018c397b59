// SPDX-License-Identifier: BSL-1.0
// Pulls paths straight after they were found: any path, from whatever tier, on weighted or edited terrain.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/segment_cost.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Pulls paths straight, after M. Pinter, "Toward More Realistic Pathfinding" (2001): the middle one of three points
/// goes when one can walk straight past it, here only at no higher cost. Taken greedily, that rule misses up to half of
/// what there is to gain. So a window of a few points slides along the path, and of its points those are kept that the
/// cheapest way needs, the fewest if several ways cost the same.
///
/// Passes repeat until one drops nothing, and then the rule would drop nothing either: windows overlap, so that three
/// neighbours share one; a window that could do without a point and yet settles all of its first half leaves the chance
/// to the next, and the last one takes it.
///
/// Clear: (Point a, Point b), whether the mover can go straight from a to b. Plain data on the stack; no allocation.
template <class Clear>
class PathPuller {
 public:
  PathPuller(const CostField& field, Clear clear) noexcept : field_(field), clear_(clear) {}

  /// Moves the points that stay, in their order, to the front of `path` and returns how many they are; the first and
  /// the last point stay. Every segment of the outcome is one of the path given or clear, and path_cost() is never
  /// above that of the path given, whole or between any two points that stay. Pulling the outcome again changes
  /// nothing. A segment that crosses impassable terrain is kept, and nothing is pulled across it.
  ///
  /// A pass takes O(C) for C cells crossed by the path, if clear(a, b) takes O(cells crossed). A straight run shrinks
  /// eightfold a pass: O(log n) passes for n points as a rule (2 to 4 for n = 100); at most one a point dropped.
  [[nodiscard]] std::size_t pull(std::span<Point> path) noexcept {
    std::size_t before = 0;
    while (path.size() > 2 && path.size() != before) {
      before = path.size();
      path = path.first(pass(path));
    }
    return path.size();
  }

 private:
  static constexpr std::size_t kWindow = 8;  ///< segments; 16 gain another 0.1 to 0.2 % for 1.7 times the time

  /// The best way from the first point of a window to another one.
  struct Arrival {
    Cost cost = 0;
    std::size_t segments = 0;
    std::size_t from = 0;
    std::size_t to = 0;  ///< the next point of the way chosen
  };

  std::size_t pass(std::span<Point> path) noexcept {
    const std::size_t last = path.size() - 1;
    std::size_t kept = 0;  // never beyond `start`: windows hold the points given
    for (std::size_t start = 0; start < last;) {
      const auto window = path.subspan(start, std::min(kWindow, last - start) + 1);
      const std::size_t end = find_ways(window);
      if (end == 0) {
        path[++kept] = path[++start];
        continue;
      }
      for (std::size_t i = end; i != 0; i = arrivals_[i].from) arrivals_[arrivals_[i].from].to = i;
      // What comes after a full window may call for another way through its second half.
      const std::size_t settled = end == kWindow && start + end != last ? kWindow / 2 : end;
      std::size_t i = 0;
      do {
        i = arrivals_[i].to;
        path[++kept] = window[i];
      } while (i != end && arrivals_[i].to <= settled);
      start += i;
    }
    return kept + 1;
  }

  /// Finds the best ways to the points of a window, as far as its segments can be priced and added up; returns the last
  /// such point.
  std::size_t find_ways(std::span<const Point> window) noexcept {
    arrivals_[0] = {};
    for (std::size_t to = 1; to < window.size(); ++to) {
      const Arrival& before = arrivals_[to - 1];
      Arrival best{before.cost + segment_cost(field_, window[to - 1], window[to]), before.segments + 1, to - 1};
      if (best.cost >= kInfiniteCost) return to - 1;
      for (std::size_t from = 0; from + 1 < to; ++from) {
        const Arrival& base = arrivals_[from];
        if (base.cost > best.cost || !clear_(window[from], window[to])) continue;
        const Cost cost = base.cost + segment_cost(field_, window[from], window[to]);
        if (cost > best.cost || (cost == best.cost && base.segments + 1 >= best.segments)) continue;
        best = {cost, base.segments + 1, from};
      }
      arrivals_[to] = best;
    }
    return window.size() - 1;
  }

  CostField field_;
  Clear clear_;
  std::array<Arrival, kWindow + 1> arrivals_;
};

/// Pulls a path straight for a point or a square (space.contact says which), by exact line of sight: PathPuller::pull.
/// `path` holds positions of the space and turns at no pinch; segments out of sight (a step that cuts a corner) are
/// allowed. `grid` prices the positions of the same mover. Where its pages show edits that the space does not, what is
/// pulled straight comes near no position that is closed since. `fraction_bits`: see CostField.
[[nodiscard]] std::size_t smooth_path(const GridView& grid, const SightSpace& space, std::uint32_t fraction_bits,
                                      std::span<Point> path) noexcept;

/// The same for a round mover of any `width` (in 2^-8 tile, 0 to kMaxSide tiles), named by its centre and priced by the
/// tile under it, by Pinter's sampled test (walkable). `grid` is that of a single tile (footprint 1).
[[nodiscard]] std::size_t smooth_round_path(const GridView& grid, std::int32_t width, std::uint32_t fraction_bits,
                                            std::span<Point> path) noexcept;

}  // namespace portolan
