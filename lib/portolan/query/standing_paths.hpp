// SPDX-License-Identifier: BSL-1.0
// Which shortest paths of the file edits leave alone, so that its indexes go on answering.
//
// Let P be a shortest path on the file, where all terrain has one price, and C its cost. If all positions that it meets
// are as in the file, it is legal on the overlay and costs the same there. A path Q that is cheaper than C on the
// overlay is none on the file, or dearer there, so it meets a position that edits have eased: opened, or made cheaper.
// If Q meets none below the price of the file, it costs at least the distance at that price from the start to an eased
// position and from there to the goal. Otherwise it pays no less than that price up to the first of the cheaper ones
// and from the last of them on. Where both sums reach C wherever these positions are, nothing is cheaper than P.
// Links: P must take none that is closed, and where something was eased, no path over the links of the overlay may cost
// less than P; else Q, if it meets nothing eased, takes links of the file and is a path on it. Rectangles around many
// of them are tried before their parts.
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
/// threads. Memory: up to 80 bytes a dirty region with eased positions.
class StandingPaths {
 public:
  /// `edited`: the profile's grid as the overlay in use shows it, with the least price that it leaves. Both must
  /// outlive it.
  StandingPaths(const ProfileView& profile, const GridView& edited) noexcept;

  /// Takes the dirty regions of an overlay. O(regions * log). @throws std::bad_alloc
  void assign(std::span<const DirtyRegion> dirty);

  /// Whether any position is eased.
  [[nodiscard]] bool has_eased() const noexcept { return !eased_.nodes().empty(); }
  /// Whether no path between two positions of the plane that takes no link and meets an eased position costs less than
  /// `cost`, in the unit of the graph's metric. False says nothing. O(regions with eased positions * region side);
  /// mostly far less, as a few rectangles tell.
  [[nodiscard]] bool is_least(Point from, Point to, Cost cost) const noexcept;

  /// Whether all positions that a path meets, where it takes no link, are as in the file. O(length / 32 + tiles of
  /// edited blocks that it crosses).
  [[nodiscard]] bool is_untouched(const SightPath& path) const noexcept;

 private:
  /// A rectangle around eased positions, and the node after the last one below it.
  struct Node {
    Rect eased;
    std::uint32_t end = 0;
  };
  /// Rectangles halved again and again, down to those of dirty regions; in preorder.
  class Tree {
   public:
    void assign(std::span<Rect> leaves);
    [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }

   private:
    void add(std::span<Rect> leaves);

    std::vector<Node> nodes_;
  };

  template <class Far>
  [[nodiscard]] bool all_far(const Tree& tree, Far&& far) const noexcept;
  template <class Far>
  [[nodiscard]] bool rows_are_far(const Rect& eased, Far&& far) const noexcept;
  [[nodiscard]] Cost distance(Point p, const Rect& eased) const noexcept;
  [[nodiscard]] bool is_untouched(Point a, Point b) const noexcept;
  [[nodiscard]] bool is_as_in_file(Tile first, std::int32_t end) const noexcept;

  const ProfileView& profile_;
  const GridView& edited_;
  Contact contact_;
  SightMetric metric_;
  Tree eased_;    ///< all of them,
  Tree cheaper_;  ///< and those of regions with a price below that of the file
};

}  // namespace portolan
