// SPDX-License-Identifier: BSL-1.0
// Arcs of movers with a turning radius: that they are arcs, in exact numbers, and where they lie.
#include "portolan/grid/bend_arcs.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

/// Twice a number of the ring that the square root of two spans: two_whole + two_root * sqrt(2), halved.
struct Exact {
  std::int64_t whole = 0;
  std::int64_t root = 0;
  friend bool operator==(const Exact&, const Exact&) = default;
};

RootPoint minus(const RootPoint& a, const RootPoint& b) {
  return {{a.x.whole - b.x.whole, a.x.half_root - b.x.half_root},
          {a.y.whole - b.y.whole, a.y.half_root - b.y.half_root}};
}
/// Of (a + b / sqrt(2)) (c + d / sqrt(2)) = ac + bd / 2 + (ad + bc) sqrt(2) / 2.
Exact product(const RootNumber& a, const RootNumber& b) {
  return {2 * a.whole * b.whole + a.half_root * b.half_root, a.whole * b.half_root + a.half_root * b.whole};
}
Exact dot(const RootPoint& a, const RootPoint& b) {
  const Exact x = product(a.x, b.x);
  const Exact y = product(a.y, b.y);
  return {x.whole + y.whole, x.root + y.root};
}
RootPoint way_of(Heading heading, int sign) {
  const Tile step = unit_step(heading);
  if (is_diagonal(heading)) return {{0, sign * step.x}, {0, sign * step.y}};
  return {{sign * step.x, 0}, {sign * step.y, 0}};
}

double value(const RootNumber& number) {
  return number.whole + number.half_root / std::sqrt(2.0);
}

}  // namespace

TEST_CASE("arcs touch both ways of a bend at the length of its tangents, exactly") {
  constexpr Exact kOne{2, 0};
  constexpr Exact kNone{0, 0};
  constexpr Exact kTangentSquared{6, -4};  // (sqrt(2) - 1)^2 = 3 - 2 sqrt(2)
  const RootPoint origin{};
  for (int i = 0; i < kHeadings; ++i) {
    for (const int sense : {1, -1}) {
      for (const DriveWay way : {DriveWay::forward, DriveWay::backward}) {
        CAPTURE(i, sense, static_cast<int>(way));
        const auto before = static_cast<Heading>(i);
        const Heading after = turned(before, sense);
        const UnitArc arc = unit_arc(before, after, way);
        const int sign = way == DriveWay::forward ? 1 : -1;
        CHECK(dot(minus(arc.from, origin), minus(arc.from, origin)) == kTangentSquared);
        CHECK(dot(minus(arc.to, origin), minus(arc.to, origin)) == kTangentSquared);
        CHECK(dot(minus(arc.centre, arc.from), minus(arc.centre, arc.from)) == kOne);
        CHECK(dot(minus(arc.centre, arc.to), minus(arc.centre, arc.to)) == kOne);
        CHECK(dot(minus(arc.centre, arc.from), way_of(before, 1)) == kNone);
        CHECK(dot(minus(arc.centre, arc.to), way_of(after, 1)) == kNone);
        // The way comes from behind and goes on ahead, or the other way round: -(sqrt(2) - 1) and sqrt(2) - 1 along it.
        CHECK(dot(arc.from, way_of(before, sign)) == Exact{2, -2});
        CHECK(dot(arc.to, way_of(after, sign)) == Exact{-2, 2});
      }
    }
  }
}

TEST_CASE("arcs of a path lie at its bends, within half a unit") {
  const std::vector<Placement> path{
      {{2, 5}, Heading::east},       {{3, 5}, Heading::east},       {{4, 5}, Heading::east},
      {{4, 5}, Heading::north_east}, {{5, 4}, Heading::north_east}, {{6, 3}, Heading::north_east},
      {{5, 4}, Heading::north_east}, {{5, 4}, Heading::north},      {{5, 5}, Heading::north}};
  for (const std::uint32_t radius : {1U, 10'000U, 23'456U, kMaxRadius}) {
    for (const std::int32_t core : {1, 2}) {
      CAPTURE(radius, core);
      std::vector<BendArc> arcs;
      for_each_bend_arc(path, core, radius, [&](const BendArc& arc) { arcs.push_back(arc); });
      REQUIRE(arcs.size() == 2);
      CHECK(arcs[0].placement == 3);
      CHECK(arcs[1].placement == 7);
      const std::array<UnitArc, 2> wanted{unit_arc(Heading::east, Heading::north_east, DriveWay::forward),
                                          unit_arc(Heading::north_east, Heading::north, DriveWay::backward)};
      for (std::size_t i = 0; i < 2; ++i) {
        const Tile bend = path[arcs[i].placement].tile;
        const auto check = [&](const Point& at, const RootPoint& exact) {
          const double scale = radius * 256.0 / kCostScale;
          CHECK(std::abs(at.x - 256.0 * (bend.x + core / 2.0) - scale * value(exact.x)) <= 0.5001);
          CHECK(std::abs(at.y - 256.0 * (bend.y + core / 2.0) - scale * value(exact.y)) <= 0.5001);
        };
        check(arcs[i].centre, wanted[i].centre);
        check(arcs[i].from, wanted[i].from);
        check(arcs[i].to, wanted[i].to);
      }
    }
  }
  std::size_t none = 0;
  for_each_bend_arc(path, 1, 0, [&](const BendArc&) { ++none; });
  CHECK(none == 0);
}
