// SPDX-License-Identifier: BSL-1.0
// portolan nearest: goals from a table, by cost, within a cost, on floors, with links, refused.
#include "tools/command_support.hpp"

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::keys;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;

namespace {

// A wall between two rows, open at both ends, and a row that nobody reaches.
const std::string kMap =
    "type octile\nheight 5\nwidth 8\nmap\n"
    "........\n"
    ".@@@@@@.\n"
    "........\n"
    "@@@@@@@@\n"
    "........\n";

class Walled : public CommandFolder {
 public:
  Walled() {
    write("m.map", kMap);
    write("g.tsv", "x\ty\tname\n3\t2\t\n7\t2\teast\n0\t2\twest\n3\t4\tsealed\n2\t1\twall\n");
    REQUIRE(run(*this, "build " + *this / "m.map" + " -o " + world).code == 0);
  }
  [[nodiscard]] Ran ask(const std::string& arguments) const { return run(*this, "nearest " + world + " " + arguments); }
  [[nodiscard]] Json json(const std::string& arguments) const { return Json::parse(ask(arguments + " --json").out); }

  const std::string world = *this / "w.pnav";
  const std::string goals = *this / "g.tsv";
};

}  // namespace

TEST_CASE("the nearest goals of a table come by ascending cost, without those that cannot be reached") {
  const Walled walled;
  const Ran all = walled.ask("4,0 " + walled.goals + " -k 9 --json");
  CHECK(all.code == 0);
  const Json answer = Json::parse(all.out);
  CHECK(keys(answer) ==
        std::vector<std::string>{"status", "why", "from", "goals", "optimal", "expansions", "tier", "us"});
  CHECK(answer["status"] == "found");
  CHECK(answer["optimal"] == true);
  const Json expected = {{{"x", 7}, {"y", 2}, {"cost", 5.0}, {"name", "east"}},
                         {{"x", 0}, {"y", 2}, {"cost", 6.0}, {"name", "west"}},
                         {{"x", 3}, {"y", 2}, {"cost", 9.0}}};
  CHECK(answer["goals"] == expected);
  CHECK(walled.json("4,0 " + walled.goals)["goals"].size() == 1);
  CHECK(walled.json("4,0 " + walled.goals + " -k 2")["goals"].size() == 2);
  CHECK(walled.json("4,0 " + walled.goals + " --within 6")["goals"].size() == 2);
  CHECK(walled.json("4,0 " + walled.goals + " --within 6 --count 1")["goals"].size() == 1);
  CHECK(walled.json("4,0 " + walled.goals + " --paths")["goals"][0]["waypoints"] == Json({{4, 0}, {7, 0}, {7, 2}}));
  CHECK(walled.ask("4,0 " + walled.goals + " -k 2").out.find("\n7,2: cost 5.000000 'east'\n0,2: cost") !=
        std::string::npos);
}

TEST_CASE("where no goal can be reached the list is empty, and the answer no") {
  const Walled walled;
  walled.write("sealed.csv", "x,y\n3,4\n");
  walled.write("none.csv", "x,y\n");
  for (const std::string& arguments : {"0,0 " + walled / "sealed.csv", "0,0 " + walled / "none.csv",
                                       "2,1 " + walled.goals, "4,0 " + walled.goals + " --within 4.9"}) {
    const Ran ran = walled.ask(arguments + " --json");
    CAPTURE(arguments, ran.out, ran.err);
    CHECK(ran.code == 1);
    CHECK(Json::parse(ran.out)["goals"] == Json::array());
  }
  CHECK(walled.ask("2,1 " + walled.goals + " --nearest").code == 0);
}

TEST_CASE("tables of goals and starts that will not do are refused by file and line") {
  const Walled walled;
  walled.write("outside.csv", "x,y\n1,2\n8,0\n");
  walled.write("word.csv", "name,x,y\nwell,1,two\n");
  walled.write("lacks.csv", "x,name\n1,well\n");
  walled.write("more.csv", "x,y\n1,2,3\n");
  require_bad_input(walled.ask("0,0 " + walled / "outside.csv"), "outside.csv:3: 8,0 is not on the map");
  require_bad_input(walled.ask("0,0 " + walled / "word.csv"), "word.csv:2: y 'two'");
  require_bad_input(walled.ask("0,0 " + walled / "lacks.csv"), "lacks.csv:1: the header line lacks 'y'");
  require_bad_input(walled.ask("0,0 " + walled / "more.csv"), "more.csv:2: 3 fields");
  require_bad_input(walled.ask("0,0 " + walled / "missing.csv"), "missing.csv");
  require_bad_input(walled.ask("8,0 " + walled.goals), "8,0 is outside the map");
  for (const std::string wrong : {"nan", "inf"})
    require_bad_input(walled.ask("0,0 " + walled.goals + " --within " + wrong), "is not a finite number from 0");
  require_bad_input(walled.ask("0.5,0 " + walled.goals), "is not a tile");
  require_bad_input(walled.ask("0,0 " + walled.goals + " -k 0"), "not in range");
  require_bad_input(walled.ask("0,0 " + walled.goals + " --within -1"), "-1 is not a finite number from 0");
  require_bad_input(walled.ask("0,0 " + walled.goals + " --profile giant"), "giant");
}

TEST_CASE("goals on floors are reached by links, with budgets and at any angle") {
  const Walled walled;
  walled.write("links.tsv", "from\tto\tcost\n0,0,0\t5,0,1\t2.5\n");
  walled.write("goals.tsv", "floor\tx\ty\tname\n1\t7\t0\tupstairs\n0\t7\t0\t\n");
  REQUIRE(run(walled, "build " + walled / "m.map" + " " + walled / "m.map" + " --links " + walled / "links.tsv" +
                          " -o " + walled / "f.pnav")
              .code == 0);
  const std::string ask = "nearest " + walled / "f.pnav" + " 1,0 " + walled / "goals.tsv";
  const Json answer = Json::parse(run(walled, ask + " -k 2 --json").out);
  const Json expected = {{{"x", 7}, {"y", 0}, {"floor", 1}, {"cost", 5.5}, {"name", "upstairs"}},
                         {{"x", 7}, {"y", 0}, {"floor", 0}, {"cost", 6.0}}};
  CHECK(answer["goals"] == expected);
  const Ran spent = run(walled, ask + " --budget 1 --json");
  CHECK(spent.code == 1);
  CHECK(Json::parse(spent.out)["status"] == "out_of_budget");
  REQUIRE(run(walled, "build " + walled / "m.map" + " --metric any_angle --index none -o " + walled / "a.pnav").code ==
          0);
  const Json straight =
      Json::parse(run(walled, "nearest " + walled / "a.pnav" + " 6,0 " + walled.goals + " --paths --json").out);
  CHECK(straight["goals"][0]["name"] == "east");
  CHECK(straight["goals"][0]["waypoints"].size() == 3);
  CHECK(straight["optimal"] == true);
}
