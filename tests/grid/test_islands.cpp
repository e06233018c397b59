// SPDX-License-Identifier: BSL-1.0
// Island labels against a flood fill over legal steps.
#include "portolan/grid/islands.hpp"
#include "support/ascii.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>

using namespace portolan;
using namespace portolan::test;

namespace {

Islands islands_of(const TileMap& map, Neighbours neighbours, CornerRule corners) {
  MovementProfile profile;
  profile.neighbours = neighbours;
  profile.corners = corners;
  const TestGrid owner(map, profile);
  return label_islands(owner.view());
}

}  // namespace

TEST_CASE("islands are numbered by their first tiles, row by row") {
  const TileMap map = ascii_map(R"(
      .#.#.
      .#.#.
      ##...
      .#.##
      .####
  )");
  const Islands islands = islands_of(map, Neighbours::eight, CornerRule::never_cut);
  CHECK(islands.count == 3);
  CHECK(islands.label == std::vector<std::uint32_t>{1, 0, 2, 0, 2,  //
                                                    1, 0, 2, 0, 2,  //
                                                    0, 0, 2, 2, 2,  //
                                                    3, 0, 2, 0, 0,  //
                                                    3, 0, 0, 0, 0});
}

TEST_CASE("only cut_both joins islands across a pinch") {
  const TileMap map = ascii_map(".#\n#.");
  CHECK(islands_of(map, Neighbours::eight, CornerRule::never_cut).count == 2);
  CHECK(islands_of(map, Neighbours::eight, CornerRule::cut_one).count == 2);
  CHECK(islands_of(map, Neighbours::eight, CornerRule::cut_both).count == 1);
  CHECK(islands_of(map, Neighbours::four, CornerRule::cut_both).count == 2);
  CHECK(islands_of(ascii_map("#.\n.#"), Neighbours::eight, CornerRule::cut_both).count == 1);
}

TEST_CASE("a map without passable tiles has no islands") {
  const Islands islands = islands_of(ascii_map("###\n###"), Neighbours::eight, CornerRule::never_cut);
  CHECK(islands.count == 0);
  CHECK(std::all_of(islands.label.begin(), islands.label.end(), [](std::uint32_t label) { return label == 0; }));
}

TEST_CASE("a spiral is one island") {
  const TileMap map = ascii_map(R"(
      .......
      .#####.
      .#...#.
      .#.#.#.
      .#.###.
      .#.....
      .######
  )");
  CHECK(islands_of(map, Neighbours::four, CornerRule::never_cut).count == 1);
}

TEST_CASE("islands equal a flood fill under all rules") {
  Rng rng(31);
  for (int round = 0; round < 120; ++round) {
    const TileMap map = random_map(rng, {.character = kCharacters[static_cast<std::size_t>(round % 8)]});
    for (const CornerRule corners : {CornerRule::never_cut, CornerRule::cut_one, CornerRule::cut_both}) {
      MovementProfile profile = random_profile(rng, map.palette());
      profile.corners = corners;
      CAPTURE(round, map.width(), map.height(), static_cast<int>(corners), profile.footprint,
              static_cast<int>(profile.neighbours));
      const TestGrid owner(map, profile);
      const Islands islands = label_islands(owner.view());
      const auto expected = owner.oracle().islands();
      CHECK((islands.label == expected));
      CHECK(islands.count == *std::max_element(expected.begin(), expected.end()));
    }
  }
}
