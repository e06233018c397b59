// SPDX-License-Identifier: BSL-1.0
// Areas over a map: which tiles shapes take, and what is said of files that are wrong.
#include "formats/area_support.hpp"
#include "portolan/formats/boards/polygon.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

AreaDrawing drawing_of(const std::string& areas, const std::string& rest = "") {
  return test::drawing_of(areas, rest, 10, 4);
}

std::string error_of(const std::string& text) {
  const auto read = parse_areas_json(text, "r.json", 10, 4);
  REQUIRE_FALSE(read);
  return read.error().message;
}

const std::string kStart = R"({"portolan": "areas", "version": 1, "areas": [{"name": "A", )";

}  // namespace

TEST_CASE("rectangles, polygons and WKT take the tiles whose centres they hold") {
  REQUIRE(picture_of(drawing_of(R"({"name": "A", "rects": [[1, 1, 3, 2], [3, 0, 2, 2]]})")) ==
          "...aa...../.aaaa...../.aaa....../..........");
  REQUIRE(picture_of(drawing_of(R"({"name": "A", "polygons": [[[0, 0], [4, 0], [0, 4]]]})")) ==
          "aaa......./aa......../a........./..........");
  REQUIRE(picture_of(drawing_of(R"j({"name": "A", "wkt": "POLYGON ((0 0, 6 0, 6 4, 0 4), (2 1, 2 3, 4 3, 4 1))"})j")) ==
          "aaaaaa..../aa..aa..../aa..aa..../aaaaaa....");
  REQUIRE(
      picture_of(drawing_of(
          R"j({"name": "A", "wkt": "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((7 3, 10 3, 10 4, 7 4, 7 3)))"})j")) ==
      "aa......../aa......../........../.......aaa");
  REQUIRE(picture_of(drawing_of(R"({"name": "A", "rects": [[8, -2, 9, 4]]})")) ==
          "........aa/........aa/........../..........");
}

TEST_CASE("polygons that share an edge share no tile and leave none out", "[heavy]") {
  Rng rng(9);
  const Rect bounds{{0, 0}, {24, 24}};
  for (int i = 0; i < 3000; ++i) {
    // A square cut in two along a broken line from side to side.
    const auto coordinate = [&] { return rng.below(24 * kSubUnits + 1); };
    const Point left{0, coordinate()};
    const Point right{24 * kSubUnits, coordinate()};
    const Point bend{rng.percent(50) ? rng.below(24) * kSubUnits + kSubUnits / 2 : coordinate(), coordinate()};
    const Polygon above{{{0, 0}, {24 * kSubUnits, 0}, right, bend, left}};
    const Polygon below{{left, bend, right, {24 * kSubUnits, 24 * kSubUnits}, {0, 24 * kSubUnits}}};
    std::set<std::pair<std::int32_t, std::int32_t>> tiles;
    std::size_t taken = 0;
    for (const Polygon& polygon : {above, below}) {
      for_each_run(polygon, bounds, [&](std::int32_t y, std::int32_t begin, std::int32_t end) {
        for (std::int32_t x = begin; x < end; ++x) tiles.emplace(x, y);
        taken += static_cast<std::size_t>(end - begin);
      });
    }
    REQUIRE(tiles.size() == 24 * 24);
    REQUIRE(taken == 24 * 24);
  }
}

TEST_CASE("overlaps go to the area listed first, and are reported with its line") {
  const AreaDrawing drawing = drawing_of(
      "{\"name\": \"A\", \"rects\": [[0, 0, 4, 1]]},\n{\"name\": \"B\",\n \"rects\": [[2, 0, 4, 1], [9, 0, 2, 1]]}");
  REQUIRE(picture_of(drawing) == "aaaabb...b/........../........../..........");
  REQUIRE(drawing.warnings.size() == 2);
  REQUIRE(text_of(drawing.draft, drawing.warnings[0]) ==
          "r.json:2: 2 tiles of 'B' belong to 'A', which is listed before");
  REQUIRE(text_of(drawing.draft, drawing.warnings[1]) == "r.json:2: 'B' reaches beyond the map");
}

TEST_CASE("links, closed borders, anchors, tags and costs to enter are kept") {
  const AreaDrawing drawing =
      drawing_of(R"({"name": "A", "rects": [[0, 0, 4, 4]], "anchor": [3, 1], "tags": ["x", "y"], "enter": 0.5},
                    {"name": "B", "rects": [[4, 0, 4, 4]]})",
                 R"(, "links": [{"from": "A", "to": "B", "cost": 2.5, "one_way": true, "name": "ferry"},
                               {"from": "B", "to": "A"}], "closed": [["A", "B"]])");
  REQUIRE(errors(drawing.draft).empty());
  REQUIRE(drawing.anchors == std::vector<std::optional<Tile>>{Tile{3, 1}, std::nullopt});
  REQUIRE(drawing.draft.nodes[0].tags == std::vector<std::string>{"x", "y"});
  REQUIRE(drawing.draft.nodes[0].enter == Decimal{5, 1});
  REQUIRE(drawing.draft.nodes[1].enter == Decimal{});
  REQUIRE(drawing.draft.arcs.size() == 3);
  REQUIRE(drawing.draft.arcs[0].cost == Decimal{25, 1});
  REQUIRE(drawing.draft.arcs[0].name == "ferry");
  REQUIRE(drawing.closed.size() == 2);
  REQUIRE((drawing.closed[0].from == 0 && drawing.closed[0].to == 1));
  REQUIRE((drawing.closed[1].from == 1 && drawing.closed[1].to == 0));
}

TEST_CASE("values that are wrong are errors with file, line and field") {
  const auto only_error = [](const std::string& area, const std::string& rest = "") {
    const Texts found = errors(drawing_of(area, rest).draft);
    REQUIRE(found.size() == 1);
    return found.front();
  };
  CHECK(only_error("\n{\"name\": \"A\",\n\"rects\": [[0, 0, 0, 1]]}") ==
        "r.json:3: rects: 0 is no whole number of tiles, at least 1");
  CHECK(only_error(R"({"name": "A", "rects": [[0.5, 0, 1, 1]]})").find("r.json:1: rects: 0.5 is no whole") == 0);
  CHECK(only_error(R"({"name": "A", "polygons": [[[0, 0], [4, 4], [4, 0], [0, 3]]]})") ==
        "r.json:1: polygons: polygon 1 is not usable: its edges cross or touch");
  CHECK(only_error(R"({"name": "A", "polygons": [[[0, 0], [4, 4]]]})").find("fewer than three corners") !=
        std::string::npos);
  CHECK(only_error(R"({"name": "A", "polygons": [[[0, 0], [4, 4], [1e9, 0], [4, 0]]]})").find("from the origin") !=
        std::string::npos);
  CHECK(only_error("{\"name\": \"A\", \"rects\": [[0, 0, 1, 1]],\n\"enter\": 1e-30}") ==
        "r.json:2: enter '1e-30' is not a decimal number of at most 18 digits");
  CHECK(only_error(R"({"name": "A", "rects": [[0, 0, 1, 1]], "enter": -2})") == "r.json:1: enter -2 is negative");
  CHECK(only_error(R"j({"name": "A", "wkt": "LINESTRING (0 0, 1 1)"})j").find("r.json:1: wkt: ") == 0);
  CHECK(only_error(R"({"name": "A", "rects": [[0, 0, 1, 1]]})", R"(, "closed": [["A", "Z"]])") ==
        "r.json:1: closed: 'Z' is not among the areas");
  CHECK(only_error(R"({"name": "A", "rects": [[0, 0, 1, 1]]})", R"(, "links": [{"from": "A", "to": "Z"}])") ==
        "r.json:1: to: 'Z' is not among the areas");
  CHECK(only_error(R"({"name": "A", "rects": [[0, 0, 1, 1]]}, {"name": "A", "rects": [[0, 0, 1, 1]]})")
            .find("given twice") != std::string::npos);
}

TEST_CASE("texts of another shape are refused with file and line") {
  CHECK(error_of("").find("r.json:1") == 0);
  CHECK(error_of("[]").find("r.json:1: ") == 0);
  CHECK(error_of("{}").find("key 'portolan' is missing") != std::string::npos);
  CHECK(error_of(R"({"portolan": "areas", "version": 2})").find("version 2; this library reads 1") !=
        std::string::npos);
  CHECK(error_of(R"({"portolan": "board"})").find(R"(portolan: expected "areas")") != std::string::npos);
  CHECK(error_of(R"({"portolan": "areas", "version": 2})").find("version 2") != std::string::npos);
  CHECK(error_of(kStart + "\"colour\": 1}]}").find("r.json:1: areas[0].colour: unknown key (known: name, tags, ") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"name\": \"B\"}]}").find("r.json:1: areas[0].name: this key is given twice") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"tags\": []}]}").find("an area without a shape") != std::string::npos);
  CHECK(error_of(kStart + "\"rects\": [[1, 2, 3]]}]}")
            .find("r.json:1: areas[0].rects[0]: expected x, y, width and height") == 0);
  CHECK(
      error_of(kStart + "\"rects\": [[1, 2, 3, 4, 5]]}]}").find("areas[0].rects[0]: expected x, y, width and height") !=
      std::string::npos);
  CHECK(error_of(kStart + "\"rects\": [1]}]}").find("areas[0].rects[0]: expected x, y, width and height") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"rects\": 1}]}").find("rects: expected a list") != std::string::npos);
  CHECK(error_of(kStart + "\"polygons\": [[[1, \"x\"]]]}]}").find("areas[0].polygons[0][0]: expected x and y") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"polygons\": [[[[1]]]]}]}").find("areas[0].polygons[0][0]: expected x and y") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"rects\": []}], \"closed\": [[\"A\"]]}").find("closed[0]: expected two names") !=
        std::string::npos);
  CHECK(error_of(kStart + "\"rects\": []}], \"links\": [{\"from\": \"A\"}]}").find("links[0]: key 'to' is missing") !=
        std::string::npos);
}

}  // namespace portolan::test
