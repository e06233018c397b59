// SPDX-License-Identifier: BSL-1.0
// Dead ends by the `portolan` command: looked for, marked by authors, told of, drawn, refused where they are none.
#include "tools/command_support.hpp"

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;

namespace {

class Folder : public CommandFolder {
 public:
  [[nodiscard]] Json info(const std::string& world) const {
    const Ran ran = run(*this, "info " + *this / world + " --json");
    REQUIRE(ran.code == 0);
    return Json::parse(ran.out);
  }
};

/// A field, a room at the end of a corridor that is longer than half a region, and ground that nothing leads to.
std::string corridor_map() {
  std::string map = "type octile\nheight 7\nwidth 60\nmap\n";
  for (int y = 0; y < 7; ++y) {
    map += std::string(20, '.') + std::string(20, y == 3 ? '.' : '@') + "......@" + std::string(13, '.') + "\n";
  }
  return map;
}

const std::string kVault =
    "type octile\nheight 6\nwidth 12\nmap\n"
    "............\n"
    "....@@@@@...\n"
    "....@...@...\n"
    "....@.......\n"
    "....@@@@@...\n"
    "............\n";

std::string areas(const std::string& vault_tags, const std::string& yard_tags) {
  return "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n"
         "  {\"name\": \"Vault\", \"tags\": [" +
         vault_tags +
         "], \"rects\": [[5, 2, 3, 2]]},\n"
         "  {\"name\": \"Yard\", \"tags\": [" +
         yard_tags + "], \"rects\": [[0, 0, 12, 1], [9, 1, 3, 5]]}]}\n";
}

std::string nodes(const std::string& yard, const std::string& cellar) {
  return "name\ttags\nHall\t\nYard\t" + yard + "\nGate\t\nCellar\t" + cellar + "\nCrypt\t" + cellar + "\n";
}

}  // namespace

TEST_CASE("build looks for dead ends where it is told to, info lists them and draw shows them") {
  const Folder folder;
  folder.write("m.map", corridor_map());
  REQUIRE(run(folder, "build " + folder / "m.map" + " -o " + folder / "plain.pnav").code == 0);
  REQUIRE(run(folder, "build " + folder / "m.map" + " --dead-ends -o " + folder / "m.pnav").code == 0);
  CHECK(folder.info("plain.pnav")["profiles"][0]["dead_ends"] == Json::array());
  const Json list = folder.info("m.pnav")["profiles"][0]["dead_ends"];
  REQUIRE_FALSE(list.empty());
  CHECK(list[0]["number"] == 1);
  CHECK(list[0]["outer"] == 0);
  CHECK(list[0]["gate"][1] == 3);
  CHECK(list[0]["holds"] >= 6 * 7);
  CHECK(run(folder, "info " + folder / "m.pnav").out.find("the outermost hold") != std::string::npos);
  CHECK(run(folder, "info " + folder / "plain.pnav").out.find("dead end") == std::string::npos);
  CHECK(run(folder, "check " + folder / "m.pnav").code == 0);

  const std::string draw = "draw " + folder / "m.pnav" + " -o ";
  REQUIRE(run(folder, draw + folder / "a.png").code == 0);
  REQUIRE(run(folder, draw + folder / "b.png" + " --show dead-ends").code == 0);
  CHECK(slurp((folder.path() / "a.png").string()) != slurp((folder.path() / "b.png").string()));
  require_bad_input(run(folder, "draw " + folder / "plain.pnav" + " -o " + folder / "c.png" + " --show dead-ends"),
                    "--show dead-ends: the world file has none");
}

TEST_CASE("areas with the tag dead_end are dead ends of the map, also where no region has a node") {
  const Folder folder;
  folder.write("v.map", kVault);
  folder.write("good.json", areas("\"dead_end\"", ""));
  folder.write("bad.json", areas("", "\"dead_end\""));
  const std::string build = "build " + folder / "v.map" + " -o " + folder / "v.pnav" + " --areas ";
  REQUIRE(run(folder, build + folder / "good.json").code == 0);
  const Json list = folder.info("v.pnav")["profiles"][0]["dead_ends"];
  REQUIRE(list.size() == 1);
  CHECK(list[0]["gate"] == Json({8, 3}));
  CHECK(list[0]["holds"] == 6);
  CHECK(run(folder, "check " + folder / "v.pnav").code == 0);
  require_bad_input(run(folder, build + folder / "bad.json"), "is marked as dead_end, but there are ways into it");
  const std::string check = "check " + folder / "v.map" + " --areas ";
  CHECK(run(folder, check + folder / "good.json").code == 0);
  const auto bad = run(folder, check + folder / "bad.json");
  CHECK(bad.code == 1);
  CHECK(bad.out.find("bad.json: error: the area at ") != std::string::npos);
  CHECK(bad.out.find("1 error,") != std::string::npos);
}

TEST_CASE("places with the tag dead_end are dead ends of a board, even if they are most of it") {
  const Folder folder;
  const std::string build = "build " + folder / "b.tsv" + " -o " + folder / "b.pnav";
  folder.write("b.tsv", "Hall\tYard\nYard\tGate\nGate\tHall\nHall\tCellar\nCellar\tCrypt\n");
  folder.write("b.nodes.tsv", nodes("", "dead_end"));
  REQUIRE(run(folder, build).code == 0);
  const Json list = folder.info("b.pnav")["dead_ends"];
  REQUIRE(list.size() == 2);
  CHECK((list[0]["gate"] == "Hall" && list[0]["holds"] == 2 && list[1]["gate"] == "Cellar"));
  CHECK(run(folder, "check " + folder / "b.pnav").code == 0);

  folder.write("b.nodes.tsv", nodes("", ""));
  REQUIRE(run(folder, build).code == 0);
  CHECK(folder.info("b.pnav")["dead_ends"].empty());
  REQUIRE(run(folder, build + " --dead-ends").code == 0);
  // The Hall itself is in the middle.
  CHECK(folder.info("b.pnav")["dead_ends"].size() == 3);

  // Cut off at the Hall, the three of the triangle would be the larger part.
  folder.write("c.tsv", "Hall\tYard\nHall\tA\nA\tB\nB\tC\nC\tA\n");
  folder.write("c.nodes.tsv", "name\ttags\nHall\t\nYard\t\nA\tdead_end\nB\tdead_end\nC\tdead_end\n");
  REQUIRE(run(folder, "build " + folder / "c.tsv" + " -o " + folder / "c.pnav").code == 0);
  const Json marked = folder.info("c.pnav")["dead_ends"];
  const auto hangs_off_a = [](const Json& end) { return end["gate"] == "A" && end["holds"] == 2; };
  CHECK(std::any_of(marked.begin(), marked.end(), hangs_off_a));

  folder.write("b.nodes.tsv", nodes("dead_end", ""));
  require_bad_input(run(folder, build), "'Yard' is marked as dead_end, but there are ways to it from");
  const auto bad = run(folder, "check " + folder / "b.tsv");
  CHECK(bad.code == 1);
  CHECK(bad.out.find("b.tsv: error: 'Yard' is marked as dead_end, but there are ways to it from") != std::string::npos);
  CHECK(bad.out.find("1 error,") != std::string::npos);
}
