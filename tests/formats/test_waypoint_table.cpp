// SPDX-License-Identifier: BSL-1.0
// Waypoints as tables, as JSON and as objects of Tiled.
#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"
#include "support/temporary_folder.hpp"

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {
namespace {

std::vector<std::string> texts(const AreaDrawing& drawing, const std::vector<Finding>& findings) {
  std::vector<std::string> list;
  for (const Finding& finding : findings) list.push_back(text_of(drawing.draft, finding));
  return list;
}

/// Each waypoint as "name x,y", each way as "from to cost" ("-" without a cost), what is closed as "from | to".
std::vector<std::string> summary(const AreaDrawing& drawing) {
  std::vector<std::string> list;
  const auto name = [&](NodeId id) { return drawing.draft.nodes[id].name; };
  for (NodeId id = 0; id < drawing.draft.nodes.size(); ++id) {
    const Tile tile = drawing.anchors[id].value();
    REQUIRE(drawing.pixels[static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(drawing.width) +
                           static_cast<std::size_t>(tile.x)] == id);
    list.push_back(fmt::format("{} {},{}", name(id), tile.x, tile.y));
  }
  for (const DraftArc& arc : drawing.draft.arcs)
    list.push_back(fmt::format("{} {} {}", name(arc.from), name(arc.to), arc.has_cost ? to_text(arc.cost) : "-"));
  for (const ClosedBorder& closed : drawing.closed) list.push_back(name(closed.from) + " | " + name(closed.to));
  return list;
}

const std::vector<std::string> kSummary{"Gate 1,2",    "Old Well 7,0",      "Mill 3,3",        "Mill Gate -",
                                        "Gate Mill -", "Gate Old Well 2.5", "Mill | Old Well", "Old Well | Mill"};

}  // namespace

TEST_CASE("tables of waypoints and of ways are read, separated by tabs or commas") {
  const std::string waypoints =
      "# where guards stand\nx\ty\tname\ttags\n1\t2\tGate\tguarded\n7.99\t0.5\tOld Well\n3\t3\tMill\n";
  const std::string ways = "from,to,cost,one_way,closed\nGate,Mill,,,\nGate,Old Well,2.5,yes,\nMill,Old Well,,,yes\n";
  const auto drawing = parse_waypoint_tables({waypoints, "w.tsv"}, NamedText{ways, "w.ways.csv"}, 8, {1, 4});
  REQUIRE(drawing);
  CHECK(texts(*drawing, errors_in(drawing->draft)).empty());
  CHECK(drawing->sight_length == static_cast<std::uint32_t>(kMaxSide));
  CHECK(drawing->draft.nodes[0].tags == std::vector<std::string>{"guarded"});
  CHECK(summary(*drawing) == kSummary);
}

TEST_CASE("waypoints are in the tiles in which they lie, however near to the next") {
  const auto drawing = parse_waypoint_tables({"name\tx\ty\nA\t2.999\t0.9999\nB\t3.999\t1.998\n", "w"}, {}, 4, {1, 2});
  REQUIRE(drawing);
  CHECK(texts(*drawing, errors_in(drawing->draft)).empty());
  CHECK(summary(*drawing) == std::vector<std::string>{"A 2,0", "B 3,1"});
}

TEST_CASE("waypoints as JSON say the same as tables") {
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1, "sight_length": 12,
          "waypoints": [{"name": "Gate", "x": 1, "y": 2, "tags": ["guarded"]}, {"name": "Old Well", "x": 7.99, "y": 0.5},
                        {"name": "Mill", "x": 3, "y": 3}],
          "ways": [{"from": "Gate", "to": "Mill"}, {"from": "Gate", "to": "Old Well", "cost": 2.5, "one_way": true}],
          "closed": [["Mill", "Old Well"]]})",
      "w.json", 8, {1, 4});
  REQUIRE(drawing);
  CHECK(texts(*drawing, errors_in(drawing->draft)).empty());
  CHECK(drawing->sight_length == 12U);
  CHECK(summary(*drawing) == kSummary);
}

TEST_CASE("what is wrong with a table of waypoints is told with file and line") {
  const std::string waypoints =
      "name\tx\ty\nA\t1\t1\nA\t2\t1\nB\t8\t0\nC\tfour\t1\nD\t1.5\t1.5\n\t3\t3\nE\t4\t\nF\t-1\t0\n";
  const std::string ways = "from\tto\tcost\tclosed\nA\tX\nA\tD\t-1\nA\tD\t2\tyes\n";
  const auto drawing = parse_waypoint_tables({waypoints, "w.tsv"}, NamedText{ways, "w.ways.tsv"}, 8, {1, 4});
  REQUIRE(drawing);
  CHECK(texts(*drawing, errors_in(drawing->draft)) ==
        std::vector<std::string>{
            "w.tsv:3: name 'A' is given twice, first at w.tsv:2",
            "w.tsv:4: 'B' is on the tile 8,0, beyond the map of 8 x 4",
            "w.tsv:5: x 'four' is not a number of tiles on a map", "w.tsv:6: 'D' is on the tile of 'A'",
            "w.tsv:7: the name is empty", "w.tsv:8: y '' is not a number of tiles on a map",
            "w.tsv:9: 'F' is on the tile -1,0, beyond the map of 8 x 4",
            "w.ways.tsv:2: to: 'X' is not among the waypoints", "w.ways.tsv:3: cost -1 is negative",
            "w.ways.tsv:4: a closed border has no cost; a way beside it takes a row of its own"});
  const auto headless = parse_waypoint_tables({"name\tx\nA\t1\n", "w.tsv"}, {}, 8, {1, 4});
  REQUIRE_FALSE(headless);
  CHECK(headless.error().message.find("w.tsv:1") == 0);
  CHECK_FALSE(parse_waypoints_json(R"({"portolan": "areas", "version": 1, "areas": []})", "w", 8, {1, 4}));
  CHECK_FALSE(parse_waypoints_json(R"({"portolan": "waypoints", "version": 1, "waypoints": [], "sight_length": 0})",
                                   "w", 8, {1, 4}));
}

TEST_CASE("waypoints lie on the floors that a table or JSON says") {
  const FloorStack floors{3, 4};
  const auto table = parse_waypoint_tables(
      {"name,x,y,floor\nCellar,1,2,\nHall,7,0,1\nAttic,3.5,3,2\n", "w.csv"},
      NamedText{"from,to,cost,closed\nCellar,Hall,,\nHall,Attic,,yes\n", "w.ways.csv"}, 8, floors);
  REQUIRE(table);
  CHECK(texts(*table, errors_in(table->draft)).empty());
  CHECK(table->height == 14);
  // Five rows to a floor, the closed one below it included.
  const std::vector<std::string> expected{"Cellar 1,2",    "Hall 7,5",     "Attic 3,13",  "Hall Cellar -",
                                          "Cellar Hall -", "Hall | Attic", "Attic | Hall"};
  CHECK(summary(*table) == expected);
  const auto json = parse_waypoints_json(R"({"portolan": "waypoints", "version": 1,
      "waypoints": [{"name": "Cellar", "x": 1, "y": 2}, {"name": "Hall", "x": 7, "y": 0, "floor": 1},
                    {"name": "Attic", "x": 3.5, "y": 3, "floor": 2}],
      "ways": [{"from": "Cellar", "to": "Hall"}], "closed": [["Hall", "Attic"]]})",
                                         "w.json", 8, floors);
  REQUIRE(json);
  CHECK(summary(*json) == expected);
}

TEST_CASE("what is wrong with the floor of a waypoint is told with file and line") {
  const std::string rows = "name\tx\ty\tfloor\nA\t1\t1\t2\nB\t1\t1\ttwo\nC\t1\t1\t-1\nD\t1\t4\t0\nE\t1\t1\t1.5\n";
  const auto tower = parse_waypoint_tables({rows, "w.tsv"}, {}, 8, {2, 4});
  REQUIRE(tower);
  CHECK(texts(*tower, errors_in(tower->draft)) ==
        std::vector<std::string>{"w.tsv:2: 'A' is on the tile 1,1,2, beyond the map of 8 x 4 on 2 floors",
                                 "w.tsv:3: floor 'two' is not the number of a floor",
                                 "w.tsv:4: floor '-1' is not the number of a floor",
                                 "w.tsv:5: 'D' is on the tile 1,4,0, beyond the map of 8 x 4 on 2 floors",
                                 "w.tsv:6: floor '1.5' is not the number of a floor"});
  const auto field = parse_waypoint_tables({"name\tx\ty\tfloor\nA\t1\t1\t1\nB\t2\t2\t0\n", "w.tsv"}, {}, 8, {1, 4});
  REQUIRE(field);
  CHECK(texts(*field, errors_in(field->draft)) ==
        std::vector<std::string>{"w.tsv:2: 'A' is on the tile 1,1,1, beyond the map of 8 x 4 on 1 floor"});
  const auto json = [](const std::string& floor) {
    return parse_waypoints_json(R"({"portolan": "waypoints", "version": 1, "waypoints": [{"name": "A", "x": 1, "y": 1,
      "floor": )" + floor + "}]}",
                                "w.json", 8, {2, 4});
  };
  CHECK_FALSE(json(R"("1")"));
  const auto beyond = json("7");
  REQUIRE(beyond);
  CHECK(texts(*beyond, errors_in(beyond->draft)) ==
        std::vector<std::string>{"w.json:1: 'A' is on the tile 1,1,7, beyond the map of 8 x 4 on 2 floors"});
  const auto broken = json("0.5");
  REQUIRE(broken);
  CHECK(texts(*broken, errors_in(broken->draft)) ==
        std::vector<std::string>{"w.json:1: floor '0.5' is not the number of a floor"});
}

TEST_CASE("waypoints and the lines between them are read from a Tiled map, and a file names what it holds") {
  const TemporaryFolder folder;
  const auto object = [](int id, const std::string& name, double x, double y, const std::string& inside) {
    return fmt::format(R"(<object id="{}" name="{}" x="{}" y="{}">{}</object>)", id, name, x, y, inside);
  };
  const auto write = [&](const std::string& name, const std::string& objects, const std::string& extra) {
    folder.write(name, fmt::format(
                           R"(<map orientation="orthogonal" width="8" height="4" tilewidth="10" tileheight="10">
<tileset firstgid="1" name="t" tilewidth="10" tileheight="10" tilecount="1" columns="1"/>
<layer id="1" name="floor" width="8" height="4"><data encoding="csv">1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1</data></layer>
<objectgroup id="2" name="marks" class="waypoints">{}</objectgroup>{}</map>)",
                           objects, extra));
    return read_waypoint_drawing(folder.path() / name, 8, {1, 4});
  };
  const std::string points = object(1, "Gate", 12, 25, "<point/>") + object(2, "Old Well", 79, 5, "<point/>") +
                             object(3, "Mill", 35, 35, "<point/>");
  const std::string line = object(4, "", 15, 25, R"(<polyline points="0,0 5,-20 20,10"/>)");
  const std::string link = R"(<objectgroup id="3" name="links"><object id="5" class="link" x="0" y="0" name="jump">
<properties><property name="from" value="Gate"/><property name="to" value="Old Well"/>
<property name="cost" value="2.5"/><property name="one_way" type="bool" value="true"/></properties></object>
<object id="6" class="link" x="35" y="35"><properties><property name="closed" type="bool" value="true"/></properties>
<polyline points="0,0 40,-30"/></object></objectgroup>)";
  const auto drawing = write("m.tmx", points + line, link);
  if (!drawing) FAIL(drawing.error().message);
  CHECK(texts(drawing->drawing, errors_in(drawing->drawing.draft)).empty());
  CHECK(summary(drawing->drawing) == kSummary);

  const auto areas = read_area_drawing(folder.path() / "m.tmx", 8, 4);
  REQUIRE_FALSE(areas);
  CHECK(areas.error().message.find("no object is an area") != std::string::npos);

  const auto astray = write("astray.tmx", points + object(4, "", 15, 25, R"(<polyline points="0,0 40,-20"/>)"), "");
  REQUIRE(astray);
  CHECK(texts(astray->drawing, errors_in(astray->drawing.draft)).front().find("to: no waypoint has the tile 5,0") !=
        std::string::npos);
  const auto mixed = write("mixed.tmx", points,
                           R"(<objectgroup id="3" name="rooms" class="areas">
<object id="7" name="Room" x="0" y="0" width="20" height="20"/></objectgroup>)");
  REQUIRE(mixed);
  CHECK(texts(mixed->drawing, errors_in(mixed->drawing.draft)).front().find("a world has one board") !=
        std::string::npos);
}

}  // namespace portolan::test
