// SPDX-License-Identifier: BSL-1.0
// The `portolan` command as its users meet it: exit codes, JSON keys, one line on stderr, nothing half-written.
#include "portolan/world/world.hpp"
#include "tools/built_map.hpp"
#include "tools/command_support.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using portolan::test::Built;
using portolan::test::Json;
using portolan::test::keys;
using portolan::test::kMap;
using portolan::test::kScenarios;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::require_keys;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

const std::vector<std::string> kInfoKeys{"format",   "library", "source",  "profiles",  "tiles",
                                         "passable", "islands", "regions", "waypoints", "sight_edges",
                                         "sections", "bytes",   "terrains"};

}  // namespace

TEST_CASE("build and info print the keys of their contract") {
  const Built built;
  const Ran info = run(built, "info '" + built.world + "' --json");
  REQUIRE(info.code == 0);
  const Json report = Json::parse(info.out);
  require_keys(report, kInfoKeys);
  REQUIRE(report["tiles"] == 54);
  REQUIRE(report["passable"] == 38);
  REQUIRE(report["islands"] == 2);
  REQUIRE(report["bytes"] == fs::file_size(built.world));
  REQUIRE(report["source"]["format"] == "movingai");

  const Ran again = run(built, "build '" + built / "x.map" + "' -o '" + built / "y.pnav" + "' --json --threads 2");
  REQUIRE(again.code == 0);
  Json wanted = report;
  Json made = Json::parse(again.out);
  require_keys(made, {"seconds", "peak_bytes", "warnings"});
  made.erase("warnings");
  made.erase("seconds");
  made.erase("peak_bytes");
  REQUIRE(made == wanted);
  REQUIRE(slurp(built.world) == slurp(built / "y.pnav"));
}

TEST_CASE("path prints its keys, and its exit code tells found from not found") {
  const Built built;
  const auto ask = [&](const std::string& rest) {
    return run(built, "path '" + built.world + "' " + rest + " --json");
  };
  const Ran found = ask("0,0 8,0 --tiles");
  REQUIRE(found.code == 0);
  const Json report = Json::parse(found.out);
  REQUIRE(keys(report) == std::vector<std::string>{"status", "why", "cost", "optimal", "waypoints", "hops", "legs",
                                                   "tiles", "expansions", "expansions_by_tier", "tier", "us"});
  REQUIRE(report["status"] == "found");
  REQUIRE(report["why"] == "none");
  REQUIRE(report["optimal"] == true);
  REQUIRE(report["cost"].get<double>() == Approx(9.65685425).epsilon(1e-8));
  REQUIRE(report["waypoints"].front() == Json({0, 0}));
  REQUIRE(report["tiles"].size() == 9);
  REQUIRE(report["tiles"].back() == Json({8, 0}));
  REQUIRE(keys(report["legs"]) == std::vector<std::string>{"straight", "centred", "shifted"});
  const auto& legs = report["legs"];
  REQUIRE(legs["straight"].get<int>() + legs["centred"].get<int>() + legs["shifted"].get<int>() > 0);

  const Ran apart = ask("0,0 7,4");
  REQUIRE(apart.code == 1);
  REQUIRE(Json::parse(apart.out)["status"] == "unreachable");
  REQUIRE(Json::parse(apart.out)["why"] == "different_islands");
  REQUIRE(Json::parse(apart.out)["cost"].is_null());
  REQUIRE(Json::parse(ask("4,0 0,0").out)["status"] == "bad_start");
  REQUIRE(ask("4,0 0,0").code == 1);
  REQUIRE(Json::parse(ask("0,0 4,0").out)["status"] == "bad_goal");
  REQUIRE(Json::parse(ask("0,0 8,0 --tier waypoints --budget 1").out)["status"] == "out_of_budget");
  REQUIRE(ask("0,0 8,0 --tier waypoints --budget 1").code == 1);
  REQUIRE(Json::parse(ask("4,0 7,4 --nearest").out)["why"] == "moved_end");
  const std::string moved = run(built, "path '" + built.world + "' 4,0 7,4 --nearest").out;
  REQUIRE(moved.find(" (optimal between the nearest places, ") != std::string::npos);
  for (const std::string tier : {"auto", "astar", "local", "coarse", "regions", "waypoints"}) {
    REQUIRE(Json::parse(ask("0,0 8,0 --tier " + tier).out)["cost"].get<double>() == Approx(9.65685425).epsilon(1e-8));
  }
}

TEST_CASE("the local tier of path searches 60 x 60 tiles, or 120 x 120 where that is asked for or needed") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name) { return "'" + (folder.path() / name).string() + "'"; };
  folder.write("open.map", "type octile\nheight 1\nwidth 140\nmap\n" + std::string(140, '.') + "\n");
  REQUIRE(run(folder, "build " + file("open.map") + " -o " + file("x.pnav")).code == 0);
  const auto ask = [&](const std::string& rest) {
    return run(folder, "path " + file("x.pnav") + " 0,0 " + rest + " --tier local");
  };
  REQUIRE(ask("59,0").out.find("found: cost 59.000000") == 0);
  REQUIRE(ask("59,0 --matrix 120").out.find("found: cost 59.000000") == 0);
  REQUIRE(ask("119,0").out.find("found: cost 119.000000") == 0);
  REQUIRE(ask("119,0 --matrix 120").code == 0);
  REQUIRE(ask("119,0 --matrix 60").out == "undecided: does_not_fit\n");
  REQUIRE(ask("120,0").out == "undecided: does_not_fit\n");
  const Ran wrong = ask("59,0 --matrix 61");
  REQUIRE(wrong.code == 2);
  REQUIRE(wrong.err == "portolan: --matrix 61: expected 60 or 120\n");
}

TEST_CASE("path chooses among equal paths as asked, at the same cost") {
  const Built built;
  const auto ask = [&](const std::string& rest) { return run(built, "path '" + built.world + "' 0,0 3,1 " + rest); };
  const auto tiles = [&](const std::string& rule) {
    const Ran ran = ask("--json --tiles --ties " + rule);
    REQUIRE(ran.code == 0);
    const Json report = Json::parse(ran.out);
    REQUIRE(report["cost"].get<double>() == Approx(3.41421356).epsilon(1e-8));
    REQUIRE(report["ties_scope"] == (rule == "first" ? Json() : Json("path")));
    return report["tiles"];
  };
  REQUIRE(tiles("first") == Json::parse(ask("--json --tiles").out)["tiles"]);
  REQUIRE_FALSE(Json::parse(ask("--json").out).contains("ties_scope"));
  // One turn, as near to the line as the other way to have only one.
  const Json straight = tiles("straightest");
  REQUIRE((straight[1] == Json({1, 1}) || straight[2] == Json({2, 0})));
  std::set<Json> drawn;
  for (int seed = 0; seed < 40; ++seed) drawn.insert(tiles("random:" + std::to_string(seed)));
  REQUIRE(drawn.size() == 3);
  REQUIRE(tiles("random:18446744073709551615") == tiles("random:18446744073709551615"));
  REQUIRE(ask("--ties random:3").out.find(", ties random:3 by path, ") != std::string::npos);
  for (const std::string wrong : {"''", "second", "random", "random:", "random:x", "random:-1", "random:1x", "Random:1",
                                  "random:18446744073709551616"}) {
    require_bad_input(ask("--ties " + wrong), "expected first, straightest or random:SEED");
  }
}

TEST_CASE("path keeps to an excess at any angle, and says the bound") {
  const Built built;
  built.write("mud.map", "type octile\nheight 3\nwidth 9\nmap\nTTTTTTTTT\nTTTTTTTTT\n.........\n");
  built.write("cart.json", R"({"name": "cart", "metric": "any_angle", "footprint": 0, "terrain": {".": 1, "T": 3}})");
  const std::string world = built / "mud.pnav";
  REQUIRE(
      run(built, "build '" + built / "mud.map" + "' --profile '" + built / "cart.json" + "' -o '" + world + "'").code ==
      0);
  const auto ask = [&](const std::string& rest) { return run(built, "path '" + world + "' 0,1 8,1 " + rest); };
  for (const std::string excess : {"1", "0.1", "0.01", "0.002"}) {
    const Ran ran = ask("--json --excess " + excess);
    REQUIRE(ran.code == 0);
    const Json report = Json::parse(ran.out);
    REQUIRE(report["status"] == "found");
    const double bound = report["lower_bound"].get<double>();
    // Down to the road, along it and up again: 8 + sqrt(8).
    REQUIRE(bound <= 8 + std::sqrt(8.0) + 1e-6);
    REQUIRE(report["cost"].get<double>() >= bound);
    REQUIRE(report["cost"].get<double>() <= bound * (1 + std::stod(excess)));
    REQUIRE(report["optimal"] == false);
    REQUIRE(report["waypoints"].size() == 4);
  }
  REQUIRE_FALSE(Json::parse(ask("--json").out).contains("lower_bound"));
  REQUIRE(ask("--excess 0.05").out.find(" % above the optimum)") != std::string::npos);
  REQUIRE(ask("--excess 0.01 --budget 20").code == 1);
  require_bad_input(ask("--excess 0.001"), "--excess must be 0.002 or more");
  require_bad_input(ask("--excess nan"), "--excess must be 0.002 or more");
  require_bad_input(ask("--excess 0.01 --tier regions"), "--excess asks no tier");
  require_bad_input(run(built, "path '" + world + "' 0.5,1.5 8,1 --excess 0.01"), "--excess is for tiles");
  require_bad_input(run(built, "path '" + built.world + "' 0,0 3,1 --excess 0.01"), "metric any_angle");
}

TEST_CASE("path smooths for movers of a width, and names what is too narrow for them") {
  const Built built;
  const auto ask = [&](const std::string& rest) { return run(built, "path '" + built.world + "' 0,0 8,0 " + rest); };
  const Json thin = Json::parse(ask("--json --smooth").out);
  REQUIRE(thin["points"].front() == Json({0.5, 0.5}));
  REQUIRE(thin["points"].back() == Json({8.5, 0.5}));
  REQUIRE(thin["segments"].size() + 1 == thin["points"].size());
  for (const Json& segment : thin["segments"]) REQUIRE(segment == "clear");
  REQUIRE(thin["smooth_cost"].get<double>() <= thin["cost"].get<double>() + 1e-6);
  REQUIRE_FALSE(Json::parse(ask("--json").out).contains("points"));
  const Json wide = Json::parse(ask("--json --smooth --width 8").out);
  REQUIRE(std::count(wide["segments"].begin(), wide["segments"].end(), "narrow") > 0);
  const Json curved = Json::parse(ask("--json --smooth --curve 5").out);
  REQUIRE(curved["points"].size() > thin["points"].size());
  REQUIRE(curved["smooth_cost"].get<double>() < thin["smooth_cost"].get<double>());
  const std::string text = ask("--smooth --width 8").out;
  REQUIRE(text.find("\nsmooth: cost ") != std::string::npos);
  REQUIRE(text.find(" narrow\n") != std::string::npos);
  for (const std::string wrong :
       {"--width 3", "--curve 3", "--smooth --width -1", "--smooth --width 321", "--smooth --curve 321"}) {
    require_bad_input(ask(wrong), wrong.starts_with("--smooth") ? "not in range" : "requires --smooth");
  }
}

TEST_CASE("steps as a profile declares them are the lengths of its paths, by every tier") {
  const Built built;
  const std::string map = "'" + built / "x.map" + "'";
  const auto build = [&](const std::string& profile) {
    built.write("p.json", profile);
    return run(built, "build " + map + " --profile '" + built / "p.json" + "' --index ch,labels,blocks -o '" +
                          built.world + "'");
  };
  const std::vector<std::pair<std::string, double>> lengths{
      {"[10, 14]", 9.6}, {"[2, 3]", 10}, {"[1, 1]", 8}, {"[1, 2]", 12}};
  for (const auto& [steps, length] : lengths) {
    CAPTURE(steps);
    REQUIRE(build("{\"name\": \"knight\", \"steps\": " + steps + "}").code == 0);
    for (const std::string tier : {"auto", "local", "astar", "waypoints", "ch", "labels", "blocks"}) {
      const Ran found = run(built, "path '" + built.world + "' 0,0 8,0 --json --tier " + tier);
      REQUIRE(found.code == 0);
      REQUIRE(Json::parse(found.out)["cost"].get<double>() == Approx(length).epsilon(1e-14));
    }
    REQUIRE(run(built, "check '" + built.world + "'").code == 0);
  }
  REQUIRE(build(R"([{"name": "a", "steps": [10, 14]}, {"name": "b"}])").code == 0);
  const Json info = Json::parse(run(built, "info '" + built.world + "' --json").out);
  REQUIRE(info["profiles"][0]["steps"] == Json({5, 7}));
  REQUIRE(info["profiles"][1]["steps"].is_null());
  REQUIRE(run(built, "info '" + built.world + "'").out.find("profile a: 8 neighbours, corners never, steps 5:7, ") !=
          std::string::npos);
  // The lengths of the file are those of other steps.
  const std::string scen = "scen '" + built.world + "' '" + built / "x.scen" + "' --json --profile ";
  REQUIRE(Json::parse(run(built, scen + "a").out)["mismatches"].is_null());
  REQUIRE(Json::parse(run(built, scen + "b").out)["mismatches"] == 0);
  require_bad_input(build(R"({"name": "a", "steps": [10, 21]})"),
                    "p.json:1: steps: a diagonal step must not cost more than two straight ones");
}

TEST_CASE("scen judges every length") {
  const Built built;
  const auto scen = [&](const std::string& rest) {
    return run(built, "scen '" + built.world + "' '" + built / "x.scen" + "' --json " + rest);
  };
  const Ran good = scen("--repeat 2");
  REQUIRE(good.code == 0);
  const Json report = Json::parse(good.out);
  require_keys(report, {"queries", "mismatches", "unreachable", "tier", "timed", "mean_us", "p50_us", "p99_us",
                        "max_us", "first_pass_mean_us", "mean_suboptimality", "max_suboptimality", "mean_expansions"});
  REQUIRE(report["queries"] == 3);
  REQUIRE(report["mismatches"] == 0);
  REQUIRE(report["unreachable"] == 1);
  REQUIRE(report["tier"] == "auto");
  const Json runs = Json::parse(scen("--tier astar,coarse").out);
  REQUIRE(runs["runs"].size() == 2);
  REQUIRE(runs["runs"][1]["tier"] == "coarse");
  const Json first = Json::parse(scen("--tier coarse --first-leg").out);
  REQUIRE(first["mismatches"] == 0);
  REQUIRE(first["timed"] == "first_leg");
  REQUIRE(report["timed"] == "path");

  std::string wrong = kScenarios;
  wrong.replace(wrong.find("9.65685425"), 10, "9.65785425");
  built.write("x.scen", wrong);
  const Ran mismatch = scen("");
  REQUIRE(mismatch.code == 1);
  REQUIRE(Json::parse(mismatch.out)["mismatches"] == 1);
  REQUIRE(mismatch.err.find(", tier auto: length 9.656854 instead of 9.657854\n") != std::string::npos);

  built.write("x.scen", "0\t0\t3\t0\t3.000000\n");
  REQUIRE(Json::parse(scen("").out)["mismatches"].is_null());
  // Tiers judge each other where the file says nothing.
  REQUIRE(Json::parse(scen("--tier astar,coarse,local").out)["runs"][1]["mismatches"] == 0);
  built.write("x.scen", "version 1\n0\tx.map\t10\t6\t0\t0\t3\t0\t3.0\n");
  require_bad_input(scen(""), "scenario 1");
}

TEST_CASE("scen tells when a tier proves what another refutes") {
  const Built built;
  std::string map = "type octile\nheight 5\nwidth 140\nmap\n";
  for (int y = 0; y < 5; ++y) map += std::string(140, '.') + "\n";
  built.write("long.map", map);
  built.write("long.tsv", "1\t2\t138\t2\t-1\n");
  const std::string world = built / "long.pnav";
  REQUIRE(run(built, "build '" + built / "long.map" + "' -o '" + world + "' --index none").code == 0);
  const auto scen = [&](const std::string& tiers) {
    return run(built, "scen '" + world + "' '" + built / "long.tsv" + "' --json --tier " + tiers);
  };
  const Ran good = scen("astar,regions");
  REQUIRE(good.code == 0);
  REQUIRE(Json::parse(good.out)["runs"][0]["mismatches"].is_null());
  REQUIRE(Json::parse(good.out)["runs"][1]["mismatches"] == 0);

  // Without arcs the regions do not hang together. Opening a file does not look at them; `check` would.
  std::string bytes = slurp(world);
  {
    const auto opened = portolan::World::open(world);
    REQUIRE(opened);
    for (const auto& section : opened->sections()) {
      if (section.kind != static_cast<std::uint32_t>(portolan::format::SectionKind::region_records)) continue;
      const auto& records = opened->profiles()[section.profile].regions.topology.level[section.level].records;
      for (const auto& entry : records.index) {
        // A word a member: its node, and its first arc, which becomes that behind the last.
        for (std::uint32_t member = 0; member < entry.members; ++member) {
          std::memcpy(bytes.data() + section.offset + (entry.start + member) * sizeof(std::uint64_t) + 4, &entry.arcs,
                      4);
        }
      }
    }
  }
  built.write("long.pnav", bytes);
  for (const std::string tiers : {"astar,regions", "regions,astar"}) {
    const Ran wrong = scen(tiers);
    CAPTURE(wrong.out);
    REQUIRE(wrong.code == 1);
    REQUIRE(Json::parse(wrong.out)["runs"][1]["mismatches"] == 1);
    REQUIRE(wrong.err.find("another cost than a tier before it proved") +
                wrong.err.find("costs less than was proven") !=
            2 * std::string::npos);
  }
}

TEST_CASE("check passes a good world and finds a flipped byte anywhere") {
  const Built built;
  REQUIRE(run(built, "check '" + built.world + "' --against '" + built / "x.map" + "'").code == 0);
  std::string other = kMap;
  other[other.find("....@")] = 'T';
  built.write("z.map", other);
  const Ran differs = run(built, "check '" + built.world + "' --against '" + built / "z.map" + "'");
  REQUIRE(differs.code == 1);
  REQUIRE(differs.err.find("tile 0,0") != std::string::npos);

  const std::string good = slurp(built.world);
  for (std::size_t at = 0; at < good.size(); at += 43) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    built.write("bad.pnav", bad);
    const Ran checked = run(built, "check '" + built / "bad.pnav" + "'");
    INFO("byte " << at << ": " << checked.out << checked.err);
    REQUIRE((checked.code == 1 || checked.code == 2));
    REQUIRE(std::count(checked.err.begin(), checked.err.end(), '\n') == 1);
  }
}

TEST_CASE("draw writes a picture, and make a map that build reads") {
  const Built built;
  REQUIRE(run(built, "draw '" + built.world + "' -o '" + built / "x.png" +
                         "' --path 0,0 8,0 --show regions,portals,islands,search")
              .code == 0);
  REQUIRE(slurp(built / "x.png").substr(1, 3) == "PNG");
  const std::string draw = "draw '" + built.world + "' -o '" + built / "y.png" + "' --path 0,0 8,0 --field ";
  REQUIRE(run(built, draw + "8,0").code == 0);
  const std::string costs = slurp(built / "y.png");
  REQUIRE(run(built, draw + "0,0").code == 0);
  REQUIRE(slurp(built / "y.png") != costs);
  REQUIRE(run(built, draw + "8,0").code == 0);
  REQUIRE(slurp(built / "y.png") == costs);
  for (const std::string kind : {"caves", "rooms", "maze", "islands", "city", "noise"}) {
    INFO(kind);
    REQUIRE(run(built, "make " + kind + " --size 80x70 --seed 5 -o '" + built / "made.map" + "'").code == 0);
    REQUIRE(run(built, "build '" + built / "made.map" + "' -o '" + built / "made.pnav" + "'").code == 0);
    REQUIRE(run(built, "check '" + built / "made.pnav" + "'").code == 0);
  }
}

TEST_CASE("a world drawn in Tiled: its terrain, and a way over the bridge") {
  const Built built;
  const std::string quay = std::string(PORTOLAN_SOURCE) + "/worlds/quay.tmx";
  const Ran ran = run(built, "build '" + quay + "' -o '" + built / "quay.pnav" + "' --json");
  REQUIRE(ran.code == 0);
  const Json report = Json::parse(ran.out);
  CHECK(report["source"]["format"] == "tiled");
  CHECK(report["width"] == 32);
  CHECK(report["passable"] == 32 * 20 - 49 - 71);  // walls, water
  REQUIRE(run(built, "check '" + built / "quay.pnav" + "' --against '" + quay + "'").code == 0);
  CHECK(run(built, "path '" + built / "quay.pnav" + "' 9,4 31,9").code == 0);
  CHECK(run(built, "path '" + built / "quay.pnav" + "' 9,4 8,4").code == 1);
  CHECK(run(built, "build '" + quay + "' -o '" + built / "quay.pnav" + "' --format tiled").code == 0);
}

TEST_CASE("areas, links and places drawn in Tiled: looked over, built, asked by name") {
  const Built built;
  const std::string quay = std::string("'") + PORTOLAN_SOURCE + "/worlds/quay.tmx'";
  const std::string world = "'" + built / "quay.pnav" + "'";
  const Ran checked = run(built, "check " + quay);
  REQUIRE(checked.code == 0);
  CHECK(checked.out.find("quay.tmx: 12 areas, 27 arcs, 0 errors, 5 warnings\n") != std::string::npos);
  CHECK(checked.out == run(built, "check " + quay + " --areas " + quay).out);
  const Ran ran = run(built, "build " + quay + " -o " + world + " --json");
  REQUIRE(ran.code == 0);
  const Json report = Json::parse(ran.out);
  CHECK(report["warnings"] == 5);
  CHECK(report["links"] == 2);
  CHECK(report["one_way_links"] == 1);
  CHECK(report["closed_borders"] == 1);
  REQUIRE(report["areas"].size() == 12);
  CHECK(report["areas"][11] == Json{{"name", "Lighthouse"}, {"tiles", 1}, {"anchor", {31, 9}}});
  CHECK(report["notes"].back().get<std::string>().find("object layer 'spawns' is passed over") != std::string::npos);
  REQUIRE(run(built, "check " + world).code == 0);
  const Json path = Json::parse(run(built, "path " + world + " Chandlery Lighthouse --json").out);
  CHECK(path["areas"] == Json({"Chandlery", "North Beach", "High Street", "Lighthouse"}));
  const Json tunnel = Json::parse(run(built, "path " + world + " Warehouse Smithy --json").out);
  CHECK(tunnel["areas"] == Json({"Warehouse", "Smithy"}));
  const std::string keep = std::string("'") + PORTOLAN_SOURCE + "/worlds/keep.areas.json'";
  require_bad_input(run(built, "build " + quay + " --areas " + keep + " -o " + world),
                    "quay.tmx has areas of its own among its objects");
  require_bad_input(run(built, "build '" + built / "x.map" + "' --areas " + quay + " -o " + world),
                    "quay.tmx: areas on 32 x 20 tiles for a map of ");
}

TEST_CASE("answers without a path say in words what is in the way, and what would help") {
  const Built built;
  const auto said = [&](const std::string& ends) { return run(built, "path '" + built.world + "' " + ends).out; };
  CHECK(
      said("0,0 7,4") ==
      "unreachable: different_islands\nStart and goal lie on different islands, of 37 and 1 tiles: no way joins them. "
      "With --nearest the path leads between the nearest places that will do.\n");
  CHECK(said("4,0 0,0") ==
        "bad_start: blocked\nThe start 4,0 is blocked: '@' cannot be passed. The nearest place to stand is 3,0. With "
        "--nearest the path leads between the nearest places that will do.\n");
  CHECK(said("0,0 4,0").starts_with("bad_goal: blocked\nThe goal 4,0 is blocked: '@' cannot be passed."));
  CHECK(said("0,0 8,0 --tier waypoints --budget 1") == "out_of_budget: budget_spent\n");
}

TEST_CASE("movers that go straight: points as ends, lines as paths, tables of lengths as scenarios") {
  const Built built;
  const std::string world = "'" + built / "line.pnav" + "'";
  const std::string map = "'" + built / "x.map" + "'";
  REQUIRE(run(built, "build " + map + " -o " + world + " --metric any_angle").code == 0);
  const Json info = Json::parse(run(built, "info " + world + " --json").out);
  REQUIRE(info["profiles"][0]["metric"] == "any_angle");
  REQUIRE(info["profiles"][0]["footprint"] == 0);
  REQUIRE(info["waypoints"].get<int>() > 0);
  REQUIRE(info["sight_edges"].get<int>() > 0);

  const Ran found = run(built, "path " + world + " 0,0 8,0 --json");
  REQUIRE(found.code == 0);
  const Json report = Json::parse(found.out);
  REQUIRE(report["tier"] == "blocks");
  REQUIRE(report["optimal"] == true);
  REQUIRE(report["tiles"].is_null());
  REQUIRE(report["waypoints"].front() == Json({0.5, 0.5}));
  REQUIRE(report["waypoints"].back() == Json({8.5, 0.5}));
  const auto cost = report["cost"].get<double>();
  REQUIRE(cost > 8);
  REQUIRE(cost < 9.65);
  REQUIRE(Json::parse(run(built, "path " + world + " 0.5,0.5 8,0 --json").out)["cost"] == report["cost"]);
  REQUIRE(Json::parse(run(built, "path " + world + " 0,0 0.0,1.0 --json").out)["waypoints"].back() == Json({0.0, 1.0}));
  for (const std::string tier : {"astar", "regions", "coarse", "waypoints"}) {
    const Json forced = Json::parse(run(built, "path " + world + " 0,0 8,0 --json --tier " + tier).out);
    INFO(tier);
    REQUIRE(forced["status"] == "found");
    REQUIRE(forced["cost"].get<double>() > cost - 1e-6);
    REQUIRE(forced["optimal"] == (tier == "coarse" || tier == "waypoints"));
  }

  built.write("x.tsv", "# lengths\n0\t0\t8\t0\t" + std::to_string(cost) + "\n0\t0\t3\t0\t3.0\n");
  const Ran good = run(built, "scen " + world + " '" + built / "x.tsv" + "' --json");
  REQUIRE(good.code == 0);
  REQUIRE(Json::parse(good.out)["mismatches"] == 0);
  built.write("x.tsv", "0\t0\t3\t0\t3.001\n");
  REQUIRE(run(built, "scen " + world + " '" + built / "x.tsv" + "'").code == 1);
  REQUIRE(Json::parse(run(built, "scen " + world + " '" + built / "x.scen" + "' --json").out)["mismatches"].is_null());

  const Ran checked = run(built, "check " + world);
  REQUIRE(checked.code == 0);
  REQUIRE(checked.out.find("brute-force visibility") != std::string::npos);
  REQUIRE(run(built, "draw " + world + " -o '" + built / "x.png" + "' --show waypoints,sight,search --path 0.5,1 8,0")
              .code == 0);

  const std::ptrdiff_t before = built.entries();
  require_bad_input(run(built, "path " + world + " 0,0 8,0 --tiles"), "--tiles");
  require_bad_input(run(built, "path " + world + " 0,0 8,7.5"), "8,7.5");
  require_bad_input(run(built, "path " + world + " 0,0 -0.5,1"), "-0.5,1");
  require_bad_input(run(built, "path " + world + " 0,0 nan,1"), "nan,1");
  require_bad_input(run(built, "path " + world + " 0,0 1e1,1"), "1e1,1");
  // A point that will not do moves to the centre of the nearest tile.
  const Json near = Json::parse(run(built, "path " + world + " 0.5,0.5 99,0 --nearest --json").out);
  CHECK(near["status"] == "partial");
  CHECK(near["asked"] == Json({"0.5,0.5", "99,0"}));
  CHECK(near["got"][0] == "0.5,0.5");
  require_bad_input(run(built, "path '" + built.world + "' 0,0 8.5,0.5"), "8.5,0.5");
  require_bad_input(run(built, "build " + map + " -o '" + built / "o.pnav" + "' --metric polar"), "polar");
  built.write("p.json", R"({"name": "walker"})");
  require_bad_input(run(built, "build " + map + " -o '" + built / "o.pnav" + "' --metric any_angle --profile '" +
                                   built / "p.json" + "'"),
                    "--metric");
  REQUIRE(built.entries() == before + 1);

  // Two prices on the map: no waypoint graph, and the tier says so.
  built.write("w.json", R"({"name": "cart", "metric": "any_angle", "terrain": {".": 1, "G": 2, "T": 3}})");
  const std::string weighted = "'" + built / "w.pnav" + "'";
  REQUIRE(run(built, "make islands --size 60x50 --seed 2 -o '" + built / "w.map" + "'").code == 0);
  REQUIRE(run(built, "build '" + built / "w.map" + "' -o " + weighted + " --profile '" + built / "w.json" + "'").code ==
          0);
  require_bad_input(run(built, "path " + weighted + " 0,0 1,1 --tier waypoints"), "waypoints");
  require_bad_input(run(built, "draw " + weighted + " -o '" + built / "o.png" + "' --show sight"), "sight");
  const Ran weighed = run(built, "check " + weighted);
  REQUIRE(weighed.code == 0);
  REQUIRE(weighed.out.find("no more than Dijkstra") != std::string::npos);
}

TEST_CASE("indexes are built as asked for, and used") {
  const Built built;
  const std::string world = "'" + built / "i.pnav" + "'";
  const auto build = [&](const std::string& index) {
    return run(built, "build '" + built / "x.map" + "' -o " + world + " --index " + index);
  };
  const auto kinds = [&] {
    std::set<std::string> found;
    const Json info = Json::parse(run(built, "info " + world + " --json").out);
    for (const Json& section : info["sections"]) found.insert(section["kind"].get<std::string>());
    return found;
  };
  const auto ask = [&](const std::string& tier) {
    return run(built, "path " + world + " 0,0 8,0 --json --tier " + tier);
  };
  REQUIRE(build("ch,blocks").code == 0);
  REQUIRE(kinds().contains("ch_rank"));
  REQUIRE(kinds().contains("label_hub"));
  for (const std::string tier : {"ch", "labels", "blocks"}) {
    const Json report = Json::parse(ask(tier).out);
    REQUIRE(report["tier"] == tier);
    REQUIRE(report["cost"].get<double>() == Approx(9.65685425).epsilon(1e-8));
  }
  REQUIRE(run(built, "check " + world).code == 0);
  REQUIRE(build("ch").code == 0);
  REQUIRE_FALSE(kinds().contains("label_hub"));
  REQUIRE(Json::parse(ask("auto").out)["tier"] == "ch");
  require_bad_input(ask("labels"), "labels");
  REQUIRE(build("none").code == 0);
  REQUIRE_FALSE(kinds().contains("ch_rank"));
  REQUIRE(Json::parse(ask("auto").out)["tier"] == "waypoints");
  REQUIRE(build("auto").code == 0);
  REQUIRE(run(built, "info " + world).out.find("index blocks: ") != std::string::npos);
  const Json info = Json::parse(run(built, "info " + world + " --json").out);
  std::map<std::string, std::string> groups;
  for (const Json& section : info["sections"]) {
    groups[section["kind"]] = section["group"];
    REQUIRE(section["bytes_per_passable"].get<double>() * info["passable"].get<double>() ==
            Approx(section["bytes"].get<double>()));
  }
  CHECK(groups["terrain"] == "map");
  CHECK(groups["islands"] == "profile");
  CHECK(groups["sight_target"] == "waypoints");
  CHECK(groups["label_hub"] == "labels");
  CHECK(groups["block_memory"] == "blocks");
  require_bad_input(build("none,ch"), "none");
  require_bad_input(build("trees"), "trees");
}

TEST_CASE("profiles choose who moves") {
  const Built built;
  built.write("p.json", R"([{"name": "walker"}, {"name": "ogre", "footprint": 2, "neighbours": 4}])");
  const std::string world = "'" + built / "p.pnav" + "'";
  REQUIRE(run(built, "build '" + built / "x.map" + "' -o " + world + " --profile '" + built / "p.json" + "'").code ==
          0);
  const Json info = Json::parse(run(built, "info " + world + " --json").out);
  REQUIRE(info["profiles"].size() == 2);
  REQUIRE(info["profiles"][1]["footprint"] == 2);
  REQUIRE(run(built, "path " + world + " 0,0 8,0").code == 0);
  const Ran blocked = run(built, "path " + world + " 0,0 7,0 --profile ogre --json");
  REQUIRE(blocked.code == 1);
  REQUIRE(Json::parse(blocked.out)["status"] == "unreachable");
}
