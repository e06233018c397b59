// SPDX-License-Identifier: BSL-1.0
// Files of changes from the command line: made from a seed, and played.
#include "tools/command_support.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace {

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::require_keys;
using portolan::test::run;
using portolan::test::slurp;

const std::vector<std::string> kKeys{"queries",
                                     "mismatches",
                                     "unreachable",
                                     "tier",
                                     "timed",
                                     "mean_us",
                                     "p50_us",
                                     "p99_us",
                                     "max_us",
                                     "first_pass_mean_us",
                                     "mean_suboptimality",
                                     "max_suboptimality",
                                     "mean_expansions",
                                     "mean_expansions_by_tier",
                                     "edits",
                                     "edit_mean_us",
                                     "total_ms"};

/// A map with a wall that has one gap, at 4,1, and its world.
class Walled : public CommandFolder {
 public:
  Walled() {
    write("x.map",
          "type octile\nheight 6\nwidth 10\nmap\n....@.....\n..........\n....@.....\n....@.....\n....@.....\n....@....."
          "\n");
    REQUIRE(run(*this, "build " + *this / "x.map" + " -o " + *this / "x.pnav").code == 0);
  }
  Ran scen(const std::string& changes, const std::string& rest = "--json") const {
    write("x.changes", changes);
    return run(*this, "scen " + *this / "x.pnav" + " " + *this / "x.changes" + " " + rest);
  }
};

}  // namespace

TEST_CASE("scen plays edits and queries in the order of the file") {
  const Walled folder;
  const Ran ran = folder.scen(
      "# shut the gap, make another, at the other end\n"
      "query 3 1 5 1 2\nedit 4 1 1 1 @\nquery 3 1 5 1 0\nquery 3 1 5 1\ntiles 4 4 2 2\n..\n@.\nquery 3 4 5 4 2\nquery "
      "0 "
      "0 9 5\n",
      "--json --tier auto,jump,astar,regions --refresh 1 --repeat 2");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const Json report = Json::parse(ran.out);
  REQUIRE(report["runs"].size() == 4);
  for (const Json& one : report["runs"]) {
    require_keys(one, kKeys);
    CHECK(one["queries"] == 5);
    CHECK(one["edits"] == 2);
    CHECK(one["mismatches"] == 0);
    CHECK(one["unreachable"] == 2);
    CHECK(one["max_suboptimality"].get<double>() < 1e-6);
    CHECK(one["total_ms"].get<double>() * 1000 >= 2 * one["edit_mean_us"].get<double>());
  }
  CHECK(report["runs"][1]["mean_expansions_by_tier"]["jump"].get<double>() > 0);
  const Ran text = folder.scen("query 3 1 5 1\n", "");
  CHECK(text.code == 0);
  CHECK(text.out.find("0 edits, mean us -") != std::string::npos);
}

TEST_CASE("scen counts answers that are not those of the map of the moment") {
  const Walled folder;
  const auto mismatches = [&](const std::string& changes, const std::string& tier) {
    const Ran ran = folder.scen(changes, "--json --tier " + tier);
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 1);
    REQUIRE(ran.err.find("x.changes: scenario ") != std::string::npos);
    return Json::parse(ran.out)["mismatches"].get<int>();
  };
  CHECK(mismatches("edit 4 1 1 1 @\nquery 3 1 5 1 2\n", "auto") == 1);
  CHECK(mismatches("query 3 1 5 1 2.5\nquery 3 1 5 1 0\nquery 3 1 5 1\n", "jump") == 2);
  // The index of waypoints says nothing of what has opened.
  CHECK(mismatches("edit 4 2 1 1 .\nquery 3 2 5 2\n", "waypoints") == 1);
}

TEST_CASE("bad files of changes are refused with their line") {
  const Walled folder;
  require_bad_input(folder.scen("query 0 0 1 1\nedit 0 0 1 1 lava\n"), "x.changes:2:14: the map has no terrain 'lava'");
  require_bad_input(folder.scen("query 0 0 10 1\n"), "x.changes:1:7: an end outside the map");
  require_bad_input(folder.scen("edit 0 0 1 1 @\n"), "no query in the file");
  require_bad_input(folder.scen("query 0 0 1 1\n", "--tier lava"), "lava");
  require_bad_input(folder.scen("query 0 0 1 1\n", "--first-leg"), "--first-leg");
  require_bad_input(folder.scen("query 0 0 1 1\n", "--factor 2"), "--factor");
  require_bad_input(folder.scen("0\t0\t1\t1\t2\n", "--refresh 3"), "--refresh: only for files of changes");
  require_bad_input(folder.scen("0\t0\t1\t1\t2\n", "--refresh-opened 3"), "--refresh-opened: only for files of");
  folder.write("straight.json", R"({"name": "straight", "metric": "any_angle"})");
  REQUIRE(
      run(folder, "build " + folder / "x.map" + " -o " + folder / "x.pnav" + " --profile " + folder / "straight.json")
          .code == 0);
  require_bad_input(folder.scen("query 0 0 1 1\n"), "changes are for profiles on the grid");
}

TEST_CASE("changes made from a seed are played alike by every tier") {
  const CommandFolder folder;
  REQUIRE(run(folder, "make rooms --size 120x90 --seed 3 -o " + folder / "r.map").code == 0);
  REQUIRE(run(folder, "build " + folder / "r.map" + " -o " + folder / "r.pnav").code == 0);
  const std::string make = "make changes " + folder / "r.map" + " --queries 150 --seed 8 -o ";
  REQUIRE(run(folder, make + folder / "r.changes").code == 0);
  REQUIRE(run(folder, make + folder / "again.changes").code == 0);
  const std::string made = slurp((folder.path() / "r.changes").string());
  CHECK(made == slurp((folder.path() / "again.changes").string()));
  for (const char* const word : {"edit ", "\ntiles ", "\nquery "}) CHECK(made.find(word) != std::string::npos);
  const Ran ran =
      run(folder, "scen " + folder / "r.pnav" + " " + folder / "r.changes" + " --json --tier auto,astar,jump,regions");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const Json report = Json::parse(ran.out);
  REQUIRE(report["runs"].size() == 4);
  for (const Json& one : report["runs"]) {
    CHECK(one["queries"] == 150);
    CHECK(one["mismatches"] == 0);
    CHECK(one["edits"].get<int>() > 20);
  }
}

TEST_CASE("regions that queries of a file of changes went through are customised for those after") {
  const CommandFolder folder;
  REQUIRE(run(folder, "make rooms --size 220x160 --seed 3 -o " + folder / "r.map").code == 0);
  REQUIRE(run(folder, "build " + folder / "r.map" + " -o " + folder / "r.pnav").code == 0);
  REQUIRE(run(folder, "make changes " + folder / "r.map" + " --queries 150 --seed 9 -o " + folder / "r.changes").code ==
          0);
  const auto settled = [&](const std::string& options) {
    const Ran ran = run(folder, "scen " + folder / "r.pnav" + " " + folder / "r.changes" +
                                    " --json --repeat 2 --tier regions " + options);
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 0);
    const Json report = Json::parse(ran.out);
    CHECK(report["mismatches"] == 0);
    return report["mean_expansions"].get<double>();
  };
  const double without = settled("");
  CHECK(settled("--refresh-opened 0") == without);
  CHECK(settled("--refresh-opened 1") < without);
  CHECK(settled("--refresh-opened 99") < without);
}

TEST_CASE("making changes needs a map to change") {
  const CommandFolder folder;
  const std::string out = " -o " + folder / "c.changes";
  require_bad_input(run(folder, "make changes" + out), "MAP is required with changes");
  require_bad_input(run(folder, "make changes " + folder / "none.map" + out), "none.map");
  folder.write("open.txt", "portolan ascii 1\n. floor 1\nmap\n...\n");
  require_bad_input(run(folder, "make changes " + folder / "open.txt" + out), "one that blocks");
  require_bad_input(run(folder, "make changes " + folder / "open.txt" + " --size 5x5" + out), "--size");
  require_bad_input(run(folder, "make changes " + folder / "open.txt" + " --queries 0" + out), "queries");
  require_bad_input(run(folder, "make caves " + folder / "open.txt" + " --size 5x5" + out), "only changes and blanks");
  require_bad_input(run(folder, "make caves" + out), "--size is required");
}
