// SPDX-License-Identifier: BSL-1.0
// The independent judge of straight lines: reads the map and the profile as declared, looks at every tile near a
// segment, and shares no code with any search.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/declared_prices.hpp"
#include "portolan/grid/movement_profile.hpp"

#include <span>
#include <string>

namespace portolan {

/// Judges segments of one any_angle profile on one map. Points are points of the map; a square mover's point is the
/// centre of its top-left tile. Keeps a reference to the map. Safe to use from any number of threads.
class LineJudge {
 public:
  LineJudge(const TileMap& map, const MovementProfile& profile);

  /// Whether the mover can be at p.
  [[nodiscard]] bool stands(Point p) const;
  /// Whether a path may turn at p: the mover can be there, and p is no pinch of a point mover.
  [[nodiscard]] bool may_turn(Point p) const;
  /// Whether the mover can go straight from a to b, both places where it stands. O(length * (footprint + 1)).
  [[nodiscard]] bool clear(Point a, Point b) const;
  /// What moves add to a clear segment, in ten-thousandths of a tile: of a step between tiles beside each other what
  /// they add to that step, of any other one kBlockedMove if it crosses an edge at a cost, or 0. O(length * footprint).
  [[nodiscard]] std::uint64_t crossing(Point a, Point b) const;
  /// The integral of the price under the mover's point along a clear segment, in tiles at price 1, exact to about 1e-14
  /// of the length; along a border between tiles the cheaper passable one counts. O(length).
  [[nodiscard]] double cost(Point a, Point b) const;

 private:
  [[nodiscard]] bool blocked(Tile t) const { return prices_.of_tile(t) == 0; }
  [[nodiscard]] double price(Tile t) const;
  [[nodiscard]] bool is_pinch(Vertex v) const;
  [[nodiscard]] bool tile_stops(Tile t, Point a, Point b) const;
  [[nodiscard]] bool border_stops(Tile t, Point a, Point b) const;

  DeclaredPrices prices_;
  DeclaredMoves moves_;
  std::int32_t footprint_;
};

/// What a judged line turned out to be.
struct LineMeasure {
  std::string fault;  ///< empty if every segment is legal; else which is the first that is not, and why
  double cost = 0;    ///< of the segments added up in order, in tiles at price 1
  [[nodiscard]] bool legal() const noexcept { return fault.empty(); }
};

/// Judges a path given by its points, ends included, which are points of the map.
[[nodiscard]] LineMeasure measure_line(const TileMap& map, const MovementProfile& profile, std::span<const Point> path);

}  // namespace portolan
