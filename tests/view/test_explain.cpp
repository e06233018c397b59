// SPDX-License-Identifier: BSL-1.0
// Why there is no path, against flood fills over drawn maps.
#include "support/ascii.hpp"
#include "view/explain.hpp"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using tools::explain_no_path;
using tools::Explanation;

MovementProfile wide(std::int32_t footprint) {
  MovementProfile profile;
  profile.footprint = footprint;
  return profile;
}

bool fits(const TileMap& map, Tile at, std::int32_t side) {
  for (std::int32_t y = at.y; y < at.y + side; ++y) {
    for (std::int32_t x = at.x; x < at.x + side; ++x) {
      if (!map.bounds().contains({x, y}) || map.palette()[map.terrain({x, y})].default_cost == 0) return false;
    }
  }
  return true;
}

/// Whether straight steps join two tiles: where corners are never cut, diagonal ones join nothing else.
bool joined(const TileMap& map, Tile from, Tile to, std::int32_t side) {
  if (!fits(map, from, side)) return false;
  std::vector<bool> seen(map.tiles().size());
  const auto index = [&](Tile t) { return static_cast<std::size_t>(t.y * map.width() + t.x); };
  std::vector<Tile> open{from};
  seen[index(from)] = true;
  while (!open.empty()) {
    const Tile at = open.back();
    open.pop_back();
    if (at == to) return true;
    for (const Tile next : {Tile{at.x - 1, at.y}, Tile{at.x + 1, at.y}, Tile{at.x, at.y - 1}, Tile{at.x, at.y + 1}}) {
      if (!fits(map, next, side) || seen[index(next)]) continue;
      seen[index(next)] = true;
      open.push_back(next);
    }
  }
  return false;
}

Explanation explained(const TileMap& map, const MovementProfile& profile, Tile from, Tile to) {
  return explain_no_path(map, profile, from, to, map.floors());
}

bool says(const Explanation& why, const std::string& part) {
  return why.text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("no path is explained by its ends") {
  const TileMap map = ascii_map(R"(
      ..#..
      ..#..
      ..#..)");
  const Explanation outside = explained(map, wide(1), {0, 0}, {9, 1});
  REQUIRE(says(outside, "The goal 9,1 lies outside the map of 5 x 3 tiles"));
  REQUIRE_FALSE(outside.place);
  const Explanation blocked = explained(map, wide(1), {2, 1}, {0, 0});
  REQUIRE(says(blocked, "The start 2,1 is blocked: '#'"));
  REQUIRE(says(blocked, "nearest place to stand is 1,1"));
  REQUIRE(blocked.place == Tile{2, 1});
  CHECK(says(explain_no_path(map, wide(1), {2, 1}, {0, 0}, {map.floors(), {-32, 16}}),
             "The start -30,17 is blocked: '#' cannot be passed. The nearest place to stand is -31,17."));
  CHECK(says(explain_no_path(map, wide(1), {0, 0}, {9, 1}, {map.floors(), {-32, 16}}), "The goal -23,17 lies outside"));
  const Explanation too_wide = explained(map, wide(2), {1, 0}, {0, 0});
  REQUIRE(says(too_wide, "A mover 2 tiles wide does not fit at the start 1,0: '#' is in the way at 2,0"));
  REQUIRE(says(too_wide, "The widest that does is 1 wide"));
  REQUIRE(says(explained(map, wide(2), {0, 0}, {0, 2}), "the edge of the map is in the way at 0,3"));
  REQUIRE(says(explained(map, wide(1), {0, 0}, {4, 2}), "different islands, of 6 and 6 tiles"));
  REQUIRE(says(explained(map, wide(2), {0, 0}, {3, 1}), "Not even a mover one tile wide"));
  REQUIRE(says(explained(map, wide(1), {0, 0}, {1, 2}), "There is a path."));
}

TEST_CASE("no path for a wide mover names the narrowest gap") {
  const TileMap map = ascii_map(R"(
      ...#.....#...
      .........#...
      .............
      ...#.....#...
      ...#.....#...)");
  const Explanation why = explained(map, wide(3), {0, 0}, {10, 0});
  REQUIRE(says(why, "The footprint of 3 is too wide: a mover one tile wide gets through"));
  REQUIRE(why.place == Tile{8, 2});
}

TEST_CASE("the widest footprint that gets through is that of a flood fill") {
  std::mt19937 random(11);
  const auto below = [&](std::uint32_t n) { return static_cast<std::int32_t>(random() % n); };
  int gaps = 0;
  for (int round = 0; round < 6000; ++round) {
    const std::int32_t width = 4 + below(14);
    const std::int32_t height = 4 + below(14);
    std::vector<TerrainId> tiles(static_cast<std::size_t>(width * height));
    for (TerrainId& tile : tiles) tile = below(100) < 14 ? 1 : 0;
    const TileMap map = *TileMap::create(width, height, {{"open", kCostScale}, {"wall", 0}}, tiles);
    const std::int32_t footprint = 1 + below(4);
    const Tile from{below(static_cast<std::uint32_t>(width)), below(static_cast<std::uint32_t>(height))};
    const Tile to{below(static_cast<std::uint32_t>(width)), below(static_cast<std::uint32_t>(height))};
    const Explanation why = explained(map, wide(footprint), from, to);
    INFO(why.text);
    REQUIRE(why.has_path == joined(map, from, to, footprint));
    const bool stands = fits(map, from, footprint) && fits(map, to, footprint);
    if (!stands || joined(map, from, to, footprint)) continue;
    std::int32_t widest = footprint - 1;
    while (widest > 0 && !joined(map, from, to, widest)) --widest;
    REQUIRE(why.place.has_value() == (widest > 0));
    if (widest == 0) continue;
    ++gaps;
    REQUIRE(
        says(why, widest == 1 ? "a mover one tile wide gets" : "a mover " + std::to_string(widest) + " tiles wide"));
    REQUIRE(fits(map, *why.place, widest));
    REQUIRE_FALSE(fits(map, *why.place, widest + 1));
  }
  REQUIRE(gaps > 50);
}

TEST_CASE("links join islands, and those of one way are blamed") {
  TileMap map = ascii_map("..#..\n..#..");
  const auto text = [&](Tile from, Tile to) { return explained(map, wide(1), from, to).text; };
  REQUIRE(text({0, 0}, {4, 0}).find("different islands") != std::string::npos);
  REQUIRE(map.set_links({{"", {1, 1}, {3, 1}, kCostScale, LinkDirection::one_way}}).has_value());
  CHECK(text({0, 0}, {4, 0}) == "There is a path.");
  CHECK(text({4, 0}, {0, 0}) == "The links between start and goal lead the other way only.");
  REQUIRE(map.set_links({{"", {1, 1}, {3, 1}}}).has_value());
  CHECK(text({4, 0}, {0, 0}) == "There is a path.");
}

}  // namespace portolan::test
