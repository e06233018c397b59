// SPDX-License-Identifier: BSL-1.0
// Blank maps from the command line, built into worlds that a veil takes.
#include "portolan/world/veil.hpp"
#include "tools/command_support.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace {

using portolan::test::CommandFolder;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;

portolan::World open_world(const std::string& path) {
  auto world = portolan::World::open(path);
  REQUIRE(world.has_value());
  return *world;
}

}  // namespace

TEST_CASE("a blank map is built into a world that a veil takes") {
  const CommandFolder folder;
  folder.write("x.txt", "portolan ascii 1\n. floor 1\n~ swamp 2.5\n# rock -\nmap\n..#\n~..\n");
  REQUIRE(run(folder, "make blank " + folder / "x.txt" + " -o " + folder / "blank.txt").code == 0);
  CHECK(slurp((folder.path() / "blank.txt").string()) ==
        "portolan ascii 1\nf floor 1\ns swamp 2.5\nr rock -\nu unknown 2.5\nmap\nuuu\nuuu\n");
  for (const char* const name : {"x", "blank"}) {
    const std::string base = name;
    REQUIRE(run(folder, "build " + folder / (base + ".txt") + " -o " + folder / (base + ".pnav")).code == 0);
  }
  const portolan::World truth = open_world((folder.path() / "x.pnav").string());
  const portolan::World blank = open_world((folder.path() / "blank.pnav").string());
  auto veil = portolan::Veil::make(truth, blank, "unknown");
  REQUIRE(veil.has_value());
  REQUIRE(veil->reveal_disc(portolan::Overlay(truth), {2, 0}, 1).has_value());
  CHECK(veil->known_tiles() == 3);
}

TEST_CASE("a blank map of a Tiled map has its links beside it") {
  const CommandFolder folder;
  folder.write("leap.tmx",
               "<map orientation=\"orthogonal\" width=\"4\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">"
               "<tileset firstgid=\"1\" name=\"t\"/>\n"
               "<layer name=\"floor\" width=\"4\" height=\"1\"><data encoding=\"csv\">1,1,0,1</data></layer>\n"
               "<objectgroup name=\"ways\" class=\"tile_links\"><object id=\"9\" name=\"leap\" x=\"3\" y=\"8\">"
               "<properties><property name=\"one_way\" value=\"true\"/></properties>"
               "<polyline points=\"0,0 50,0\"/></object></objectgroup>\n</map>\n");
  const auto made = run(folder, "make blank " + folder / "leap.tmx" + " --unknown fog -o " + folder / "fog.txt");
  INFO(made.err);
  REQUIRE(made.code == 0);
  REQUIRE(run(folder, "build " + folder / "leap.tmx" + " -o " + folder / "leap.pnav").code == 0);
  REQUIRE(
      run(folder, "build " + folder / "fog.txt" + " --links " + folder / "fog.links.tsv" + " -o " + folder / "fog.pnav")
          .code == 0);
  const auto veil = portolan::Veil::make(open_world((folder.path() / "leap.pnav").string()),
                                         open_world((folder.path() / "fog.pnav").string()), "fog");
  REQUIRE(veil.has_value());
  CHECK(veil->overlay().closed_links().size() == 1);
}

TEST_CASE("maps that can have no blank are refused") {
  const CommandFolder folder;
  const std::string out = " -o " + folder / "blank.txt";
  folder.write("x.txt", "portolan ascii 1\n. floor 1\nmap\n...\n");
  require_bad_input(run(folder, "make blank" + out), "MAP is required with blank");
  require_bad_input(run(folder, "make blank " + folder / "none.map" + out), "none.map");
  require_bad_input(run(folder, "make blank " + folder / "x.txt" + " --size 5x5" + out), "--size");
  require_bad_input(run(folder, "make blank " + folder / "x.txt" + " --unknown floor" + out),
                    "a terrain 'floor' of its own");
  require_bad_input(run(folder, "make blank " + folder / "x.txt" + " --unknown 'thick fog'" + out), "thick fog");
}

TEST_CASE("what a blank map and changes are made of is not written over") {
  const CommandFolder folder;
  const std::string map = "portolan ascii 1\n. floor 1\n# rock -\nmap\n..#\n";
  folder.write("x.txt", map);
  for (const std::string kind : {"blank ", "changes "}) {
    const std::string command = "make " + kind + folder / "x.txt" + " -o ";
    require_bad_input(run(folder, command + folder / "x.txt"), "was read, and would be written over");
    require_bad_input(run(folder, command + folder / "./x.txt"), "was read, and would be written over");
    CHECK(slurp((folder.path() / "x.txt").string()) == map);
    CHECK(run(folder, command + folder / "y.txt").code == 0);
  }
  for (const char* const name : {"quay.tmx", "quay.tsx"})
    folder.write(name, slurp(std::string(PORTOLAN_SOURCE) + "/worlds/" + name));
  require_bad_input(run(folder, "make blank " + folder / "quay.tmx" + " -o " + folder / "quay.tsx"), "written over");
  CHECK(slurp((folder.path() / "quay.tsx").string()) == slurp(std::string(PORTOLAN_SOURCE) + "/worlds/quay.tsx"));
}
