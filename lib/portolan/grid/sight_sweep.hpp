// SPDX-License-Identifier: BSL-1.0
// What can be seen from a point: a sweep over the rows of squares above or below it, which keeps the visible part of
// each lattice line as a list of cones. Taken together with the four axis rays of SightSpace it yields every visible
// vertex once. The idea of scanning rows between exact rational limits is that of Anya (D. Harabor and A. Grastien,
// 2013) and of the scanner of ENLSVG (S. Oh and H. W. Leong, 2017).
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/sight_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The half plane that a sweep looks at: above its source, or below.
enum class Half : std::int8_t { up = -1, down = 1 };

/// A direction from the source in units of 2^-8 tile: dy counts away from the source and is not negative; |dx|, dy <=
/// 2^28, not both 0.
struct Bearing {
  std::int32_t dx = 0;
  std::int32_t dy = 0;
  friend constexpr bool operator==(const Bearing&, const Bearing&) = default;
};

/// The direction along the line of the source towards lower x.
inline constexpr Bearing kWest{-1, 0};
/// The direction straight away from the line of the source.
inline constexpr Bearing kStraight{0, 1};
/// The direction along the line of the source towards higher x.
inline constexpr Bearing kEast{1, 0};

/// The part of a lattice line that is visible through one free run of squares: all between two rays, ends included. Of
/// the run it knows as much as it needs to.
struct Cone {
  Bearing left;            ///< ray on the left, which leads to a vertex
  Bearing right;           ///< ray on the right, which leads to a vertex
  std::int32_t run_begin;  ///< first square of the free run
  std::int32_t run_end;    ///< square after the last one of the free run
  std::int32_t first;      ///< x of the first visible vertex of the line
  std::int32_t last;       ///< x of the last visible vertex of the line; below `first` if there is none
};

/// A sweep with its memory; one thread at a time, nothing is allocated after construction.
///
///     for (sweep.start(space, p, Half::down, kWest, kEast); !sweep.done(); sweep.advance()) {
///       use(sweep.line(), sweep.cones());
///     }
///
/// Cones of a line come from left to right and share no vertex. Vertices with p's own x are listed too; the axis rays
/// know better about those (corridors of width 0).
class SightSweep {
 public:
  SightSweep() = default;
  /// Makes a sweep for spaces up to `width` squares wide. 64 bytes a square, committed where used: cones of one line
  /// lie in different runs or at least one square apart, so width + 2 of them always suffice. @throws std::bad_alloc
  explicit SightSweep(std::int32_t width)
      : now_(static_cast<std::size_t>(width) + 2), next_(static_cast<std::size_t>(width) + 2) {}

  /// Begins with the first lattice line beyond `from` in one half plane, between two bearings (left <= right).
  void start(const SightSpace& space, Point from, Half half, Bearing left, Bearing right) noexcept;
  /// Moves to the next line.
  void advance() noexcept;

  /// Whether nothing is visible on this line, nor on any beyond it.
  [[nodiscard]] bool done() const noexcept { return count_ == 0; }
  /// The y of the line that the sweep is at.
  [[nodiscard]] std::int32_t line() const noexcept { return line_; }
  /// What is visible of the line; valid until the next call of start() or advance().
  [[nodiscard]] std::span<const Cone> cones() const noexcept { return {now_.data(), count_}; }

 private:
  /// What may come through the next row: all between two rays, which cross the vertices first to last of `line_`.
  struct Rays {
    Bearing left;
    Bearing right;
    std::int32_t first;
    std::int32_t last;
  };

  void widen(const Cone& cone, std::size_t& count) noexcept;
  void pass(const Rays& rays, std::int32_t run_begin, std::int32_t run_end, std::size_t& count) noexcept;
  /// Where a ray crosses the line `distance` away, in tiles, rounded down.
  [[nodiscard]] std::int32_t floor_at(Bearing ray, std::int32_t distance) const noexcept;
  /// Where a ray crosses the line `distance` away, in tiles, rounded up.
  [[nodiscard]] std::int32_t ceil_at(Bearing ray, std::int32_t distance) const noexcept;

  SightSpace space_;
  Point from_;
  std::int32_t way_ = 1;
  std::int32_t row_ = 0;  ///< of the squares before `line_`
  std::int32_t line_ = 0;
  std::int32_t near_ = 0;  ///< distance of the line before, in 2^-8 tile
  std::int32_t far_ = 0;   ///< distance of `line_`
  std::size_t count_ = 0;
  ZeroedArray<Cone> now_;
  ZeroedArray<Cone> next_;
};

}  // namespace portolan
