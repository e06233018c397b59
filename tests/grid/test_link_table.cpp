// SPDX-License-Identifier: BSL-1.0
// Links of a map, floors, and links by their link ends.
#include "portolan/grid/link_table.hpp"
#include "support/ascii.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

TEST_CASE("links that cannot be are refused, and nothing is changed") {
  TileMap map = ascii_map("...\n...");
  REQUIRE(map.set_links({{"a", {0, 0}, {2, 1}}}).has_value());
  const auto refused = [&](const Link& link) {
    const Outcome set = map.set_links({{"fine", {0, 0}, {1, 0}}, link});
    REQUIRE_FALSE(set);
    CHECK(set.error().message.find("link 1: ") == 0);
    REQUIRE(map.links().size() == 1);
    CHECK(map.links()[0].name == "a");
  };
  refused({"", {3, 0}, {1, 0}});
  refused({"", {0, 0}, {0, -1}});
  refused({"", {1, 1}, {1, 1}});
  refused({"", {1, 1}, {0, 1}, kMaxLinkCost + 1});
  refused({std::string(256, 'x'), {1, 1}, {0, 1}});
  REQUIRE(map.set_links({{std::string(255, 'x'), {1, 1}, {0, 1}, kMaxLinkCost}}).has_value());
}

TEST_CASE("floors become one map, and stay apart") {
  TileMap low = ascii_map("..#\n...");
  TileMap high = ascii_map("#..\n#..");
  REQUIRE(high.set_links({{"up", {1, 0}, {2, 1}}}).has_value());
  const auto map = TileMap::stack(std::vector{low, high, low});
  REQUIRE(map);
  CHECK(map->bounds() == Rect{{0, 0}, {3, 8}});
  const FloorStack& floors = map->floors();
  CHECK(floors.count == 3);
  CHECK(floors.height == 2);
  CHECK(map->palette()[floors.between] == Terrain{"between floors", 0});
  for (std::int32_t y = 0; y < 8; ++y) {
    for (std::int32_t x = 0; x < 3; ++x) {
      const TileMap& floor = y / 3 == 1 ? high : low;
      const Terrain& here = map->palette()[map->terrain({x, y})];
      CHECK(here == (y % 3 == 2 ? Terrain{"between floors", 0} : floor.palette()[floor.terrain({x, y % 3})]));
    }
  }
  CHECK(floors.tile(2, {1, 1}) == Tile{1, 7});
  CHECK(floors.floor(7) == 2);
  CHECK(floors.row(7) == 1);
  CHECK(floors.on_one_floor({{0, 3}, {3, 5}}));
  CHECK_FALSE(floors.on_one_floor({{0, 3}, {3, 6}}));
  CHECK_FALSE(floors.on_one_floor({{0, 2}, {3, 4}}));
  CHECK(map->links()[0] == Link{"up", {1, 3}, {2, 4}});
  MovementProfile profile;
  const TestGrid grid(*map, profile);
  CHECK(Oracle(*map, profile, *grid.view().rules).distance({0, 0}, {1, 6}) == kInfiniteCost);
}

TEST_CASE("floors that do not go together are refused") {
  const TileMap map = ascii_map("..\n..");
  const auto refused = [](const std::vector<TileMap>& floors, std::string_view part) {
    const auto stacked = TileMap::stack(floors);
    REQUIRE_FALSE(stacked);
    CHECK(stacked.error().message.find(part) != std::string::npos);
  };
  refused({}, "without floors");
  refused({map, ascii_map("..")}, "floor 1: is not as large as floor 0");
  refused({map, *TileMap::stack(std::vector{ascii_map("..\n.."), map})}, "floor 1");
  refused({map, *TileMap::create(2, 2, {{"between floors", 0}}, {0, 0, 0, 0})}, "floor 1: a terrain is called");
  refused({*TileMap::create(1, 1, {{"mud", 5}}, {0}), *TileMap::create(1, 1, {{"mud", 6}}, {0})},
          "floor 1: terrain 'mud' costs something else");
  const auto tall = TileMap::create(1, kMaxSide, {{"mud", 5}}, std::vector<TerrainId>(kMaxSide));
  refused({*tall, *tall}, "rows in all");
  TileMap other = map;
  CHECK_FALSE(other.set_floors({2, 1, 0}));
  CHECK_FALSE(other.set_floors({0, 2, 0}));
  CHECK(other.set_floors({1, 2, 255}).has_value());
}

TEST_CASE("links are found by both their ends, at the cost that the oracle gives them") {
  Rng rng(8);
  for (int round = 0; round < 300; ++round) {
    TileMap map = random_map(rng, {.max_side = 40});
    REQUIRE(map.set_links(random_links(rng, map, 12)).has_value());
    const MovementProfile profile = random_profile(rng, map.palette());
    const TestGrid grid(map, profile);
    const MoveRules& rules = *grid.view().rules;
    const Oracle oracle(map, profile, rules);
    const LinkTable table(map.links(), rules);
    REQUIRE(table.size() == map.links().size());
    CHECK(std::is_sorted(table.link_ends().begin(), table.link_ends().end(), row_by_row));
    std::size_t arcs = 0;
    for (std::size_t link_end = 0; link_end < table.link_ends().size(); ++link_end) {
      const Tile tile = table.link_ends()[link_end];
      REQUIRE(table.find(tile) == link_end);
      for (const LinkArc& arc : table.leaving(link_end)) {
        const Link& link = map.links()[arc.link];
        const bool forth = link.from == tile && link.to == arc.other;
        const bool back = link.to == tile && link.from == arc.other && link.direction == LinkDirection::both;
        REQUIRE((forth || back));
        REQUIRE(arc.cost == oracle.link_cost(link));
        const auto arriving = table.arriving(*table.find(arc.other));
        REQUIRE(std::count_if(arriving.begin(), arriving.end(), [&](const LinkArc& a) {
                  return a.link == arc.link && a.other == tile && a.cost == arc.cost;
                }) == 1);
        ++arcs;
      }
    }
    REQUIRE(arcs == table.arcs());
    std::size_t expected = 0;
    for (const Link& link : map.links()) expected += link.direction == LinkDirection::both ? 2 : 1;
    REQUIRE(arcs == expected);
    REQUIRE_FALSE(table.find({-1, 0}));
  }
}

}  // namespace
}  // namespace portolan::test
