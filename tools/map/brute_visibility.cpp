// SPDX-License-Identifier: BSL-1.0
#include "map/brute_visibility.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace portolan::tools {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

double distance(Point a, Point b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / kSubUnits;
}

}  // namespace

BruteVisibility::BruteVisibility(const TileMap& map, const MovementProfile& profile) : judge_(map, profile) {
  // A path turns where the mover stands, can go on along both axes, and is stopped between them. A point stands on
  // the corners of tiles, a square with its own point in the middle of one.
  const std::int32_t offset = profile.footprint == 0 ? 0 : kSubUnits / 2;
  const std::int32_t step = profile.footprint == 0 ? kSubUnits / 2 : kSubUnits;
  for (std::int32_t y = 0; y <= map.height(); ++y) {
    for (std::int32_t x = 0; x <= map.width(); ++x) {
      const Point p{x * kSubUnits + offset, y * kSubUnits + offset};
      if (!judge_.may_turn(p)) continue;
      for (const std::int32_t dx : {-step, step}) {
        for (const std::int32_t dy : {-step, step}) {
          if (judge_.stands({p.x + dx, p.y + dy})) continue;
          if (judge_.clear(p, {p.x + dx, p.y}) && judge_.clear(p, {p.x, p.y + dy})) {
            if (corners_.empty() || corners_.back() != p) corners_.push_back(p);
          }
        }
      }
    }
  }
}

std::optional<double> BruteVisibility::length(Point from, Point to, std::uint64_t& tests) const {
  // A* on the corners; the goal is the node after the last.
  std::vector<Point> points = corners_;
  points.push_back(to);
  std::vector<double> best(points.size(), kFar);
  std::vector<std::uint8_t> done(points.size(), 0);
  Point at = from;
  double so_far = 0;
  while (true) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double candidate = so_far + distance(at, points[i]);
      if (done[i] != 0 || candidate >= best[i] || candidate + distance(points[i], to) >= best.back()) continue;
      if (tests == 0) return {};
      --tests;
      if (judge_.clear(at, points[i])) best[i] = candidate;
    }
    std::size_t next = points.size();
    double least = kFar;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double estimate = best[i] + distance(points[i], to);
      if (done[i] != 0 || estimate >= least) continue;
      least = estimate;
      next = i;
    }
    if (next + 1 >= points.size()) return best.back();
    done[next] = 1;
    at = points[next];
    so_far = best[next];
  }
}

}  // namespace portolan::tools
