// SPDX-License-Identifier: BSL-1.0
#include "map/placed_drawing.hpp"

#include "common.hpp"
#include "map/placements.hpp"
#include "portolan/query/placed_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

constexpr Colour kBody{40, 60, 170, 70};
constexpr Colour kOutline{20, 30, 110, 255};

/// The tiles beneath a body.
class Body {
 public:
  Body(const PlacedFound& found, const Placement& at) : core_(found.core) {
    const BodyLine line = body_line(found.rules, found.core, at.heading);
    rear_ = {at.tile.x + line.rear.x, at.tile.y + line.rear.y};
    front_ = {at.tile.x + line.front.x, at.tile.y + line.front.y};
    squares_ = std::max(std::abs(front_.x - rear_.x), std::abs(front_.y - rear_.y));
  }
  [[nodiscard]] bool covers(Tile t) const {
    for (std::int32_t i = 0; i <= squares_; ++i) {
      const Tile corner = square(i);
      if (Rect{corner, {corner.x + core_, corner.y + core_}}.contains(t)) return true;
    }
    return false;
  }
  /// Calls visit(Tile) for each of them once.
  template <class Visit>
  void for_each_tile(Visit&& visit) const {
    for (std::int32_t y = std::min(rear_.y, front_.y); y < std::max(rear_.y, front_.y) + core_; ++y) {
      for (std::int32_t x = std::min(rear_.x, front_.x); x < std::max(rear_.x, front_.x) + core_; ++x) {
        if (covers({x, y})) visit(Tile{x, y});
      }
    }
  }

 private:
  [[nodiscard]] Tile square(std::int32_t i) const {
    if (squares_ == 0) return rear_;
    return {rear_.x + (front_.x - rear_.x) / squares_ * i, rear_.y + (front_.y - rear_.y) / squares_ * i};
  }

  std::int32_t core_;
  std::int32_t squares_ = 0;  ///< besides the first
  Tile rear_{};
  Tile front_{};
};

void draw_body(const PlacedFound& found, const Placement& at, MapScale scale, Sheet& sheet) {
  const Body body(found, at);
  const std::int32_t thickness = std::max(1, scale.zoom / 8);
  body.for_each_tile([&](Tile t) { sheet.fill_rect(scale.area(t), kBody); });
  body.for_each_tile([&](Tile t) {
    const auto [a, b] = scale.area(t);
    const std::array<std::pair<Tile, std::pair<Pixel, Pixel>>, 4> sides{{{{t.x, t.y - 1}, {{a.x, a.y}, {b.x, a.y}}},
                                                                         {{t.x, t.y + 1}, {{a.x, b.y}, {b.x, b.y}}},
                                                                         {{t.x - 1, t.y}, {{a.x, a.y}, {a.x, b.y}}},
                                                                         {{t.x + 1, t.y}, {{b.x, a.y}, {b.x, b.y}}}}};
    for (const auto& [beside, side] : sides) {
      if (!body.covers(beside)) sheet.line(side.first, side.second, thickness, kOutline);
    }
  });
  const Point nose = body_line(found.rules, found.core, at.heading).nose;
  const std::int32_t half = found.core * kSubUnits / 2;
  const Point mark{at.tile.x * kSubUnits + half + nose.x, at.tile.y * kSubUnits + half + nose.y};
  sheet.disc(scale.at(mark), std::max(1, scale.zoom / 4), kOutline);
}

/// The way of a step in relation to the heading: 1 forwards, -1 backwards, 0 neither.
int gear_of(const Placement& before, const Placement& at) {
  const Tile step = unit_step(at.heading);
  const std::int64_t along =
      std::int64_t{at.tile.x - before.tile.x} * step.x + std::int64_t{at.tile.y - before.tile.y} * step.y;
  return along > 0 ? 1 : along < 0 ? -1 : 0;
}

/// Goes from a to c by the bend at b: one of 45 degrees between steps as an arc, for which a parabola will do; any
/// other by b itself.
void add_bend(Point a, Point b, Point c, double radius, std::vector<Point>& points) {
  constexpr int kPieces = 6;
  const double in = std::hypot(b.x - a.x, b.y - a.y);
  const double out = std::hypot(c.x - b.x, c.y - b.y);
  const double ax = (b.x - a.x) / in;
  const double ay = (b.y - a.y) / in;
  const double cx = (c.x - b.x) / out;
  const double cy = (c.y - b.y) / out;
  const bool by_steps = std::max(in, out) < 2 * kSubUnits;
  if (!by_steps || std::abs(ax * cx + ay * cy - std::numbers::sqrt2 / 2) > 1e-9) {
    points.push_back(b);
    return;
  }
  const double tangent = radius * (std::numbers::sqrt2 - 1) * kSubUnits;
  for (int i = 0; i <= kPieces; ++i) {
    const double t = static_cast<double>(i) / kPieces;
    const double before = -(1 - t) * (1 - t) * tangent;
    const double behind = t * t * tangent;
    points.push_back({b.x + static_cast<std::int32_t>(std::lround(before * ax + behind * cx)),
                      b.y + static_cast<std::int32_t>(std::lround(before * ay + behind * cy))});
  }
}

}  // namespace

std::vector<Point> PlacedFound::line() const {
  std::vector<Point> middles;
  const std::int32_t half = core * kSubUnits / 2;
  for (const Placement& at : placements) {
    const Point middle{at.tile.x * kSubUnits + half, at.tile.y * kSubUnits + half};
    if (middles.empty() || middles.back() != middle) middles.push_back(middle);
  }
  if (radius == 0) return middles;
  std::vector<Point> points;
  for (std::size_t i = 0; i < middles.size(); ++i) {
    if (i == 0 || i + 1 == middles.size()) {
      points.push_back(middles[i]);
    } else {
      add_bend(middles[i - 1], middles[i], middles[i + 1], radius, points);
    }
  }
  return points;
}

Result<PlacedFound> find_placed(const DrawArguments& arguments, const World& world, std::size_t profile) {
  const ProfileView& view = world.profiles()[profile];
  if (!view.edges.ids.empty()) return Error{ErrorCode::usage, "profiles with headings are for maps without moves"};
  if (arguments.tier != "auto") return Error{ErrorCode::usage, "--tier: not for profiles with headings"};
  const auto from = parse_placement(world, view, arguments.path[0], arguments.heading, "--heading");
  if (!from) return from.error();
  const auto to = parse_placement(world, view, arguments.path[1], arguments.goal_heading, "--goal-heading");
  if (!to) return to.error();
  const auto factor = parse_factor(arguments.factor);
  if (!factor) return factor.error();
  PlacedQuery query(world, profile, *view.kinematics, view.grid.terrain.size());
  const PlacedResult result = query.find({.from = *from, .to = *to, .factor = *factor});
  PlacedFound found{.rules = query.rules(),
                    .core = view.rules.footprint,
                    .radius = static_cast<double>(view.kinematics->radius) / kCostScale,
                    .placements = {result.placements.begin(), result.placements.end()}};
  if (result.status != Status::found) {
    fmt::print(stderr, "portolan: no path: {} ({})\n", to_string(result.status), to_string(result.why));
    found.code = kNegative;
  }
  return found;
}

void draw_bodies(const PlacedFound& found, MapScale scale, Sheet& sheet) {
  const std::vector<Placement>& path = found.placements;
  const std::int32_t apart = found.core + found.rules.front + found.rules.rear + 1;
  std::size_t drawn = 0;
  int gear = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Placement& last = path[drawn];
    const int next_gear = i + 1 < path.size() ? gear_of(path[i], path[i + 1]) : 0;
    const int turn = std::abs(static_cast<int>(path[i].heading) - static_cast<int>(last.heading));
    const bool far = std::max(std::abs(path[i].tile.x - last.tile.x), std::abs(path[i].tile.y - last.tile.y)) >= apart;
    const bool reverses = gear * next_gear < 0;
    if (next_gear != 0) gear = next_gear;
    if (i != 0 && i + 1 != path.size() && !far && !reverses && std::min(turn, kHeadings - turn) < 2) continue;
    draw_body(found, path[i], scale, sheet);
    drawn = i;
  }
}

}  // namespace portolan::tools
