// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_metric.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace portolan {
namespace {

// Squares of lengths take up to 57 bits in units of 2^-8 tile, hence 81 in units of 2^-20.
__extension__ using Wide = unsigned __int128;

struct Root {
  std::uint64_t floor;
  bool exact;
};

/// Square root of square * 4^shift for square <= 2^57, shift <= 12. The double is off by less than 1: its relative
/// error is 2^-52 at most and the root below 2^41. The loops put it right on any machine.
Root scaled_root(std::uint64_t square, unsigned shift) noexcept {
  const Wide value = Wide{square} << (2 * shift);
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)) * static_cast<double>(1U << shift));
  while (Wide{root} * root > value) --root;
  while (Wide{root + 1} * (root + 1) <= value) ++root;
  return {root, Wide{root} * root == value};
}

struct Span {
  std::uint64_t low;
  std::uint64_t high;
};

Span spans(Point a, Point b) noexcept {
  const auto dx = static_cast<std::uint64_t>(std::abs(a.x - b.x));
  const auto dy = static_cast<std::uint64_t>(std::abs(a.y - b.y));
  return {std::min(dx, dy), std::max(dx, dy)};
}

Cost steps(const SightMetric& metric, Span span) noexcept {
  const Cost low = span.low >> kSubBits;
  const Cost high = span.high >> kSubBits;
  if (metric.norm == Norm::manhattan) return metric.straight * (low + high);
  return metric.straight * (high - low) + metric.diagonal * low;
}

}  // namespace

Cost SightMetric::length(Point a, Point b) const noexcept {
  const Span span = spans(a, b);
  if (norm != Norm::euclidean) return steps(*this, span);
  const Root root = scaled_root(span.low * span.low + span.high * span.high, fraction_bits - kSubBits);
  return root.exact ? root.floor : root.floor + 1;
}

Cost SightMetric::lower_bound(Point a, Point b) const noexcept {
  const Span span = spans(a, b);
  if (norm != Norm::euclidean) return steps(*this, span);
  return scaled_root(span.low * span.low + span.high * span.high, fraction_bits - kSubBits).floor;
}

std::optional<SightMetric> sight_metric(const MoveRules& rules) noexcept {
  if (rules.metric == Metric::any_angle) return SightMetric{};
  if (rules.neighbours == Neighbours::eight && rules.corners != CornerRule::never_cut) return {};
  const Cost straight = rules.straight_step(rules.least_cost, rules.least_cost);
  const Cost diagonal = rules.diagonal_step(rules.least_cost, rules.least_cost);
  if (diagonal > std::numeric_limits<std::uint32_t>::max()) return {};
  return SightMetric{.norm = rules.neighbours == Neighbours::four ? Norm::manhattan : Norm::octile,
                     .straight = static_cast<std::uint32_t>(straight),
                     .diagonal = static_cast<std::uint32_t>(diagonal)};
}

double length_in_tiles(Norm norm, Point a, Point b) noexcept {
  const Span span = spans(a, b);
  const double low = static_cast<double>(span.low) / kSubUnits;
  const double high = static_cast<double>(span.high) / kSubUnits;
  switch (norm) {
    case Norm::euclidean:
      return std::sqrt(low * low + high * high);
    case Norm::octile:
      return (high - low) + low * std::sqrt(2.0);
    case Norm::manhattan:
      return low + high;
  }
  return 0;
}

}  // namespace portolan
