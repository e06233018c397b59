// SPDX-License-Identifier: BSL-1.0
#include "support/brute_segment.hpp"

#include <algorithm>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace portolan::test {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;

Fraction between(std::int32_t a, std::int32_t b, const Fraction& part) {
  return Fraction(a) + part * Fraction(b - a);
}

/// Where, in parts of the whole, the segment crosses borders between `low` and `high`, `half` off the lattice.
void add_crossings(std::vector<Fraction>& cuts, std::int32_t a, std::int32_t b, std::int32_t half) {
  for (std::int32_t line = std::min(a, b) / kSubUnits - 1; line <= std::max(a, b) / kSubUnits + 1; ++line) {
    const std::int32_t border = line * kSubUnits + half;
    if (std::min(a, b) < border && border < std::max(a, b)) cuts.push_back(Fraction(border - a) / Fraction(b - a));
  }
}

/// Numbers of the cells that a coordinate lies in, two on a border.
std::vector<std::int32_t> cells_at(const Fraction& at, std::int32_t half) {
  std::vector<std::int32_t> cells;
  const auto near = static_cast<std::int32_t>(at / kSubUnits);
  for (std::int32_t cell = near - 2; cell <= near + 2; ++cell) {
    if (Fraction(cell * kSubUnits - half) <= at && at <= Fraction((cell + 1) * kSubUnits - half)) cells.push_back(cell);
  }
  return cells;
}

}  // namespace

Cost BruteSegment::cost(Point a, Point b) const {
  if (a == b) return 0;
  std::vector<Fraction> cuts{0, 1};
  add_crossings(cuts, a.x, b.x, half_);
  add_crossings(cuts, a.y, b.y, half_);
  std::sort(cuts.begin(), cuts.end());
  Fraction mean = 0;  // cost of the terrain
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    if (cuts[i] == cuts[i - 1]) continue;
    const Fraction middle = (cuts[i - 1] + cuts[i]) / 2;
    Cost cheapest = 0;
    for (const std::int32_t y : cells_at(between(a.y, b.y, middle), half_)) {
      for (const std::int32_t x : cells_at(between(a.x, b.x, middle), half_)) {
        const Cost price = oracle_.price({x, y});
        if (price != 0 && (cheapest == 0 || price < cheapest)) cheapest = price;
      }
    }
    if (cheapest == 0) return kInfiniteCost;
    mean += Fraction(cheapest) * (cuts[i] - cuts[i - 1]);
  }
  const Integer dx = b.x - a.x;
  const Integer dy = b.y - a.y;
  const Fraction scale = mean * Fraction(Integer(1) << fraction_bits_, kSubUnits);
  const Fraction square = scale * scale * Fraction(dx * dx + dy * dy);
  Integer root = sqrt(Integer(numerator(square) / denominator(square)));
  while (Fraction(root * root) < square) ++root;
  return root < kInfiniteCost ? static_cast<Cost>(root) : kInfiniteCost;
}

Cost BruteSegment::path_cost(std::span<const Point> path) const {
  Cost sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum = std::min(sum + cost(path[i - 1], path[i]), kInfiniteCost);
  return sum;
}

}  // namespace portolan::test
