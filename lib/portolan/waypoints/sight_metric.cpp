// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_metric.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace portolan {
namespace {

struct Root {
  std::uint64_t floor;
  bool exact;
};

/// Square root of square * 4^shift for square <= 2^57, shift <= 12. The double is off by less than 1: its relative
/// error is 2^-52 at most and the root below 2^41, so that one step down or up puts it right on any machine. The
/// squares take up to 81 bits, but differ by few: modulo 2^64 the difference has the right sign.
Root scaled_root(std::uint64_t square, unsigned shift) noexcept {
  const std::uint64_t value = square << (2 * shift);
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)) * static_cast<double>(1U << shift));
  auto excess = static_cast<std::int64_t>(root * root - value);
  if (excess > 0) {
    excess -= static_cast<std::int64_t>(2 * root - 1);
    --root;
  }
  const auto to_next = static_cast<std::int64_t>(2 * root + 1);
  if (excess + to_next <= 0) {
    excess += to_next;
    ++root;
  }
  return {root, excess == 0};
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

/// Everything about a segment that depends on its norm, which is known when compiled: paths are measured in tight
/// loops.
template <Norm kNorm>
Cost cost_of(const SightMetric& metric, Span span) noexcept {
  if constexpr (kNorm == Norm::euclidean) {
    const Root root = scaled_root(span.low * span.low + span.high * span.high, metric.fraction_bits - kSubBits);
    return root.exact ? root.floor : root.floor + 1;
  } else {
    const Cost low = span.low >> kSubBits;
    const Cost high = span.high >> kSubBits;
    if (kNorm == Norm::manhattan) return metric.straight * (low + high);
    return metric.straight * (high - low) + metric.diagonal * low;
  }
}

template <Norm kNorm>
Cost sum_over(const SightMetric& metric, std::span<const Point> points) noexcept {
  Cost sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += cost_of<kNorm>(metric, spans(points[i - 1], points[i]));
  return sum;
}

#ifdef PORTOLAN_X86_KERNELS

/// The same for Euclidean lengths as a loop without branches, which the compiler turns into vector instructions. What
/// holds for the roots of scaled_root() holds here.
[[gnu::target("avx512f,avx512dq,avx512vl")]] Cost sum_lengths_avx512(unsigned shift,
                                                                     std::span<const Point> points) noexcept {
  const auto scale = static_cast<double>(1U << shift);
  Cost sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const std::int64_t dx = points[i].x - points[i - 1].x;
    const std::int64_t dy = points[i].y - points[i - 1].y;
    const std::int64_t square = dx * dx + dy * dy;
    const std::uint64_t value = static_cast<std::uint64_t>(square) << (2 * shift);
    auto root = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)) * scale));
    root -= static_cast<std::int64_t>(root * root - value) > 0 ? 1 : 0;
    root += static_cast<std::int64_t>(root * root - value) < 0 ? 1 : 0;
    root += static_cast<std::int64_t>(root * root - value) < 0 ? 1 : 0;
    sum += root;
  }
  return sum;
}

#endif

}  // namespace

Cost SightMetric::length(Point a, Point b) const noexcept {
  const Span span = spans(a, b);
  switch (norm) {
    case Norm::euclidean:
      return cost_of<Norm::euclidean>(*this, span);
    case Norm::octile:
      return cost_of<Norm::octile>(*this, span);
    case Norm::manhattan:
      return cost_of<Norm::manhattan>(*this, span);
  }
  return 0;
}

Cost SightMetric::lower_bound(Point a, Point b) const noexcept {
  if (norm != Norm::euclidean) return length(a, b);
  const Span span = spans(a, b);
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

Cost path_length(const SightMetric& metric, std::span<const Point> points, SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  if (metric.norm == Norm::euclidean && std::min(level, widest_simd()) == SimdLevel::avx512) {
    return sum_lengths_avx512(metric.fraction_bits - kSubBits, points);
  }
#endif
  (void)level;
  switch (metric.norm) {
    case Norm::euclidean:
      return sum_over<Norm::euclidean>(metric, points);
    case Norm::octile:
      return sum_over<Norm::octile>(metric, points);
    case Norm::manhattan:
      return sum_over<Norm::manhattan>(metric, points);
  }
  return 0;
}

}  // namespace portolan
