// SPDX-License-Identifier: BSL-1.0
#include "support/brute_sight.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace portolan::test {
namespace {

/// A fraction with a positive denominator; maps of the tests are small enough for products in 64 bits.
struct Fraction {
  std::int64_t numerator;
  std::int64_t denominator;
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

/// The open interval of t in which low < start + t * step < high.
struct OpenInterval {
  Fraction low{0, 1};
  Fraction high{0, 1};
};

OpenInterval inside(std::int64_t start, std::int64_t step, std::int64_t low, std::int64_t high) {
  if (step == 0) return low < start && start < high ? OpenInterval{{-1, 1}, {2, 1}} : OpenInterval{};
  if (step > 0) return {{low - start, step}, {high - start, step}};
  return {{start - high, -step}, {start - low, -step}};
}

/// The tiles from `low` to `high` that something of a segment between these coordinates can touch, `reach` away at
/// most.
struct Reach {
  std::int32_t low;
  std::int32_t high;
};

Reach near(std::int32_t a, std::int32_t b, std::int32_t reach, std::int32_t tiles) {
  return {std::max(0, std::min(a, b) / kSubUnits - 1), std::min(tiles, std::max(a, b) / kSubUnits + 1 + reach)};
}

/// Whether the segment meets the inside of a rectangle given in tiles.
bool meets(Point a, Point b, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) {
  const OpenInterval x = inside(a.x, b.x - a.x, std::int64_t{x0} * kSubUnits, std::int64_t{x1} * kSubUnits);
  const OpenInterval y = inside(a.y, b.y - a.y, std::int64_t{y0} * kSubUnits, std::int64_t{y1} * kSubUnits);
  const Fraction low = std::max(x.low, y.low);
  const Fraction high = std::min(x.high, y.high);
  return low < high && low < Fraction{1, 1} && Fraction{0, 1} < high;
}

}  // namespace

BruteSight::BruteSight(const TileMap& map, std::int32_t footprint)
    : footprint_(footprint), width_(map.width()), height_(map.height()) {
  for (const TerrainId terrain : map.tiles()) blocked_.push_back(map.palette()[terrain].default_cost == 0 ? 1 : 0);
}

bool BruteSight::blocked(std::int32_t x, std::int32_t y) const {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return true;
  return blocked_[static_cast<std::size_t>(y * width_ + x)] != 0;
}

bool BruteSight::pinch(std::int32_t x, std::int32_t y) const {
  const bool nw = blocked(x - 1, y - 1);
  const bool ne = blocked(x, y - 1);
  const bool sw = blocked(x - 1, y);
  const bool se = blocked(x, y);
  return (nw && se && !ne && !sw) || (ne && sw && !nw && !se);
}

bool BruteSight::stands(Point p) const {
  if (p.x < 0 || p.y < 0 || p.x > width() * kSubUnits || p.y > height() * kSubUnits) return false;
  if (footprint_ == 0) {
    const Reach rows = near(p.y, p.y, 0, height_ - 1);
    const Reach columns = near(p.x, p.x, 0, width_ - 1);
    for (std::int32_t y = rows.low; y <= rows.high; ++y) {
      for (std::int32_t x = columns.low; x <= columns.high; ++x) {
        const bool touches =
            x * kSubUnits <= p.x && p.x <= (x + 1) * kSubUnits && y * kSubUnits <= p.y && p.y <= (y + 1) * kSubUnits;
        if (touches && !blocked(x, y)) return true;
      }
    }
    return false;
  }
  if (p.x % kSubUnits != 0 || p.y % kSubUnits != 0) return false;
  for (std::int32_t y = p.y / kSubUnits; y < p.y / kSubUnits + footprint_; ++y) {
    for (std::int32_t x = p.x / kSubUnits; x < p.x / kSubUnits + footprint_; ++x) {
      if (blocked(x, y)) return false;
    }
  }
  return true;
}

bool BruteSight::may_turn(Vertex v) const {
  return stands(to_point(v)) && (footprint_ != 0 || !pinch(v.x, v.y));
}

/// Whether it runs between two blocked tiles along the side they share.
bool BruteSight::meets_shared_side(Point a, Point b) const {
  if (a.x == b.x && a.x % kSubUnits == 0) {
    for (std::int32_t y = -1; y <= height_; ++y) {
      const bool overlaps = std::max(a.y, b.y) > y * kSubUnits && std::min(a.y, b.y) < (y + 1) * kSubUnits;
      if (overlaps && blocked(a.x / kSubUnits - 1, y) && blocked(a.x / kSubUnits, y)) return true;
    }
  }
  if (a.y == b.y && a.y % kSubUnits == 0) {
    for (std::int32_t x = -1; x <= width_; ++x) {
      const bool overlaps = std::max(a.x, b.x) > x * kSubUnits && std::min(a.x, b.x) < (x + 1) * kSubUnits;
      if (overlaps && blocked(x, a.y / kSubUnits - 1) && blocked(x, a.y / kSubUnits)) return true;
    }
  }
  return false;
}

bool BruteSight::meets_pinch(Point a, Point b) const {
  const Reach rows = near(a.y, b.y, 0, height_);
  const Reach columns = near(a.x, b.x, 0, width_);
  for (std::int32_t y = rows.low; y <= rows.high; ++y) {
    for (std::int32_t x = columns.low; x <= columns.high; ++x) {
      const std::int64_t vx = std::int64_t{x} * kSubUnits - a.x;
      const std::int64_t vy = std::int64_t{y} * kSubUnits - a.y;
      const std::int64_t dx = b.x - a.x;
      const std::int64_t dy = b.y - a.y;
      const std::int64_t along = vx * dx + vy * dy;
      if (vx * dy == vy * dx && along > 0 && along < dx * dx + dy * dy && pinch(x, y)) return true;
    }
  }
  return false;
}

bool BruteSight::clear(Point a, Point b) const {
  if (a == b) return true;
  const std::int32_t reach = std::max(footprint_, 1) - 1;
  const Reach rows = near(a.y, b.y, reach, height_ - 1);
  const Reach columns = near(a.x, b.x, reach, width_ - 1);
  for (std::int32_t y = rows.low; y <= rows.high; ++y) {
    for (std::int32_t x = columns.low; x <= columns.high; ++x) {
      if (!blocked(x, y)) continue;
      if (footprint_ == 0 ? meets(a, b, x, y, x + 1, y + 1) : meets(a, b, x - reach - 1, y - reach - 1, x + 1, y + 1)) {
        return false;
      }
    }
  }
  return footprint_ != 0 || (!meets_shared_side(a, b) && !meets_pinch(a, b));
}

BruteGraph::BruteGraph(const BruteSight& sight) : sight_(sight) {
  for (std::int32_t y = 0; y <= sight.height(); ++y) {
    for (std::int32_t x = 0; x <= sight.width(); ++x) {
      if (sight.may_turn({x, y})) points_.push_back(to_point({x, y}));
    }
  }
  for (const Point a : points_) {
    for (const Point b : points_) {
      const bool known = b.y < a.y || (b.y == a.y && b.x < a.x);
      clear_.push_back(!known && sight.clear(a, b) ? 1 : 0);
    }
  }
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) clear_[i * points_.size() + j] = clear_[j * points_.size() + i];
  }
}

std::optional<double> BruteGraph::distance(Point from, Point to, const Measure& measure) const {
  if (sight_.clear(from, to)) return measure(from, to);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> length(points_.size(), kFar);
  std::vector<std::uint8_t> done(points_.size(), 0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (sight_.clear(from, points_[i])) length[i] = measure(from, points_[i]);
  }
  double best = kFar;
  while (true) {
    std::size_t next = points_.size();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (done[i] == 0 && length[i] < kFar && (next == points_.size() || length[i] < length[next])) next = i;
    }
    if (next == points_.size()) break;
    done[next] = 1;
    if (sight_.clear(points_[next], to)) best = std::min(best, length[next] + measure(points_[next], to));
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (clear_[next * points_.size() + i] != 0) {
        length[i] = std::min(length[i], length[next] + measure(points_[next], points_[i]));
      }
    }
  }
  return best < kFar ? std::optional(best) : std::nullopt;
}

std::string path_fault(const BruteSight& sight, std::span<const Point> path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::string name = "point " + std::to_string(i);
    if (!sight.stands(path[i])) return name + " is no position";
    if (i > 0 && !sight.clear(path[i - 1], path[i])) return name + " is not in sight of the one before";
    if (i == 0 || i + 1 == path.size()) continue;
    const Vertex v{path[i].x / kSubUnits, path[i].y / kSubUnits};
    if (to_point(v) != path[i] || !sight.may_turn(v)) return name + " is no place to turn";
  }
  return {};
}

double path_tiles(std::span<const Point> path, const std::function<double(Point, Point)>& segment) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += segment(path[i - 1], path[i]);
  return sum;
}

}  // namespace portolan::test
