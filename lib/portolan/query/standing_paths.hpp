// SPDX-License-Identifier: BSL-1.0
// Which shortest paths of the file edits leave alone, so that its indexes go on answering.
//
// Let P be a shortest path on the file, of cost C. If all positions that it meets are as in the file, it is legal on
// the overlay and costs the same there. A path that is cheaper on the overlay is none on the file, or dearer there, so
// it meets a position that edits have eased: opened, or made cheaper. It then costs at least the distance from the
// start to that position and on to the goal, at the least price that there is now. Where that reaches C for all eased
// positions, nothing is cheaper than P. Rectangles around many of them are tried first.
#pragma once

#include "portolan/waypoints/sight_path.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Proofs for one profile with a waypoint graph. Reads the overlay in use; const calls are safe from any number of
/// threads. Memory: 40 bytes a dirty region with eased positions.
class StandingPaths {
 public:
  /// `edited`: the profile's grid as the overlay in use shows it, with the least price that it leaves. Both must
  /// outlive it.
  StandingPaths(const ProfileView& profile, const GridView& edited) noexcept;

  /// Takes the dirty regions of an overlay. O(regions * log). @throws std::bad_alloc
  void assign(std::span<const DirtyRegion> dirty);

  /// Whether no path between two positions of the plane that meets an eased position costs less than `cost`, in the
  /// unit of the graph's metric. False says nothing. O(regions with eased positions), as a rule their logarithm and
  /// those about as far off the ends as a path may go.
  [[nodiscard]] bool is_least(Point from, Point to, Cost cost) const noexcept;

  /// Whether all positions that a path meets are as in the file. O(length / 32 + tiles of edited blocks that it
  /// crosses).
  [[nodiscard]] bool is_untouched(std::span<const Point> path) const noexcept;

 private:
  /// A rectangle around eased positions, and the node after the last one below it: nodes lie in preorder, and a leaf is
  /// followed by its own end. Leaves are those of one dirty region each.
  struct Node {
    Rect eased;
    std::uint32_t end = 0;
  };

  void add(std::span<Rect> leaves);
  [[nodiscard]] Cost detour(const Rect& eased, Point from, Point to) const noexcept;
  [[nodiscard]] bool rows_are_far(const Rect& eased, Point from, Point to, Cost limit) const noexcept;
  [[nodiscard]] bool is_untouched(Point a, Point b) const noexcept;
  [[nodiscard]] bool is_as_in_file(Tile first, std::int32_t end) const noexcept;

  const ProfileView& profile_;
  const GridView& edited_;
  Contact contact_;
  SightMetric metric_;
  std::vector<Node> nodes_;
};

}  // namespace portolan
