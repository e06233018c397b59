// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_alignment.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/regions/line_crossing.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace portolan {
namespace {

constexpr std::int32_t kBandRows = 128;

/// Portals by shift of the lines.
using ShiftCounts = std::array<std::uint64_t, kRegionSide>;

struct AxisCounts {
  ShiftCounts vertical{};
  ShiftCounts horizontal{};
};

/// The shift that draws a line through this coordinate.
std::size_t shift_to(std::int32_t v) {
  return static_cast<std::size_t>(-v & (kRegionSide - 1));
}

/// Counts the portals that lines through the tiles of the rows [begin, end) would have.
AxisCounts count_rows(const GridView& grid, std::int32_t begin, std::int32_t end) {
  const auto width = static_cast<std::size_t>(grid.width);
  // The ways of three rows, with a tile of none on either side.
  std::array<std::vector<std::uint8_t>, 3> rows;
  const auto load = [&](std::vector<std::uint8_t>& row, std::int32_t y) {
    row.assign(width + 2, 0);
    if (y < 0 || y >= grid.height) return;
    for (std::int32_t x = 0; x < grid.width; ++x) row[static_cast<std::size_t>(x) + 1] = step_ways(grid, {x, y});
  };
  load(rows[0], begin - 1);
  load(rows[1], begin);
  AxisCounts counts;
  for (std::int32_t y = begin; y < end; ++y) {
    load(rows[2], y + 1);
    const bool inside = y >= 1 && y + 1 < grid.height;
    for (std::int32_t x = 0; x < grid.width; ++x) {
      const std::size_t i = static_cast<std::size_t>(x) + 1;
      const std::uint8_t here = rows[1][i];
      if (here == 0) continue;
      if (x >= 1 && x + 1 < grid.width && is_crossing(here, rows[0][i], rows[2][i], kToWest | kToEast)) {
        ++counts.vertical[shift_to(x)];
      }
      if (inside && is_crossing(here, rows[1][i - 1], rows[1][i + 1], kToNorth | kToSouth))
        ++counts.horizontal[shift_to(y)];
    }
    std::swap(rows[0], rows[1]);
    std::swap(rows[1], rows[2]);
  }
  return counts;
}

void add(ShiftCounts& sum, const ShiftCounts& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

std::int32_t least_at(const ShiftCounts& counts) {
  return static_cast<std::int32_t>(std::min_element(counts.begin(), counts.end()) - counts.begin());
}

}  // namespace

RegionAlignment align_regions(const GridView& grid, unsigned threads, std::optional<Tile> given) {
  std::vector<AxisCounts> bands(static_cast<std::size_t>((grid.height + kBandRows - 1) / kBandRows));
  parallel_for(bands.size(), threads, [&](std::size_t band, unsigned) {
    const std::int32_t begin = static_cast<std::int32_t>(band) * kBandRows;
    bands[band] = count_rows(grid, begin, std::min(begin + kBandRows, grid.height));
  });
  AxisCounts counts;
  for (const AxisCounts& band : bands) {
    add(counts.vertical, band.vertical);
    add(counts.horizontal, band.horizontal);
  }
  // A map that is one region has no portals wherever it lies.
  const RegionLayout unshifted(grid.width, grid.height);
  const Tile best{least_at(counts.vertical), least_at(counts.horizontal)};
  const Tile shift{unshifted.columns(0) == 1 ? 0 : given.value_or(best).x,
                   unshifted.rows(0) == 1 ? 0 : given.value_or(best).y};
  const auto crossings = [&](Tile s) {
    return (unshifted.columns(0) == 1 ? 0 : counts.vertical[static_cast<std::size_t>(s.x)]) +
           (unshifted.rows(0) == 1 ? 0 : counts.horizontal[static_cast<std::size_t>(s.y)]);
  };
  return {RegionLayout(grid.width, grid.height, shift), crossings(shift), crossings({})};
}

}  // namespace portolan
