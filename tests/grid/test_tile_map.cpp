// SPDX-License-Identifier: BSL-1.0
// What TileMap::create takes and refuses.
#include "portolan/grid/tile_map.hpp"
#include "support/ascii.hpp"

#include <string>

#include <catch2/catch.hpp>

using namespace portolan;
using portolan::test::ascii_map;

namespace {

const std::vector<Terrain> kPalette{{"floor", kCostScale}, {"wall", 0}};

Error error_of(std::int32_t width, std::int32_t height, std::vector<Terrain> palette, std::vector<TerrainId> tiles) {
  const auto map = TileMap::create(width, height, std::move(palette), std::move(tiles));
  REQUIRE_FALSE(map.has_value());
  CHECK(map.error().message.find('\n') == std::string::npos);
  CHECK_FALSE(map.error().message.empty());
  return map.error();
}

}  // namespace

TEST_CASE("a map keeps its tiles row by row") {
  const auto map = TileMap::create(3, 2, kPalette, {0, 1, 0, 1, 1, 0});
  REQUIRE(map.has_value());
  CHECK(map->width() == 3);
  CHECK(map->height() == 2);
  CHECK(map->bounds() == Rect{{0, 0}, {3, 2}});
  CHECK(map->terrain({1, 0}) == 1);
  CHECK(map->terrain({2, 0}) == 0);
  CHECK(map->terrain({0, 1}) == 1);
  CHECK(map->palette().size() == 2);
  CHECK(map->palette()[1] == Terrain{"wall", 0});
  CHECK(map->tiles().size() == 6);
}

TEST_CASE("a map has 1 to 2^20 tiles a side") {
  CHECK(error_of(0, 5, kPalette, {}).code == ErrorCode::limit);
  CHECK(error_of(5, 0, kPalette, {}).code == ErrorCode::limit);
  CHECK(error_of(-3, 2, kPalette, {}).code == ErrorCode::limit);
  CHECK(error_of(kMaxSide + 1, 1, kPalette, std::vector<TerrainId>(kMaxSide + 1)).code == ErrorCode::limit);
  CHECK(error_of(1, kMaxSide + 1, kPalette, std::vector<TerrainId>(kMaxSide + 1)).code == ErrorCode::limit);
  CHECK(TileMap::create(kMaxSide, 1, kPalette, std::vector<TerrainId>(kMaxSide)).has_value());
  CHECK(TileMap::create(1, kMaxSide, kPalette, std::vector<TerrainId>(kMaxSide)).has_value());
}

TEST_CASE("a map needs as many tiles as it says") {
  CHECK(error_of(3, 2, kPalette, std::vector<TerrainId>(5)).code == ErrorCode::syntax);
  CHECK(error_of(3, 2, kPalette, std::vector<TerrainId>(7)).code == ErrorCode::syntax);
  CHECK(error_of(kMaxSide, kMaxSide, kPalette, {0}).code == ErrorCode::syntax);
}

TEST_CASE("a palette has 1 to 255 terrains") {
  CHECK(error_of(1, 1, {}, {0}).code == ErrorCode::limit);
  std::vector<Terrain> palette;
  for (std::size_t i = 0; i < kMaxTerrains; ++i) palette.push_back({std::to_string(i), kCostScale});
  CHECK(TileMap::create(1, 1, palette, {254}).has_value());
  CHECK(error_of(1, 1, palette, {255}).code == ErrorCode::syntax);
  palette.push_back({"one too many", kCostScale});
  CHECK(error_of(1, 1, palette, {0}).code == ErrorCode::limit);
}

TEST_CASE("terrains have distinct names of 1 to 255 bytes") {
  CHECK(error_of(1, 1, {{"", 1}}, {0}).code == ErrorCode::syntax);
  CHECK(error_of(1, 1, {{std::string(256, 'n'), 1}}, {0}).code == ErrorCode::syntax);
  CHECK(TileMap::create(1, 1, {{std::string(255, 'n'), 1}}, {0}).has_value());
  const Error twice = error_of(1, 1, {{"mud", 1}, {"mud", 2}}, {0});
  CHECK(twice.code == ErrorCode::syntax);
  CHECK_THAT(twice.message, Catch::Contains("mud"));
}

TEST_CASE("a terrain costs at most 10^5") {
  CHECK(TileMap::create(1, 1, {{"dear", kMaxTerrainCost}}, {0}).has_value());
  const Error error = error_of(1, 1, {{"dear", kMaxTerrainCost + 1}}, {0});
  CHECK(error.code == ErrorCode::limit);
  CHECK_THAT(error.message, Catch::Contains("dear"));
}

TEST_CASE("every tile's terrain is in the palette") {
  CHECK(error_of(2, 1, kPalette, {0, 2}).code == ErrorCode::syntax);
  CHECK(error_of(2, 1, kPalette, {kNoTerrain, 0}).code == ErrorCode::syntax);
}
