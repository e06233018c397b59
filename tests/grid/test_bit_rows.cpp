// SPDX-License-Identifier: BSL-1.0
// Bits of positions against the grid they are made from, as its pages come and go.
#include "portolan/grid/bit_rows.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;
using test::TestGrid;

/// Whether each bit, looked at in every way, says what the grid does.
bool agrees(BitRows& bits, const GridView& grid) {
  for (std::int32_t y = -1; y <= grid.height; ++y) {
    for (std::int32_t x = -1; x <= grid.width; ++x) {
      const bool free = grid.passable({x, y});
      if (bits.test({x, y}) != free) return false;
      const auto column = static_cast<std::size_t>(x + 1);
      const auto row = static_cast<std::size_t>(y + 1);
      const auto shows = [](std::uint64_t word, std::size_t place) { return (word >> (place % 64) & 1) != 0; };
      if (y >= 0 && y < grid.height) {
        const BitRows::Words words = bits.words<BitAxis::rows>(row, column / 64);
        if (shows(words.here, column) != free || shows(words.before, column) != grid.passable({x, y - 1}) ||
            shows(words.after, column) != grid.passable({x, y + 1}))
          return false;
      }
      if (x >= 0 && x < grid.width) {
        const BitRows::Words words = bits.words<BitAxis::columns>(column, row / 64);
        if (shows(words.here, row) != free || shows(words.before, row) != grid.passable({x - 1, y}) ||
            shows(words.after, row) != grid.passable({x + 1, y}))
          return false;
      }
    }
  }
  return true;
}

TEST_CASE("bits of rows and columns are those of the grid, whichever pages it has") {
  Rng rng(11);
  for (int round = 0; round < 40; ++round) {
    const TestGrid owner(test::random_map(rng, {.max_side = 200}));
    GridView grid = owner.view();
    BitRows bits(grid);
    REQUIRE(agrees(bits, grid));
    std::vector<TerrainPages> kept(3, TerrainPages(grid.terrain, grid.width));
    PageTable table;
    for (int edit = 0; edit < 12; ++edit) {
      TerrainPages& pages = kept[static_cast<std::size_t>(rng.below(3))];
      const Tile min{rng.below(grid.width), rng.below(grid.height)};
      const Rect area = intersection({min, {min.x + rng.between(1, 40), min.y + rng.between(1, 40)}}, grid.bounds());
      std::vector<TerrainId> plane = pages.copy(area);
      for (TerrainId& terrain : plane) {
        if (rng.percent(50)) terrain = static_cast<TerrainId>(rng.below(2));
      }
      pages.replace(area, plane);
      if (rng.percent(20)) {
        grid.pages = {};
        bits.follow_file();
      } else {
        table.assign(pages);
        grid.pages = table.view();
        bits.follow(pages);
      }
      CAPTURE(round, edit, grid.width, grid.height);
      REQUIRE(agrees(bits, grid));
    }
  }
}

}  // namespace
}  // namespace portolan
