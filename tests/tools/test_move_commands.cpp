// SPDX-License-Identifier: BSL-1.0
// The `portolan` command with moves between tiles: built, described, asked, checked, drawn, refused.
#include "tools/command_support.hpp"

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;

namespace {

/// Nine tiles by three, parted between the columns 3 and 4 but for a window in the lowest row; the uppermost row lies
/// on a cliff to the right of that.
class Yard : public CommandFolder {
 public:
  Yard() {
    write("a.map", "type octile\nheight 3\nwidth 9\nmap\n.........\n.........\n.........\n");
    write("m.tsv",
          "from\tto\tcost\tboth\n3,0\t4,0\tblocked\tyes\n3,1\t4,1\t\tyes\n3,2\t4,2\t2.5\tyes\n"
          "4,1\t4,0\tblocked\tno\n5,1\t5,0\t\t\n6,1\t6,0\t\t\n7,1\t7,0\t\t\n8,1\t8,0\t\t\n");
    REQUIRE(run(*this, "build " + map + " --moves " + moves + " -o " + world).code == 0);
  }
  [[nodiscard]] Json path_json(const std::string& arguments) const {
    return Json::parse(run(*this, "path " + world + " " + arguments + " --json").out);
  }

  const std::string map = *this / "a.map";
  const std::string moves = *this / "m.tsv";
  const std::string world = *this / "w.pnav";
};

}  // namespace

TEST_CASE("moves are built, described, asked and checked") {
  const Yard yard;
  const Json info = Json::parse(run(yard, "info " + yard.world + " --json").out);
  CHECK(info["moves"] == 8);
  CHECK(run(yard, "info " + yard.world).out.find("8 moves between tiles") != std::string::npos);
  const Ran checked = run(yard, "check " + yard.world);
  CHECK(checked.code == 0);
  CHECK(checked.out.find("queries agree with Dijkstra") != std::string::npos);
  CHECK(run(yard, "check " + yard.map + " --moves " + yard.moves).out.find("8 moves") != std::string::npos);
  for (const std::string tier : {"auto", "regions", "astar"}) {
    CAPTURE(tier);
    const Json through = yard.path_json("3,0 4,1 --tier " + tier + " --tiles");
    REQUIRE(through["status"] == "found");
    // Down twice, through the window and up once: no diagonal step passes the end of the wall.
    CHECK(through["cost"].get<double>() == Approx(2 + 1 + 2.5 + 1).epsilon(1e-9));
    const Json down = yard.path_json("8,0 8,2 --tier " + tier);
    CHECK(down["cost"].get<double>() == Approx(2).epsilon(1e-9));
    CHECK(run(yard, "path " + yard.world + " 8,2 8,0 --tier " + tier).code == 1);
  }
  const std::string json = yard / "m.json";
  yard.write("m.json", R"({"portolan": "moves", "version": 1, "moves": [{"from": [3, 2], "to": [4, 2], "cost": 1}]})");
  REQUIRE(run(yard, "build " + yard.map + " --moves " + json + " -o " + yard / "j.pnav").code == 0);
  CHECK(Json::parse(run(yard, "info " + yard / "j.pnav" + " --json").out)["moves"] == 1);
}

TEST_CASE("at any angle paths keep to moves, and say that they are not proven") {
  const Yard yard;
  const std::string world = yard / "line.pnav";
  REQUIRE(run(yard, "build " + yard.map + " --moves " + yard.moves + " --metric any_angle -o " + world).code == 0);
  const Json path = Json::parse(run(yard, "path " + world + " 0,0 8,2 --json").out);
  REQUIRE(path["status"] == "found");
  CHECK(path["optimal"] == false);
  CHECK(path["cost"].get<double>() > 8 + 2.5);
  CHECK(run(yard, "check " + world).code == 0);
  require_bad_input(run(yard, "path " + world + " 0,0 8,2 --excess 0.01"), "--excess is for maps without moves");
}

TEST_CASE("movers with a body keep to moves and pay for them") {
  const Yard yard;
  const std::string world = yard / "lorry.pnav";
  yard.write("lorry.json", R"({"name": "lorry", "terrain": {".": 1}, "headings": 8, "body": [1, 2]})");
  REQUIRE(
      run(yard, "build " + yard.map + " --moves " + yard.moves + " --profile " + yard / "lorry.json" + " -o " + world)
          .code == 0);
  const Json through = Json::parse(run(yard, "path " + world + " 0,2 6,2 --heading E --goal-heading W --json").out);
  REQUIRE(through["status"] == "found");
  CHECK(through["cost"].get<double>() == Approx(6 + 2.5).epsilon(1e-4));
  // Down the cliff, but not up, and nobody stands across the wall.
  CHECK(run(yard, "path " + world + " 6,0 6,1").code == 0);
  CHECK(run(yard, "path " + world + " 6,2 6,0").code == 1);
  CHECK(run(yard, "path " + world + " 3,0 0,0 --heading E").out == "bad_start: blocked\n");
  CHECK(run(yard, "draw " + world + " -o " + yard / "lorry.png" + " --path 0,2 6,2").code == 0);
}

TEST_CASE("walls of a Tiled map are the moves of a table, and of one of both") {
  const Yard yard;
  const std::string row = "1,1,1,1,1,1,1,1,1";
  yard.write("y.tmx",
             "<map orientation=\"orthogonal\" width=\"9\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">"
             "<tileset firstgid=\"1\" name=\"t\"/>\n<layer name=\"floor\" width=\"9\" height=\"3\"><data "
             "encoding=\"csv\">" +
                 row + "," + row + "," + row +
                 "</data></layer>\n<objectgroup name=\"edges\"><object id=\"1\" class=\"wall\" x=\"64\" y=\"0\">"
                 "<polyline points=\"0,0 0,32\"/></object><object id=\"2\" class=\"wall\" x=\"64\" y=\"32\">"
                 "<properties><property name=\"cost\" value=\"2.5\"/></properties><polyline points=\"0,0 0,16\"/>"
                 "</object><object id=\"3\" class=\"cliff\" x=\"64\" y=\"16\"><polyline points=\"0,0 80,0\"/></object>"
                 "</objectgroup></map>\n");
  const std::string tiled = yard / "y.tmx";
  REQUIRE(run(yard, "build " + tiled + " -o " + yard / "y.pnav").code == 0);
  CHECK(Json::parse(run(yard, "info " + yard / "y.pnav" + " --json").out)["moves"] == 8);
  for (const std::string ends : {"3,0 4,1", "8,0 8,2", "8,2 8,0", "0,2 8,1"}) {
    const auto cost = [&](const std::string& world) {
      return Json::parse(run(yard, "path " + world + " " + ends + " --json").out)["cost"];
    };
    CAPTURE(ends);
    CHECK(cost(yard / "y.pnav") == cost(yard.world));
  }
  require_bad_input(run(yard, "build " + tiled + " --moves " + yard.moves + " -o " + yard / "z.pnav"),
                    "has walls or cliffs of its own");
}

TEST_CASE("moves that cannot be are refused with file and line") {
  const Yard yard;
  const std::string out = " -o " + yard / "x.pnav";
  yard.write("bad.tsv", "from\tto\n1,1\t2,2\n");
  require_bad_input(run(yard, "build " + yard.map + " --moves " + yard / "bad.tsv" + out), "bad.tsv:2: the move leads");
  require_bad_input(run(yard, "build " + yard.map + " --moves " + yard / "none.tsv" + out), "none.tsv");
  require_bad_input(run(yard, "check " + yard.world + " --moves " + yard.moves), "this is a world file");
}

TEST_CASE("walls are drawn") {
  const Yard yard;
  REQUIRE(run(yard, "build " + yard.map + " -o " + yard / "open.pnav").code == 0);
  REQUIRE(run(yard, "draw " + yard.world + " -o " + yard / "w.svg").code == 0);
  REQUIRE(run(yard, "draw " + yard / "open.pnav" + " -o " + yard / "o.svg").code == 0);
  CHECK(slurp((yard.path() / "w.svg").string()).size() > slurp((yard.path() / "o.svg").string()).size());
}
