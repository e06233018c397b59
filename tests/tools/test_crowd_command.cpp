// SPDX-License-Identifier: BSL-1.0
// portolan crowd: tables of units, modes, paces, traces, reports, refusals.
#include "tools/command_support.hpp"

#include <fstream>
#include <sstream>

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::keys;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;

namespace {

const std::string kMap =
    "type octile\nheight 6\nwidth 9\nmap\n"
    ".........\n"
    ".@@@.@@@.\n"
    ".........\n"
    ".........\n"
    "@@@@@@@@@\n"
    ".........\n";

class Field : public CommandFolder {
 public:
  Field() {
    write("m.map", kMap);
    write("u.csv", "x,y,goal_x,goal_y\n0,2,8,2\n8,2,0,2\n4,0,4,3\n");
    REQUIRE(run(*this, "build " + *this / "m.map" + " -o " + world).code == 0);
  }
  [[nodiscard]] Ran walk(const std::string& arguments) const { return run(*this, "crowd " + world + " " + arguments); }
  [[nodiscard]] Json json(const std::string& arguments) const { return Json::parse(walk(arguments + " --json").out); }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream stream(path() / name);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  const std::string world = *this / "w.pnav";
  const std::string units = *this / "u.csv";
};

}  // namespace

TEST_CASE("units of a table walk to their goals, and the report says how well") {
  const Field field;
  const Ran ran = field.walk(field.units + " --ticks 100 --json");
  CHECK(ran.code == 0);
  const Json report = Json::parse(ran.out);
  CHECK(keys(report) == std::vector<std::string>{"units", "settled", "stuck", "collisions", "ticks", "us_per_decision",
                                                 "loss_over_bound", "hash"});
  CHECK(report["units"] == 3);
  CHECK(report["settled"] == 3);
  CHECK(report["stuck"] == 0);
  CHECK(report["collisions"] == 0);
  CHECK(report["ticks"].get<int>() >= 8);
  CHECK(report["ticks"].get<int>() < 20);
  CHECK(report["loss_over_bound"].get<double>() >= 1);
  CHECK(field.json(field.units + " --ticks 100")["hash"] == report["hash"]);
  CHECK(field.walk(field.units + " --ticks 100").out.find("3 units: 3 settled, 0 stuck, 0 collisions, ") == 0);
}

TEST_CASE("units that keep each other from their goals are freed, unless nothing may be spent on it") {
  const Field field;
  field.write("bays.map",
              "type octile\nheight 3\nwidth 15\nmap\n"
              "@@@.@@@@@@@@@@@\n"
              "...............\n"
              "@@@@@@@@@@@.@@@\n");
  field.write("meet.csv", "x,y,goal_x,goal_y\n0,1,14,1\n14,1,0,1\n");
  REQUIRE(run(field, "build " + field / "bays.map" + " -o " + field / "bays.pnav").code == 0);
  const auto settled = [&](const std::string& option) {
    const std::string arguments = field / "bays.pnav" + " " + field / "meet.csv" + " --ticks 500 --json" + option;
    return Json::parse(run(field, "crowd " + arguments).out)["settled"].get<int>();
  };
  CHECK(settled("") == 2);
  CHECK(settled(" --cluster-moves 100000") == 2);
  CHECK(settled(" --cluster-moves 0") < 2);
  const std::string meeting = "crowd " + field / "bays.pnav" + " " + field / "meet.csv" + " --ticks 9";
  require_bad_input(run(field, meeting + " --cluster-moves x"), "--cluster-moves");
}

TEST_CASE("too few ticks are an honest no") {
  const Field field;
  const Ran ran = field.walk(field.units + " --ticks 3 --json");
  CHECK(ran.code == 1);
  const Json report = Json::parse(ran.out);
  CHECK(report["settled"] == 1);
  CHECK(report["ticks"] == 3);
  field.write("apart.csv", "x,y,goal_x,goal_y\n0,0,0,5\n");
  CHECK(field.walk(field.units + " --ticks 0").code == 1);
  const Ran apart = field.walk(field / "apart.csv" + " --ticks 9 --json");
  CHECK(apart.code == 1);
  CHECK(Json::parse(apart.out)["settled"] == 0);
  field.write("none.csv", "x,y,goal_x,goal_y\n");
  CHECK(field.json(field / "none.csv" + " --ticks 9")["units"] == 0);
}

TEST_CASE("alone a unit takes the least ticks there are, and longer at a slower pace") {
  const Field field;
  field.write("one.csv", "x,y,goal_x,goal_y,profile,side\n0,2,5,3,default,7\n");
  for (const std::string mode : {"cooperate", "around", "withhold"}) {
    const Json report = field.json(field / "one.csv" + " --ticks 99 --mode " + mode);
    CAPTURE(mode, report.dump());
    CHECK(report["ticks"] == 5);
    CHECK(report["loss_over_bound"] == 1);
  }
  // Four straight steps of 8 ticks, and one of 8 times the root of two, rounded.
  const Json slow = field.json(field / "one.csv" + " --ticks 99 --ticks-per-tile 8:1");
  CHECK(slow["ticks"] == 43);
  CHECK(slow["loss_over_bound"] == 1);
}

TEST_CASE("a trace has each unit at each tick") {
  const Field field;
  field.write("one.csv", "x,y,goal_x,goal_y\n0,2,2,2\n8,0,8,0\n");
  CHECK(field.walk(field / "one.csv" + " --ticks 9 --trace " + field / "t.tsv").code == 0);
  CHECK(field.content("t.tsv") ==
        "tick\tunit\tx\ty\n0\t0\t0\t2\n0\t1\t8\t0\n1\t0\t1\t2\n1\t1\t8\t0\n2\t0\t2\t2\n2\t1\t8\t0\n");
  require_bad_input(field.walk(field.units + " --ticks 9 --trace " + field.units), "u.csv");
}

TEST_CASE("tables of units and options that will not do are refused by file and line") {
  const Field field;
  const auto refused = [&](const std::string& table, const std::string& part) {
    field.write("bad.csv", table);
    INFO(table);
    require_bad_input(field.walk(field / "bad.csv" + " --ticks 9"), part);
  };
  refused("x,y,goal_x\n1,2,3\n", "bad.csv:1: ");
  refused("x,y,goal_x,goal_y\n0,0,9,0\n", "bad.csv:2: 9,0 is not on the map");
  refused("x,y,goal_x,goal_y\n0,0,a,0\n", "bad.csv:2: goal_x 'a'");
  refused("x,y,goal_x,goal_y\n0,0,8,0\n1,1,8,0\n", "bad.csv:3: 1,1 is blocked");
  refused("x,y,goal_x,goal_y\n0,0,8,0\n8,2,1,1\n", "bad.csv:3: 1,1 is blocked");
  refused("x,y,goal_x,goal_y\n0,0,8,0\n\n0,0,4,0\n", "bad.csv:4: 0,0 is taken");
  refused("x,y,goal_x,goal_y,profile\n0,0,8,0,elf\n", "bad.csv:2: ");
  refused("x,y,goal_x,goal_y,side\n0,0,8,0,256\n", "bad.csv:2: side '256'");
  require_bad_input(field.walk(field.units + " --ticks 9 --mode run"), "--mode");
  require_bad_input(field.walk(field.units + " --ticks 9 --ticks-per-tile 8"), "--ticks-per-tile '8'");
  require_bad_input(field.walk(field.units + " --ticks 9 --ticks-per-tile 0:1"), "--ticks-per-tile");
  require_bad_input(field.walk(field / "missing.csv" + " --ticks 9"), "missing.csv");
  REQUIRE(run(field, "build " + field / "m.map" + " --metric any_angle -o " + field / "a.pnav").code == 0);
  require_bad_input(run(field, "crowd " + field / "a.pnav" + " " + field.units + " --ticks 9"), "at any angle");
}

TEST_CASE("units of one group march together to the goal of the first of them") {
  const Field field;
  field.write("g.csv", "x,y,goal_x,goal_y,group\n0,2,7,3,4\n0,3,0,0,4\n1,2,0,0,4\n1,3,0,0,4\n4,0,4,2,\n");
  const std::string table = field / "g.csv";
  for (const std::string shape : {"box", "line", "column", "wedge"}) {
    CAPTURE(shape);
    const Ran ran = field.walk(table + " --ticks 100 --json --shape " + shape);
    CHECK(ran.code == 0);
    const Json report = Json::parse(ran.out);
    CHECK(report["settled"] == 5);
    CHECK(report["collisions"] == 0);
    CHECK(report["ticks"].get<int>() < 40);
  }
  CHECK(field.json(table + " --ticks 100")["hash"] == field.json(table + " --ticks 100 --shape box")["hash"]);
  require_bad_input(field.walk(table + " --ticks 9 --shape ring"), "ring");
  field.write("b.csv", "x,y,goal_x,goal_y,group\n0,2,1,1,4\n");
  require_bad_input(field.walk((field / "b.csv") + " --ticks 9"), ":2: 1,1 is blocked");
}
