// SPDX-License-Identifier: BSL-1.0
// The plane as a mover sees it that goes straight in any direction: unit squares, free or blocked, and what happens
// where it touches them.
//
// Two movers share all geometry and differ in the contact rule only. A *point* moves among the tiles of the map: it
// slides along a wall where one of the two sides is free, and turns at corners; two blocked tiles that touch only at a
// corner close that point (a pinch): it can be reached from either side, never passed. A *square* of k x k tiles, and
// the mover on the grid, move on the lattice of positions: a unit square between four positions is free iff all four
// are, and a unit edge iff both of its ends are, so that corridors of width 0 and touching corners can be passed.
#pragma once

#include "portolan/core/bit_grid.hpp"
#include "portolan/core/point.hpp"
#include "portolan/grid/grid_view.hpp"

#include <cstdint>

namespace portolan {

/// What touches obstacles: a point among the tiles, or a square on the lattice of positions.
enum class Contact : std::uint8_t { point = 0, square = 1 };

/// Bit of a corner mask: an obstacle that a path can turn around is north-west of the vertex.
inline constexpr unsigned kCornerNW = 1;
/// Bit of a corner mask: an obstacle that a path can turn around is north-east of the vertex.
inline constexpr unsigned kCornerNE = 2;
/// Bit of a corner mask: an obstacle that a path can turn around is south-east of the vertex.
inline constexpr unsigned kCornerSE = 4;
/// Bit of a corner mask: an obstacle that a path can turn around is south-west of the vertex.
inline constexpr unsigned kCornerSW = 8;

/// Blocked squares (and for Contact::square blocked vertices) of the plane [0, width] x [0, height], 0 <= width, height
/// <= kMaxSide. A view: owns nothing; safe to read from any number of threads. The frame of both grids is blocked.
struct SightSpace {
  Contact contact = Contact::point;
  std::int32_t width = 0;   ///< squares a row; vertices run over 0..width
  std::int32_t height = 0;  ///< rows of squares; vertices run over 0..height
  BitView squares;          ///< set: blocked; square (x,y) covers [x,x+1] x [y,y+1]
  BitView vertices;         ///< Contact::square only, (width+1) x (height+1) cells; set: blocked

  /// Whether a point is on the plane, its edge included.
  [[nodiscard]] bool inside(Point p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x <= width * kSubUnits && p.y <= height * kSubUnits;
  }
};

/// The point of the mover's plane that a point of the map is. A point mover's plane is the map; the reference point of
/// the other movers is the centre of their top-left tile, and position (x,y) is vertex (x,y) of their plane.
[[nodiscard]] constexpr Point to_plane(Contact contact, Point on_map) noexcept {
  const std::int32_t shift = contact == Contact::square ? kSubUnits / 2 : 0;
  return {on_map.x - shift, on_map.y - shift};
}
/// The point of the map that a point of the mover's plane is: to_plane the other way.
[[nodiscard]] constexpr Point to_map(Contact contact, Point on_plane) noexcept {
  const std::int32_t shift = contact == Contact::square ? kSubUnits / 2 : 0;
  return {on_plane.x + shift, on_plane.y + shift};
}

/// Whether the mover can stand at p. For Contact::square only vertices are positions.
[[nodiscard]] bool can_stand(const SightSpace& space, Point p) noexcept;

/// The corner mask of a vertex; not 0 exactly where a shortest path may turn. For a point mover pinches have none: a
/// path that reaches a pinch and turns stays within one free square, hence cuts short.
[[nodiscard]] std::uint8_t corner_mask(const SightSpace& space, Vertex v) noexcept;

/// Whether a path that joins a waypoint of this mask with a point at `away` from it (not (0,0)) can bend around an
/// obstacle there, that is whether the segment may be part of a shortest path that turns at the waypoint.
[[nodiscard]] constexpr bool is_taut(std::uint8_t mask, std::int32_t away_x, std::int32_t away_y) noexcept {
  unsigned wanted = 0;
  if (away_x == 0) {
    wanted = away_y < 0 ? kCornerNW | kCornerNE : kCornerSW | kCornerSE;
  } else if (away_y == 0) {
    wanted = away_x < 0 ? kCornerNW | kCornerSW : kCornerNE | kCornerSE;
  } else {
    wanted = (away_x < 0) == (away_y < 0) ? kCornerNE | kCornerSW : kCornerNW | kCornerSE;
  }
  return (mask & wanted) != 0;
}

/// The x of the last vertex that can be seen straight east of p, p's own, rounded down, if there is none. p must be a
/// position whose y is on the lattice. O(length / 64).
[[nodiscard]] std::int32_t east_end(const SightSpace& space, Point p) noexcept;
/// The x of the last vertex that can be seen straight west of p, p's own, rounded up, if there is none. p must be a
/// position whose y is on the lattice. O(length / 64).
[[nodiscard]] std::int32_t west_end(const SightSpace& space, Point p) noexcept;
/// The y of the last vertex that can be seen straight south of p, p's own, rounded down, if there is none. p must be a
/// position whose x is on the lattice. O(length).
[[nodiscard]] std::int32_t south_end(const SightSpace& space, Point p) noexcept;
/// The y of the last vertex that can be seen straight north of p, p's own, rounded up, if there is none. p must be a
/// position whose x is on the lattice. O(length).
[[nodiscard]] std::int32_t north_end(const SightSpace& space, Point p) noexcept;

/// Whether the straight segment a-b is free. Both must be positions. Exact and symmetric; O(rows + length / 64).
[[nodiscard]] bool in_sight(const SightSpace& space, Point a, Point b) noexcept;

/// The bits behind a SightSpace.
class SightPlanes {
 public:
  /// The plane of a point among the blocked tiles of the grid. O(tiles).
  static SightPlanes for_point(const GridView& grid);
  /// The plane of the mover of the grid: a square of its footprint, or a mover on its steps. Needs width, height >= 1.
  /// O(tiles).
  static SightPlanes for_square(const GridView& grid);

  /// A view of the planes, which must outlive it.
  [[nodiscard]] SightSpace space() const noexcept;
  [[nodiscard]] const BitGrid& squares() const noexcept { return squares_; }
  [[nodiscard]] const BitGrid& vertices() const noexcept { return vertices_; }

 private:
  Contact contact_ = Contact::point;
  BitGrid squares_;
  BitGrid vertices_;
};

}  // namespace portolan
