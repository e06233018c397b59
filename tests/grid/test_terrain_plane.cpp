// SPDX-License-Identifier: BSL-1.0
// Terrain in strips against the rows that it was written from.
#include "portolan/grid/terrain_plane.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace portolan;
using test::Rng;

namespace {

/// The same terrain row by row and in strips. Views point into it.
struct Written {
  Written(Rng& rng, std::int32_t width, std::int32_t height)
      : rows(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)), strips(strip_bytes(width, height)) {
    for (TerrainId& id : rows) id = static_cast<TerrainId>(rng.below(255));
    in_rows = TerrainPlane::in_rows(rows, width);
    write_strips(in_rows, strips);
    in_strips = TerrainPlane::in_strips(strips, width, height);
  }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;

  std::vector<TerrainId> rows;
  std::vector<TerrainId> strips;
  TerrainPlane in_rows;
  TerrainPlane in_strips;
};

constexpr std::array kWidths{1,
                             7,
                             kStripWidth - 1,
                             kStripWidth,
                             kStripWidth + 1,
                             2 * kStripWidth - 1,
                             2 * kStripWidth,
                             2 * kStripWidth + 1,
                             5 * kStripWidth + 20};

template <class Check>
void for_each_size(Check&& check) {
  Rng rng(1);
  for (const std::int32_t width : kWidths) {
    for (const std::int32_t height : {1, 2, 9, 70}) {
      CAPTURE(width, height);
      const Written written(rng, width, height);
      check(rng, written);
    }
  }
}

}  // namespace

TEST_CASE("terrain in strips is that of the rows, tile by tile and beside each") {
  for_each_size([](Rng&, const Written& both) {
    REQUIRE(both.in_strips.bounds() == both.in_rows.bounds());
    std::size_t place = 0;
    std::size_t wrong = 0;
    const Rect all = both.in_rows.bounds();
    for (std::int32_t y = 0; y < all.max.y; ++y) {
      for (std::int32_t x = 0; x < all.max.x; ++x, ++place) {
        for (const TerrainPlane& plane : {both.in_rows, both.in_strips}) {
          const TerrainId* const here = plane.from({x, y});
          wrong += plane[{x, y}] != both.rows[place] || *here != both.rows[place] ? 1 : 0;
          if (x > 0) wrong += here[plane.to_west(x)] != both.rows[place - 1] ? 1 : 0;
          if (x + 1 < all.max.x) wrong += here[plane.to_east(x)] != both.rows[place + 1] ? 1 : 0;
          if (y > 0) wrong += here[-plane.to_south()] != plane[{x, y - 1}] ? 1 : 0;
          if (y + 1 < all.max.y) wrong += here[plane.to_south()] != plane[{x, y + 1}] ? 1 : 0;
        }
      }
    }
    REQUIRE(wrong == 0);
  });
}

TEST_CASE("an area is copied row by row, in pieces that lie one behind the other") {
  for_each_size([](Rng& rng, const Written& both) {
    const Rect all = both.in_rows.bounds();
    for (int round = 0; round < 20; ++round) {
      const Tile min{rng.below(all.max.x), rng.below(all.max.y)};
      const Rect area{min, {rng.between(min.x, all.max.x), rng.between(min.y, all.max.y)}};
      std::vector<TerrainId> expected;
      for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
        for (std::int32_t x = area.min.x; x < area.max.x; ++x) expected.push_back(both.in_rows[{x, y}]);
      }
      REQUIRE(both.in_rows.copy(area) == expected);
      REQUIRE(both.in_strips.copy(area) == expected);
    }
    const std::uint8_t most = *std::ranges::max_element(both.rows);
    CHECK(both.in_strips.all_of([&](TerrainId id) { return id <= most; }));
    CHECK_FALSE(both.in_strips.all_of([&](TerrainId id) { return id < most; }));
  });
}

TEST_CASE("the last strip is filled up with what no terrain is") {
  for_each_size([](Rng& rng, const Written& both) {
    const Rect all = both.in_rows.bounds();
    std::vector<TerrainId> strips = both.strips;
    const TerrainPlane plane = TerrainPlane::in_strips(strips, all.max.x, all.max.y);
    REQUIRE(both.in_rows.is_filled_up());
    REQUIRE(plane.is_filled_up());
    std::size_t fillers = strips.size();
    for (const TerrainId id : strips) fillers -= id != kNoTerrain ? 1 : 0;
    REQUIRE(fillers == strips.size() - both.rows.size());
    if (fillers == 0) return;
    const auto columns = static_cast<std::int32_t>(fillers / static_cast<std::size_t>(all.max.y));
    const auto row = static_cast<std::size_t>(rng.below(all.max.y) + 1) * kStripWidth;
    strips[strips.size() - strip_bytes(kStripWidth, all.max.y) + row - 1 -
           static_cast<std::size_t>(rng.below(columns))] = 0;
    CHECK_FALSE(plane.is_filled_up());
  });
}

TEST_CASE("without a map there is no terrain") {
  const TerrainPlane none;
  CHECK(none.empty());
  CHECK(none.copy(none.bounds()).empty());
  CHECK(TerrainPlane::in_rows({}, 0).empty());
  CHECK(strip_bytes(0, 0) == 0);
  CHECK(strip_bytes(1 << 20, 1 << 20) == std::uint64_t{1} << 40);
}
