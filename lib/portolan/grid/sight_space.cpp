// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/sight_space.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

/// Whether the unit edge between two vertices is closed, given the squares (or for Contact::square the end vertices).
bool vertical_edge_blocked(const SightSpace& space, std::int32_t x, std::int32_t y) noexcept {
  if (y < 0 || y >= space.height) return true;
  if (space.contact == Contact::square) return space.vertices.test(x, y) || space.vertices.test(x, y + 1);
  return space.squares.test(x - 1, y) && space.squares.test(x, y);
}

bool is_pinch(const SightSpace& space, std::int32_t x, std::int32_t y) noexcept {
  const bool nw = space.squares.test(x - 1, y - 1);
  const bool ne = space.squares.test(x, y - 1);
  return nw != ne && nw == space.squares.test(x, y) && ne == space.squares.test(x - 1, y);
}

/// Words of the two rows of squares that meet at a lattice line.
struct LineWords {
  const std::uint64_t* above;
  const std::uint64_t* below;

  /// Bit of square x: the unit edge from vertex x to x + 1 is closed.
  [[nodiscard]] std::uint64_t closed(std::size_t i) const noexcept { return above[i] & below[i]; }
  /// Bit of square x: vertex x is a pinch.
  [[nodiscard]] std::uint64_t pinch(std::size_t i) const noexcept {
    const std::uint64_t differ = above[i] ^ below[i];
    const std::uint64_t carry_differ = i == 0 ? 0 : (above[i - 1] ^ below[i - 1]) >> 63;
    const std::uint64_t carry_above = i == 0 ? 0 : above[i - 1] >> 63;
    return differ & (differ << 1 | carry_differ) & (above[i] ^ (above[i] << 1 | carry_above));
  }
};

/// The next place along an axis, counted from 0 at the start, where a vertical ray of step `way` must stop.
std::int32_t vertical_end(const SightSpace& space, std::int32_t x, std::int32_t y, std::int32_t edge,
                          std::int32_t way) noexcept {
  // `edge` is the index of the first unit edge on the way, `y` the vertex at or before p.
  while (!vertical_edge_blocked(space, x, edge)) {
    edge += way;
    y = way > 0 ? edge : edge + 1;
    if (space.contact == Contact::point && is_pinch(space, x, y)) break;
  }
  return y;
}

}  // namespace

bool can_stand(const SightSpace& space, Point p) noexcept {
  if (!space.inside(p)) return false;
  const std::int32_t x = floor_to_tile(p.x);
  const std::int32_t y = floor_to_tile(p.y);
  if (space.contact == Contact::square) return on_lattice(p.x) && on_lattice(p.y) && !space.vertices.test(x, y);
  const std::int32_t left = on_lattice(p.x) ? x - 1 : x;
  const std::int32_t above = on_lattice(p.y) ? y - 1 : y;
  return !(space.squares.test(x, y) && space.squares.test(left, y) && space.squares.test(x, above) &&
           space.squares.test(left, above));
}

std::uint8_t corner_mask(const SightSpace& space, Vertex v) noexcept {
  if (space.contact == Contact::point) {
    const unsigned mask =
        (space.squares.test(v.x - 1, v.y - 1) ? kCornerNW : 0U) | (space.squares.test(v.x, v.y - 1) ? kCornerNE : 0U) |
        (space.squares.test(v.x, v.y) ? kCornerSE : 0U) | (space.squares.test(v.x - 1, v.y) ? kCornerSW : 0U);
    return std::has_single_bit(mask) ? static_cast<std::uint8_t>(mask) : std::uint8_t{0};
  }
  if (space.vertices.test(v.x, v.y)) return 0;
  const bool north = !space.vertices.test(v.x, v.y - 1);
  const bool south = !space.vertices.test(v.x, v.y + 1);
  const bool west = !space.vertices.test(v.x - 1, v.y);
  const bool east = !space.vertices.test(v.x + 1, v.y);
  return static_cast<std::uint8_t>((north && west && space.vertices.test(v.x - 1, v.y - 1) ? kCornerNW : 0U) |
                                   (north && east && space.vertices.test(v.x + 1, v.y - 1) ? kCornerNE : 0U) |
                                   (south && east && space.vertices.test(v.x + 1, v.y + 1) ? kCornerSE : 0U) |
                                   (south && west && space.vertices.test(v.x - 1, v.y + 1) ? kCornerSW : 0U));
}

std::int32_t east_end(const SightSpace& space, Point p) noexcept {
  const std::int32_t x = floor_to_tile(p.x);
  const std::int32_t y = floor_to_tile(p.y);
  if (space.contact == Contact::square) {
    const std::uint64_t* row = space.vertices.row(y);
    return first_set([=](std::size_t i) { return row[i]; }, x + 1, space.width) - 1;
  }
  const LineWords line{space.squares.row(y - 1), space.squares.row(y)};
  const std::int32_t end = first_set([=](std::size_t i) { return line.closed(i); }, x, space.width - 1);
  return first_set([=](std::size_t i) { return line.pinch(i); }, x + 1, end - 1);
}

std::int32_t west_end(const SightSpace& space, Point p) noexcept {
  const std::int32_t x = ceil_to_tile(p.x);
  const std::int32_t y = floor_to_tile(p.y);
  if (space.contact == Contact::square) {
    const std::uint64_t* row = space.vertices.row(y);
    return last_set([=](std::size_t i) { return row[i]; }, 0, x - 1) + 1;
  }
  const LineWords line{space.squares.row(y - 1), space.squares.row(y)};
  const std::int32_t end = last_set([=](std::size_t i) { return line.closed(i); }, 0, x - 1) + 1;
  return last_set([=](std::size_t i) { return line.pinch(i); }, end + 1, x - 1);
}

std::int32_t south_end(const SightSpace& space, Point p) noexcept {
  const std::int32_t y = floor_to_tile(p.y);
  return vertical_end(space, floor_to_tile(p.x), y, y, 1);
}

std::int32_t north_end(const SightSpace& space, Point p) noexcept {
  const std::int32_t y = ceil_to_tile(p.y);
  return vertical_end(space, floor_to_tile(p.x), y, y - 1, -1);
}

namespace {

/// Where a segment crosses the lattice lines y = const, from the first one below its upper end on: whole squares and a
/// rest of fixed denominator, moved on by additions.
class Crossing {
 public:
  /// For the segment a-b, a.y < b.y. |numerators| < 2^58, see Point.
  Crossing(Point a, Point b) noexcept {
    const std::int64_t dx = b.x - a.x;
    const std::int64_t dy = b.y - a.y;
    denominator_ = dy * kSubUnits;
    step_floor_ = floor_div(dx, dy);
    step_rest_ = (dx - step_floor_ * dy) * kSubUnits;
    if (on_lattice(a.x | a.y)) {
      floor_ = floor_to_tile(a.x) + step_floor_;
      rest_ = step_rest_;
    } else {
      const std::int64_t numerator = a.x * dy + dx * (kSubUnits - (a.y & (kSubUnits - 1)));
      floor_ = floor_div(numerator, denominator_);
      rest_ = numerator - floor_ * denominator_;
    }
  }
  /// Moves down by one lattice line.
  void step() noexcept {
    floor_ += step_floor_;
    rest_ += step_rest_;
    if (rest_ >= denominator_) {
      rest_ -= denominator_;
      ++floor_;
    }
  }
  [[nodiscard]] std::int32_t floor() const noexcept { return static_cast<std::int32_t>(floor_); }
  [[nodiscard]] std::int32_t ceil() const noexcept { return static_cast<std::int32_t>(floor_) + (rest_ != 0 ? 1 : 0); }
  [[nodiscard]] bool on_vertex() const noexcept { return rest_ == 0; }

 private:
  static std::int64_t floor_div(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b < 0 ? 1 : 0); }

  std::int64_t denominator_;
  std::int64_t floor_;
  std::int64_t rest_;
  std::int64_t step_floor_;
  std::int64_t step_rest_;
};

/// Whether a path from the row of squares above y to that below passes the vertex (x, y), going east or west.
bool passes_vertex(const SightSpace& space, std::int32_t x, std::int32_t y, bool east) noexcept {
  return !(space.squares.test(east ? x : x - 1, y - 1) && space.squares.test(east ? x - 1 : x, y));
}

/// A segment along an axis. a comes before b.
bool axis_in_sight(const SightSpace& space, Point a, Point b) noexcept {
  if (a.y == b.y) {
    if (on_lattice(a.y)) return ceil_to_tile(b.x) <= east_end(space, a);
    return !any_set(space.squares.row(floor_to_tile(a.y)), floor_to_tile(a.x), ceil_to_tile(b.x) - 1);
  }
  if (on_lattice(a.x)) return ceil_to_tile(b.y) <= south_end(space, a);
  for (std::int32_t y = floor_to_tile(a.y); y < ceil_to_tile(b.y); ++y) {
    if (space.squares.test(floor_to_tile(a.x), y)) return false;
  }
  return true;
}

}  // namespace

bool in_sight(const SightSpace& space, Point a, Point b) noexcept {
  if (a == b) return true;
  if (a.y > b.y || (a.y == b.y && a.x > b.x)) std::swap(a, b);
  if (a.x == b.x || a.y == b.y) return axis_in_sight(space, a, b);
  const bool east = b.x > a.x;
  const std::int32_t last_row = ceil_to_tile(b.y) - 1;
  std::int32_t enter_floor = floor_to_tile(a.x);
  std::int32_t enter_ceil = ceil_to_tile(a.x);
  Crossing leave(a, b);
  for (std::int32_t y = floor_to_tile(a.y); y < last_row; ++y, leave.step()) {
    const std::int32_t from = east ? enter_floor : leave.floor();
    const std::int32_t to = (east ? leave.ceil() : enter_ceil) - 1;
    if (any_set(space.squares.row(y), from, to)) return false;
    if (leave.on_vertex() && space.contact == Contact::point && !passes_vertex(space, leave.floor(), y + 1, east)) {
      return false;
    }
    enter_floor = leave.floor();
    enter_ceil = leave.ceil();
  }
  const std::int32_t from = east ? enter_floor : floor_to_tile(b.x);
  const std::int32_t to = (east ? ceil_to_tile(b.x) : enter_ceil) - 1;
  return !any_set(space.squares.row(last_row), from, to);
}

SightPlanes SightPlanes::for_point(const GridView& grid) {
  SightPlanes planes;
  planes.contact_ = Contact::point;
  planes.squares_ = BitGrid(grid.width, grid.height);
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (grid.cost({x, y}) == 0) planes.squares_.set(x, y, true);
    }
  }
  return planes;
}

SightPlanes SightPlanes::for_square(const GridView& grid) {
  SightPlanes planes;
  planes.contact_ = Contact::square;
  planes.vertices_ = BitGrid(grid.width, grid.height);
  planes.squares_ = BitGrid(grid.width - 1, grid.height - 1);
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (grid.cost({x, y}) == 0) planes.vertices_.set(x, y, true);
    }
  }
  const BitView vertices = planes.vertices_.view();
  for (std::int32_t y = 0; y + 1 < grid.height; ++y) {
    for (std::int32_t x = 0; x + 1 < grid.width; ++x) {
      const bool blocked =
          vertices.test(x, y) || vertices.test(x + 1, y) || vertices.test(x, y + 1) || vertices.test(x + 1, y + 1);
      if (blocked) planes.squares_.set(x, y, true);
    }
  }
  return planes;
}

SightSpace SightPlanes::space() const noexcept {
  const BitView squares = squares_.view();
  return {contact_, squares.width(), squares.height(), squares, vertices_.view()};
}

}  // namespace portolan
