// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/bend_arcs.hpp"

namespace portolan {
namespace {

constexpr RootNumber operator+(const RootNumber& a, const RootNumber& b) noexcept {
  return {a.whole + b.whole, a.half_root + b.half_root};
}
constexpr RootPoint operator+(const RootPoint& a, const RootPoint& b) noexcept {
  return {a.x + b.x, a.y + b.y};
}

/// A straight way of length 1 in the direction of a heading.
constexpr RootPoint straight_way(Heading heading) noexcept {
  const Tile step = unit_step(heading);
  if (is_diagonal(heading)) return {{0, step.x}, {0, step.y}};
  return {{step.x, 0}, {step.y, 0}};
}
/// One of length sqrt(2) - 1.
constexpr RootPoint tangent(Heading heading) noexcept {
  const Tile step = unit_step(heading);
  const RootNumber length = is_diagonal(heading) ? RootNumber{1, -1} : RootNumber{-1, 2};
  return {{step.x * length.whole, step.x * length.half_root}, {step.y * length.whole, step.y * length.half_root}};
}

/// Units of a Point in so many radii, rounded to the nearest. 5741 / 8119 is 1 / sqrt(2) to 1e-8, which does not show.
constexpr std::int32_t in_units(const RootNumber& number, std::uint32_t radius) noexcept {
  constexpr std::int64_t kRoot = 8119;
  constexpr std::int64_t kHalfRoot = 5741;
  constexpr std::int64_t kDivisor = kRoot * kCostScale;
  const std::int64_t value = std::int64_t{radius} * kSubUnits * (number.whole * kRoot + number.half_root * kHalfRoot);
  return static_cast<std::int32_t>(((value < 0 ? -value : value) + kDivisor / 2) / kDivisor * (value < 0 ? -1 : 1));
}

}  // namespace

UnitArc unit_arc(Heading before, Heading after, DriveWay way) noexcept {
  // Who drives backward goes on against the heading, around the same side of that way.
  const int around = way == DriveWay::forward ? 0 : kHeadings / 2;
  const int left = after == turned(before, 1) ? 2 : -2;
  UnitArc arc;
  arc.from = tangent(turned(before, kHeadings / 2 - around));
  arc.to = tangent(turned(after, around));
  arc.centre = arc.from + straight_way(turned(before, around + left));
  return arc;
}

BendArc bend_arc(std::span<const Placement> placements, std::size_t i, std::int32_t core,
                 std::uint32_t radius) noexcept {
  const Placement& at = placements[i];
  const Placement& before = placements[i - 1];
  const Tile came{before.tile.x - placements[i - 2].tile.x, before.tile.y - placements[i - 2].tile.y};
  const DriveWay way = came == unit_step(before.heading) ? DriveWay::forward : DriveWay::backward;
  const UnitArc arc = unit_arc(before.heading, at.heading, way);
  const std::int32_t half = core * kSubUnits / 2;
  const Point bend{at.tile.x * kSubUnits + half, at.tile.y * kSubUnits + half};
  const auto place = [&](const RootPoint& point) {
    return Point{bend.x + in_units(point.x, radius), bend.y + in_units(point.y, radius)};
  };
  return {.placement = i, .centre = place(arc.centre), .from = place(arc.from), .to = place(arc.to)};
}

}  // namespace portolan
