// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/segment_cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace portolan {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// How a segment meets the cell borders across one axis. Time runs over 0..|dx|*|dy| (a span of 0 counts as 1) from end
/// to end, so that all crossings fall on integers: at most 2^56, and 2^36 beyond for those past the end.
struct Axis {
  std::int32_t cell;   ///< column or row of the cell the segment is in, or will be after the start
  std::int32_t way;    ///< -1, 0 or 1
  std::uint64_t next;  ///< time of the next crossing
  std::uint64_t pitch;
  std::int32_t beside;  ///< where the segment runs along a border: -1, to the cell on the other side; else 0

  Axis(std::int32_t from, std::int32_t to, std::uint64_t other_span) noexcept
      : cell(floor_to_tile(to < from ? from - 1 : from)),
        way(to > from ? 1 : (to < from ? -1 : 0)),
        next(kNever),
        pitch(kSubUnits * other_span),
        beside(way == 0 && on_lattice(from) ? -1 : 0) {
    if (way == 0) return;
    const std::int32_t border = (way > 0 ? cell + 1 : cell) * kSubUnits;
    next = static_cast<std::uint64_t>(std::abs(border - from)) * other_span;
  }
  void cross_at(std::uint64_t time) noexcept {
    if (time != next) return;
    cell += way;
    next += pitch;
  }
};

std::uint64_t span_of(std::int32_t from, std::int32_t to) noexcept {
  return static_cast<std::uint64_t>(std::abs(to - from));
}

std::uint32_t cell_cost(const GridView& grid, Tile t) noexcept {
  return grid.contains(t) ? grid.cost(t) : 0;
}

/// Cost of the cell, or of the cheaper passable one of two; 0 if impassable.
std::uint32_t price_of(const GridView& grid, const Axis& x, const Axis& y) noexcept {
  const std::uint32_t here = cell_cost(grid, {x.cell, y.cell});
  if (x.beside == 0 && y.beside == 0) return here;
  const std::uint32_t there = cell_cost(grid, {x.cell + x.beside, y.cell + y.beside});
  return here == 0 || (there != 0 && there < here) ? there : here;
}

/// Unsigned integers of 320 bits, least significant word first.
using Words = std::array<std::uint64_t, 5>;

Words words(Wide value) noexcept {
  return {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), 0, 0, 0};
}

/// The product, which must fit.
Words operator*(const Words& a, const Words& b) noexcept {
  Words product{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    Wide carry = 0;
    for (std::size_t j = 0; i + j < product.size(); ++j) {
      carry += Wide{a[i]} * b[j] + product[i + j];
      product[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  return product;
}

bool less(const Words& a, const Words& b) noexcept {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// The least integer not below sqrt(square) * factor / divisor, at most kInfiniteCost; none of them 0.
/// square <= 2^57, factor < 2^100, divisor <= 2^56: the products compared stay below 2^257.
Cost ceil_of_root(std::uint64_t square, Wide factor, std::uint64_t divisor) noexcept {
  const auto reaches = [&](Cost value) {
    const Words scaled = words(Wide{value} * divisor);
    return !less(scaled * scaled, words(factor) * words(factor) * words(square));
  };
  // Six roundings to double leave a relative error below 2^-50, so the value sought is in (low, high]. Both mostly come
  // out one apart, and no more is to be done.
  const double estimate = std::min(
      std::sqrt(static_cast<double>(square)) * static_cast<double>(factor) / static_cast<double>(divisor), 0x1p62);
  const double margin = estimate * 0x1p-48;
  auto low = static_cast<Cost>(estimate - margin);
  Cost high = std::min(static_cast<Cost>(estimate + margin) + 1, kInfiniteCost);
  while (high - low > 1) {
    const Cost middle = low + (high - low) / 2;
    (reaches(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

Cost segment_cost(const CostField& field, Point a, Point b) noexcept {
  if (a == b) return 0;
  // Cells centred on vertices become those of a plane moved by half a tile.
  const std::int32_t shift = field.contact == Contact::square ? kSubUnits / 2 : 0;
  const std::uint64_t dx = span_of(a.x, b.x);
  const std::uint64_t dy = span_of(a.y, b.y);
  Axis x(a.x + shift, b.x + shift, std::max<std::uint64_t>(dy, 1));
  Axis y(a.y + shift, b.y + shift, std::max<std::uint64_t>(dx, 1));
  const std::uint64_t end = std::max<std::uint64_t>(dx, 1) * std::max<std::uint64_t>(dy, 1);
  Wide sum = 0;  // of cost x time: < 2^32 * 2^56
  for (std::uint64_t time = 0; time < end;) {
    const std::uint32_t price = price_of(field.grid, x, y);
    if (price == 0) return kInfiniteCost;
    const std::uint64_t next = std::min({x.next, y.next, end});
    sum += Wide{price} * (next - time);
    x.cross_at(next);
    y.cross_at(next);
    time = next;
  }
  return ceil_of_root(dx * dx + dy * dy, sum << (field.fraction_bits - kSubBits), end);
}

Cost path_cost(const CostField& field, std::span<const Point> path) noexcept {
  Cost sum = 0;
  for (std::size_t i = 1; i < path.size() && sum < kInfiniteCost; ++i) {
    sum = std::min(sum + segment_cost(field, path[i - 1], path[i]), kInfiniteCost);
  }
  return sum;
}

}  // namespace portolan
