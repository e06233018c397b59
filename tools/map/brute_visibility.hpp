// SPDX-License-Identifier: BSL-1.0
// Shortest any-angle paths by trying every pair of corners: slow, and independent of the waypoint graph.
#pragma once

#include "portolan/grid/line_check.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace portolan::tools {

/// The corners of one map for one any_angle profile, and paths over them (the visibility graph of T. Lozano-Perez and
/// M. Wesley, 1979, with every edge tested when it is needed). Where all terrain has one price these paths are the
/// shortest.
class BruteVisibility {
 public:
  BruteVisibility(const TileMap& map, const MovementProfile& profile);

  /// The length in tiles of the shortest path between two points where the mover stands; infinite if there is none.
  /// Nothing if it takes more than `tests` tests of sight; those made are taken away from `tests`.
  [[nodiscard]] std::optional<double> length(Point from, Point to, std::uint64_t& tests) const;

 private:
  LineJudge judge_;
  std::vector<Point> corners_;
};

}  // namespace portolan::tools
