// SPDX-License-Identifier: BSL-1.0
// Maps whose first tile is not 0,0: their numbers in info and path.
#include "tools/command_support.hpp"

#include <string>

#include <nlohmann/json.hpp>

using namespace portolan::test;

namespace {

/// An infinite map of one chunk of 4 x 3 tiles from -8,16 on, with a hole at -6,17.
std::string infinite_map() {
  return "<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"16\" tileheight=\"16\">\n"
         "<tileset firstgid=\"1\" name=\"set\"/><layer name=\"grass\"><properties><property name=\"terrain\" "
         "value=\"grass\"/></properties><data encoding=\"csv\"><chunk x=\"-8\" y=\"16\" width=\"4\" "
         "height=\"3\">1,1,1,1,\n1,1,0,1,\n1,1,1,1</chunk></data></layer></map>\n";
}

}  // namespace

TEST_CASE("infinite maps keep their numbers, which info tells and path takes") {
  const CommandFolder folder;
  folder.write("m.tmx", infinite_map());
  const std::string world = folder / "m.pnav";
  REQUIRE(run(folder, "build " + folder / "m.tmx" + " -o " + world).code == 0);
  CHECK(run(folder, "info " + world).out.find("0,0 is tile -8,16 of its map\n") != std::string::npos);
  CHECK(Json::parse(run(folder, "info " + world + " --json").out)["origin"] == Json{-8, 16});

  const Ran plain = run(folder, "path " + world + " 0,0 3,2 --tiles");
  const Ran named = run(folder, "path " + world + " -8,16 -5,18 --tiles --origin");
  REQUIRE(plain.code == 0);
  REQUIRE(named.code == 0);
  CHECK(plain.out.substr(plain.out.find('\n')).starts_with("\n0,0\n"));
  CHECK(named.out.substr(named.out.find('\n')).starts_with("\n-8,16\n"));
  CHECK(named.out.ends_with("-5,18\n"));
  const Json report = Json::parse(run(folder, "path " + world + " --origin --tiles --json -- -8,16 -5,18").out);
  CHECK(report["tiles"].front() == Json{-8, 16});
  CHECK(report["waypoints"].back() == Json{-5, 18});
  CHECK(report["cost"] == Json::parse(run(folder, "path " + world + " 0,0 3,2 --json").out)["cost"]);
  const Json nearest = Json::parse(run(folder, "path " + world + " --origin --nearest --json -- -8,16 -6,17").out);
  CHECK(nearest["asked"] == Json{"-8,16", "-6,17"});
  CHECK(nearest["got"][0] == "-8,16");

  // Messages speak in the same numbers.
  require_bad_input(run(folder, "path " + world + " --origin 0,0 -5,18"), "0,0 is outside the map of 4 x 3 tiles");
  CHECK(run(folder, "path " + world + " --origin -- -8,16 -6,17").out.find("The goal -6,17 is blocked") !=
        std::string::npos);
  require_bad_input(run(folder, "path " + world + " --origin 0,0 -2147483648,0"), "is outside");
}

TEST_CASE("points and bodies are named by the numbers of the map as well") {
  const CommandFolder folder;
  folder.write("m.tmx", infinite_map());
  folder.write("p.json", R"([{"name": "bird", "metric": "any_angle", "footprint": 0},
                            {"name": "cart", "body": [1, 2], "headings": 4, "turn": 1}])");
  const std::string world = folder / "m.pnav";
  REQUIRE(run(folder, "build " + folder / "m.tmx" + " --profile " + folder / "p.json" + " -o " + world).code == 0);
  const Ran bird = run(folder, "path " + world + " --origin -- -7.5,16.5 -4.5,18.5");
  CHECK(bird.code == 0);
  CHECK(bird.out.find("\n-7.5,16.5\n") != std::string::npos);
  CHECK(bird.out.ends_with("-4.5,18.5\n"));
  const Ran cart = run(folder, "path " + world + " --profile cart --origin -- -8,16 -6,16");
  CHECK(cart.code == 0);
  CHECK(cart.out.find("\n-8,16 ") != std::string::npos);
  const Json report = Json::parse(run(folder, "path " + world + " --profile cart --origin --json -- -8,16 -6,16").out);
  REQUIRE_FALSE(report["placements"].empty());
  CHECK(report["placements"].front()["x"] == -8);
  CHECK(report["placements"].back()["y"] == 16);
}
