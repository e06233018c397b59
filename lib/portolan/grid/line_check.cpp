// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/line_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace portolan {
namespace {

/// The values of t at which start + t * step lies strictly between low and high, as fractions of one positive
/// denominator: from < t * step < to, both within 2^30.
struct Inside {
  std::int64_t from;
  std::int64_t to;
  std::int64_t step;

  static Inside of(std::int64_t start, std::int64_t step, std::int64_t low, std::int64_t high) {
    if (step == 0) return low < start && start < high ? Inside{-1, 2, 1} : Inside{0, 0, 1};
    return step > 0 ? Inside{low - start, high - start, step} : Inside{start - high, start - low, -step};
  }
};

/// Whether some t with 0 < t < 1 lies in both.
bool overlap(const Inside& a, const Inside& b) {
  return a.from < a.step && b.from < b.step && a.to > 0 && b.to > 0 && a.from < a.to && b.from < b.to &&
         a.from * b.step < b.to * a.step && b.from * a.step < a.to * b.step;
}

/// Whether the open segment meets the open rectangle.
bool meets(Point a, Point b, Point low, Point high) {
  return overlap(Inside::of(a.x, b.x - a.x, low.x, high.x), Inside::of(a.y, b.y - a.y, low.y, high.y));
}

/// The tiles of row y that a segment can have to do with when things up to `reach` tiles away matter: generous by a
/// tile.
struct Span {
  std::int32_t first;
  std::int32_t last;
};
Span near(Point a, Point b, std::int32_t y, std::int32_t reach) {
  const auto [left, right] = std::minmax(a.x, b.x);
  double low = left;
  double high = right;
  if (a.y != b.y) {
    const double slope = static_cast<double>(b.x - a.x) / static_cast<double>(b.y - a.y);
    const double x0 = a.x + slope * ((static_cast<double>(y) - reach - 1) * kSubUnits - a.y);
    const double x1 = a.x + slope * ((static_cast<double>(y) + 2) * kSubUnits - a.y);
    low = std::max(low, std::min(x0, x1));
    high = std::min(high, std::max(x0, x1));
  }
  const auto tile = [](double x) { return static_cast<std::int32_t>(std::floor(x / kSubUnits)); };
  return {tile(low) - 1, tile(high) + 1 + reach};
}

std::string text(Point p) {
  const auto coordinate = [](std::int32_t sub) {
    std::string digits = std::to_string(static_cast<double>(sub) / kSubUnits);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits += '0';
    return digits;
  };
  return coordinate(p.x) + "," + coordinate(p.y);
}

}  // namespace

LineJudge::LineJudge(const TileMap& map, const MovementProfile& profile)
    : prices_(map, profile), moves_(map, profile), footprint_(profile.footprint) {}

/// Of the mover when its point is in t, per tile of length; 0 where it cannot be.
double LineJudge::price(Tile t) const {
  return static_cast<double>(prices_.of_position(t)) / kCostScale;
}

bool LineJudge::is_pinch(Vertex v) const {
  const bool nw = blocked({v.x - 1, v.y - 1});
  const bool ne = blocked({v.x, v.y - 1});
  const bool sw = blocked({v.x - 1, v.y});
  const bool se = blocked({v.x, v.y});
  return nw == se && ne == sw && nw != ne;
}

/// Whether a blocked tile itself is in the way: for a square, the open square of all points where the two overlap.
bool LineJudge::tile_stops(Tile t, Point a, Point b) const {
  if (!blocked(t)) return false;
  const Point low = to_point({t.x, t.y});
  const Point high = to_point({t.x + 1, t.y + 1});
  if (footprint_ == 0) return meets(a, b, low, high);
  constexpr std::int32_t kHalf = kSubUnits / 2;
  const std::int32_t side = footprint_ * kSubUnits;
  return meets(a, b, {low.x - side + kHalf, low.y - side + kHalf}, {high.x + kHalf, high.y + kHalf});
}

/// Whether a point is stopped at the upper left of t: by a pinch, or between two blocked tiles along their border.
bool LineJudge::border_stops(Tile t, Point a, Point b) const {
  const Point v = to_point({t.x, t.y});
  if (a.x == b.x && a.x == v.x && blocked(t) && blocked({t.x - 1, t.y}) && std::max(a.y, b.y) > v.y &&
      std::min(a.y, b.y) < v.y + kSubUnits) {
    return true;
  }
  if (a.y == b.y && a.y == v.y && blocked(t) && blocked({t.x, t.y - 1}) && std::max(a.x, b.x) > v.x &&
      std::min(a.x, b.x) < v.x + kSubUnits) {
    return true;
  }
  const std::int64_t dx = b.x - a.x;
  const std::int64_t dy = b.y - a.y;
  const std::int64_t along = (v.x - a.x) * dx + (v.y - a.y) * dy;
  const bool on_it = (v.x - a.x) * dy == (v.y - a.y) * dx && along > 0 && along < dx * dx + dy * dy;
  return on_it && is_pinch({t.x, t.y});
}

bool LineJudge::stands(Point p) const {
  const Tile last = tile_at(p);
  if (footprint_ == 0) {
    for (std::int32_t y = last.y - (on_lattice(p.y) ? 1 : 0); y <= last.y; ++y) {
      for (std::int32_t x = last.x - (on_lattice(p.x) ? 1 : 0); x <= last.x; ++x) {
        if (!blocked({x, y})) return true;
      }
    }
    return false;
  }
  // The tiles whose insides the square overlaps.
  const Point low{p.x - kSubUnits / 2, p.y - kSubUnits / 2};
  for (std::int32_t y = floor_to_tile(low.y); y < ceil_to_tile(low.y + footprint_ * kSubUnits); ++y) {
    for (std::int32_t x = floor_to_tile(low.x); x < ceil_to_tile(low.x + footprint_ * kSubUnits); ++x) {
      if (blocked({x, y})) return false;
    }
  }
  return true;
}

bool LineJudge::may_turn(Point p) const {
  const bool vertex = footprint_ == 0 && on_lattice(p.x) && on_lattice(p.y);
  return stands(p) && !(vertex && is_pinch({tile_at(p).x, tile_at(p).y}));
}

bool LineJudge::clear(Point a, Point b) const {
  if (a == b) return true;
  const std::int32_t reach = std::max(footprint_, 1);
  const auto [top, bottom] = std::minmax(a.y, b.y);
  for (std::int32_t y = floor_to_tile(top) - 1; y <= floor_to_tile(bottom) + reach; ++y) {
    const Span span = near(a, b, y, reach);
    for (std::int32_t x = span.first; x <= span.last; ++x) {
      if (tile_stops({x, y}, a, b) || (footprint_ == 0 && border_stops({x, y}, a, b))) return false;
    }
  }
  return true;
}

std::uint64_t LineJudge::crossing(Point a, Point b) const {
  if (moves_.empty() || a == b) return 0;
  const bool is_step = centre_of(tile_at(a)) == a && centre_of(tile_at(b)) == b &&
                       std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == kSubUnits;
  if (is_step) return moves_.of_step(tile_at(a), tile_at(b));
  // Whether the mover's point goes from one side of an upright or level edge to the other, at its ends included. The
  // first coordinate is across the edge, the second along it.
  const auto crosses = [](std::int64_t a1, std::int64_t a2, std::int64_t b1, std::int64_t b2, std::int64_t line,
                          std::int64_t low) {
    if (std::min(a1, b1) >= line || std::max(a1, b1) <= line) return false;
    const std::int64_t span = std::abs(b1 - a1);
    const std::int64_t at = a2 * span + (b2 - a2) * std::abs(line - a1);
    return at >= low * span && at <= (low + kSubUnits) * span;
  };
  const std::int32_t reach = std::max(footprint_, 1);
  const auto [top, bottom] = std::minmax(a.y, b.y);
  for (std::int32_t y = floor_to_tile(top) - 1; y <= floor_to_tile(bottom) + reach; ++y) {
    const Span span = near(a, b, y, reach);
    for (std::int32_t x = span.first; x <= span.last; ++x) {
      const bool east = b.x > a.x;
      const bool south = b.y > a.y;
      const bool priced_x = moves_.of_edge(east ? Tile{x, y} : Tile{x + 1, y}, east ? Tile{x + 1, y} : Tile{x, y}) != 0;
      const bool priced_y =
          moves_.of_edge(south ? Tile{x, y} : Tile{x, y + 1}, south ? Tile{x, y + 1} : Tile{x, y}) != 0;
      if (!priced_x && !priced_y) continue;
      // A tile of the mover beside its first one crosses where that one would cross as much before.
      for (std::int32_t j = 0; j < reach; ++j) {
        for (std::int32_t i = 0; i < reach; ++i) {
          const Point corner = to_point({x - i, y - j});
          if (priced_x && crosses(a.x, a.y, b.x, b.y, corner.x + kSubUnits, corner.y)) return kBlockedMove;
          if (priced_y && crosses(a.y, a.x, b.y, b.x, corner.y + kSubUnits, corner.x)) return kBlockedMove;
        }
      }
    }
  }
  return 0;
}

double LineJudge::cost(Point a, Point b) const {
  const double dx = static_cast<double>(b.x - a.x) / kSubUnits;
  const double dy = static_cast<double>(b.y - a.y) / kSubUnits;
  // Where the segment crosses from one column or row of tiles to the next, as shares of its length.
  std::vector<double> cuts{0, 1};
  const auto cut = [&](std::int32_t from, std::int32_t to) {
    const auto [low, high] = std::minmax(from, to);
    for (std::int32_t line = floor_to_tile(low) + 1; line * kSubUnits < high; ++line) {
      cuts.push_back(static_cast<double>(line * kSubUnits - from) / static_cast<double>(to - from));
    }
  };
  cut(a.x, b.x);
  cut(a.y, b.y);
  std::sort(cuts.begin(), cuts.end());
  double sum = 0;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const double middle = (cuts[i - 1] + cuts[i]) / 2;
    const Tile tile{static_cast<std::int32_t>(std::floor(static_cast<double>(a.x) / kSubUnits + middle * dx)),
                    static_cast<std::int32_t>(std::floor(static_cast<double>(a.y) / kSubUnits + middle * dy))};
    double here = price(tile);
    Tile beside = tile;
    if (a.x == b.x && on_lattice(a.x)) --beside.x;
    if (a.y == b.y && on_lattice(a.y)) --beside.y;
    if (const double there = price(beside); there != 0 && (here == 0 || there < here)) here = there;
    sum += here * (cuts[i] - cuts[i - 1]);
  }
  return sum * std::sqrt(dx * dx + dy * dy);
}

LineMeasure measure_line(const TileMap& map, const MovementProfile& profile, std::span<const Point> path) {
  LineMeasure measure;
  if (path.empty()) {
    measure.fault = "the path is empty";
    return measure;
  }
  const LineJudge judge(map, profile);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool end = i == 0 || i + 1 == path.size();
    if (!(end ? judge.stands(path[i]) : judge.may_turn(path[i]))) {
      measure.fault = "the mover cannot be at " + text(path[i]);
    } else if (i > 0 && !judge.clear(path[i - 1], path[i])) {
      measure.fault = "the line " + text(path[i - 1]) + " to " + text(path[i]) + " is not free";
    }
    const std::uint64_t crossing = i == 0 || !measure.fault.empty() ? 0 : judge.crossing(path[i - 1], path[i]);
    if (crossing == kBlockedMove) {
      measure.fault = "the line " + text(path[i - 1]) + " to " + text(path[i]) + " crosses an edge that moves keep";
    }
    if (!measure.fault.empty()) return measure;
    if (i > 0) measure.cost += judge.cost(path[i - 1], path[i]) + static_cast<double>(crossing) / kCostScale;
  }
  return measure;
}

}  // namespace portolan
