// SPDX-License-Identifier: BSL-1.0
// Walls and cliffs in Tiled maps: which edges their lines are, in both forms, and what is said of wrong ones.
#include "formats/tiled_object_support.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace portolan::test {
namespace {

/// A line, polygon or rectangle of a class; corners in pixels, 16 to a tile.
DrawnObject drawn(std::string type, std::string shape, std::string x, std::string y, std::string corners,
                  std::vector<std::pair<std::string, std::string>> properties = {}) {
  return {.id = 3,
          .name = "fence",
          .type = std::move(type),
          .x = std::move(x),
          .y = std::move(y),
          .shape = std::move(shape),
          .corners = std::move(corners),
          .properties = std::move(properties)};
}

DrawnObjectMap map_with(DrawnObject object) {
  DrawnObjectMap map;
  map.layers.push_back({.objects = {std::move(object)}});
  return map;
}

Result<TiledTiles> read(const DrawnObjectMap& map, TiledForm form) {
  return parse_tiled(object_map_text(map, form), "m.tmx", {}, no_file);
}

std::vector<Move> sorted(std::span<const Move> moves) {
  std::vector<Move> all(moves.begin(), moves.end());
  std::sort(all.begin(), all.end(), [](const Move& a, const Move& b) {
    return std::tuple(a.from.y, a.from.x, a.to.y, a.to.x) < std::tuple(b.from.y, b.from.x, b.to.y, b.to.x);
  });
  return all;
}

/// The moves of a map, the same in both forms.
std::vector<Move> moves_of(const DrawnObjectMap& map) {
  std::vector<std::vector<Move>> forms;
  for (const TiledForm form : {TiledForm::xml, TiledForm::json}) {
    const auto tiles = read(map, form);
    if (!tiles) FAIL(tiles.error().message);
    forms.push_back(sorted(tiles->terrain.moves()));
  }
  REQUIRE(forms[0] == forms[1]);
  return forms[0];
}

std::string error_of(const DrawnObjectMap& map) {
  return failure(read(map, TiledForm::xml), ErrorCode::syntax);
}

TEST_CASE("a wall is a move both ways over every edge that it lies on") {
  // Down between the columns 1 and 2 from row 0 on, then right below row 2.
  const std::vector<Move> moves =
      moves_of(map_with(drawn("wall", "polyline", "32", "0", "0,0 0,48 32,48", {{"cost", "2.5"}})));
  REQUIRE(moves.size() == 5);
  for (const Move& move : moves) {
    CHECK(move.cost == 25'000);
    CHECK(move.direction == LinkDirection::both);
  }
  for (std::int32_t y = 0; y < 3; ++y) {
    CHECK(std::find(moves.begin(), moves.end(), Move{{1, y}, {2, y}, 25'000}) != moves.end());
  }
  for (std::int32_t x = 2; x < 4; ++x) {
    CHECK(std::find(moves.begin(), moves.end(), Move{{x, 3}, {x, 2}, 25'000}) != moves.end());
  }
}

TEST_CASE("a cliff is climbed from its left down to its right, and not back") {
  // Drawn to the right: up is to the north.
  CHECK(moves_of(map_with(drawn("cliff", "polyline", "16", "32", "0,0 32,0"))) ==
        std::vector<Move>{{{1, 2}, {1, 1}, kBlockedMove, LinkDirection::one_way},
                          {{2, 2}, {2, 1}, kBlockedMove, LinkDirection::one_way}});
  CHECK(moves_of(map_with(drawn("cliff", "polyline", "48", "32", "0,0 -32,0", {{"cost", "1"}}))) ==
        std::vector<Move>{{{1, 1}, {1, 2}, 10'000, LinkDirection::one_way},
                          {{2, 1}, {2, 2}, 10'000, LinkDirection::one_way}});
  // Down: up is to the east.
  CHECK(moves_of(map_with(drawn("cliff", "polyline", "16", "16", "0,0 0,16"))) ==
        std::vector<Move>{{{0, 1}, {1, 1}, kBlockedMove, LinkDirection::one_way}});
  CHECK(moves_of(map_with(drawn("cliff", "polyline", "16", "32", "0,0 0,-16"))) ==
        std::vector<Move>{{{1, 1}, {0, 1}, kBlockedMove, LinkDirection::one_way}});
  // A rectangle is a pit of one tile.
  DrawnObjectMap pit;
  pit.layers.push_back({.type = "cliffs", .objects = {rectangle("pit", 2, 3, 1, 1)}});
  const std::vector<Move> moves = moves_of(pit);
  REQUIRE(moves.size() == 4);
  for (const Move& move : moves) CHECK(move.from == Tile{2, 3});
}

TEST_CASE("what lies beyond the map or on its outline is no edge, and lines may lie a little beside it") {
  DrawnObjectMap room;
  room.layers.push_back({.property = "walls", .objects = {rectangle("house", 0, 0, 8, 8)}});
  CHECK(moves_of(room).empty());
  CHECK(moves_of(map_with(drawn("wall", "polyline", "16.9", "-64", "0,0 0,80"))) ==
        std::vector<Move>{{{0, 0}, {1, 0}, kBlockedMove}});
  CHECK(moves_of(map_with(drawn("wall", "polygon", "16", "16", "0,0 16,0 16,16 0,16"))).size() == 4);
}

TEST_CASE("walls that are wrong are named with their place") {
  const std::string start = "m.tmx:5: object layer 'objects': object 'fence' (id 3): ";
  CHECK(error_of(map_with(drawn("wall", "polyline", "16", "16", "0,0 16,16"))) ==
        start + "the side from 1,1 to 2,2 is neither upright nor level");
  CHECK(error_of(map_with(drawn("wall", "polyline", "20", "16", "0,0 0,16"))) ==
        start + "1.25,1.00 is no corner of tiles: snap it to the grid");
  CHECK(error_of(map_with(drawn("cliff", "point", "16", "16", ""))) ==
        start + "walls and cliffs are lines, polygons or rectangles along the edges of tiles");
  CHECK(error_of(map_with(drawn("wall", "polyline", "16", "16", "0,0 0,16", {{"height", "2"}}))) ==
        start + "an unknown property height");
  CHECK(error_of(map_with(drawn("wall", "polyline", "16", "16", "0,0 0,16", {{"cost", "high"}}))) ==
        start + "cost 'high' is neither `blocked` nor a number from 0 with at most 4 decimals");
  DrawnObjectMap many = map_with(drawn("wall", "polyline", "0", "16", "0,0 0,16", {{"cost", "999"}}));
  for (int i = 1; i <= 255; ++i)
    many.layers[0].objects.push_back(drawn("wall", "polyline", "16", "16", "0,0 0,16", {{"cost", std::to_string(i)}}));
  const std::string limit = failure(read(many, TiledForm::xml), ErrorCode::limit);
  CHECK(limit.starts_with("m.tmx:260: object layer 'objects': object 'fence' (id 3): "));
  CHECK(limit.ends_with("moves have more than 254 different costs"));
}

}  // namespace
}  // namespace portolan::test
