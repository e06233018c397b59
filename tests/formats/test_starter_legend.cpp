// SPDX-License-Identifier: BSL-1.0
// Legends to begin with: read again, they leave a map as it was.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/starter_legend.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

using namespace portolan;
using test::failure;
using test::PngColour;

namespace {

/// A map of 3 x 2 tiles with tilesets `set`, of which tile 4 is lava, and `odd "name"`, from tile 11 on.
std::string tiled(const std::string& layers) {
  return "<map width=\"3\" height=\"2\" orientation=\"orthogonal\">\n<tileset firstgid=\"1\" name=\"set\"><tile "
         "id=\"4\">"
         "<properties><property name=\"terrain\" value=\"lava\"/><property name=\"cost\" "
         "value=\"-\"/></properties></tile>"
         "</tileset><tileset firstgid=\"11\" name=\"odd &quot;name&quot;\"/>" +
         layers + "</map>\n";
}

std::string layer(const std::string& name, const std::string& tiles, const std::string& properties = {}) {
  return fmt::format("<layer name=\"{}\" width=\"3\" height=\"2\">{}<data encoding=\"csv\">{}</data></layer>\n", name,
                     properties.empty() ? "" : "<properties>" + properties + "</properties>", tiles);
}

/// The rows behind the comments and the header.
std::string rows_of(const std::string& legend) {
  const auto header = legend.find("\ttiles\n");
  REQUIRE(header != std::string::npos);
  return legend.substr(header + 7);
}

std::string starter(const std::string& map, MapFormat format) {
  const std::vector<MapBytes> maps{{map, "maps/m"}};
  const auto legend = starter_legend(maps, format);
  if (!legend) FAIL(legend.error().message);
  return *legend;
}

std::vector<Terrain> terrains_of(const TileMap& map) {
  std::vector<Terrain> terrains;
  for (const TerrainId id : map.tiles()) terrains.push_back(map.palette()[id]);
  return terrains;
}

/// Reads a map without a legend and with its starter, which nothing may be said against.
void require_same(const std::string& map) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.tmx", map);
  const std::string text = starter(map, MapFormat::tiled);
  const auto legend = folder.write("l.legend", text);
  const auto plain = read_map(path);
  const auto named = read_map(path, {.legend = legend});
  CAPTURE(map, text);
  REQUIRE(plain);
  REQUIRE(named);
  REQUIRE(terrains_of(*plain) == terrains_of(*named));
  REQUIRE(named->remarks().empty());
}

}  // namespace

TEST_CASE("the starter of a picture has a row for each colour, the one of most pixels first") {
  const std::string png = test::png({5, 1, 8, PngColour::grey}, std::vector<unsigned>{255, 0, 128, 255, 127});
  CHECK(rows_of(starter(png, MapFormat::png)) ==
        "#ffffff\tcolour ffffff\t1\t2\n#000000\tcolour 000000\t-\t1\n#7f7f7f\tcolour 7f7f7f\t-\t1\n"
        "#808080\tcolour 808080\t1\t1\n");
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.png", png);
  const auto legend = folder.write("l.legend", starter(png, MapFormat::png));
  const auto plain = read_map(path);
  const auto named = read_map(path, {.legend = legend});
  REQUIRE(named);
  CHECK(named->remarks().empty());
  CHECK(named->palette().size() == 4);
  for (std::int32_t x = 0; x < 5; ++x) {
    CHECK(plain->palette()[plain->terrain({x, 0})].default_cost ==
          named->palette()[named->terrain({x, 0})].default_cost);
  }

  const std::string other = test::png({1, 1, 8, PngColour::grey}, std::vector<unsigned>{9});
  const std::vector<MapBytes> floors{{png, "a"}, {other, "b"}};
  CHECK(rows_of(*starter_legend(floors, MapFormat::png)).find("#090909\tcolour 090909\t-\t1\n") != std::string::npos);
}

TEST_CASE("a picture of more colours than there are terrains has no starter, and text maps have none") {
  std::vector<unsigned> greys(256);
  for (unsigned i = 0; i < greys.size(); ++i) greys[i] = i;
  const std::string png = test::png({256, 1, 8, PngColour::grey}, greys);
  const std::vector<MapBytes> picture{{png, "p"}};
  CHECK(failure(starter_legend(picture, MapFormat::png), ErrorCode::limit).starts_with("p: more than 255 colours"));
  greys.pop_back();
  const std::string fewer = test::png({255, 1, 8, PngColour::grey}, greys);
  CHECK(starter_legend(std::vector<MapBytes>{{fewer, "p"}}, MapFormat::png));
  const std::vector<MapBytes> text{{"type octile\n", "t"}};
  CHECK(failure(starter_legend(text, MapFormat::movingai), ErrorCode::usage) ==
        "t: neither a picture nor a Tiled map, so that no legend applies");
  const std::vector<MapBytes> broken{{"<map/>", "m"}};
  CHECK(failure(starter_legend(broken, MapFormat::tiled), ErrorCode::unsupported).starts_with("m:1: "));
}

TEST_CASE("the starter of a Tiled map has rows for tiles that nothing tells of, and for names else") {
  // Tile 1 lies in two layers, tile 5 says what it is.
  const std::string map = tiled(layer("Ground", "1,2,2,0,5,2") + layer("Up", "1,0,0,0,0,12") +
                                layer("Sea", "3,0,0,0,0,0", "<property name=\"cost\" value=\"2.5\"/>") +
                                layer("none", "4,4,4,4,4,4", "<property name=\"terrain\" value=\"\"/>"));
  CHECK(rows_of(starter(map, MapFormat::tiled)) ==
        "Ground\tGround\t1\t1\nSea\tSea\t2.5\t1\nUp\tUp\t1\t1\nlava\tlava\t-\t1\nempty\tempty\t-\n"
        "\"odd \"\"name\"\":1\"\tUp\t1\t1\nset:1\tGround\t1\t3\n");
  require_same(map);
}

TEST_CASE("the starter of a damaged map is refused in a line, or can be read wherever the map can") {
  test::Rng rng(5);
  const std::string good = tiled(layer("Ground", "1,2,2,0,5,2") + layer("Up", "1,0,0,0,0,12"));
  const test::TemporaryFolder folder;
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::string map = test::mutated(good, rng);
    const std::vector<MapBytes> maps{{map, "maps/m"}};
    const auto legend = starter_legend(maps, MapFormat::tiled, test::no_file);
    if (!legend) {
      ++refused;
      REQUIRE(legend.error().message.find('\n') == std::string::npos);
      continue;
    }
    if (!parse_map(map, folder.path() / "m", {.read = test::no_file})) continue;
    const auto path = folder.write("l.legend", *legend);
    const auto named = parse_map(map, folder.path() / "m", {.legend = path});
    CAPTURE(map, *legend);
    REQUIRE(named);
  }
  CHECK(refused > 100);
  const std::string broken = tiled(layer("a&#10;b", "1,1,1,1,1,1"));
  const std::vector<MapBytes> lines{{broken, "m"}};
  CHECK(failure(starter_legend(lines, MapFormat::tiled), ErrorCode::unsupported).ends_with("cannot stand in a legend"));
}

TEST_CASE("with their starters random Tiled maps are what they were without") {
  test::Rng rng(11);
  for (int round = 0; round < 200; ++round) {
    std::string layers;
    for (int i = 1 + rng.below(4); i > 0; --i) {
      std::string tiles;
      for (int tile = 0; tile < 6; ++tile) tiles += fmt::format("{}{}", tile == 0 ? "" : ",", rng.below(14));
      const int kind = rng.below(4);
      const std::string names[] = {"Ground", "lava", "empty", "// Up"};
      layers += layer(names[rng.below(4)], tiles,
                      kind == 0 ? fmt::format("<property name=\"terrain\" value=\"t{}\"/>", rng.below(2)) : "");
    }
    const std::string map = tiled(layers);
    const test::TemporaryFolder folder;
    // Maps that are wrong in themselves, such as `empty` at two costs, have no plain form to compare with.
    if (!read_map(folder.write("m.tmx", map))) continue;
    require_same(map);
  }
}
