// SPDX-License-Identifier: BSL-1.0
// The tests' reference for straight paths on large maps: A* on the full visibility graph (T. Lozano-Perez and M.
// Wesley, 1979), whose edges are found when a corner is first expanded. Shares no code with the library's sight.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/status.hpp"
#include "support/brute_sight.hpp"
#include "support/straight_plane.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace portolan::test {

/// The length of a segment rounded up to a whole number of 2^-fraction_bits tile, fraction_bits at most 20; both ends
/// lie within a square of 2048 tiles.
[[nodiscard]] Cost length_up(Point a, Point b, std::uint32_t fraction_bits = 20);

/// All convex corners of one map for one straight mover, and shortest paths over them. Remembers what each corner sees.
class VisibilityGraph {
 public:
  /// Points are named as BruteSight names them. @throws std::invalid_argument if a side is above 2048 tiles.
  VisibilityGraph(const TileMap& map, std::int32_t footprint, std::uint32_t fraction_bits = 20);

  [[nodiscard]] const BruteSight& sight() const { return sight_; }
  /// Whether the vertex is a convex corner.
  [[nodiscard]] bool corner(Vertex v) const { return corner_at(v.x, v.y) != kNone; }
  /// The least sum of length_up over the segments of a path between two places where the mover stands; nothing if there
  /// is no path.
  [[nodiscard]] std::optional<Cost> distance(Point from, Point to);
  /// The corners that can be seen from a place where the mover stands, itself excepted, in no order.
  [[nodiscard]] std::vector<Vertex> visible(Point from) const;

 private:
  using Corner = std::uint32_t;
  static constexpr Corner kNone = ~Corner{0};
  struct Edge {
    Corner to;
    std::uint32_t cost;
  };

  [[nodiscard]] Corner corner_at(std::int32_t x, std::int32_t y) const {
    return corner_at_[static_cast<std::size_t>(y) * static_cast<std::size_t>(plane_.width() + 1) +
                      static_cast<std::size_t>(x)];
  }
  [[nodiscard]] std::vector<Edge> edges_of(Point from) const;
  template <class Visit>  // void visit(Corner)
  void visit_line(Point from, Visit&& visit) const;
  template <class Visit>
  void visit_half(Point from, std::int32_t way, Visit&& visit) const;

  BruteSight sight_;
  StraightPlane plane_;
  std::uint32_t fraction_bits_;
  std::vector<Point> corners_;
  std::vector<Corner> corner_at_;  ///< by vertex
  std::vector<std::optional<std::vector<Edge>>> edges_;
};

}  // namespace portolan::test
