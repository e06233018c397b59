// SPDX-License-Identifier: BSL-1.0
// What is said of objects of Tiled maps that are wrong, mean nothing, are too many or damaged.
#include "formats/tiled_object_support.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {

TEST_CASE("templates serve many objects within bounds") {
  DrawnObject model{.name = std::string(1 << 20, 'n'), .type = "area", .width = "16", .height = "16"};
  DrawnObjectMap map;
  map.layers.push_back({});
  for (int i = 0; i < 100; ++i)
    map.layers[0].objects.push_back({.id = i, .name = fmt::format("o{}", i), .file = "m.tx"});
  const auto read = [&](const std::filesystem::path&, FileOrigin) -> Result<std::string> {
    return "<template>" + object_text(model, TiledForm::xml) + "</template>";
  };
  map.layers[0].type = "areas";
  CHECK(failure(Read(map, read).forms[0], ErrorCode::limit)
            .find("object 'o63' (id 63): more than 67108864 bytes out of templates") != std::string::npos);
}

TEST_CASE("objects that mean nothing are left out with a reason") {
  DrawnObjectMap map = map_of({rectangle("A", 0, 0, 9, 4),
                               rectangle("B", 0, 3, 2, 2),
                               {.id = 5, .name = "sign", .shape = "text"},
                               {.id = 6, .name = "line", .shape = "polyline", .corners = "0,0 5,5"},
                               {.id = 7, .name = "round", .width = "40", .height = "8", .shape = "capsule"}});
  map.layers.push_back({.type = "links", .objects = {rectangle("box", 0, 0, 1, 1)}});
  map.layers.push_back({.type = "places", .objects = {rectangle("square", 0, 0, 1, 1)}});
  const std::string shapes = "areas are rectangles, polygons and ellipses, and their anchors points";
  CHECK(findings(map) ==
        Texts{"m.tmx:7: object layer 'objects': object 'sign' (id 5) is left out: " + shapes,
              "m.tmx:8: object layer 'objects': object 'line' (id 6) is left out: " + shapes,
              "m.tmx:9: object layer 'objects': object 'round' (id 7) is left out: " + shapes,
              "m.tmx:5: 'A' reaches beyond the map", "m.tmx:6: 2 tiles of 'B' belong to 'A', which is listed before",
              "m.tmx:15: object layer 'objects': object 'square' (id 1) is left out: places are points",
              "m.tmx:12: object layer 'objects': object 'box' (id 1) is left out: links are lines, two points of one "
              "name, or have the properties from and to"});
}

TEST_CASE("wrong values of objects are all reported") {
  const auto errors = [](std::vector<DrawnObject> areas, std::vector<DrawnObject> links,
                         std::vector<DrawnObject> places) {
    DrawnObjectMap map = map_of(std::move(areas));
    map.layers.push_back({.name = "l", .type = "links", .objects = std::move(links)});
    map.layers.push_back({.name = "p", .type = "places", .objects = std::move(places)});
    Texts texts = findings(map);
    // The start is that of all.
    for (std::string& text : texts) text = text.substr(text.find(": ") + 2);
    return texts;
  };
  const auto line = [](std::vector<std::pair<std::string, std::string>> properties) {
    return DrawnObject{.name = "way",
                       .x = "1",
                       .y = "1",
                       .shape = "polyline",
                       .corners = "0,0 120,0",
                       .properties = std::move(properties)};
  };
  const DrawnObject a = rectangle("A", 0, 0, 2, 2);
  const DrawnObject b = rectangle("B", 6, 0, 2, 2);
  const std::string area = "object layer 'objects': object ";
  CHECK(errors({a, rectangle("", 3, 3, 1, 1)}, {}, {}) == Texts{area + "'' (id 1): an area without a name"});
  CHECK(errors({a, {.name = "S", .shape = "polygon", .corners = "0,0 50,50 50,0 0,50"}}, {}, {}) ==
        Texts{area + "'S' (id 1): the polygon is not usable: it has no clear inside"});
  CHECK(errors({a, point("C", "1", "1")}, {}, {}) ==
        Texts{area + "'C' (id 1): a point is the anchor of the area of its name, and there is none (class `place` "
                     "for places)"});
  CHECK(errors({a, point("A", "1", "1"), point("A", "2", "1")}, {}, {}) ==
        Texts{area + "'A' (id 1): the area has an anchor already"});
  const std::string link = "object layer 'l': object 'way' (id 1): ";
  CHECK(errors({a}, {line({})}, {}) == Texts{link + "to: no area has the tile 7,0"});
  CHECK(errors({a}, {line({{"to", "Nowhere"}})}, {}) == Texts{link + "to: 'Nowhere' is not among the areas"});
  CHECK(errors({a, b}, {line({{"cost", "dear"}})}, {}) ==
        Texts{link + "cost 'dear' is not a decimal number of at most 18 digits"});
  CHECK(errors({a, b}, {line({{"one_way", "perhaps"}})}, {}) ==
        Texts{link + "one_way 'perhaps' is neither yes nor no"});
  CHECK(errors({a, b}, {line({{"closed", "true"}, {"cost", "2"}})}, {}) ==
        Texts{link + "a closed border has no cost; a way beside it takes a link of its own"});
  CHECK(errors({a, b}, {point("way", "1", "1")}, {}) ==
        Texts{link + "a link from a point, and no second point has its name"});
  CHECK(errors({a, b}, {point("", "1", "1")}, {}) ==
        Texts{"object layer 'l': object '' (id 1): a link from a point without a name"});
  CHECK(errors({a, b}, {point("way", "1", "1"), point("way", "120", "1"), point("way", "1", "1")}, {}) ==
        Texts{link + "a third point of this name"});
  DrawnObject second = point("way", "120", "1");
  second.properties = {{"cost", "2"}};
  CHECK(errors({a, b}, {point("way", "1", "1"), second}, {}) ==
        Texts{link + "cost belongs to the first of the two points"});
  const std::string place = "object layer 'p': object ";
  CHECK(errors({a}, {}, {point("", "1", "1")}) == Texts{place + "'' (id 1): a place without a name"});
  CHECK(errors({a}, {}, {point("P", "-1", "1")}) == Texts{place + "'P' (id 1): lies beyond the map"});
  CHECK(errors({a}, {}, {point("P", "1", "1"), point("Q", "3", "1")}) ==
        Texts{place + "'Q' (id 1): lies on the tile of 'P'"});
  CHECK(errors({a}, {}, {point("A", "1", "1")}) == Texts{"name 'A' is given twice, first at m.tmx:5"});
}

TEST_CASE("objects without clear numbers, and maps without clear tiles, are refused") {
  const auto with_object = [](const DrawnObject& object) { return error_of(map_of({object}), ErrorCode::syntax); };
  const std::string start = "m.tmx:5: object layer 'objects': object 'A' (id 1): ";
  CHECK(with_object({.name = "A", .x = "1e300", .width = "5"}) ==
        start + "a corner more than 1048576 tiles from the origin");
  CHECK(with_object({.name = "A", .width = "-5"}) == start + "a size below 0");
  DrawnObjectMap xml = map_of({{.name = "A", .x = "one"}});
  const auto read_xml = [&] {
    return parse_tiled_areas(object_map_text(xml, TiledForm::xml), "m.tmx", no_file, 8, {1, 8});
  };
  CHECK(failure(read_xml(), ErrorCode::syntax) == start + "x 'one' is no number");
  xml.layers[0].objects[0] = {.name = "A", .shape = "polygon", .corners = "0,0 1;5"};
  CHECK(failure(read_xml(), ErrorCode::syntax) == start + "'1;5' is no corner x,y");
  xml.layers[0].objects[0] = {.name = "A", .shape = "polygon"};
  CHECK(failure(read_xml(), ErrorCode::syntax) == start + "'true' is no corner x,y");
  xml.layers[0].objects[0] = {.name = "A", .shape = "polyline", .corners = "0,0"};
  CHECK(failure(read_xml(), ErrorCode::syntax) == start + "a polyline of fewer than two corners");
  DrawnObjectMap map = map_of({{.name = "A", .width = "5", .height = "5", .rotation = "45"}});
  CHECK(Read(map).forms[0].has_value());
  map.orientation = "isometric";
  CHECK(error_of(map, ErrorCode::unsupported) == start + "turned, on an isometric map");
  map.orientation = "oblique";
  CHECK(error_of(map, ErrorCode::unsupported) == "m.tmx:1: map: areas and links on a map of orientation 'oblique'");
  map.orientation = "orthogonal";
  map.tile_height = 0;
  CHECK(error_of(map, ErrorCode::syntax) == "m.tmx:1: map: tileheight '0' is not a whole number from 1 to 65536");
  map.tile_height = 16;
  map.layers[0].property = "area";
  CHECK(error_of(map, ErrorCode::syntax) ==
        "m.tmx:4: object layer 'objects': portolan 'area' is neither areas, links, places, tile_links, waypoints, "
        "walls nor cliffs");
  map.layers[0].property = "regions";
  CHECK(error_of(map, ErrorCode::syntax) == "m.tmx:4: object layer 'objects': class regions is called areas");
  map.layers[0].property = "";
  CHECK(failure(parse_tiled_areas(object_map_text(map, TiledForm::xml), "m.tmx", no_file, 9, {1, 8}),
                ErrorCode::usage) == "m.tmx: areas on 8 x 8 tiles for a map of 9 x 8");
}

TEST_CASE("damaged objects give an answer or a one-line error") {
  DrawnObjectMap map = map_of(
      {rectangle("West", 0, 0, 3, 8),
       {.name = "East", .x = "128", .y = "48", .rotation = "30", .shape = "polygon", .corners = "0,0 0,80 -80,80"},
       {.name = "Pond", .x = "30", .y = "30", .width = "40", .height = "20", .shape = "ellipse"},
       point("West", "20", "36.5")});
  map.layers.push_back({.type = "links", .objects = {point("stair", "2", "2"), point("stair", "50", "120")}});
  map.layers.push_back({.type = "places", .objects = {point("Well", "2", "2")}});
  int answers = 0;
  for (const TiledForm form : kForms) {
    const std::string text = object_map_text(map, form);
    Rng rng(21);
    for (int i = 0; i < 6000; ++i) {
      const auto read = parse_tiled_areas(mutated(text, rng), "m.tmx", no_file, 8, {1, 8});
      if (!read) {
        CHECK(read.error().message.starts_with("m.tmx:"));
        CHECK(read.error().message.find('\n') == std::string::npos);
      } else if (read->drawing) {
        ++answers;
        for (const Finding& finding : errors_in(read->drawing->draft))
          CHECK(text_of(read->drawing->draft, finding).find('\n') == std::string::npos);
      }
    }
  }
  CHECK(answers > 1000);
}

}  // namespace portolan::test
