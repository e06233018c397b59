// SPDX-License-Identifier: BSL-1.0
// The `portolan` command with waypoints on a map: built, asked by names and from tile to tile, looked over, refused.
#include "tools/command_support.hpp"

#include <cmath>
#include <string>
#include <vector>

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::require_keys;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

namespace {

// Two rooms with a door between them, and a closet that nothing joins.
const std::string kMap =
    "type octile\nheight 7\nwidth 13\nmap\n"
    "......@......\n"
    "......@......\n"
    ".............\n"
    "......@......\n"
    "......@......\n"
    "@@@@@@@@@@@@@\n"
    "....@@@@@@@@@\n";
const std::string kWaypoints =
    "name\tx\ty\nWest\t1\t0\nDoor\t5\t2\nSill\t7\t2\nEast\t11\t0\nSouth\t11\t4\nCloset\t1\t6\n";
const std::string kWays = "from\tto\tcost\tone_way\tname\tclosed\nSouth\tWest\t3\tyes\tslide\nEast\tSouth\t\t\t\tyes\n";

class Placed : public CommandFolder {
 public:
  Placed() {
    write("m.map", kMap);
    write("w.tsv", kWaypoints);
    write("w.ways.tsv", kWays);
    built = run(*this, "build " + map + " --waypoints " + waypoints + " -o " + world);
    REQUIRE(built.code == 0);
  }
  [[nodiscard]] Json path_json(const std::string& arguments) const {
    return Json::parse(run(*this, "path " + world + " " + arguments + " --json").out);
  }

  const std::string map = *this / "m.map";
  const std::string waypoints = *this / "w.tsv";
  const std::string world = *this / "w.pnav";
  Ran built;
};

}  // namespace

TEST_CASE("tags, closures and other movers mean on waypoints what they mean on boards") {
  TemporaryFolder folder;
  const auto in = [&](const std::string& name) { return "'" + (folder.path() / name).string() + "'"; };
  // Two corridors between two rooms; the lower one has a door.
  folder.write("m.txt",
               "portolan ascii 1\n. floor 1\n+ door 1\n# wall -\nmap\n"
               "...............\n.#############.\n.#############.\n.......+.......\n");
  folder.write("p.json", R"([{"name": "foot"}, {"name": "cart", "terrain": {"floor": 1}}])");
  folder.write("w.tsv", "name\tx\ty\ttags\nHall\t0\t0\t\nMid\t0\t3\tdead_end\nEnd\t14\t3\tdead_end\n");
  folder.write("w.ways.tsv", "from\tto\tclosed\nHall\tEnd\tyes\n");
  const Ran built = run(folder, "build " + in("m.txt") + " --profile " + in("p.json") + " --waypoints " + in("w.tsv") +
                                    " -o " + in("w.pnav"));
  INFO(built.err);
  REQUIRE(built.code == 0);
  CHECK(run(folder, "check " + in("w.pnav")).code == 0);
  const Json info = Json::parse(run(folder, "info " + in("w.pnav") + " --json").out);
  CHECK(info["dead_ends"].size() == 2);
  const auto ask = [&](const std::string& rest) {
    return Json::parse(run(folder, "path " + in("w.pnav") + " Mid End --json " + rest).out);
  };
  CHECK(ask("")["cost"] == 14);
  CHECK(ask("--profile cart")["status"] == "unreachable");
  // A way that is walked leads around for the cart.
  folder.write("w.ways.tsv", "from\tto\nMid\tEnd\n");
  folder.write("w.tsv", "name\tx\ty\nMid\t0\t2\nEnd\t14\t2\n");
  REQUIRE(run(folder, "build " + in("m.txt") + " --profile " + in("p.json") + " --waypoints " + in("w.tsv") +
                          " --sight-length 3 -o " + in("w.pnav"))
              .code == 0);
  CHECK(ask("--profile cart")["status"] == "found");
  CHECK(ask("")["cost"] == 16);
  CHECK(ask("--profile cart")["cost"] == 18);
}

TEST_CASE("a world with waypoints is built, described and verified") {
  const Placed placed;
  CHECK(placed.built.out.find("6 waypoints, 1 without a way: 'Closet'") != std::string::npos);
  CHECK(placed.built.out.find("detours: ") != std::string::npos);
  CHECK(placed.built.out.find("see portolan check " + placed.map.substr(1, placed.map.size() - 2) + " --waypoints") !=
        std::string::npos);
  const Json info = Json::parse(run(placed, "info " + placed.world + " --json").out);
  CHECK(info["nodes"] == 6);
  CHECK(info["ways_in_sight"] == 8);  // West, Door, Sill, East, and Sill and South
  CHECK(info["ways_by_paths"] == 0);
  CHECK(info["links"] == 1);
  CHECK(info["closed_borders"] == 1);
  CHECK(run(placed, "info " + placed.world).out.find("waypoints on the map: 6, 9 arcs, 1 link (1 one-way)") !=
        std::string::npos);
  const Ran checked = run(placed, "check " + placed.world);
  REQUIRE(checked.code == 0);
  CHECK(checked.out.find("waypoints: 9 ways verified, 300 paths agree with Dijkstra") != std::string::npos);
}

TEST_CASE("the report says how much longer ways over waypoints are, and where one more would help") {
  const Placed placed;
  placed.write("r.csv", "x,y,name\n0,4,West\n2,4,Hearth\n5,2,Door\n7,2,Sill\n10,4,Table\n12,4,East\n");
  const Ran built = run(placed, "build " + placed.map + " --waypoints " + placed / "r.csv" + " --sight-length 4 -o " +
                                    placed.world + " --json");
  const Json report = Json::parse(built.out)["waypoint_report"];
  require_keys(report, {"alone", "islands_without", "tiles_without", "pairs", "pairs_apart", "mean_ratio", "worst"});
  CHECK(report["alone"].empty());
  CHECK(report["islands_without"] == 1);
  CHECK(report["tiles_without"] == 4);
  CHECK(report["mean_ratio"].get<double>() > 1);
  const Json& worst = report["worst"];
  require_keys(worst, {"from", "to", "cost", "free_cost", "suggestion", "cost_with_suggestion"});
  const auto ends = [&](const char* from, const char* to) {
    const auto text = [](const Json& tile) { return tile.dump().substr(1, tile.dump().size() - 2); };
    return text(worst[from]) + " " + text(worst[to]) + " --tier board";
  };
  const Json path = placed.path_json(ends("from", "to"));
  CHECK(path["cost"].get<double>() == Approx(worst["cost"].get<double>()));
  CHECK(path["free_cost"].get<double>() == Approx(worst["free_cost"].get<double>()));
  // What the suggestion promises is what both halves cost.
  REQUIRE_FALSE(worst["suggestion"].is_null());
  const double halves = placed.path_json(ends("from", "suggestion"))["cost"].get<double>() +
                        placed.path_json(ends("suggestion", "to"))["cost"].get<double>();
  CHECK(halves == Approx(worst["cost_with_suggestion"].get<double>()));
  CHECK(halves < worst["cost"].get<double>());
  const Ran checked = run(placed, "check " + placed.world);
  CHECK(checked.out.find("the worst: from ") != std::string::npos);
  CHECK(checked.out.find("; with a waypoint at ") != std::string::npos);
}

TEST_CASE("names lead over the waypoints by themselves, and tiles with the tier board") {
  const Placed placed;
  const Json path = placed.path_json("West East --tiles");
  CHECK(path["status"] == "found");
  CHECK(path["tier"] == "board");
  CHECK(path["areas"] == Json{"West", "Door", "Sill", "East"});
  CHECK(path["tiles"].size() == 11);
  CHECK(path["optimal"] == true);
  CHECK(path["board_cost"].get<double>() == Approx(path["cost"].get<double>()).margin(0.003));
  const Json slid = placed.path_json("South West");
  CHECK(slid["cost"] == 3.0);
  CHECK(slid["links"][0]["name"] == "slide");
  const Json tiles = placed.path_json("0,4 12,1 --tier board");
  CHECK(tiles["areas"] == Json{"Door", "Sill"});
  CHECK(tiles["cost"].get<double>() >= tiles["free_cost"].get<double>());
  // Tiles alone mean the free path.
  CHECK(placed.path_json("0,4 12,1")["tier"] != "board");
  // East and South do not see each other by the designer's word, but from beside them one sees both.
  CHECK(placed.path_json("East South")["areas"] == Json{"East", "Sill", "South"});
  CHECK(placed.path_json("11,1 South")["areas"] == Json{"South"});
  const Ran text = run(placed, "path " + placed.world + " West East");
  CHECK(text.out.find("4 waypoints, 11 tiles, tier board") != std::string::npos);
  CHECK(text.out.find("keeping to the waypoints costs 0.000000 more") != std::string::npos);
}

TEST_CASE("what is closed for one question is not on the way over waypoints") {
  const Placed placed;
  CHECK(run(placed, "path " + placed.world + " West East --close-area Door").code == 1);
  CHECK(placed.path_json("West East --close-border West Door")["status"] == "unreachable");
  const Ran closed = run(placed, "path " + placed.world + " Door East --close-area Door");
  CHECK(closed.code == 1);
  CHECK(closed.out.find("bad_start: closed") != std::string::npos);
  require_bad_input(run(placed, "path " + placed.world + " West East --close-border West East"), "have no way");
  require_bad_input(run(placed, "path " + placed.world + " West East --close-area Nowhere"), "no waypoint is called");
}

TEST_CASE("an end that sees no waypoint goes to the nearest few by the map") {
  const Placed placed;
  placed.write("one.csv", "name,x,y\nWest,1,0\n");
  REQUIRE(
      run(placed, "build " + placed.map + " --waypoints " + placed / "one.csv" + " --sight-length 2 -o " + placed.world)
          .code == 0);
  const Json path = placed.path_json("12,4 West");
  CHECK(path["status"] == "found");
  CHECK(path["cost"].get<double>() == Approx(path["free_cost"].get<double>()));
}

TEST_CASE("check of a map looks its waypoints over") {
  const Placed placed;
  const Ran checked = run(placed, "check " + placed.map + " --waypoints " + placed.waypoints);
  REQUIRE(checked.code == 0);
  CHECK(checked.out.find("w.tsv:7: warning: 'Closet' sees no other waypoint, and no way is drawn to it") !=
        std::string::npos);
  CHECK(checked.out.find("6 waypoints, 9 arcs, 0 errors, 1 warning") != std::string::npos);
  placed.write("bad.tsv", "name\tx\ty\nWest\t1\t0\nWest\t40\t0\n");
  const Ran bad = run(placed, "check " + placed.map + " --waypoints " + placed / "bad.tsv");
  CHECK(bad.code == 1);
  CHECK(bad.out.find("bad.tsv:3: error: ") != std::string::npos);
  CHECK(run(placed, "build " + placed.map + " --waypoints " + placed / "bad.tsv" + " -o " + placed / "x.pnav").code ==
        1);
}

TEST_CASE("movers at any angle go straight from waypoint to waypoint") {
  const Placed placed;
  placed.write("p.json", R"([{"name": "drone", "metric": "any_angle", "footprint": 1}, {"name": "foot"},
                             {"name": "cart", "metric": "any_angle", "footprint": 2}])");
  const double straight = 2 * std::sqrt(4.0 * 4 + 2 * 2) + 2;
  const std::vector<std::string> movers{"--metric any_angle --footprint 1", "--profile " + placed / "p.json"};
  for (const std::string& profiles : movers) {
    CAPTURE(profiles);
    const Ran built = run(
        placed, "build " + placed.map + " " + profiles + " --waypoints " + placed.waypoints + " -o " + placed.world);
    INFO(built.err);
    REQUIRE(built.code == 0);
    const Json info = Json::parse(run(placed, "info " + placed.world + " --json").out);
    CHECK(info["ways_in_sight"] == 8);
    CHECK(info["links"] == 0);
    const Ran checked = run(placed, "check " + placed.world);
    INFO(checked.out + checked.err);
    REQUIRE(checked.code == 0);
    CHECK(checked.out.find("waypoints: 8 ways verified, 300 paths agree with Dijkstra") != std::string::npos);
    const Json path = placed.path_json("West East --tiles");
    CHECK(path["status"] == "found");
    CHECK(path["areas"] == Json{"West", "Door", "Sill", "East"});
    CHECK(path["tiles"] == Json::parse("[[1,0],[5,2],[7,2],[11,0]]"));
    CHECK(path["waypoints"] == path["tiles"]);
    CHECK(path["cost"].get<double>() == Approx(straight));
    CHECK(path["board_cost"].get<double>() == Approx(straight).margin(0.003));
    CHECK(path["free_cost"].get<double>() <= path["cost"].get<double>() + 1e-4);
    CHECK(path["links"].empty());
    // The slide is a link, which such movers do not take.
    CHECK(placed.path_json("South West")["areas"] == Json{"South", "Sill", "Door", "West"});
    CHECK(run(placed, "draw " + placed.world + " --show areas --path West East -o " + placed / "p.svg").code == 0);
  }
  // The other movers of the last world: on the grid by steps, and a cart that does not fit through the door.
  CHECK(placed.path_json("West East --profile foot --tiles")["tiles"].size() == 11);
  CHECK(placed.path_json("West East --profile cart")["status"] == "unreachable");
  const Ran odd =
      run(placed, "check " + placed.map + " --profile " + placed / "p.json" + " --waypoints " + placed.waypoints);
  CHECK(odd.out.find("w.ways.tsv:2: warning: a link between 'West' and 'South' is left out: the first profile moves at "
                     "any angle") != std::string::npos);
  // A point sees more through the door.
  REQUIRE(
      run(placed, "build " + placed.map + " --metric any_angle --waypoints " + placed.waypoints + " -o " + placed.world)
          .code == 0);
  CHECK(Json::parse(run(placed, "info " + placed.world + " --json").out)["ways_in_sight"] == 16);
  CHECK(run(placed, "check " + placed.world).code == 0);
  CHECK(placed.path_json("West East")["cost"].get<double>() < straight - 0.1);
  require_bad_input(run(placed, "path " + placed.world + " 1.5,0.5 11,0 --tier board"), "lead from tile to tile");
  // As the second profile over a board of steps, which has the slide.
  placed.write("q.json", R"([{"name": "foot"}, {"name": "drone", "metric": "any_angle", "footprint": 1}])");
  REQUIRE(run(placed, "build " + placed.map + " --profile " + placed / "q.json" + " --waypoints " + placed.waypoints +
                          " -o " + placed.world)
              .code == 0);
  CHECK(placed.path_json("West East --profile drone")["cost"].get<double>() == Approx(straight));
  CHECK(placed.path_json("South West --profile drone")["links"].empty());
  CHECK(placed.path_json("South West")["links"].size() == 1);
}

TEST_CASE("waypoints lie on floors, and stairs between them are ways") {
  const TemporaryFolder folder;
  const auto in = [&](const std::string& name) { return "'" + (folder.path() / name).string() + "'"; };
  const std::string floor = "type octile\nheight 3\nwidth 9\nmap\n....@....\n....@....\n....@....\n";
  folder.write("a.map", floor);
  folder.write("b.map", floor);
  folder.write("l.tsv",
               "from\tto\tcost\tone_way\tname\n0,0\t0,0,1\t2\t\tstairs\n3,2,1\t5,2,1\t1.5\tyes\tleap\n8,0,1\t8,0,"
               "0\t1\t\tladder\n");
  folder.write("w.tsv",
               "name\tx\ty\tfloor\nFoot\t0\t0\t\nHead\t0\t0\t1\nBrink\t3\t2\t1\nFar\t5\t2\t1\n"
               "Top\t8\t0\t1\nBottom\t8\t0\t0\n");
  const std::string build =
      "build " + in("a.map") + " " + in("b.map") + " --links " + in("l.tsv") + " -o " + in("w.pnav") + " --waypoints ";
  const Ran built = run(folder, build + in("w.tsv"));
  INFO(built.err);
  REQUIRE(built.code == 0);
  const Ran checked = run(folder, "check " + in("w.pnav"));
  INFO(checked.out + checked.err);
  CHECK(checked.code == 0);
  const Json info = Json::parse(run(folder, "info " + in("w.pnav") + " --json").out);
  CHECK(info["ways_in_sight"] == 4);
  CHECK(info["ways_by_paths"] == 5);
  CHECK(info["links"] == 0);
  const auto ask = [&](const std::string& rest) {
    return Json::parse(run(folder, "path " + in("w.pnav") + " " + rest + " --json").out);
  };
  const Json down = ask("Foot Bottom --tiles");
  CHECK(down["status"] == "found");
  CHECK(down["areas"] == Json{"Foot", "Head", "Brink", "Far", "Top", "Bottom"});
  CHECK(down["cost"].get<double>() == Approx(down["free_cost"].get<double>()));
  CHECK(down["optimal"] == true);
  CHECK(down["links"].size() == 3);
  CHECK(down["links"][0]["from"] == Json({0, 0, 0}));
  CHECK(down["links"][0]["to"] == Json({0, 0, 1}));
  CHECK(down["links"][1]["name"] == "leap");
  CHECK(down["waypoints"].front() == Json({0, 0, 0}));
  CHECK(down["tiles"].back() == Json({8, 0, 0}));
  CHECK(ask("Bottom Foot")["status"] == "unreachable");
  // Ends beside waypoints, on other floors.
  const Json beside = ask("1,1 7,1,1 --tier board");
  CHECK(beside["areas"] == Json{"Foot", "Head", "Brink", "Far"});
  CHECK(beside["cost"].get<double>() >= beside["free_cost"].get<double>());
  const Ran text = run(folder, "path " + in("w.pnav") + " Foot Bottom --tiles");
  CHECK(text.out.find("link 'stairs' from 0,0,0 to 0,0,1, cost 2") != std::string::npos);
  CHECK(text.out.find("\n8,0,1\n8,0,0\n") != std::string::npos);
  REQUIRE(run(folder, "draw " + in("w.pnav") + " --show areas --path Foot Bottom -o " + in("p.svg")).code == 0);

  folder.write("s.tsv", "name\tx\ty\tfloor\nFoot\t0\t0\t0\nHead\t0\t0\t1\nWall\t4\t1\t1\n");
  require_bad_input(run(folder, build + in("s.tsv")), "'Wall' is on the tile 4,1,1, where the first profile");
  folder.write("s.tsv", "name\tx\ty\tfloor\nFoot\t0\t0\t0\nRoof\t0\t0\t2\n");
  const Ran beyond = run(folder, "check " + in("a.map") + " " + in("b.map") + " --waypoints " + in("s.tsv"));
  CHECK(beyond.code == 1);
  CHECK(beyond.out.find("s.tsv:3: error: 'Roof' is on the tile 0,0,2, beyond the map of 9 x 3 on 2 floors") !=
        std::string::npos);
  // A way over stairs is closed like one in sight.
  folder.write("w.ways.tsv", "from\tto\tclosed\nHead\tFoot\tyes\n");
  const Ran shut = run(folder, build + in("w.tsv"));
  REQUIRE(shut.code == 0);
  CHECK(shut.err.find("no way to close") == std::string::npos);
  CHECK(ask("Foot Bottom")["status"] == "unreachable");
  CHECK(run(folder, "check " + in("w.pnav")).code == 0);
}

TEST_CASE("waypoints are drawn with their ways") {
  const Placed placed;
  REQUIRE(run(placed, "draw " + placed.world + " --show areas --path West East -o " + placed / "p.svg").code == 0);
  const std::string picture = slurp((placed.path() / "p.svg").string());
  CHECK(picture.find("Closet") != std::string::npos);
  REQUIRE(run(placed, "draw " + placed.world + " -o " + placed / "bare.svg").code == 0);
  CHECK(picture.size() > slurp((placed.path() / "bare.svg").string()).size());
}

TEST_CASE("waypoints are refused with a reason where they cannot be") {
  const Placed placed;
  placed.write("a.json",
               R"({"portolan": "areas", "version": 1, "areas": [{"name": "All", "rects": [[0, 0, 13, 7]]}]})");
  const std::string build = "build " + placed.map + " -o " + placed / "x.pnav" + " ";
  require_bad_input(run(placed, build + "--waypoints " + placed.waypoints + " --areas " + placed / "a.json"),
                    "--areas and --waypoints");
  require_bad_input(
      run(placed, "check " + placed.map + " --waypoints " + placed.waypoints + " --areas " + placed / "a.json"),
      "--areas and --waypoints");
  require_bad_input(run(placed, build + "--waypoints " + placed / "a.json"), "a.json");
  require_bad_input(run(placed, build + "--sight-length 5"), "--sight-length is for waypoints");
  require_bad_input(run(placed, build + "--sight-length 0 --waypoints " + placed.waypoints), "--sight-length");
  require_bad_input(run(placed, build + "--metric any_angle --areas " + placed / "a.json"), "metric grid");
  placed.write("wall.tsv", "name\tx\ty\nWest\t1\t0\nIn a wall\t6\t0\n");
  require_bad_input(run(placed, build + "--waypoints " + placed / "wall.tsv"), "wall.tsv:3: 'In a wall'");
  require_bad_input(run(placed, "path " + placed.world + " West East --tier corridor"), "has the tier board");
  require_bad_input(run(placed, "path " + placed.world + " West Eest"), "did you mean");
  REQUIRE(run(placed, build).code == 0);
  require_bad_input(run(placed, "path " + placed / "x.pnav" + " 0,0 1,1 --tier board"), "no waypoints");
  require_bad_input(run(placed, "check " + placed.world + " --waypoints " + placed.waypoints), "world file");
}
