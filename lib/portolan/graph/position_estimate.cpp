// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/position_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace portolan {
namespace {

using detail::squared_distance;
using detail::Wide;

/// Differences of coordinates of this share of their size are finite.
constexpr double kQuarter = 0.25;

struct Extent {
  double least = 0;
  double size = 0;
};

Extent extent_of(std::span<const GraphPosition> positions, double GraphPosition::*axis) noexcept {
  const auto [least, greatest] =
      std::minmax_element(positions.begin(), positions.end(),
                          [=](const GraphPosition& a, const GraphPosition& b) { return a.*axis < b.*axis; });
  const double from = (*least).*axis * kQuarter;
  return {from, (*greatest).*axis * kQuarter - from};
}

/// Calls visit(squared weight, squared distance) for every arc, until it says false; whether it never did.
template <class Visit>
bool visit_arcs(const CsrGraph& graph, std::span<const LatticePoint> points, Visit&& visit) noexcept {
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (std::size_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
      const std::uint64_t weight = graph.weight[arc];
      if (!visit(weight * weight, squared_distance(points[from], points[graph.target[arc]]))) return false;
    }
  }
  return true;
}

}  // namespace

void place_on_lattice(std::span<const GraphPosition> positions, std::span<LatticePoint> points) noexcept {
  if (positions.empty()) return;
  const Extent x = extent_of(positions, &GraphPosition::x);
  const Extent y = extent_of(positions, &GraphPosition::y);
  // The longer side is below 2^exponent and not below half of that.
  int exponent = 0;
  (void)std::frexp(std::max(x.size, y.size), &exponent);
  const auto place = [=](double coordinate, const Extent& extent) {
    return static_cast<std::uint32_t>(std::ldexp(coordinate * kQuarter - extent.least, 31 - exponent));
  };
  for (std::size_t node = 0; node < positions.size(); ++node) {
    points[node] = {place(positions[node].x, x), place(positions[node].y, y)};
  }
}

StraightScale consistent_scale(const CsrGraph& graph, std::span<const LatticePoint> points) noexcept {
  // The least squared weight per squared distance, as a fraction.
  std::uint64_t weight = 1;
  std::uint64_t distance = 0;
  (void)visit_arcs(graph, points, [&](std::uint64_t squared_weight, std::uint64_t squared) {
    // 1 / 0 at first, which is above every other.
    if (squared != 0 && Wide{squared_weight} * distance < Wide{weight} * squared) {
      weight = squared_weight;
      distance = squared;
    }
    return true;
  });
  if (distance == 0 || weight == 0) return {};
  // Long division, bit by bit, until the quotient fills 64 bits.
  StraightScale scale{.square = weight / distance};
  std::uint64_t rest = weight % distance;
  while (scale.square < (std::uint64_t{1} << 63) && scale.shift < 127) {
    rest *= 2;
    const bool one = rest >= distance;
    scale.square = 2 * scale.square + (one ? 1 : 0);
    if (one) rest -= distance;
    ++scale.shift;
  }
  return scale;
}

bool is_consistent(const CsrGraph& graph, std::span<const LatticePoint> points, const StraightScale& scale) noexcept {
  if (scale.square == 0) return true;
  if (points.size() != graph.size() || scale.shift >= 128) return false;
  const auto in_range = [](const LatticePoint& point) { return point.x < kLatticeSide && point.y < kLatticeSide; };
  if (!std::all_of(points.begin(), points.end(), in_range)) return false;
  const Wide fraction = (Wide{1} << scale.shift) - 1;
  return visit_arcs(graph, points, [&](std::uint64_t squared_weight, std::uint64_t squared) {
    const Wide bound = Wide{scale.square} * squared;
    return (bound >> scale.shift) + ((bound & fraction) != 0 ? 1 : 0) <= squared_weight;
  });
}

}  // namespace portolan
