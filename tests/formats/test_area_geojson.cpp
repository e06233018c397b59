// SPDX-License-Identifier: BSL-1.0
// Areas as GeoJSON: the same as in the format of areas, and what is said of files that are wrong.
#include "formats/area_support.hpp"
#include "portolan/formats/boards/polygon.hpp"
#include "support/random_world.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

Result<AreaDrawing> read(const std::string& features) {
  return parse_areas_json("{\"type\": \"FeatureCollection\", \"features\": [" + features + "]}", "r.json", 10, 4);
}

AreaDrawing features_of(const std::string& features) {
  auto drawing = read(features);
  if (!drawing) FAIL(drawing.error().message);
  return *std::move(drawing);
}

std::string feature(const std::string& properties, const std::string& type, const std::string& coordinates) {
  return R"({"type": "Feature", "properties": )" + properties + R"(, "geometry": {"type": ")" + type +
         R"(", "coordinates": )" + coordinates + "}}";
}

std::string message(const std::string& features) {
  const auto drawing = read(features);
  REQUIRE_FALSE(drawing);
  return drawing.error().message;
}

}  // namespace

TEST_CASE("polygons of GeoJSON are areas, with holes, parts, tags and what it costs to enter") {
  const AreaDrawing drawing = features_of(
      feature(R"({"name": "A", "tags": "wet; low", "enter": 2.5, "colour": "#fff"})", "Polygon",
              "[[[0, 0], [6, 0, 7.5], [6, 4], [0, 4], [0, 0]], [[2, 1], [2, 3], [4, 3], [4, 1], [2, 1]]]") +
      "," +
      feature(R"({"name": "B", "tags": ["dry"]})", "MultiPolygon",
              "[[[[7, 0], [8, 0], [8, 1], [7, 1], [7, 0]]], [[[9, 3], [10, 3], [10, 4], [9, 4], [9, 3]]]]"));
  CHECK(summary(drawing) == summary(test::drawing_of(
                                R"j({"name": "A", "tags": ["wet", "low"], "enter": 2.5,
                                     "wkt": "POLYGON ((0 0, 6 0, 6 4, 0 4), (2 1, 2 3, 4 3, 4 1))"},
                                    {"name": "B", "tags": ["dry"], "rects": [[7, 0, 1, 1], [9, 3, 1, 1]]})j",
                                "", 10, 4)));
  CHECK(drawing.draft.nodes[0].enter == Decimal{25, 1});
}

TEST_CASE("features of one name are one area, and points are anchors or places") {
  const AreaDrawing drawing =
      features_of(feature(R"({"name": "A"})", "Point", "[1.5, 0.5]") + "," +
                  feature(R"({"name": "A", "tags": "x"})", "Polygon", "[[[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]]") +
                  "," + feature(R"({"name": "Well"})", "Point", "[0.2, 1.9]") + "," +
                  feature(R"({"name": "A", "tags": "x; y"})", "Polygon", "[[[4, 0], [5, 0], [5, 1], [4, 1], [4, 0]]]") +
                  R"(, {"type": "Feature", "id": 7, "properties": null, "geometry": {"type": "Polygon",
          "coordinates": [[[8, 2], [10, 2], [10, 4], [8, 4], [8, 2]]]}})");
  CHECK(picture_of(drawing) == "aa..a...../ca......../........bb/........bb");
  REQUIRE(drawing.draft.nodes.size() == 3);
  CHECK(drawing.draft.nodes[0].tags == std::vector<std::string>{"x", "y"});
  CHECK(drawing.draft.nodes[1].name == "7");
  CHECK(drawing.draft.nodes[2].name == "Well");
  CHECK(drawing.anchors[0] == Tile{1, 0});
  CHECK(drawing.anchors[2] == Tile{0, 1});
  CHECK(drawing.draft.unreadable.empty());
}

TEST_CASE("random rectangles are the same areas in both forms") {
  Rng rng(61);
  for (int round = 0; round < 300; ++round) {
    std::string features;
    std::string areas;
    for (int i = rng.between(1, 4); i > 0; --i) {
      const int x = rng.between(-2, 9);
      const int y = rng.between(-2, 3);
      const int width = rng.between(1, 6);
      const int height = rng.between(1, 4);
      const std::string name = fmt::format("{{\"name\": \"area {}\"", i);
      features += (features.empty() ? "" : ",") +
                  feature(name + "}", "Polygon",
                          fmt::format("[[[{0}, {1}], [{2}, {1}], [{2}, {3}], [{0}, {3}], [{0}, {1}]]]", x, y, x + width,
                                      y + height));
      areas +=
          (areas.empty() ? "" : ",") + name + fmt::format(", \"rects\": [[{}, {}, {}, {}]]}}", x, y, width, height);
    }
    REQUIRE(summary(features_of(features)) == summary(test::drawing_of(areas, "", 10, 4)));
  }
}

TEST_CASE("features that are wrong are noted one by one, with their lines, and those of other kinds passed over") {
  const AreaDrawing drawing = features_of(
      feature(R"({"name": "bow"})", "Polygon", "[[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]") + ",\n" +
      feature("{}", "Polygon", "[[[0, 0], [2, 0], [2, 2], [0, 0]]]") + ",\n" +
      feature(R"({"name": "far"})", "Point", "[30, 2]") + ",\n" + feature(R"({"name": "one"})", "Point", "[5.5, 2.5]") +
      ",\n" + feature(R"({"name": "two"})", "Point", "[5.1, 2.1]") + ",\n" +
      feature(R"({"name": "road"})", "LineString", "[[0, 0], [5, 5]]") + ",\n" +
      R"({"type": "Feature", "properties": {"name": "none"}, "geometry": null})");
  std::string text;
  for (const Finding& finding : drawing.draft.unreadable) text += text_of(drawing.draft, finding) + "\n";
  CHECK(
      text ==
      "r.json:1: feature 'bow': a polygon is not usable: " + polygon_fault({{{0, 0}, {512, 512}, {512, 0}, {0, 512}}}) +
          "\nr.json:2: a feature without a name: neither a property `name` nor an `id`\n"
          "r.json:3: feature 'far': lies beyond the map\nr.json:5: feature 'two': lies on the tile of 'one'\n");
  std::string warnings;
  for (const Finding& finding : drawing.warnings) warnings += text_of(drawing.draft, finding) + "\n";
  CHECK(warnings ==
        "r.json:6: feature 'road' is left out: areas are polygons and multipolygons, and places points\n"
        "r.json:7: feature 'none' is left out: areas are polygons and multipolygons, and places points\n");
}

TEST_CASE("GeoJSON of another shape is an error with the place") {
  CHECK(message("3").find("r.json:1: features[0]: expected an object") == 0);
  CHECK(message(feature("{\"name\": \"a\"}", "Polygon", "[[[0, \"1\"]]]")).find("expected x and y") !=
        std::string::npos);
  CHECK(message(feature("{\"name\": \"a\"}", "Polygon", "7")).find("expected a list") != std::string::npos);
  CHECK(message(feature("{\"name\": true}", "Point", "[1, 1]")).find("expected a text") != std::string::npos);
  CHECK(message(feature("{\"name\": \"a\", \"tags\": 1}", "Point", "[1, 1]")).find("expected a list or a text") !=
        std::string::npos);
  CHECK(message(feature("[]", "Point", "[1, 1]")).find("expected an object") != std::string::npos);
  const auto without = parse_areas_json(R"({"type": "FeatureCollection"})", "r.json", 10, 4);
  REQUIRE_FALSE(without);
  CHECK(without.error().message.find("a collection without `features`") != std::string::npos);
}

}  // namespace portolan::test
