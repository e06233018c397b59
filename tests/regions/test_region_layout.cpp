// SPDX-License-Identifier: BSL-1.0
// RegionLayout: what its O(1) formulas promise, by brute force over all widths to 200.
#include "portolan/regions/region_layout.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

constexpr std::array<std::int32_t, 7> kHeights{1, 2, 33, 34, 65, 66, 131};

/// Calls visit(layout) for every size the tests look at. Catch2's macros are slow: assert on counts of faults.
template <class Visit>
void for_each_layout(Visit&& visit) {
  for (std::int32_t width = 1; width <= 200; ++width) {
    for (const std::int32_t height : kHeights) {
      visit(RegionLayout(width, height), width, height);
      const Tile shift{7 * width % kRegionSide, 5 * height % kRegionSide};
      visit(RegionLayout(width, height, shift), width, height);
    }
  }
}

std::vector<RegionIndex> regions_with(const RegionLayout& layout, int level, Tile t) {
  std::vector<RegionIndex> found;
  for (std::size_t number = 0; number < layout.regions(level); ++number) {
    const RegionIndex region = layout.region(level, number);
    if (layout.area(level, region).contains(t)) found.push_back(region);
  }
  return found;
}

/// What `around` says about a level: the regions of that level above its regions of level 0, row by row.
std::vector<RegionIndex> regions_around(const RegionLayout& layout, int level, Tile t) {
  const Rect around = layout.around(t);
  std::vector<RegionIndex> found;
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      const RegionIndex region{x >> level, y >> level};
      if (std::find(found.begin(), found.end(), region) == found.end()) found.push_back(region);
    }
  }
  return found;
}

TEST_CASE("regions cover the map as closed squares that share one line with each neighbour") {
  for_each_layout([](const RegionLayout& layout, std::int32_t width, std::int32_t height) {
    CAPTURE(width, height);
    for (int level = 0; level <= layout.levels(); ++level) {
      const std::int32_t side = kRegionSide << level;
      const std::int32_t columns = layout.columns(level);
      REQUIRE(columns >= 1);
      REQUIRE(layout.regions(level) == static_cast<std::size_t>(columns * layout.rows(level)));
      for (std::int32_t x = 0; x < columns; ++x) {
        const Rect area = layout.area(level, {x, 0});
        const std::int32_t end = x + 1 < columns ? layout.area(level, {x + 1, 0}).min.x + 1 : width;
        const bool good = area.min.x == std::max(0, x * side - layout.shift().x) && area.max.x == end &&
                          area.width() <= side + 1 && (area.width() >= 2 || width == 1);
        REQUIRE(good);
      }
    }
    REQUIRE(layout.regions(layout.levels()) == 1);
    if (layout.levels() > 0) REQUIRE(layout.regions(layout.levels() - 1) > 1);
    REQUIRE(layout.levels() < kMaxRegionLevels);
  });
  const RegionLayout largest(kMaxSide, kMaxSide, {kRegionSide - 1, kRegionSide - 1});
  REQUIRE(largest.levels() <= kMaxRegionLevels);
  REQUIRE(largest.regions(largest.levels()) == 1);
}

TEST_CASE("numbers and indices of regions turn into each other") {
  for_each_layout([](const RegionLayout& layout, std::int32_t, std::int32_t) {
    for (int level = 0; level <= layout.levels(); ++level) {
      for (std::size_t number = 0; number < layout.regions(level); ++number) {
        const RegionIndex region = layout.region(level, number);
        const bool good =
            layout.number(level, region) == number && region.x < layout.columns(level) && region.y < layout.rows(level);
        REQUIRE(good);
      }
    }
  });
}

TEST_CASE("around, line_level and the lines agree with the areas at every level") {
  for_each_layout([](const RegionLayout& layout, std::int32_t width, std::int32_t height) {
    // Rows tell nothing that columns do not: every column, and the rows near lines and borders.
    std::size_t faults = 0;
    for (std::int32_t y = 0; y < height; y += (y % 32 <= 1 || y % 32 >= 30) ? 1 : 9) {
      for (std::int32_t x = 0; x < width; ++x) {
        const Tile t{x, y};
        int highest = -1;
        for (int level = 0; level <= layout.levels(); ++level) {
          const auto expected = regions_with(layout, level, t);
          if (expected.empty() || expected != regions_around(layout, level, t)) ++faults;
          if (expected.size() > 1) highest = level;
          std::array<int, 4> seen{};
          for (const RegionIndex region : expected) {
            const std::uint32_t corner = layout.corner(level, region, t);
            if (corner >= 4 || seen[corner]++ != 0) ++faults;
          }
        }
        if (layout.line_level(t) != highest) ++faults;
        const Rect around = layout.around(t);
        if (layout.on_vertical(t) != (around.width() == 2) || layout.on_horizontal(t) != (around.height() == 2)) {
          ++faults;
        }
      }
    }
    CAPTURE(width, height);
    REQUIRE(faults == 0);
  });
}

TEST_CASE("every unit square lies inside one region") {
  for_each_layout([](const RegionLayout& layout, std::int32_t width, std::int32_t height) {
    std::size_t faults = 0;
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        const Tile opposite{std::min(x + 1, width - 1), std::min(y + 1, height - 1)};
        const auto holds = [&](RegionIndex region) {
          const Rect area = layout.area(0, region);
          return area.contains({x, y}) && area.contains(opposite);
        };
        const auto regions = regions_around(layout, 0, {x, y});
        if (std::none_of(regions.begin(), regions.end(), holds)) ++faults;
      }
    }
    CAPTURE(width, height);
    REQUIRE(faults == 0);
  });
}

TEST_CASE("a region is the union of the four below it") {
  for_each_layout([](const RegionLayout& layout, std::int32_t width, std::int32_t height) {
    CAPTURE(width, height);
    for (int level = 1; level <= layout.levels(); ++level) {
      for (std::size_t number = 0; number < layout.regions(level); ++number) {
        const RegionIndex region = layout.region(level, number);
        const Rect area = layout.area(level, region);
        const RegionIndex last{std::min(2 * region.x + 1, layout.columns(level - 1) - 1),
                               std::min(2 * region.y + 1, layout.rows(level - 1) - 1)};
        REQUIRE(layout.area(level - 1, {2 * region.x, 2 * region.y}).min == area.min);
        REQUIRE(layout.area(level - 1, last).max == area.max);
      }
    }
  });
}

}  // namespace
}  // namespace portolan
