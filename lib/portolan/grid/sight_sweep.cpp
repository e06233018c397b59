// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/sight_sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

/// Whether a points further left than b. Products < 2^57.
bool left_of(Bearing a, Bearing b) noexcept {
  return std::int64_t{a.dx} * b.dy < std::int64_t{b.dx} * a.dy;
}

/// Start of the free squares that end with the free square x, not searched beyond `limit`.
std::int32_t free_begin(const std::uint64_t* row, std::int32_t x, std::int32_t limit) noexcept {
  return last_set([=](std::size_t i) { return row[i]; }, limit, x - 1) + 1;
}

/// End of the free squares that begin with the free square x, not searched beyond `limit`.
std::int32_t free_end(const std::uint64_t* row, std::int32_t x, std::int32_t limit) noexcept {
  return first_set([=](std::size_t i) { return row[i]; }, x + 1, limit);
}

}  // namespace

std::int32_t SightSweep::floor_at(Bearing ray, std::int32_t distance) const noexcept {
  const std::int64_t numerator = std::int64_t{from_.x} * ray.dy + std::int64_t{ray.dx} * distance;
  const std::int64_t denominator = std::int64_t{ray.dy} * kSubUnits;
  const std::int64_t quotient = numerator / denominator;
  return static_cast<std::int32_t>(numerator < 0 && quotient * denominator != numerator ? quotient - 1 : quotient);
}

std::int32_t SightSweep::ceil_at(Bearing ray, std::int32_t distance) const noexcept {
  const std::int64_t numerator = std::int64_t{from_.x} * ray.dy + std::int64_t{ray.dx} * distance;
  const std::int64_t denominator = std::int64_t{ray.dy} * kSubUnits;
  const std::int64_t quotient = numerator / denominator;
  return static_cast<std::int32_t>(numerator > 0 && quotient * denominator != numerator ? quotient + 1 : quotient);
}

void SightSweep::start(const SightSpace& space, Point from, Half half, Bearing left, Bearing right) noexcept {
  space_ = space;
  from_ = from;
  way_ = static_cast<std::int32_t>(half);
  count_ = 0;
  row_ = half == Half::down ? floor_to_tile(from.y) : ceil_to_tile(from.y) - 1;
  line_ = half == Half::down ? row_ + 1 : row_;
  near_ = 0;
  far_ = std::abs(line_ * kSubUnits - from.y);
  if (row_ < 0 || row_ >= space.height) return;

  // The source touches one or two squares of the row; if it touches two free ones, they belong to one run.
  std::int32_t square = floor_to_tile(from.x);
  if (space.squares.test(square, row_)) square = ceil_to_tile(from.x) - 1;
  if (space.squares.test(square, row_)) return;
  const std::uint64_t* row = space.squares.row(row_);
  const std::int32_t first = left.dy == 0 ? 0 : ceil_at(left, far_);
  const std::int32_t last = right.dy == 0 ? space.width : floor_at(right, far_);
  const std::int32_t begin_limit = std::max(0, std::min(square, first - 1));
  const std::int32_t end_limit = std::min(space.width, std::max(square, last) + 1);
  pass({left, right, first, last}, free_begin(row, square, begin_limit), free_end(row, square, end_limit - 1), count_);
  std::swap(now_, next_);
}

void SightSweep::advance() noexcept {
  row_ += way_;
  line_ += way_;
  near_ = far_;
  far_ += kSubUnits;
  std::size_t count = 0;
  if (row_ >= 0 && row_ < space_.height) {
    for (const Cone& cone : cones()) widen(cone, count);
  }
  std::swap(now_, next_);
  count_ = count;
}

/// Finds the free runs of the next row that a cone enters. A run must share a unit edge with the run before, unless
/// touching at a vertex is contact enough; through a shared vertex no more than one ray passes.
void SightSweep::widen(const Cone& cone, std::size_t& count) noexcept {
  const std::int32_t touch = space_.contact == Contact::square ? 1 : 0;
  const std::int32_t from = std::max({0, cone.first - 1, cone.run_begin - touch});
  const std::int32_t to = std::min({space_.width - 1, cone.last, cone.run_end - 1 + touch});
  const std::uint64_t* row = space_.squares.row(row_);
  const auto free_words = [=](std::size_t i) { return ~row[i]; };
  std::int32_t square = first_set(free_words, from, to);
  if (square > to) return;
  const Rays rays{cone.left, cone.right, ceil_at(cone.left, far_), floor_at(cone.right, far_)};
  const std::int32_t begin_limit = std::max(0, std::min(cone.first, rays.first) - 1);
  const std::int32_t end_limit = std::min(space_.width, std::max(cone.last, rays.last) + 1);
  std::int32_t begin = square == from ? free_begin(row, square, begin_limit) : square;
  while (square <= to) {
    const std::int32_t end = free_end(row, square, end_limit - 1);
    pass(rays, begin, end, count);
    square = begin = first_set(free_words, end + 1, to);
  }
}

/// Lets rays through the free run [run_begin, run_end) of the row before `line_`.
void SightSweep::pass(const Rays& rays, std::int32_t run_begin, std::int32_t run_end, std::size_t& count) noexcept {
  const std::int32_t to_begin = run_begin * kSubUnits - from_.x;
  const std::int32_t to_end = run_end * kSubUnits - from_.x;
  // A wall to the left is met first at its near end by rays that go right, at its far end by others. In the row of the
  // source there is no near end.
  const Bearing left_wall{to_begin, to_begin > 0 ? near_ : far_};
  const Bearing right_wall{to_end, to_end < 0 ? near_ : far_};
  const bool left_cut = left_of(rays.left, left_wall);
  const bool right_cut = left_of(right_wall, rays.right);
  const Bearing left = left_cut ? left_wall : rays.left;
  const Bearing right = right_cut ? right_wall : rays.right;
  if (left_of(right, left)) return;
  if (left.dx == 0 && !left_of(left, right)) return;  // the axis ray alone
  // A ray past the far end of a wall crosses the line there.
  std::int32_t first = rays.first;
  std::int32_t last = rays.last;
  if (left_cut) first = to_begin > 0 ? ceil_at(left, far_) : run_begin;
  if (right_cut) last = to_end < 0 ? floor_at(right, far_) : run_end;
  next_[count++] = {left, right, run_begin, run_end, first, last};
}

}  // namespace portolan
