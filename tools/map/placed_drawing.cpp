// SPDX-License-Identifier: BSL-1.0
#include "map/placed_drawing.hpp"

#include "common.hpp"
#include "map/placements.hpp"
#include "portolan/grid/bend_arcs.hpp"
#include "portolan/query/placed_query.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
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

/// Goes around a bend by its arc, for which a parabola with its tangents will do.
void add_arc(const BendArc& arc, Point bend, std::vector<Point>& points) {
  constexpr std::int64_t kPieces = 6;
  constexpr std::int64_t kAll = kPieces * kPieces;
  for (std::int64_t i = 0; i <= kPieces; ++i) {
    const std::int64_t left = kPieces - i;
    const auto mean = [&](std::int64_t from, std::int64_t by, std::int64_t to) {
      return static_cast<std::int32_t>((left * left * from + 2 * left * i * by + i * i * to + kAll / 2) / kAll);
    };
    points.push_back({mean(arc.from.x, bend.x, arc.to.x), mean(arc.from.y, bend.y, arc.to.y)});
  }
}

}  // namespace

std::vector<Point> PlacedFound::line() const {
  std::vector<BendArc> arcs;
  for_each_bend_arc(placements, core, radius, [&](const BendArc& arc) { arcs.push_back(arc); });
  std::vector<Point> points;
  const std::int32_t half = core * kSubUnits / 2;
  auto arc = arcs.begin();
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const Tile tile = placements[i].tile;
    const Point middle{tile.x * kSubUnits + half, tile.y * kSubUnits + half};
    if (arc != arcs.end() && arc->placement == i + 1) continue;
    if (arc != arcs.end() && arc->placement == i) {
      add_arc(*arc++, middle, points);
    } else if (points.empty() || points.back() != middle) {
      points.push_back(middle);
    }
  }
  return points;
}

Result<PlacedFound> find_placed(const DrawArguments& arguments, const World& world, std::size_t profile) {
  const ProfileView& view = world.profiles()[profile];
  if (arguments.tier != "auto") return Error{ErrorCode::usage, "--tier: not for profiles with headings"};
  const auto from =
      parse_placement(world, view, arguments.path[0], arguments.heading, "--heading", Ends::exact, world.floors());
  if (!from) return from.error();
  const auto to = parse_placement(world, view, arguments.path[1], arguments.goal_heading, "--goal-heading", Ends::exact,
                                  world.floors());
  if (!to) return to.error();
  const auto factor = parse_factor(arguments.factor);
  if (!factor) return factor.error();
  PlacedQuery query(world, profile, *view.kinematics, view.grid.terrain.size());
  const PlacedResult result = query.find({.from = *from, .to = *to, .factor = *factor});
  PlacedFound found{.rules = query.rules(),
                    .core = view.rules.footprint,
                    .radius = view.kinematics->radius,
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
