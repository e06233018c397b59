// SPDX-License-Identifier: BSL-1.0
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <queue>
#include <set>
#include <stdexcept>
#include <utility>

namespace portolan::test {
namespace {

constexpr std::int32_t kMostTiles = 2048;
constexpr std::uint32_t kFinestBits = 20;

/// A direction away from a point, up or down: this much sideways for so much onward, exactly.
struct Slope {
  std::int64_t aside;
  std::int64_t onward;  ///< above 0
  friend bool operator<(const Slope& a, const Slope& b) { return a.aside * b.onward < b.aside * a.onward; }
  /// How far aside at a distance onward, rounded down.
  [[nodiscard]] std::int64_t floor_at(std::int64_t distance) const {
    const std::int64_t product = aside * distance;
    return product / onward - (product % onward < 0 ? 1 : 0);
  }
};

/// Stands for a direction along the line itself: flatter than any to a vertex.
constexpr std::int64_t kFlat = std::int64_t{1} << 40;

/// What is seen between two directions, both included; they may be the same.
struct Fan {
  Slope low;
  Slope high;
};

/// A row of cells as it is met from a point: all that is left of the fans crosses it from `near` to `far` onward.
struct Strip {
  std::int64_t near;
  std::int64_t far;

  /// The directions that meet the inside of a cell of this row from `left` to `right` aside lie between these two.
  [[nodiscard]] Slope low(std::int64_t left) const {
    if (left >= 0) return {left, far};
    return near == 0 ? Slope{-kFlat, 1} : Slope{left, near};
  }
  [[nodiscard]] Slope high(std::int64_t right) const {
    if (right <= 0) return {right, far};
    return near == 0 ? Slope{kFlat, 1} : Slope{right, near};
  }
};

std::uint64_t square(std::int32_t a, std::int32_t b) {
  const std::int64_t difference = std::int64_t{a} - b;
  return static_cast<std::uint64_t>(difference * difference);
}

/// Length in units of 2^-20 tile, rounded down. Squares take at most 2 * 19 + 1 bits, 24 more in this unit.
Cost length_down(Point a, Point b) {
  const std::uint64_t value = (square(a.x, b.x) + square(a.y, b.y)) << 24U;
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(value)));
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return root;
}

/// Takes the closed cells of row `y` out of the fans from x = `from`.
std::vector<Fan> shadowed(const StraightPlane& plane, const std::vector<Fan>& fans, const Strip& strip,
                          std::int32_t from, std::int32_t y) {
  std::vector<Fan> left;
  for (const Fan& fan : fans) {
    const auto column = [&](std::int64_t aside) {
      return std::clamp<std::int64_t>((from + aside) / kSubUnits, -1, plane.width());
    };
    const std::int64_t first = column(std::min(fan.low.floor_at(strip.near), fan.low.floor_at(strip.far))) - 1;
    const std::int64_t last = column(std::max(fan.high.floor_at(strip.near), fan.high.floor_at(strip.far))) + 1;
    Slope low = fan.low;
    bool any = true;
    for (std::int64_t x = std::max<std::int64_t>(first, -1); any && x <= std::min<std::int64_t>(last, plane.width());
         ++x) {
      if (!plane.closed(static_cast<std::int32_t>(x), y)) continue;
      // The cells outside stand for all beyond.
      const Slope shadow_low = x == -1 ? Slope{-kFlat, 1} : strip.low(x * kSubUnits - from);
      const Slope shadow_high = x == plane.width() ? Slope{kFlat, 1} : strip.high((x + 1) * kSubUnits - from);
      if (!(low < shadow_high)) continue;
      if (!(shadow_low < fan.high)) break;
      if (!(shadow_low < low)) left.push_back({low, shadow_low});
      low = shadow_high;
      any = !(fan.high < low);
    }
    if (any) left.push_back({low, fan.high});
  }
  return left;
}

}  // namespace

Cost length_up(Point a, Point b, std::uint32_t fraction_bits) {
  const Cost down = length_down(a, b);
  const Cost up = down * down == (square(a.x, b.x) + square(a.y, b.y)) << 24U ? down : down + 1;
  // Rounding up twice is rounding up once, to the coarser unit.
  const std::uint32_t coarser = kFinestBits - fraction_bits;
  return (up + (Cost{1} << coarser) - 1) >> coarser;
}

VisibilityGraph::VisibilityGraph(const TileMap& map, std::int32_t footprint, std::uint32_t fraction_bits)
    : sight_(map, footprint), plane_(map, footprint), fraction_bits_(fraction_bits) {
  if (fraction_bits > kFinestBits) throw std::invalid_argument("the unit is too fine");
  if (std::max(map.width(), map.height()) > kMostTiles) throw std::invalid_argument("the map is too large");
  for (std::int32_t y = 0; y <= plane_.height(); ++y) {
    for (std::int32_t x = 0; x <= plane_.width(); ++x) {
      const bool corner = plane_.corner(x, y);
      corner_at_.push_back(corner ? static_cast<Corner>(corners_.size()) : kNone);
      if (corner) corners_.push_back(to_point({x, y}));
    }
  }
  edges_.resize(corners_.size());
}

/// Those on the point's own line, if that is one of the lattice.
template <class Visit>
void VisibilityGraph::visit_line(Point from, Visit&& visit) const {
  if (!on_lattice(from.y)) return;
  const std::int32_t y = from.y / kSubUnits;
  for (std::int32_t x = floor_to_tile(from.x); x < plane_.width() && !plane_.closed_right(x, y); ++x) {
    if (corner_at(x + 1, y) != kNone) visit(corner_at(x + 1, y));
    if (plane_.pinch(x + 1, y)) break;
  }
  for (std::int32_t x = ceil_to_tile(from.x); x > 0 && !plane_.closed_right(x - 1, y); --x) {
    if (corner_at(x - 1, y) != kNone) visit(corner_at(x - 1, y));
    if (plane_.pinch(x - 1, y)) break;
  }
}

/// Those below (way 1) or above (-1): row by row, the directions that no closed cell has stopped so far are kept, and
/// apart from them those single ones that ended in a pinch or along a side.
template <class Visit>
void VisibilityGraph::visit_half(Point from, std::int32_t way, Visit&& visit) const {
  std::vector<Fan> fans{{{-kFlat + 1, 1}, {kFlat - 1, 1}}};
  std::set<Slope> ended;
  std::int32_t row = way > 0 ? floor_to_tile(from.y) : ceil_to_tile(from.y) - 1;
  for (; row >= 0 && row < plane_.height() && !fans.empty(); row += way) {
    const std::int32_t line = way > 0 ? row + 1 : row;
    const std::int32_t far = std::abs(line * kSubUnits - from.y);
    fans = shadowed(plane_, fans, {std::max(0, far - kSubUnits), far}, from.x, row);
    if (on_lattice(from.x) && plane_.closed_down(from.x / kSubUnits, row)) ended.insert({0, 1});
    std::int64_t next = 0;  // fans may share a direction
    for (const Fan& fan : fans) {
      const std::int64_t lowest = -Slope{-fan.low.aside, fan.low.onward}.floor_at(far) + from.x;
      next = std::max(next, (lowest + kSubUnits - 1) / kSubUnits);
      for (; next <= plane_.width() && next * kSubUnits - from.x <= fan.high.floor_at(far); ++next) {
        const auto x = static_cast<std::int32_t>(next);
        const Slope slope{next * kSubUnits - from.x, far};
        if (ended.count(slope) != 0) continue;
        if (corner_at(x, line) != kNone) visit(corner_at(x, line));
        if (plane_.pinch(x, line)) ended.insert(slope);
      }
    }
  }
}

std::vector<VisibilityGraph::Edge> VisibilityGraph::edges_of(Point from) const {
  std::vector<Edge> edges;
  const auto add = [&](Corner to) {
    edges.push_back({to, static_cast<std::uint32_t>(length_up(from, corners_[to], fraction_bits_))});
  };
  visit_line(from, add);
  visit_half(from, 1, add);
  visit_half(from, -1, add);
  edges.shrink_to_fit();
  return edges;
}

std::vector<Vertex> VisibilityGraph::visible(Point from) const {
  std::vector<Vertex> seen;
  for (const Edge& edge : edges_of(from)) {
    seen.push_back({corners_[edge.to].x / kSubUnits, corners_[edge.to].y / kSubUnits});
  }
  return seen;
}

std::optional<Cost> VisibilityGraph::distance(Point from, Point to) {
  if (from == to || sight_.clear(from, to)) return length_up(from, to, fraction_bits_);
  std::vector<Cost> reached(corners_.size() + 1, kInfiniteCost);
  std::vector<Cost> onward(corners_.size() + 1, kInfiniteCost);  // straight to the goal, where that is seen
  const auto goal = static_cast<Corner>(corners_.size());
  for (const Edge& edge : edges_of(to)) onward[edge.to] = edge.cost;
  using Entry = std::pair<Cost, Corner>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto reach = [&](Corner corner, Cost cost) {
    if (cost >= reached[corner]) return;
    reached[corner] = cost;
    open.emplace(cost + (corner == goal ? 0 : length_down(corners_[corner], to) >> (kFinestBits - fraction_bits_)),
                 corner);
  };
  const auto relax = [&](const std::vector<Edge>& edges, Cost cost) {
    for (const Edge& edge : edges) reach(edge.to, cost + edge.cost);
  };
  relax(edges_of(from), 0);
  // An end may itself be a corner, which does not see itself.
  std::vector<std::uint8_t> done(corners_.size(), 0);
  while (!open.empty()) {
    const Corner at = open.top().second;
    open.pop();
    if (at == goal) return reached[goal];
    if (done[at] != 0) continue;
    done[at] = 1;
    if (onward[at] != kInfiniteCost) reach(goal, reached[at] + onward[at]);
    if (!edges_[at]) edges_[at] = edges_of(corners_[at]);
    relax(*edges_[at], reached[at]);
  }
  return std::nullopt;
}

}  // namespace portolan::test
