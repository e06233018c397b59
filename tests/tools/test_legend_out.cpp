// SPDX-License-Identifier: BSL-1.0
// portolan check --legend-out: a legend to begin with.
#include "formats/png_writer.hpp"
#include "tools/command_support.hpp"

#include <string>
#include <vector>

using namespace portolan::test;

TEST_CASE("check writes a legend that build reads before and after it was filled in") {
  const CommandFolder folder;
  folder.write("town.png", png({6, 1, 8, PngColour::grey}, std::vector<unsigned>{0, 50, 100, 150, 200, 250}));
  const Ran first = run(folder, "check " + folder / "town.png" + " --legend-out " + folder / "town.legend");
  CHECK(first.code == 0);
  // The legend lies beside the map, and is read at once.
  CHECK(first.err.empty());
  CHECK(first.out.find("town.legend: a legend for ") != std::string::npos);
  CHECK(first.out.find("png, 6 x 1 tiles, 6 terrains") != std::string::npos);
  const std::string legend = slurp((folder.path() / "town.legend").string());
  CHECK(legend.find("\ncolour\tterrain\tcost\ttiles\n#000000\tcolour 000000\t-\t1\n") != std::string::npos);
  CHECK(run(folder, "build " + folder / "town.png" + " -o " + folder / "town.pnav").code == 0);

  std::string filled = legend;
  filled.replace(filled.find("colour 000000"), 13, "quay");
  folder.write("town.legend", filled);
  CHECK(run(folder, "build " + folder / "town.png" + " -o " + folder / "town.pnav").code == 0);
  CHECK(run(folder, "info " + folder / "town.pnav").out.find("terrain quay: 1 tile\n") != std::string::npos);

  // What an author filled in is not lost.
  require_bad_input(run(folder, "check " + folder / "town.png" + " --legend-out " + folder / "town.legend"),
                    "there is such a file already");
  CHECK(slurp((folder.path() / "town.legend").string()) == filled);
  require_bad_input(run(folder, "check " + folder / "town.png" + " --legend-out " + folder / "town.png"),
                    "there is such a file already");
  require_bad_input(run(folder, "check " + folder / "town.png" + " --legend " + folder / "town.legend" +
                                    " --legend-out " + folder / "new.legend"),
                    "not with --legend");
}

TEST_CASE("a legend is written where the one beside the map lacks a colour, and for all floors") {
  const CommandFolder folder;
  folder.write("a.png", png({2, 1, 8, PngColour::grey}, std::vector<unsigned>{0, 255}));
  folder.write("b.png", png({2, 1, 8, PngColour::grey}, std::vector<unsigned>{7, 255}));
  folder.write("a.legend", "255\tsand\t1\n");
  const std::string maps = folder / "a.png" + " " + folder / "b.png";
  const Ran ran = run(folder, "check " + maps + " --legend-out " + folder / "all.legend");
  CHECK(ran.code == 2);
  CHECK(ran.err.find("a.png: pixel 0,0 has colour #000000, which the legend lacks") != std::string::npos);
  CHECK(run(folder, "check " + maps + " --legend " + folder / "all.legend").code == 0);
}

TEST_CASE("maps that take no legend get none, and nothing is written") {
  const CommandFolder folder;
  folder.write("m.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  folder.write("b.tsv", "A\tB\n");
  const std::string out = " --legend-out " + folder / "new.legend";
  require_bad_input(run(folder, "check " + folder / "m.map" + out), "no legend applies");
  require_bad_input(run(folder, "check " + folder / "b.tsv" + out), "this is a board");
  REQUIRE(run(folder, "build " + folder / "m.map" + " -o " + folder / "m.pnav").code == 0);
  require_bad_input(run(folder, "check " + folder / "m.pnav" + out), "this is a world file");
  CHECK_FALSE(std::filesystem::exists(folder.path() / "new.legend"));
  folder.write("p.png", png({2, 1, 8, PngColour::grey}, std::vector<unsigned>{0, 255}));
  require_bad_input(run(folder, "check " + folder / "p.png" + " --legend-out " + folder / "none/new.legend"),
                    "none/new.legend");
}
