// SPDX-License-Identifier: BSL-1.0
// Boards from maps of hexagons: neighbours against the distances of what Tiled draws, in every form.
#include "formats/board_support.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

using namespace portolan;
using test::Rng;
using test::TemporaryFolder;
using test::Texts;

namespace {

/// A map of two terrains and holes, with the coordinates that it has in Tiled.
struct HexMap {
  std::string orientation = "hexagonal";
  char axis = 'y';
  bool odd = true;
  int tile_width = 14;
  int tile_height = 12;
  int side = 6;
  int width = 1;
  int height = 1;
  Tile origin;  ///< of the only chunk; 0,0 if there are none
  bool infinite = false;
  std::vector<int> gids;

  [[nodiscard]] int gid(Tile t) const { return gids[static_cast<std::size_t>(t.y * width + t.x)]; }
  /// Twice the pixels of a tile's middle, by its coordinates in Tiled.
  [[nodiscard]] std::pair<int, int> middle(Tile t) const {
    const Tile tiled{t.x + origin.x, t.y + origin.y};
    const int line = axis == 'y' ? tiled.y : tiled.x;
    const bool shifted = (line % 2 != 0) == odd;
    if (axis == 'y') {
      return {2 * tile_width * tiled.x + tile_width + (shifted ? tile_width : 0),
              (tile_height + side) * tiled.y + tile_height};
    }
    return {(tile_width + side) * tiled.x + tile_width,
            2 * tile_height * tiled.y + tile_height + (shifted ? tile_height : 0)};
  }
  /// Whether two tiles touch: their middles lie apart as those of neighbours do.
  [[nodiscard]] bool touch(Tile a, Tile b) const {
    const int dx = std::abs(middle(a).first - middle(b).first);
    const int dy = std::abs(middle(a).second - middle(b).second);
    const std::pair apart(dx, dy);
    if (axis == 'y') return apart == std::pair(2 * tile_width, 0) || apart == std::pair(tile_width, tile_height + side);
    return apart == std::pair(0, 2 * tile_height) || apart == std::pair(tile_width + side, tile_height);
  }

  [[nodiscard]] std::string csv() const {
    std::string text;
    for (const int gid : gids) text += (text.empty() ? "" : ",") + std::to_string(gid);
    return text;
  }
  [[nodiscard]] std::string xml() const {
    const std::string area = fmt::format(R"(width="{}" height="{}")", width, height);
    const std::string chunk =
        infinite ? fmt::format(R"(<chunk x="{}" y="{}" {}>{}</chunk>)", origin.x, origin.y, area, csv()) : csv();
    return fmt::format(
        R"(<map orientation="{}" {} infinite="{}" tilewidth="{}" tileheight="{}" hexsidelength="{}" staggeraxis="{}" )"
        R"(staggerindex="{}"><tileset firstgid="1" name="t"><tile id="0"><properties><property name="terrain" )"
        R"(value="grass"/></properties></tile><tile id="1"><properties><property name="terrain" value="hill"/>)"
        R"(<property name="cost" value="2.5"/></properties></tile></tileset><layer name="ground" {}>)"
        R"(<data encoding="csv">{}</data></layer></map>)",
        orientation, area, infinite ? 1 : 0, tile_width, tile_height, side, axis, odd ? "odd" : "even", area, chunk);
  }
  [[nodiscard]] std::string json() const {
    const std::string data = infinite
                                 ? fmt::format(R"("chunks":[{{"x":{},"y":{},"width":{},"height":{},"data":[{}]}}])",
                                               origin.x, origin.y, width, height, csv())
                                 : fmt::format("\"data\":[{}]", csv());
    return fmt::format(
        R"({{"type":"map","orientation":"{}","width":{},"height":{},"infinite":{},"tilewidth":{},"tileheight":{},)"
        R"("hexsidelength":{},"staggeraxis":"{}","staggerindex":"{}","tilesets":[{{"firstgid":1,"name":"t","tiles":)"
        R"([{{"id":0,"properties":[{{"name":"terrain","type":"string","value":"grass"}}]}},{{"id":1,"properties":)"
        R"([{{"name":"terrain","type":"string","value":"hill"}},{{"name":"cost","type":"float","value":2.5}}]}}]}}],)"
        R"("layers":[{{"type":"tilelayer","name":"ground","width":{},"height":{},{}}}]}})",
        orientation, width, height, infinite, tile_width, tile_height, side, axis, odd ? "odd" : "even", width, height,
        data);
  }
};

HexMap random_hexagons(Rng& rng) {
  HexMap map;
  if (rng.percent(30)) {
    map.orientation = "staggered";
    map.side = 0;
  }
  map.axis = rng.percent(50) ? 'x' : 'y';
  map.odd = rng.percent(50);
  map.tile_width = rng.between(1, 40);
  map.tile_height = rng.between(1, 40);
  map.width = rng.between(1, 12);
  map.height = rng.between(1, 12);
  map.infinite = rng.percent(50);
  if (map.infinite) map.origin = {rng.between(-9, 9), rng.between(-9, 9)};
  for (int i = 0; i < map.width * map.height; ++i) map.gids.push_back(rng.between(0, 2));
  map.gids.back() = 1;  // a board has places
  return map;
}

/// "x,y>x,y cost" for every arc, as the drawing has them.
std::set<std::string> expected_arcs(const HexMap& map) {
  constexpr const char* kCosts[] = {"1", "1.75", "2.5"};
  std::set<std::string> arcs;
  for (int a = 0; a < map.width * map.height; ++a) {
    for (int b = 0; b < map.width * map.height; ++b) {
      const Tile from{a % map.width, a / map.width};
      const Tile to{b % map.width, b / map.width};
      if (map.gid(from) == 0 || map.gid(to) == 0 || !map.touch(from, to)) continue;
      arcs.insert(fmt::format("{},{}>{},{} {}", from.x, from.y, to.x, to.y, kCosts[map.gid(from) + map.gid(to) - 2]));
    }
  }
  return arcs;
}

Result<BoardSource> read(const std::string& text, BoardFormat format = BoardFormat::automatic) {
  return parse_board(text, "maps/a.tmx", {.format = format});
}

TEST_CASE("tiles of hexagonal and staggered maps are joined where Tiled draws them side by side", "[heavy]") {
  Rng rng(81);
  std::size_t arcs = 0;
  for (int round = 0; round < 1500; ++round) {
    const HexMap map = random_hexagons(rng);
    for (const std::string& text : {map.xml(), map.json()}) {
      CAPTURE(text);
      const auto source = read(text);
      REQUIRE(source.has_value());
      REQUIRE(source->format == BoardFormat::tiled);
      REQUIRE(test::errors(source->draft).empty());
      const Texts made = test::arcs_of(source->draft);
      const std::set<std::string> expected = expected_arcs(map);
      REQUIRE(made.size() == expected.size());
      REQUIRE(std::set<std::string>(made.begin(), made.end()) == expected);
      arcs += made.size();

      // Positions lie apart as the middles do, and tags are terrains.
      std::optional<std::pair<double, double>> offset;
      for (const DraftNode& node : source->draft.nodes) {
        const std::size_t comma = node.name.find(',');
        const Tile t{std::stoi(node.name.substr(0, comma)), std::stoi(node.name.substr(comma + 1))};
        REQUIRE(node.tags == Texts{map.gid(t) == 1 ? "grass" : "hill"});
        const std::pair<double, double> from_drawing{std::stod(to_text(node.position->x)) - map.middle(t).first / 2.0,
                                                     std::stod(to_text(node.position->y)) - map.middle(t).second / 2.0};
        if (!offset) offset = from_drawing;
        REQUIRE(from_drawing == *offset);
        if (!map.infinite) REQUIRE(from_drawing == std::pair(0.0, 0.0));
      }
    }
  }
  REQUIRE(arcs > 50'000);
}

TEST_CASE("what is wrong with a map of hexagons is named, and squares and hexagons are not confused") {
  HexMap map;
  map.gids = {1};
  const std::string good = map.xml();
  REQUIRE(read(good).has_value());
  const auto fault = [&](std::string_view old, std::string_view fresh) {
    const auto source = read(test::with(good, old, fresh));
    REQUIRE_FALSE(source.has_value());
    return source.error().message;
  };
  CHECK(fault("staggeraxis=\"y\"", "") == "maps/a.tmx:1: map: staggeraxis '' is neither x nor y");
  CHECK(fault("staggerindex=\"odd\"", "staggerindex=\"1\"") ==
        "maps/a.tmx:1: map: staggerindex '1' is neither odd nor even");
  CHECK(fault("tilewidth=\"14\"", "tilewidth=\"0\"") ==
        "maps/a.tmx:1: map: tilewidth '0' is not a whole number from 1 to 65536");
  CHECK(fault("hexsidelength=\"6\"", "hexsidelength=\"-1\"") ==
        "maps/a.tmx:1: map: hexsidelength '-1' is not a whole number from 0 to 65536");

  const auto as_map = parse_map(good, "maps/a.tmx");
  REQUIRE_FALSE(as_map.has_value());
  CHECK(as_map.error().code == ErrorCode::unsupported);
  CHECK(as_map.error().message == "maps/a.tmx: its tiles are no grid of squares: it makes a board, not a tile map");
  const auto as_board = read(test::with(good, "hexagonal", "orthogonal"), BoardFormat::tiled);
  REQUIRE_FALSE(as_board.has_value());
  CHECK(as_board.error().message == "maps/a.tmx: its tiles are a grid of squares: it makes a tile map, not a board");
}

TEST_CASE("a legend prices hexagons, and boards of other formats take none") {
  const TemporaryFolder folder;
  HexMap map;
  map.width = 2;
  map.gids = {1, 2};
  const auto path = folder.write("a.tmx", map.xml());
  const auto legend = folder.write("b.legend", "grass\tmeadow\t3\nhill\tridge\t4\n");
  const auto source = read_board(path, {.legend = legend});
  REQUIRE(source.has_value());
  REQUIRE(test::arcs_of(source->draft) == Texts{"1,0>0,0 3.5", "0,0>1,0 3.5"});
  const auto table = folder.write("c.tsv", "A\tB\n");
  const auto refused = read_board(table, {.legend = legend});
  REQUIRE_FALSE(refused.has_value());
  REQUIRE(refused.error().code == ErrorCode::usage);
}

}  // namespace
