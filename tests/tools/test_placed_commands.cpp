// SPDX-License-Identifier: BSL-1.0
// The `portolan` command with movers that have headings and a body: built, described, asked, refused.
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "tools/command_support.hpp"

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;

namespace {

/// A street with an alley that ends at the bottom.
class Street : public CommandFolder {
 public:
  Street() {
    write("x.map",
          "type octile\nheight 6\nwidth 9\nmap\n.........\n.........\n@@@@.@@@@\n@@@@.@@@@\n@@@@.@@@@\n@@@@.@@@@\n");
    write("p.json",
          R"([{"name": "lorry", "body": [1, 3], "turn": 1, "backward": 1.5}, {"name": "walker"},
              {"name": "crab", "headings": 4, "turn": 1, "sideways": 2}, {"name": "car", "radius": 2}])");
    REQUIRE(build("p.json").code == 0);
  }
  [[nodiscard]] Ran build(const std::string& profiles) const {
    return run(*this, "build " + *this / "x.map" + " --profile " + *this / profiles + " -o " + world);
  }
  [[nodiscard]] Ran ask(const std::string& arguments) const { return run(*this, "path " + world + " " + arguments); }
  [[nodiscard]] Json answer(const std::string& arguments) const { return Json::parse(ask(arguments + " --json").out); }

  const std::string world = *this / "w.pnav";
};

}  // namespace

TEST_CASE("a profile with headings is built, described and asked for placements") {
  const Street street;
  const Json info = Json::parse(run(street, "info " + street.world + " --json").out);
  CHECK(info["profiles"][0]["kinematics"] == Json{{"headings", 8},
                                                  {"body", {1, 3}},
                                                  {"turn", 1.0},
                                                  {"backward", 1.5},
                                                  {"sideways", nullptr},
                                                  {"radius", 0.0},
                                                  {"sweep", "sector"}});
  CHECK(info["profiles"][1]["kinematics"].is_null());
  CHECK(run(street, "info " + street.world).out.find("  8 headings, body 1 x 3, turn 1, backward x 1.5, radius 0\n") !=
        std::string::npos);
  CHECK(run(street, "check " + street.world).code == 0);

  // Two steps back up the alley.
  const Json out = street.answer("4,4 4,2 --heading S --goal-heading S");
  CHECK(out["status"] == "found");
  CHECK(out["cost"].get<double>() == Approx(3));
  CHECK(out["lower_bound"].get<double>() == Approx(3));
  CHECK(out["optimal"] == true);
  CHECK(out["placements"] == Json({{{"x", 4}, {"y", 4}, {"heading", "S"}},
                                   {{"x", 4}, {"y", 3}, {"heading", "S"}},
                                   {{"x", 4}, {"y", 2}, {"heading", "S"}}}));
  const Ran text = street.ask("4,4 4,2 --heading S");
  CHECK(text.code == 0);
  CHECK(text.out.find("found: cost 3.000000 (optimal), 3 placements, ") == 0);
  CHECK(text.out.find("4,4 S\n4,3 S\n4,2 S\n") != std::string::npos);
  // In the alley a lorry cannot turn.
  const Ran none = street.ask("4,4 4,3 --heading S --goal-heading N");
  CHECK(none.code == 1);
  CHECK(none.out == "unreachable: exhausted\n");
  CHECK(street.ask("4,4 4,3 --heading E").out == "bad_start: blocked\n");
  CHECK(street.answer("0,0 1,0 --profile walker")["waypoints"].size() == 2);
  CHECK(street.answer("1,0 1,1 --profile crab --heading E --goal-heading E")["cost"].get<double>() == Approx(2));
  CHECK(street.answer("0,0 8,0 --profile car --heading E --factor 1")["cost"].get<double>() == Approx(8));
  CHECK(street.answer("0,0 8,0 --profile car --heading E --budget 2")["status"] == "out_of_budget");
}

TEST_CASE("a body between islands is told their sizes") {
  const Street street;
  street.write("x.map", "type octile\nheight 3\nwidth 5\nmap\n..@..\n..@..\n..@..\n");
  REQUIRE(street.build("p.json").code == 0);
  CHECK(street.ask("0,1 4,1 --heading S --goal-heading S").out ==
        "unreachable: different_islands\nStart and goal lie on different islands, of 6 and 6 tiles: no way joins "
        "them.\n");
}

TEST_CASE("info tells that turns need not find their sector free") {
  const Street street;
  const portolan::test::BuiltWorld built(
      portolan::test::ascii_map("..."),
      {.name = "ghost", .kinematics = portolan::Kinematics{.sweep = portolan::Sweep::none}});
  const auto bytes = built.bytes();
  street.write("g.pnav", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const std::string info = "info " + street / "g.pnav";
  CHECK(Json::parse(run(street, info + " --json").out)["profiles"][0]["kinematics"]["sweep"] == "none");
  CHECK(run(street, info).out.find("  8 headings, body 1 x 1, turn 0, radius 0, sweep none\n") != std::string::npos);
}

TEST_CASE("what is known of the least cost is told where the budget ends, too") {
  const Street street;
  const Json out = street.answer("0,0 8,0 --profile car --heading E --budget 5");
  CHECK(out["status"] == "out_of_budget");
  CHECK(out["cost"].is_null());
  CHECK(out["lower_bound"].get<double>() == Approx(8));
  CHECK(street.answer("0,0 8,0 --profile car --heading E --budget 200")["cost"].get<double>() == Approx(8));
}

TEST_CASE("scen asks for bodies, and holds them against the exact search and the lengths of a point") {
  const Street street;
  const auto scen = [&](const std::string& rows, const std::string& options) {
    street.write("x.scen", "version 1\n" + rows);
    return run(street, "scen " + street.world + " " + street / "x.scen" + " " + options);
  };
  const auto row = [](const std::string& ends_and_length) { return "0\tx.map\t9\t6\t" + ends_and_length + "\n"; };
  // Along the street; out of the alley; into the street, where it cannot turn; from within a wall.
  const std::string rows =
      row("1\t0\t7\t0\t6") + row("4\t4\t4\t1\t3") + row("4\t4\t7\t0\t6.41421356") + row("0\t3\t4\t4\t0");
  const Ran good = scen(rows, "--json --repeat 2");
  CHECK(good.code == 0);
  const Json report = Json::parse(good.out);
  CHECK((report["queries"] == 4 && report["mismatches"] == 0 && report["unreachable"] == 1));
  CHECK((report["tier"] == "placed" && report["factor"] == 1.1 && report["blocked_ends"] == 1));
  CHECK((report["mean_suboptimality"] == 0.0 && report["max_suboptimality"] == 0.0));
  CHECK(report["mean_expansions"].get<double>() > 1);
  CHECK(Json::parse(scen(rows, "--json --factor 1").out)["factor"] == 1.0);
  CHECK(scen(rows, "").out.find("placed: 4 queries, 0 mismatches, 1 unreachable; us mean ") == 0);
  // A body is never cheaper than a point.
  const Ran shorter = scen(rows + row("1\t1\t7\t1\t9"), "");
  CHECK(shorter.code == 1);
  CHECK(shorter.out.find("5 queries, 1 mismatches") != std::string::npos);
  CHECK(
      shorter.err.find("scenario 5 from 1,1 to 7,1, tier placed: length 6.000000, less than the 9.000000 of a point") !=
      std::string::npos);
  CHECK(scen(row("1\t1\t7\t1\t0"), "").err.find("length 6.000000 where no path is expected") != std::string::npos);
  // So for a crab.
  CHECK(Json::parse(scen(row("1\t1\t7\t1\t9"), "--json --profile crab").out)["mismatches"] == 1);

  require_bad_input(scen(rows, "--tier local"), "--tier: not for profiles with headings");
  require_bad_input(scen(rows, "--first-leg"), "--first-leg: not for profiles with headings");
  require_bad_input(scen(rows, "--factor 5"), "--factor: expected a number from 1 to 4");
  require_bad_input(scen(rows, "--profile walker --factor 1"), "--factor: only for profiles with headings");
}

TEST_CASE("draw shows the bodies along a path") {
  const Street street;
  const auto draw = [&](const std::string& rest) {
    return run(street, "draw " + street.world + " -o " + street / "x.svg" + " " + rest);
  };
  const auto count = [&](const std::string& text) {
    const std::string picture = slurp((street.path() / "x.svg").string());
    std::size_t times = 0;
    for (std::size_t at = picture.find(text); at != std::string::npos; at = picture.find(text, at + 1)) ++times;
    return times;
  };
  const std::string body = "fill=\"#283caa\"";
  REQUIRE(draw("").code == 0);
  CHECK(count(body) == 0);
  // Backs out two tiles: at both ends.
  REQUIRE(draw("--path 4,4 4,2 --heading S --goal-heading S").code == 0);
  CHECK(count(body) == 2);
  // At both ends, and once on the way.
  REQUIRE(draw("--path 1,0 7,0 --heading E --factor 1").code == 0);
  CHECK(count(body) == 3);
  // Of a radius of 2 tiles an arc begins 0.83 tiles before the corner, at 16 pixels a tile.
  REQUIRE(draw("--path 0,0 8,1 --profile car --heading E --factor 1").code == 0);
  CHECK(count("L106.5 8.5") == 1);
  CHECK(count("L120.5 8.5") == 0);
  const Ran none = draw("--path 4,4 4,3 --heading S --goal-heading N");
  CHECK(none.code == 1);
  CHECK(none.err.find("no path: unreachable (exhausted)") != std::string::npos);
  CHECK(count(body) == 0);

  require_bad_input(draw("--heading S"), "--heading: belongs to --path");
  require_bad_input(draw("--path 1,0 7,0 --profile walker --factor 2"), "--factor: only for profiles with headings");
  require_bad_input(draw("--path 1,0 7,0 --heading X"), "--heading: expected E, NE,");
  require_bad_input(draw("--path 1,0 7,0 --tier local"), "--tier: not for profiles with headings");
  require_bad_input(draw("--path 1,0 7,0 --tier corridor --heading E"), "--heading: not for paths over areas");
  require_bad_input(draw("--path 1,0 7,0 --show search"), "--show search: not for profiles with headings");
}

TEST_CASE("a body goes to the nearest placement where the goal will not do") {
  const Street street;
  // In the alley a lorry cannot turn, but it comes to the tile.
  const Json turned = street.answer("4,4 4,3 --heading S --goal-heading N --nearest");
  CHECK(turned["status"] == "partial");
  CHECK(turned["why"] == "moved_end");
  CHECK(turned["got"][1] == Json({{"x", 4}, {"y", 3}, {"heading", "S"}}));
  CHECK(turned["asked"][1] == Json({{"x", 4}, {"y", 3}, {"heading", "N"}}));
  const Ran wall = street.ask("1,0 0,9 --heading E --nearest");
  CHECK(wall.code == 0);
  CHECK(wall.out.find("partial: cost ") == 0);
  CHECK(wall.out.find(", between the nearest placements)") != std::string::npos);
  const Json spent = street.answer("1,0 8,0 --profile car --heading E --budget 2 --nearest");
  CHECK((spent["status"] == "partial" && spent["why"] == "budget_spent"));
  CHECK(street.answer("1,0 2,0 --heading E --nearest")["status"] == "found");
}

TEST_CASE("options of bodies and of others do not mix, and say so") {
  const Street street;
  for (const std::string option : {"--heading E", "--goal-heading any", "--factor 2"}) {
    CAPTURE(option);
    require_bad_input(street.ask("0,0 1,0 --profile walker " + option),
                      option.substr(0, option.find(' ')) + ": only for profiles with headings");
  }
  for (const std::string option :
       {"--tier local", "--matrix 60", "--ties first", "--excess 0.01", "--tiles", "--smooth"}) {
    CAPTURE(option);
    require_bad_input(street.ask("1,0 2,0 " + option),
                      option.substr(0, option.find(' ')) + ": not for profiles with headings");
  }
  require_bad_input(street.ask("1,0 2,0 --heading e"),
                    "--heading: expected E, NE, N, NW, W, SW, S, SE or any, not 'e'");
  require_bad_input(street.ask("1,0 2,0 --goal-heading X"), "--goal-heading: expected E, NE,");
  require_bad_input(street.ask("1,0 2,0 --profile crab --heading NE"), "--heading: the profile has the headings");
  for (const std::string factor : {"0.9", "4.1", "1.125", "x"}) {
    require_bad_input(street.ask("1,0 2,0 --factor " + factor), "--factor: expected a number from 1 to 4");
  }
  street.write("bad.json", R"([{"name": "a"}, {"name": "b", "body": [1, 3], "footprint": 1}])");
  require_bad_input(street.build("bad.json"), "bad.json:1: [1].footprint: not beside body, whose lesser side it is");
}
