// SPDX-License-Identifier: BSL-1.0
// The tests' reference for the cost of straight segments: cuts the segment at every border of cells it crosses and
// looks up the cells under the middle of each piece, in fractions. Shares no code with the library.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/sight_space.hpp"
#include "support/oracle.hpp"

#include <cstdint>
#include <span>

namespace portolan::test {

/// Costs of segments by the prices of an oracle, on tiles (Contact::point) or on cells centred on vertices
/// (Contact::square). The oracle must outlive it.
class BruteSegment {
 public:
  BruteSegment(const Oracle& oracle, Contact contact, std::uint32_t fraction_bits)
      : oracle_(oracle), half_(contact == Contact::square ? kSubUnits / 2 : 0), fraction_bits_(fraction_bits) {}

  /// The integral of the oracle's price along a segment, in 2^-fraction_bits tile, rounded up; kInfiniteCost if that is
  /// less, or where an impassable cell is crossed.
  [[nodiscard]] Cost cost(Point a, Point b) const;
  /// The sum of the costs of a path's segments; kInfiniteCost if one of them is that.
  [[nodiscard]] Cost path_cost(std::span<const Point> path) const;

 private:
  const Oracle& oracle_;
  std::int32_t half_;
  std::uint32_t fraction_bits_;
};

}  // namespace portolan::test
