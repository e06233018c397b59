// SPDX-License-Identifier: BSL-1.0
// Warnings about maps and profiles against counts of positions by the judges' prices.
#include "portolan/grid/declared_prices.hpp"
#include "portolan/grid/island_lint.hpp"
#include "portolan/grid/map_lint.hpp"
#include "support/ascii.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using test::Rng;
using Lines = std::vector<std::string>;

namespace {

TileMap map_of(std::int32_t width, std::int32_t height, std::vector<Terrain> palette, std::vector<TerrainId> tiles) {
  auto map = TileMap::create(width, height, std::move(palette), std::move(tiles));
  REQUIRE(map.has_value());
  return std::move(*map);
}

const std::vector<Terrain> kPalette{{"grass", kCostScale}, {"swamp", 2 * kCostScale}, {"rock", 0}};

/// The first `grass` of 20 x 20 tiles are grass, the others rock.
TileMap mostly_rock(std::size_t grass) {
  std::vector<TerrainId> tiles(400, 2);
  std::fill_n(tiles.begin(), grass, TerrainId{0});
  return map_of(20, 20, kPalette, std::move(tiles));
}

const std::vector<MovementProfile> kDefault{{}};

}  // namespace

TEST_CASE("a map on which nothing is impassable, or nearly everything, is warned of for each profile") {
  CHECK(warnings_in(mostly_rock(400), kDefault, "m") == Lines{"m: profile 'default': nothing is impassable"});
  CHECK(warnings_in(mostly_rock(399), kDefault, "m").empty());
  CHECK(warnings_in(mostly_rock(4), kDefault, "m").empty());
  CHECK(warnings_in(mostly_rock(3), kDefault, "m") == Lines{"m: profile 'default': can stand on 3 of 400 tiles"});
  CHECK(warnings_in(mostly_rock(0), kDefault, "m") == Lines{"m: profile 'default': can stand nowhere"});

  const std::vector<MovementProfile> movers{
      {.name = "bird", .prices = {{"grass", kCostScale}, {"swamp", kCostScale}, {"rock", kCostScale}}},
      {.name = "giant", .footprint = 4},
      {.name = "frog", .prices = {{"swamp", kCostScale}}},
      {.name = "goat"},
  };
  CHECK(warnings_in(mostly_rock(50), movers, "rocks.map") ==
        Lines{"rocks.map: profile 'bird': nothing is impassable",
              "rocks.map: profile 'giant': can stand nowhere with footprint 4",
              "rocks.map: profile 'frog': can stand nowhere"});
  CHECK(warnings_in(mostly_rock(50), {}, "m").empty());
}

TEST_CASE("rows between floors are no tiles of a map that could be impassable") {
  const std::vector<TileMap> floors{mostly_rock(400), mostly_rock(400)};
  const auto stacked = TileMap::stack(floors);
  REQUIRE(stacked.has_value());
  CHECK(warnings_in(*stacked, kDefault, "m") == Lines{"m: profile 'default': nothing is impassable"});
}

TEST_CASE("positions of footprints are counted as the judges of paths count them") {
  Rng rng(7);
  int warned = 0;
  for (int round = 0; round < 300; ++round) {
    const std::int32_t width = 1 + rng.below(30);
    const std::int32_t height = 1 + rng.below(30);
    std::vector<TerrainId> tiles;
    for (std::int32_t i = 0; i < width * height; ++i)
      tiles.push_back(static_cast<TerrainId>(rng.below(4) == 0 ? 2 : rng.below(2)));
    tiles.back() = 2;
    const TileMap map = map_of(width, height, kPalette, std::move(tiles));
    const MovementProfile profile{.footprint = 1 + rng.below(6)};
    const DeclaredPrices prices(map, profile);
    std::int64_t standing = 0;
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) standing += prices.of_position({x, y}) != 0 ? 1 : 0;
    }
    const Lines found = warnings_in(map, std::vector{profile}, "m");
    CAPTURE(round, width, height, profile.footprint, standing);
    REQUIRE(found.empty() == (standing * kNearlyAllTiles >= std::int64_t{width} * height));
    if (found.empty()) continue;
    ++warned;
    const std::string said =
        standing == 0 ? "can stand nowhere"
                      : "can stand on " + std::to_string(standing) + " of " + std::to_string(width * height) + " tiles";
    REQUIRE(found.front().find(said) != std::string::npos);
  }
  REQUIRE(warned > 30);
}

TEST_CASE("profiles that price a terrain which the map lacks are warned of, with what may have been meant") {
  const TileMap map = mostly_rock(200);
  const std::vector<MovementProfile> movers{
      {.name = "infantry", .prices = {{"grass", kCostScale}, {"swmap", kCostScale}, {"lava", 0}}},
      {.name = "horse", .prices = {{"grass", kCostScale}, {"rock", 0}}},
      {.name = "tourist",
       .prices = {{"grass", kCostScale}, {"1", 0}, {"2", 0}, {"3", 0}, {"4", 0}, {"5", 0}, {"6", 0}}},
  };
  CHECK(warnings_in(map, movers, "m") ==
        Lines{"m: profile 'infantry' prices terrains that the map lacks: 'swmap' (did you mean 'swamp'?), 'lava'",
              "m: profile 'tourist' prices terrains that the map lacks: '1', '2', '3', '4' and 2 more"});
}

TEST_CASE("terrains on the map that no profile prices are named with their tiles, unless the map closes them itself") {
  const std::string advice = ": impassable for all of them; price it in a profile, or list it there as null";
  std::vector<TerrainId> tiles(400, 0);
  tiles[45] = tiles[46] = 1;
  tiles[399] = 2;
  const TileMap map = map_of(20, 20, kPalette, tiles);
  const MovementProfile cat{.name = "cat", .prices = {{"grass", kCostScale}}};
  const MovementProfile closed{.name = "dog", .prices = {{"grass", kCostScale}, {"swamp", 0}}};
  CHECK(warnings_in(map, std::vector{cat}, "m") ==
        Lines{"m: no profile prices 'swamp' (2 tiles, the first at 5,2)" + advice});
  CHECK(warnings_in(map, std::vector{cat, closed}, "m").empty());
  CHECK(warnings_in(map, std::vector{cat, MovementProfile{.name = "goat"}}, "m").empty());
  tiles[45] = tiles[46] = 0;
  CHECK(warnings_in(map_of(20, 20, kPalette, tiles), std::vector{cat}, "m").empty());

  std::vector<Terrain> many{{"grass", kCostScale}};
  for (int i = 1; i <= 6; ++i) many.push_back({"t" + std::to_string(i), kCostScale});
  for (std::size_t i = 0; i < many.size(); ++i) tiles[i] = static_cast<TerrainId>(i);
  tiles[399] = 0;
  CHECK(warnings_in(map_of(20, 20, many, tiles), std::vector{cat}, "m") ==
        Lines{"m: no profile prices 't1' (1 tile, at 1,0), 't2' (1 tile, at 2,0), 't3' (1 tile, at 3,0), "
              "'t4' (1 tile, at 4,0) and 2 more" +
              advice});
}

TEST_CASE("many tiny islands are counted for each profile, links and footprints included") {
  // A room of its own every fourth tile, 25 in all, and a hall of 20 x 2 below.
  std::vector<TerrainId> tiles(20 * 22, 2);
  for (std::size_t y = 0; y < 20; y += 4) {
    for (std::size_t x = 0; x < 20; x += 4) tiles[(y + 1) * 20 + x + 1] = tiles[(y + 1) * 20 + x + 2] = 0;
  }
  std::fill_n(tiles.begin() + 400, 40, TerrainId{0});
  TileMap map = map_of(20, 22, kPalette, tiles);
  const std::string many =
      "islands have fewer than 10 tiles, the first at 1,1: no path leads to or from them; open a gap "
      "as wide as the mover, or close them on the map";
  const std::vector<MovementProfile> movers{{.name = "cat"}, {.name = "giant", .footprint = 2}};
  CHECK(island_warnings_in(map, movers, "m") == Lines{"m: profile 'cat': 25 of 26 " + many});

  std::vector<Link> links;
  for (std::int32_t i = 0; i < 15; ++i) links.push_back({.from = {1 + i % 5 * 4, 1 + i / 5 * 4}, .to = {0, 20}});
  REQUIRE(map.set_links(links).has_value());
  const std::string left = "10 of 11 islands have fewer than 10 tiles, the first at 1,13: ";
  const std::vector<MovementProfile> two{{.name = "cat"}, {.name = "bee", .metric = Metric::any_angle, .footprint = 0}};
  const Lines linked = island_warnings_in(map, two, "m");
  REQUIRE(linked.size() == 2);
  CHECK(linked[0].find("m: profile 'cat': " + left) == 0);
  CHECK(linked[1] == "m: profile 'bee': 25 of 26 " + many);
  links.push_back({.from = {1, 13}, .to = {0, 20}});
  REQUIRE(map.set_links(links).has_value());
  CHECK(island_warnings_in(map, std::vector{two[0]}, "m").empty());
}

TEST_CASE("remarks of readers come first, those about a cost only until every profile sets it") {
  TileMap map = mostly_rock(200);
  map.add_remark({"m.tmx: odd"});
  map.add_remark({"m.tmx:7: layer 'swamp' costs 1", "swamp"});
  const MovementProfile prices_it{.name = "frog", .prices = {{"grass", kCostScale}, {"swamp", kCostScale}}};
  const MovementProfile does_not{.name = "cat", .prices = {{"grass", kCostScale}}};
  const Lines both{"m.tmx: odd", "m.tmx:7: layer 'swamp' costs 1"};
  CHECK(warnings_in(map, {}, "m") == both);
  CHECK(warnings_in(map, kDefault, "m") == both);
  CHECK(warnings_in(map, std::vector{prices_it, does_not}, "m") == both);
  CHECK(warnings_in(map, std::vector{prices_it}, "m") == Lines{"m.tmx: odd"});

  const auto stacked = TileMap::stack(std::vector{map, mostly_rock(200)});
  REQUIRE(stacked.has_value());
  CHECK(warnings_in(*stacked, kDefault, "m") == both);
}
