// SPDX-License-Identifier: BSL-1.0
// What every search over waypoints settles before it begins: whether the mover can stand at both ends, and whether one
// sees the other.
#pragma once

#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_path.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Whether a point of the segment, of a few tried, lies in a blocked square. Most segments across a map end here, and
/// no branch depends on where. The ends' distances must be whole tiles, so that the points are on the lattice.
[[nodiscard]] inline bool blocked_at_samples(const SightSpace& space, Point a, Point b) noexcept {
  constexpr std::int32_t kParts = 8;
  const std::int32_t step_x = (b.x - a.x) / kParts;
  const std::int32_t step_y = (b.y - a.y) / kParts;
  bool blocked = false;
  for (std::int32_t part = 1; part < kParts; ++part) {
    const Point p{a.x + part * step_x, a.y + part * step_y};
    const bool inside = !on_lattice(p.x) && !on_lattice(p.y);
    blocked |= inside & space.squares.test(floor_to_tile(p.x), floor_to_tile(p.y));
  }
  return blocked;
}

/// As in_sight, for ends that are whole tiles apart and mostly do not see each other.
[[nodiscard]] inline bool in_far_sight(const SightSpace& space, Point a, Point b) noexcept {
  return !blocked_at_samples(space, a, b) && in_sight(space, a, b);
}

/// What the ends alone say of a question.
enum class EndsVerdict : std::uint8_t {
  bad_start,  ///< the mover cannot stand there
  bad_goal,   ///< nor there
  in_sight,   ///< the straight line is the shortest path
  apart,      ///< a search is needed
};

/// Positions as points of a plane, for judge_ends.
struct PointPlane {
  const SightSpace& space;

  [[nodiscard]] bool stands(Point p) const noexcept { return can_stand(space, p); }
  [[nodiscard]] bool sees(Point a, Point b) const noexcept { return in_sight(space, a, b); }
  [[nodiscard]] static Point point(Point p) noexcept { return p; }
};

/// Judges ends of which the start is known to do. A plane offers stands(position), sees(position, position) and
/// point(position).
template <class Plane, class Position>
[[nodiscard]] EndsVerdict judge_goal(const Plane& plane, Position start, Position goal) noexcept {
  if (!plane.stands(goal)) return EndsVerdict::bad_goal;
  return plane.sees(start, goal) ? EndsVerdict::in_sight : EndsVerdict::apart;
}
template <class Plane, class Position>
[[nodiscard]] EndsVerdict judge_ends(const Plane& plane, Position start, Position goal) noexcept {
  return plane.stands(start) ? judge_goal(plane, start, goal) : EndsVerdict::bad_start;
}

/// The answer where the ends alone decide, with the path in `room`, which holds two points or more.
template <class Plane, class Position>
[[nodiscard]] SightPath answer_of_ends(EndsVerdict ends, const Plane& plane, const SightMetric& metric, Position start,
                                       Position goal, std::span<Point> room) noexcept {
  if (ends == EndsVerdict::bad_start) return {{.status = Status::bad_start, .why = Why::blocked}};
  if (ends == EndsVerdict::bad_goal) return {{.status = Status::bad_goal, .why = Why::blocked}};
  room[0] = plane.point(start);
  room[1] = plane.point(goal);
  const std::size_t count = room[0] == room[1] ? 1 : 2;
  return measured_path(metric, metric.length(room[0], room[1]), room.first(count));
}

}  // namespace portolan
