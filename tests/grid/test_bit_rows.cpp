// SPDX-License-Identifier: BSL-1.0
// Bits of positions against the grid they are made from, as its pages come and go.
#include "portolan/grid/bit_rows.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <cstdlib>
#include <utility>
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

/// Squares of 2 x 2 positions, the frame around the map with them, one of which is blocked, by looking at all that do
/// not reach over two blocks of 64 x 64.
std::uint64_t corners_of(const GridView& grid) {
  std::uint64_t corners = 0;
  for (std::int32_t y = 0; y <= grid.height; ++y) {
    for (std::int32_t x = 0; x <= grid.width; ++x) {
      if ((x + 1) % 64 == 0 || (y + 1) % 64 == 0) continue;
      int blocked = 0;
      for (const Tile t : {Tile{x - 1, y - 1}, Tile{x, y - 1}, Tile{x - 1, y}, Tile{x, y}}) {
        blocked += grid.passable(t) ? 0 : 1;
      }
      corners += blocked == 1 ? 1 : 0;
    }
  }
  return corners;
}

TEST_CASE("bits of rows and columns are those of the grid, whichever pages it has") {
  Rng rng(11);
  for (int round = 0; round < 40; ++round) {
    const TestGrid owner(test::random_map(rng, {.max_side = 200}));
    GridView grid = owner.view();
    BitRows bits(grid);
    REQUIRE(agrees(bits, grid));
    REQUIRE(bits.corners() == corners_of(grid));
    std::vector<TerrainPages> kept(3, TerrainPages(grid.terrain));
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
      if (rng.percent(50)) REQUIRE(agrees(bits, grid));
      REQUIRE(bits.corners() == corners_of(grid));
      REQUIRE(bits.corners() == corners_of(grid));
      REQUIRE(agrees(bits, grid));
    }
  }
}

TEST_CASE("corners of large maps are counted in a part of them, whoever has looked where") {
  // Posts that stand apart, four corners each.
  constexpr std::int32_t kSide = 2500;
  std::vector<TerrainId> tiles(static_cast<std::size_t>(kSide) * kSide, 1);
  for (std::int32_t y = 2; y < kSide; y += 5) {
    for (std::int32_t x = 2; x < kSide; x += 5)
      tiles[static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x)] = 0;
  }
  auto map = TileMap::create(kSide, kSide, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  const TestGrid owner(*std::move(map));
  const GridView grid = owner.view();
  BitRows bits(grid);
  const std::uint64_t corners = bits.corners();
  const auto expected = static_cast<std::int64_t>(corners_of(grid));
  CHECK(std::abs(static_cast<std::int64_t>(corners) - expected) < expected / 20);
  BitRows seen(grid);
  REQUIRE(seen.test({70, 70}));
  CHECK(seen.corners() == corners);
}

}  // namespace
}  // namespace portolan
