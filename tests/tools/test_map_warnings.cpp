// SPDX-License-Identifier: BSL-1.0
// What build and check say about maps that became something else than their authors meant, as a person runs them.
#include "formats/png_writer.hpp"
#include "tools/command_support.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::PngColour;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;

class Maps : public CommandFolder {
 public:
  /// The lines on stderr, without the folder.
  [[nodiscard]] std::string said(const Ran& ran) const {
    std::string text = ran.err;
    const std::string folder = path().string() + "/";
    for (std::size_t at = 0; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
    return text;
  }
  /// What `build` and `check` both say with the same arguments, and count.
  [[nodiscard]] std::string warnings(const std::string& arguments) const {
    const Ran checked = run(*this, "check " + arguments);
    INFO(checked.out << checked.err);
    REQUIRE(checked.code == 0);
    const Ran built = run(*this, "build " + arguments + " -o " + *this / "o.pnav" + " --json");
    REQUIRE(built.code == 0);
    REQUIRE(built.err == checked.err);
    const auto lines = std::count(checked.err.begin(), checked.err.end(), '\n');
    REQUIRE(Json::parse(built.out)["warnings"] == lines);
    REQUIRE(checked.out.find(fmt::format("{} warning{}\n", lines, lines == 1 ? "" : "s")) != std::string::npos);
    return said(checked);
  }
};

std::string movingai(const std::string& rows, int width, int height) {
  return fmt::format("type octile\nheight {}\nwidth {}\nmap\n{}", height, width, rows);
}

/// A map as the examples of Tiled are: tiles in layers, and no property that says what they are.
std::string tmx(const std::vector<std::string>& layers, const std::string& tileset = {}) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" width=\"4\" height=\"2\" "
      "tilewidth=\"32\" tileheight=\"32\">\n<tileset firstgid=\"1\" name=\"desert\" tilecount=\"48\">" +
      tileset + "</tileset>\n";
  for (const std::string& layer : layers) {
    text += fmt::format(
        "<layer name=\"{}\" width=\"4\" height=\"2\"><data encoding=\"csv\">1,2,3,4,5,6,7,8</data></layer>\n", layer);
  }
  return text + "</map>\n";
}

std::string tmj() {
  return R"({"type": "map", "orientation": "orthogonal", "width": 4, "height": 2, "tilewidth": 32, "tileheight": 32,
 "tilesets": [{"firstgid": 1, "name": "desert"}],
 "layers": [{"type": "tilelayer", "name": "Ground", "width": 4, "height": 2, "data": [1, 2, 3, 4, 5, 6, 7, 8]}]})";
}

std::string silent(const std::string& place, const std::string& name) {
  return fmt::format(
      "warning: {}: layer '{}': no property 'terrain' says what its tiles are: they are terrain '{}' at cost 1\n",
      place, name, name);
}

const std::string kOpen = "type octile\nheight 2\nwidth 4\nmap\n....\n....\n";

}  // namespace

TEST_CASE("Tiled maps without a property that tells terrain are warned of, layer by layer, XML and JSON") {
  const Maps maps;
  maps.write("desert.tmx", tmx({"Ground", "Plants"}));
  CHECK(maps.warnings(maps / "desert.tmx") == silent("desert.tmx:4", "Ground") + silent("desert.tmx:5", "Plants") +
                                                  "warning: desert.tmx: profile 'default': nothing is impassable\n");
  maps.write("desert.tmj", tmj());
  CHECK(maps.warnings(maps / "desert.tmj") ==
        silent("desert.tmj:3", "Ground") + "warning: desert.tmj: profile 'default': nothing is impassable\n");
  // What a profile prices by the layer's name is meant.
  maps.write("p.json", R"({"name": "camel", "terrain": {"Ground": 1, "Plants": null}})");
  maps.write("two.tmx", tmx({"Plants", "Ground"}));
  CHECK(maps.warnings(maps / "two.tmx" + " --profile " + maps / "p.json") ==
        "warning: two.tmx: profile 'camel': nothing is impassable\n");
  maps.write("said.tmx", tmx({"Ground"},
                             "<tile id=\"0\"><properties><property name=\"terrain\" value=\"rock\"/><property "
                             "name=\"cost\" value=\"-\"/></properties></tile>"));
  CHECK(maps.warnings(maps / "said.tmx") == silent("said.tmx:4", "Ground"));
  maps.write("l.legend", "desert:0\trock\t-\ndesert:*\tsand\t2\ndesert:60\tmud\t3\n");
  CHECK(maps.warnings(maps / "desert.tmx" + " --legend " + maps / "l.legend") ==
        "warning: l.legend:3: 'desert:60' matches nothing in desert.tmx\n");
}

TEST_CASE("hexagonal maps of Tiled without a property that tells terrain are warned of") {
  const Maps maps;
  maps.write("hex.tmx",
             "<map orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\" width=\"2\" height=\"2\" "
             "tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\"/>\n<layer name=\"Ground\" "
             "width=\"2\" height=\"2\"><data encoding=\"csv\">1,1,1,1</data></layer></map>\n");
  CHECK(maps.warnings(maps / "hex.tmx") == silent("hex.tmx:2", "Ground"));
}

TEST_CASE("pictures without a legend, and legends with rows that match nothing, are warned of") {
  const Maps maps;
  std::vector<unsigned> greys;
  for (unsigned i = 0; i < 100; ++i) greys.push_back(i * 2 + 28);
  maps.write("town.png", portolan::test::png({10, 10, 8, PngColour::grey}, greys));
  CHECK(maps.warnings(maps / "town.png") ==
        "warning: town.png: more than 4 colours and no legend: what is light is open, what is dark is wall\n");
  std::string legend = "// greys\n";
  for (unsigned i = 0; i < 100; ++i) legend += fmt::format("{}\tgrey\t1\n", i * 2 + 28);
  maps.write("town.legend", legend + "7\twater\t-\n");
  CHECK(maps.warnings(maps / "town.png") ==
        "warning: town.legend:102: '7' matches nothing in town.png\n"
        "warning: town.png: profile 'default': nothing is impassable\n");
  maps.write("keep.txt", "portolan ascii 1\n. grass 1\n~ moat -\n+ door -\nmap\n..~\n");
  CHECK(maps.warnings(maps / "keep.txt") == "warning: keep.txt:4: '+' matches nothing in keep.txt\n");
}

TEST_CASE("maps on which nothing or nearly everything is impassable are warned of, for each profile") {
  const Maps maps;
  maps.write("plain.map", kOpen);
  CHECK(maps.warnings(maps / "plain.map") == "warning: plain.map: profile 'default': nothing is impassable\n");
  std::string rows;
  for (int y = 0; y < 20; ++y) rows += y == 3 ? "@@@@@@@.@@.@@.@@@@@@\n" : "@@@@@@@@@@@@@@@@@@@@\n";
  maps.write("rock.map", movingai(rows, 20, 20));
  CHECK(maps.warnings(maps / "rock.map") == "warning: rock.map: profile 'default': can stand on 3 of 400 tiles\n");
  maps.write("movers.json",
             R"([{"name": "mole", "terrain": {"@": 1}}, {"name": "ghost", "terrain": {".": 1, "@": 1}},
                 {"name": "giant", "footprint": 2}, {"name": "ship", "terrain": {"W": 1}}])");
  CHECK(maps.warnings(maps / "rock.map" + " --profile " + maps / "movers.json") ==
        "warning: rock.map: profile 'ghost': nothing is impassable\n"
        "warning: rock.map: profile 'giant': can stand nowhere with footprint 2\n"
        "warning: rock.map: profile 'ship' prices terrains that the map lacks: 'W'\n"
        "warning: rock.map: profile 'ship': can stand nowhere\n");
}

TEST_CASE("profiles that price a terrain which the map lacks are warned of by build and check") {
  const Maps maps;
  maps.write("m.txt", "portolan ascii 1\n. grass 1\n~ swamp 2\n# rock -\nmap\n.~#\n");
  maps.write("p.json", R"({"name": "infantry", "terrain": {"grass": 1, "swmap": 3}})");
  CHECK(maps.warnings(maps / "m.txt" + " --profile " + maps / "p.json") ==
        "warning: m.txt: no profile prices 'swamp' (1 tile, at 1,0): impassable for all of them; price it in a "
        "profile, or "
        "list it there as null\n"
        "warning: m.txt: profile 'infantry' prices terrains that the map lacks: 'swmap' (did you mean 'swamp'?)\n");
}

TEST_CASE("check tells of many tiny islands and of object layers that are passed over, with what to do about them") {
  const Maps maps;
  std::string rows;
  for (int row = 0; row < 10; ++row) rows += row % 2 == 0 ? ".@.@\n" : "@@@@\n";
  maps.write("crumbs.map", movingai(rows, 4, 10));
  const Ran crumbs = run(maps, "check " + maps / "crumbs.map");
  CHECK(crumbs.code == 0);
  CHECK(maps.said(crumbs) ==
        "warning: crumbs.map: profile 'default': 10 of 10 islands have fewer than 10 tiles, the first at 0,0: no path "
        "leads to or from them; open a gap as wide as the mover, or close them on the map\n");
  CHECK(crumbs.out.ends_with("1 warning\n"));

  std::string text = tmx({"Ground"},
                         "<tile id=\"0\"><properties><property name=\"terrain\" value=\"x\"/>"
                         "</properties></tile>");
  text.insert(text.find("</map>"), "<objectgroup name=\"spawns\"><object id=\"1\" x=\"0\" y=\"0\"/></objectgroup>\n");
  maps.write("spawns.tmx", text);
  const Ran spawns = run(maps, "check " + maps / "spawns.tmx");
  CHECK(spawns.code == 0);
  CHECK(spawns.out.find("note:") == std::string::npos);
  CHECK(
      maps.said(spawns).ends_with("warning: spawns.tmx:5: object layer 'spawns' is passed over: no class says what it "
                                  "means; to use it, give it the "
                                  "class areas, links, places, tile_links, waypoints, walls or cliffs\n"));
  CHECK(spawns.out.ends_with("3 warnings\n"));
}

TEST_CASE("check takes every kind of map: floors, links, areas, a stated format, and says what is wrong") {
  const Maps maps;
  maps.write("a.map", movingai("..@.\n....\n", 4, 2));
  maps.write("b.map", movingai("....\n@...\n", 4, 2));
  maps.write("l.tsv", "from\tto\tcost\n0,0,0\t0,0,1\t2\n");
  const Ran house = run(maps, "check " + maps / "a.map" + " " + maps / "b.map" + " --links " + maps / "l.tsv");
  CHECK(house.code == 0);
  CHECK(house.err.empty());
  CHECK(house.out.find("a.map: movingai, 4 x 2 tiles on 2 floors, 3 terrains, 1 link, 0 warnings\n") !=
        std::string::npos);
  const Ran stated = run(maps, "check " + maps / "a.map" + " --format movingai");
  CHECK(stated.code == 0);
  CHECK(stated.out.find("a.map: movingai, 4 x 2 tiles, 2 terrains, 0 links, 0 warnings\n") != std::string::npos);

  maps.write("r.json",
             "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n{\"name\": \"A\", \"rects\": [[0, 0, 4, 2]]}]}");
  const Ran drawn = run(maps, "check " + maps / "a.map" + " --areas " + maps / "r.json");
  CHECK(drawn.code == 0);
  CHECK(drawn.out.find("r.json: 1 area, 0 arcs, 0 errors") != std::string::npos);
  maps.write("bad.json",
             "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n{\"name\": \"A\", \"rects\": [[0, 0, 4, 2]]},"
             "\n{\"name\": \"A\", \"rects\": [[0, 0, 4, 2]]}]}");
  CHECK(run(maps, "check " + maps / "a.map" + " --areas " + maps / "bad.json").code == 1);

  require_bad_input(run(maps, "check " + maps / "a.map" + " " + maps / "l.tsv"), "l.tsv: not a map in a known format");
  require_bad_input(run(maps, "check " + maps / "a.map" + " --links " + maps / "none.tsv"), "none.tsv: cannot read");
  require_bad_input(run(maps, "check " + maps / "a.map" + " --format png"), "a.map: Not a PNG file");
  require_bad_input(run(maps, "check " + maps / "a.map" + " --legend " + maps / "l.tsv"), "no legend applies");
  maps.write("broken.map", movingai("..@.\n..\n", 4, 2));
  require_bad_input(run(maps, "check " + maps / "broken.map"), "broken.map:6");
  maps.write("odd.txt", "hello\n");
  require_bad_input(run(maps, "check " + maps / "odd.txt"), "odd.txt: neither a map");
  // A table is a board, also if its first column is called so.
  maps.write("b.tsv", "type_from\tto\tcost\nx\ty\t1\n");
  maps.write("t.tsv", "from\tto\tcost\nx\ty\t1\n");
  require_bad_input(run(maps, "check " + maps / "t.tsv" + " " + maps / "a.map"), "floors are for tile maps");
  CHECK(run(maps, "check " + maps / "b.tsv").err.find("type octile") == std::string::npos);
}

TEST_CASE("text info lists the terrains with their tiles, and what they cost each profile") {
  const Maps maps;
  maps.write("m.txt", "portolan ascii 1\n. grass 1\n~ swamp 2\n# rock -\n: road 0.5\nmap\n..~#\n..~~\n");
  maps.write("p.json", R"([{"name": "infantry", "terrain": {"grass": 1.25, "swamp": 3, "road": 0.75}},
                          {"name": "default"}, {"name": "fish", "terrain": {"swamp": 1}}])");
  REQUIRE(run(maps, "build " + maps / "m.txt" + " --profile " + maps / "p.json" + " -o " + maps / "m.pnav").code == 0);
  const Ran info = run(maps, "info " + maps / "m.pnav");
  REQUIRE(info.code == 0);
  CHECK(
      info.out.find("terrain grass: 4 tiles\nterrain swamp: 3 tiles\nterrain rock: 1 tile\nterrain road: 0 tiles\n") !=
      std::string::npos);
  CHECK(info.out.find("  costs: grass 1.25, swamp 3, road 0.75; impassable: rock\n") != std::string::npos);
  CHECK(info.out.find("  costs: grass 1, swamp 2, road 0.5; impassable: rock\n") != std::string::npos);
  CHECK(info.out.find("  costs: swamp 1; impassable: grass, rock, road\n") != std::string::npos);
  const Json report = Json::parse(run(maps, "info " + maps / "m.pnav" + " --json").out);
  CHECK(report["terrains"] == Json::parse(R"([{"name": "grass", "tiles": 4}, {"name": "swamp", "tiles": 3},
                                              {"name": "rock", "tiles": 1}, {"name": "road", "tiles": 0}])"));
}
