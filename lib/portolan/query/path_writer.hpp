// SPDX-License-Identifier: BSL-1.0
// How searches write a path, from the start on, as far as its memory goes.
#pragma once

#include "portolan/query/path.hpp"
#include "portolan/query/profile_snapshot.hpp"

namespace portolan {

/// Writes one path. What is added returns whether it fitted; after the first that did not nothing does.
class PathWriter {
 public:
  explicit PathWriter(Path& path) noexcept : state_(path.state_), memory_(path.memory_) {}

  /// Forgets the path, and where it has led to but for a start.
  void clear(Tile start = {}) noexcept {
    state_ = {};
    state_.at = start;
  }

  /// Begins a path on tiles with its first waypoint. Its legs are lines of sight, or arcs where some are added, and are
  /// chosen by a rule of ties.
  void start(const ProfileSnapshot& snapshot, Tile from, const Ties& ties = {}) noexcept;
  /// Goes on along lines of sight, by way of points of the plane.
  void add_lines(std::span<const Point> turns) noexcept;
  /// Puts links in the place of some of these lines, which are numbered with the first of the path as 0.
  void add_hops(std::span<const LinkHop> hops) noexcept;
  /// Goes on by a step to the next tile of a least path, or by a link. Only turning points and ends of links become
  /// waypoints; where a rule of ties is to choose, only the ends of pieces that fit the local matrix. Where none is,
  /// `to` may also be the end of a straight or diagonal run that does not go on in the direction of the last step.
  bool add_step(Tile to, LinkId link, Cost cost) noexcept;
  /// Goes on by a piece of a coarse path, or a leg of it.
  bool add_arc(const CoarseArc& arc) noexcept;
  /// To be called after the last arc, as they lie in a stack.
  void finish_arcs() noexcept;

  /// To be called of a path written whole that is proven to be the least.
  void mark_least() noexcept { state_.least = true; }

  /// Writes a path at any angle, given in the plane of its mover.
  void write_points(const ProfileSnapshot& snapshot, std::span<const Point> points) noexcept;

 private:
  void begin(const ProfileSnapshot& snapshot) noexcept;
  bool add_waypoint(Tile to) noexcept;
  [[nodiscard]] bool goes_on(const CoarseArc& piece, Tile to) noexcept;

  Path::State& state_;
  const PathMemory& memory_;
  Rect covered_{};  ///< by the last piece
};

}  // namespace portolan
