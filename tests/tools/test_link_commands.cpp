// SPDX-License-Identifier: BSL-1.0
// The `portolan` command with floors and links: made, built, asked, checked, refused.
#include "tools/command_support.hpp"

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

namespace {

const std::string kFloor = "type octile\nheight 3\nwidth 9\nmap\n....@....\n....@....\n....@....\n";

class House : public CommandFolder {
 public:
  House() {
    write("a.map", kFloor);
    write("b.map", kFloor);
    write("l.tsv",
          "from\tto\tcost\tone_way\tname\n0,0\t0,0,1\t2\t\tstairs\n3,2,1\t5,2,1\t1.5\tyes\tleap\n8,0,1\t8,0,"
          "0\t1\t\tladder\n");
    REQUIRE(run(*this, "build " + a + " " + b + " --links " + links + " --index ch,labels -o " + world).code == 0);
  }
  [[nodiscard]] Json path_json(const std::string& arguments) const {
    return Json::parse(run(*this, "path " + world + " " + arguments + " --json").out);
  }

  const std::string a = *this / "a.map";
  const std::string b = *this / "b.map";
  const std::string links = *this / "l.tsv";
  const std::string world = *this / "w.pnav";
};

}  // namespace

TEST_CASE("floors and links are built, described, asked and checked") {
  const House house;
  const Json info = Json::parse(run(house, "info " + house.world + " --json").out);
  CHECK(info["floors"] == 2);
  CHECK(info["floor_height"] == 3);
  CHECK(info["tile_links"] == 3);
  // The ends of the links, and the corners of the walls.
  CHECK(info["waypoints"] >= 6);
  CHECK(info["sight_edges"] > 0);
  CHECK(run(house, "info " + house.world).out.find("9 x 3 tiles on 2 floors") != std::string::npos);
  CHECK(run(house, "check " + house.world).code == 0);

  for (const std::string tier : {"auto", "labels", "ch", "waypoints", "regions", "astar"}) {
    const Json path = house.path_json("0,0 8,1 --tier " + tier + " --tiles");
    CAPTURE(tier);
    REQUIRE(path["status"] == "found");
    CHECK(path["optimal"] == true);
    // 2 up, 3 across and 2 of them down, the leap, 3 across and 2 up again, 1 down, 1 step.
    CHECK(path["cost"].get<double>() ==
          Approx(2 + 2 * 1.41421356 + 1 + 1.5 + 2 * 1.41421356 + 1 + 1 + 1).epsilon(1e-6));
    CHECK(path["waypoints"].front() == Json({0, 0, 0}));
    CHECK(path["waypoints"].back() == Json({8, 1, 0}));
    REQUIRE(path["hops"].size() == 3);
    CHECK(path["hops"][0] == Json{{"leg", 0}, {"link", 0}, {"name", "stairs"}});
    CHECK(path["hops"][1]["name"] == "leap");
    CHECK(path["hops"][2]["name"] == "ladder");
    CHECK(path["tiles"][1] == Json({0, 0, 1}));
  }
  const Ran text = run(house, "path " + house.world + " 0,0,0 8,1,0");
  CHECK(text.out.find("0,0,0 by 'stairs'\n0,0,1\n") != std::string::npos);
  const Ran back = run(house, "path " + house.world + " 8,1 0,0");
  CHECK(back.code == 1);
  CHECK(back.out == "unreachable: exhausted\nThe links between start and goal lead the other way only.\n");
}

TEST_CASE("block labels are left out where there are links, and hub labels answer") {
  const House house;
  const std::string world = house / "blocks.pnav";
  const std::string files = house.a + " " + house.b + " --links " + house.links;
  const Ran built = run(house, "build " + files + " --index blocks -o " + world);
  REQUIRE(built.code == 0);
  CHECK(built.out.find("no block labels, for there are links: hub labels answer") != std::string::npos);
  CHECK(Json::parse(run(house, "path " + world + " 0,0 8,1 --json").out)["tier"] == "labels");
  CHECK(run(house, "check " + world + " --deep").code == 0);
  require_bad_input(run(house, "path " + world + " 0,0 8,1 --tier blocks"), "no such section");
}

TEST_CASE("links in JSON make the paths that the table makes") {
  const House house;
  const Json before = house.path_json("0,0 8,1 --tiles");
  house.write("l.json", R"({"portolan": "links", "version": 1, "links": [
    {"from": [0, 0], "to": [0, 0, 1], "cost": 2, "name": "stairs"},
    {"from": [3, 2, 1], "to": [5, 2, 1], "cost": 1.5, "one_way": true, "name": "leap"},
    {"from": [8, 0, 1], "to": [8, 0, 0], "name": "ladder"}]})");
  const std::string build = "build " + house.a + " " + house.b + " --links " + house / "l.json" + " -o ";
  REQUIRE(run(house, build + house.world).code == 0);
  Json after = house.path_json("0,0 8,1 --tiles");
  CHECK(after["cost"] == before["cost"]);
  CHECK(after["tiles"] == before["tiles"]);
  CHECK(after["hops"] == before["hops"]);
  house.write("l.json", R"({"portolan": "links", "version": 1, "links": [
    {"from": [0, 0], "to": [0, 3, 1]}]})");
  require_bad_input(run(house, build + house / "x.pnav"),
                    "l.json:2: links[0].to: 0,3,1 is not on the map of 9 x 3 tiles");
  CHECK_FALSE(std::filesystem::exists(house.path() / "x.pnav"));
}

TEST_CASE("points lie on floors, asked and answered") {
  const House house;
  const std::string any = house / "any.pnav";
  REQUIRE(run(house, "build " + house.a + " " + house.b + " --metric any_angle --footprint 0 -o " + any).code == 0);
  const auto waypoints = [&](const std::string& ends) {
    return Json::parse(run(house, "path " + any + " " + ends + " --json").out)["waypoints"];
  };
  CHECK(waypoints("0.5,0.5 3.25,2.5") == Json{{0.5, 0.5, 0}, {3.25, 2.5, 0}});
  CHECK(waypoints("0.5,0.5,1 3.25,2.5,1") == Json{{0.5, 0.5, 1}, {3.25, 2.5, 1}});
  CHECK(waypoints("0,0,1 3.25,2.5,1") == Json{{0.5, 0.5, 1}, {3.25, 2.5, 1}});
  CHECK(run(house, "path " + any + " 0.5,0.5,1 3.25,2.5,1").out.find("\n0.5,0.5,1\n3.25,2.5,1\n") != std::string::npos);
  CHECK(run(house, "path " + any + " 0.5,0.5,0 0.5,0.5,1").code == 1);
  require_bad_input(run(house, "path " + any + " 0.5,3.5 1,1"), "'0.5,3.5' is not on a floor of 3 rows");
  require_bad_input(run(house, "path " + any + " 0.5,0.5,2 1,1"), "'0.5,0.5,2' is not on one of 2 floors");
}

TEST_CASE("wrong floors and links are refused") {
  const House house;
  require_bad_input(run(house, "path " + house.world + " 0,0,2 1,1"), "'0,0,2' is not on one of 2 floors");
  require_bad_input(run(house, "path " + house.world + " 0,3 1,1"), "'0,3' is not on a floor of 3 rows");
  require_bad_input(run(house, "path " + house.world + " 9,0,1 1,1"), "9,0,1 is outside");
  require_bad_input(run(house, "path " + house.world + " 0,0,x 1,1"), "expected x,y,floor");
  house.write("small.map", "type octile\nheight 1\nwidth 9\nmap\n.........\n");
  const std::string build = "build " + house.a + " ";
  const std::string out = " -o " + house / "v.pnav";
  require_bad_input(run(house, build + house / "small.map" + out), "floor 1: is not as large as floor 0");
  house.write("bad.tsv", "from\tto\n0,0\t0,0,1\n");
  require_bad_input(run(house, build + "--links " + house / "bad.tsv" + out), "bad.tsv:2: to 0,0,1 is not on the map");
  require_bad_input(run(house, build + house.b + " --areas " + house.links + out), "drawn over one floor");
  require_bad_input(run(house, build + "--nodes " + house.links + out), "--nodes");
  CHECK_FALSE(std::filesystem::exists(house.path() / "v.pnav"));
}

TEST_CASE("floors and links of a Tiled map are built like files") {
  const House house;
  const auto tiles = [](std::string row) {
    return "<layer name=\"floor\" width=\"9\" height=\"3\"><data encoding=\"csv\">" + row + "," + row + "," + row +
           "</data></layer>\n";
  };
  const std::string floor = tiles("1,1,1,1,0,1,1,1,1");
  const auto point = [](const std::string& name, int x, int y, const std::string& properties = "") {
    return "<object id=\"1\" name=\"" + name + "\" x=\"" + std::to_string(16 * x + 3) + "\" y=\"" +
           std::to_string(16 * y + 3) + "\">" +
           (properties.empty() ? "" : "<properties>" + properties + "</properties>") + "<point/></object>\n";
  };
  const auto cost = [](const std::string& value) { return "<property name=\"cost\" value=\"" + value + "\"/>"; };
  const std::string layer = "<objectgroup name=\"ways\" class=\"tile_links\">";
  const std::string leap =
      "<object id=\"9\" name=\"leap\" x=\"50\" y=\"40\"><properties>" + cost("1.5") +
      "<property name=\"one_way\" value=\"true\"/></properties><polyline points=\"0,0 35,0\"/></object>";
  const std::string head =
      "<map orientation=\"orthogonal\" width=\"9\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">"
      "<tileset firstgid=\"1\" name=\"t\"/>\n";
  // The upper floor comes first in the file.
  house.write("h.tmx",
              head +
                  "<group name=\"up\" class=\"floor\"><properties><property name=\"floor\" value=\"2\"/>"
                  "</properties>" +
                  floor + layer + point("stairs", 0, 0, cost("2")) + point("ladder", 8, 0) + leap +
                  "</objectgroup></group>\n<group name=\"down\"><properties><property name=\"floor\" value=\"1\"/>"
                  "</properties>" +
                  floor + layer + point("stairs", 0, 0) + point("ladder", 8, 0) + "</objectgroup></group>\n</map>\n");
  const std::string map = house / "h.tmx";
  const std::string out = " -o " + house / "h.pnav";
  REQUIRE(run(house, "build " + map + out).code == 0);
  CHECK(run(house, "check " + house / "h.pnav").code == 0);
  for (const std::string ends : {"0,0 8,1", "8,1 0,0", "3,2,1 0,1,0", "8,2,1 5,0"}) {
    const auto answer = [&](const std::string& world) {
      const Ran path = run(house, "path " + world + " " + ends + " --json");
      Json json = Json::parse(path.out);
      Json kept{{"code", path.code}, {"status", json["status"]}, {"cost", json["cost"]}};
      for (const Json& hop : json["hops"]) kept["hops"].push_back(hop["name"]);
      return kept;
    };
    CAPTURE(ends);
    CHECK(answer(house / "h.pnav") == answer(house.world));
  }
  require_bad_input(run(house, "build " + map + " --links " + house.links + out),
                    "has links of its own among its objects");
  require_bad_input(run(house, "build " + map + " " + house.a + out), "h.tmx has floors of its own");
  require_bad_input(run(house, "build " + house.a + " " + map + out), "h.tmx: has floors of its own");
  house.write("r.tmx", head + floor +
                           "<objectgroup name=\"ways\" class=\"areas\"><object id=\"1\" name=\"R\" "
                           "width=\"16\" height=\"16\"/></objectgroup></map>\n");
  require_bad_input(run(house, "build " + house / "r.tmx" + " " + house.a + out), "drawn over one floor");
  require_bad_input(run(house, "build " + map + " --areas " + house / "r.tmx" + out), "drawn over one floor");
  // Hexagons make boards, whose objects mean nothing.
  house.write("x.tmx",
              "<map orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\" width=\"9\" height=\"3\" "
              "tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\"/>" +
                  floor + layer + point("stairs", 0, 0) + "</objectgroup></map>\n");
  const std::string note = "object layer 'ways' is passed over: objects on hexagonal and staggered maps mean nothing";
  const Ran built = run(house, "build " + house / "x.tmx" + out);
  CHECK(built.code == 0);
  CHECK(built.out.find(note) != std::string::npos);
  const Json report = Json::parse(run(house, "build " + house / "x.tmx" + out + " --json").out);
  CHECK(report["notes"].back().get<std::string>().find(note) != std::string::npos);
  CHECK(run(house, "check " + house / "x.tmx").out.find(note) != std::string::npos);
}

TEST_CASE("made worlds with links build, and their answers agree with Dijkstra") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name) { return "'" + (folder.path() / name).string() + "'"; };
  REQUIRE(run(folder, "make tower --size 60x40 --floors 3 --seed 5 -o " + file("t.map")).code == 0);
  REQUIRE(run(folder, "make archipelago --size 150x90 --seed 5 -o " + file("a.map")).code == 0);
  const std::string table = slurp((folder.path() / "t.links.tsv").string());
  REQUIRE(run(folder, "make tower --size 60x40 --floors 3 --seed 5 -o " + file("t.map")).code == 0);
  CHECK(slurp((folder.path() / "t.links.tsv").string()) == table);
  REQUIRE(run(folder, "build " + file("t.map") + " " + file("t.1.map") + " " + file("t.2.map") + " --links " +
                          file("t.links.tsv") + " -o " + file("t.pnav"))
              .code == 0);
  REQUIRE(run(folder, "build " + file("a.map") + " --links " + file("a.links.tsv") + " -o " + file("a.pnav")).code ==
          0);
  for (const std::string name : {"t.pnav", "a.pnav"}) {
    const Ran checked = run(folder, "check " + file(name));
    CHECK(checked.code == 0);
    CHECK(checked.out.find("queries agree with Dijkstra") != std::string::npos);
  }
  require_bad_input(run(folder, "make castle --size 9x9 -o " + file("c.map")), "KIND castle");
}
