// SPDX-License-Identifier: BSL-1.0
// The tests' reference for straight lines: tests a segment against every tile near it, and finds shortest paths over
// all pairs of lattice points. Knows the rules of the two movers from their definition; shares no code with the
// library.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace portolan::test {

/// Straight movement on a map; terrains whose default cost is 0 are blocked, and so is everything outside.
class BruteSight {
 public:
  /// `footprint` 0 is a point, k >= 1 a square of k x k tiles, which a Point names by its top-left corner.
  BruteSight(const TileMap& map, std::int32_t footprint);

  /// Whether the mover can be at p.
  [[nodiscard]] bool stands(Point p) const;
  /// Whether the mover can go straight from a to b; both must be positions.
  [[nodiscard]] bool clear(Point a, Point b) const;
  /// Whether a path may turn at v: a position, and for the point no pinch.
  [[nodiscard]] bool may_turn(Vertex v) const;
  /// The largest x of a lattice point; the least is 0.
  [[nodiscard]] std::int32_t width() const { return footprint_ == 0 ? width_ : width_ - footprint_; }
  /// The largest y of a lattice point; the least is 0.
  [[nodiscard]] std::int32_t height() const { return footprint_ == 0 ? height_ : height_ - footprint_; }

 private:
  [[nodiscard]] bool blocked(std::int32_t x, std::int32_t y) const;
  [[nodiscard]] bool pinch(std::int32_t x, std::int32_t y) const;
  [[nodiscard]] bool meets_shared_side(Point a, Point b) const;
  [[nodiscard]] bool meets_pinch(Point a, Point b) const;

  std::int32_t footprint_;
  std::int32_t width_;
  std::int32_t height_;
  std::vector<std::uint8_t> blocked_;
};

/// The length of a segment, in a unit of the caller's choice.
using Measure = std::function<double(Point, Point)>;

/// All lattice points where a path may turn, and which of them see each other. The sight must outlive it.
class BruteGraph {
 public:
  explicit BruteGraph(const BruteSight& sight);
  /// The length of the shortest path; nothing if there is none. O(lattice points^2).
  [[nodiscard]] std::optional<double> distance(Point from, Point to, const Measure& measure) const;

 private:
  const BruteSight& sight_;
  std::vector<Point> points_;
  std::vector<std::uint8_t> clear_;
};

/// What is wrong with a path, segment by segment; empty if it is legal.
[[nodiscard]] std::string path_fault(const BruteSight& sight, std::span<const Point> path);

/// The length of a path in tiles, by the length of a segment in tiles.
[[nodiscard]] double path_tiles(std::span<const Point> path, const std::function<double(Point, Point)>& segment);

}  // namespace portolan::test
