// SPDX-License-Identifier: BSL-1.0
// portolan crowd: tables of units, modes, paces, traces, reports, refusals.
#include "portolan/formats/maps/trace_reader.hpp"
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
        "tick\tunit\tx\ty\tstuck\tdecided\twaited\tprofile\n0\t0\t0\t2\t\t\t\tdefault\n0\t1\t8\t0\t\t\t\tdefault\n"
        "1\t0\t1\t2\t\t1\t0\n1\t1\t8\t0\n2\t0\t2\t2\t\t1\t0\n2\t1\t8\t0\n");
  require_bad_input(field.walk(field.units + " --ticks 9 --trace " + field.units), "u.csv");
}

TEST_CASE("a trace has the moves that last, with headings where units turn, and what each unit is") {
  const Field field;
  field.write("p.json", R"([{"name": "walker"}, {"name": "lorry", "body": [1, 2], "turn": 1},
                            {"name": "crab", "headings": 4, "sideways": 1}])");
  const std::string world = field / "t.pnav";
  REQUIRE(run(field, "build " + field / "m.map" + " --profile " + field / "p.json" + " -o " + world).code == 0);
  field.write("u.csv", "x,y,goal_x,goal_y,profile,side,heading,goal_heading\n2,2,4,2,lorry,3,N,E\n0,0,0,1,,0,,\n");
  const Ran ran = run(
      field, "crowd " + world + " " + field / "u.csv" + " --ticks 99 --ticks-per-tile 2:1 --trace " + field / "t.tsv");
  INFO(ran.err);
  CHECK(ran.code == 2);  // no lorry stands at 2,2 to the north: 2,1 is a wall
  CHECK(ran.err.find("u.csv:2: 2,2 has no room for its body") != std::string::npos);
  field.write("u.csv", "x,y,goal_x,goal_y,profile,side,heading,goal_heading\n2,3,4,3,lorry,3,N,E\n0,0,0,1,,0,,\n");
  CHECK(run(field,
            "crowd " + world + " " + field / "u.csv" + " --ticks 99 --ticks-per-tile 2:1 --trace " + field / "t.tsv")
            .code == 0);
  const auto trace = portolan::read_trace(field.path() / "t.tsv", 9, {.count = 1, .height = 6});
  REQUIRE(trace);
  using portolan::Heading;
  CHECK(trace->sides == std::vector<std::uint8_t>{3, 0});
  REQUIRE(trace->profiles.size() == 2);
  CHECK(trace->profiles[trace->movers[0]].name == "lorry");
  CHECK(trace->profiles[trace->movers[1]].name == "walker");
  CHECK(trace->headings[0] == Heading::north);
  CHECK(trace->headings[1] == Heading::any);
  CHECK(trace->headings[trace->headings.size() - 2] == Heading::east);
  CHECK(trace->moves[0].end == 0);
  CHECK(trace->moves[3] == portolan::TraceMove{.to = {0, 1}, .begin = 0, .end = 2, .heading = Heading::any});
  // Each move ends where the unit is in the tick in which it ends.
  std::size_t under_way = 0;
  for (std::size_t row = 0; row < trace->tiles.size(); ++row) {
    const portolan::TraceMove& move = trace->moves[row];
    if (move.end == 0) continue;
    ++under_way;
    const std::size_t then = row + 2 * (move.end - trace->ticks[row / 2]);
    REQUIRE(then < trace->tiles.size());
    CHECK(trace->tiles[then] == move.to);
    CHECK(trace->headings[then] == move.heading);
  }
  CHECK(under_way > 4);
  const auto refused = [&](const std::string& row, const std::string& part) {
    field.write("bad.csv", "x,y,goal_x,goal_y,profile,group,heading,goal_heading\n" + row + "\n");
    INFO(row);
    require_bad_input(run(field, "crowd " + world + " " + field / "bad.csv" + " --ticks 9"), part);
  };
  refused("0,0,8,0,walker,,E,", "bad.csv:2: heading E: profile 'walker' does not turn");
  refused("0,0,8,0,walker,,any,SW", "bad.csv:2: goal_heading SW: profile 'walker' does not turn");
  refused("0,0,8,0,crab,,NE,", "bad.csv:2: heading NE: profile 'crab' has E N W S");
  refused("0,0,8,0,crab,1,E,W", "bad.csv:2: goal_heading W: units of groups face as they march");
  refused("0,0,8,0,crab,1,E,", "bad.csv:2: profile 'crab' turns: units of groups do not");
  refused("0,0,8,0,crab,,north,", "bad.csv:2: heading 'north': there are E NE N NW W SW S SE and any");
}

TEST_CASE("a trace has the places of formations and of their leaders") {
  const Field field;
  field.write("g.csv", "x,y,goal_x,goal_y,group\n4,0,4,0,\n0,2,7,3,4\n0,3,0,0,4\n1,2,0,0,4\n1,3,0,0,4\n");
  REQUIRE(field.walk(field / "g.csv" + " --ticks 100 --trace " + field / "t.tsv").code == 0);
  const auto trace = portolan::read_trace(field.path() / "t.tsv", 9, {.count = 1, .height = 6});
  REQUIRE(trace);
  CHECK(trace->groups == std::vector<std::uint16_t>{0, 4, 4, 4, 4});
  CHECK(trace->led == std::vector<std::uint16_t>{4});
  REQUIRE(trace->leaders.size() == trace->ticks.size());
  CHECK(trace->leaders.back().tile == portolan::Tile{7, 3});
  const std::size_t last = trace->tiles.size() - 5;
  CHECK(trace->slots[last] == portolan::kNowhere);
  for (std::size_t unit = 1; unit < 5; ++unit) CHECK(trace->slots[last + unit] == trace->tiles[last + unit]);
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
