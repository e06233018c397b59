// SPDX-License-Identifier: BSL-1.0
// Objects of Tiled maps as areas, links and places: the same as in areas.json, in both forms, wherever objects,
// layers and maps are moved and turned.
#include "formats/tiled_object_support.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {
namespace {

std::string json_summary(const std::string& areas, const std::string& rest, std::int32_t width, std::int32_t height) {
  return summary(drawing_of(areas, rest, width, height));
}

}  // namespace

TEST_CASE("objects of Tiled draw what areas.json draws") {
  DrawnObjectMap map =
      map_of({rectangle("West", 0, 0, 3, 8),
              rectangle("East", 2, 0, 6, 3),
              {.name = "East", .x = "128", .y = "48", .shape = "polygon", .corners = "0,0 0,80 -80,80"},
              point("West", "20", "36.5")});
  map.layers[0].objects[0].properties = {{"tags", "wild; coast"}, {"music", "wind"}};
  map.layers[0].objects[2].properties = {{"tags", "walled"}};
  DrawnObject ferry{.name = "ferry", .x = "8", .y = "120", .shape = "polyline", .corners = "0,0 40,-10 112,0"};
  ferry.properties = {{"cost", "2.5"}, {"one_way", "true"}, {"tags", "sea"}};
  DrawnObject named{.name = "", .x = "0", .y = "0", .width = "5", .height = "5"};
  named.properties = {{"from", "East"}, {"to", "West"}};
  DrawnObject wall{.name = "wall", .x = "40", .y = "8", .shape = "polyline", .corners = "0,0 32,0"};
  wall.properties = {{"closed", "true"}};
  DrawnObject shut = wall;
  shut.properties = {{"closed", "true"}, {"one_way", "true"}, {"from", "East"}, {"to", "West"}};
  map.layers.push_back({.property = "links",
                        .objects = {ferry, point("stair", "2", "2"), named, wall, shut, point("stair", "127", "2")}});
  map.layers[1].objects[1].properties = {{"cost", "3"}};
  const std::string expected = json_summary(
      R"({"name": "West", "tags": ["wild", "coast"], "anchor": [1, 2], "rects": [[0, 0, 3, 8]]},
         {"name": "East", "tags": ["walled"], "rects": [[2, 0, 6, 3]], "polygons": [[[8, 3], [8, 8], [3, 8]]]})",
      R"(, "links": [{"from": "West", "to": "East", "cost": 2.5, "one_way": true, "name": "ferry", "tags": ["sea"]},
                     {"from": "East", "to": "West"},
                     {"from": "West", "to": "East", "cost": 3, "name": "stair"}],
          "closed": [["West", "East"]])",
      8, 8);
  // One way, of which the JSON form knows nothing.
  const std::string with_shut = with(expected, "closed 1>0", "closed 1>0\nclosed 1>0");
  for (const auto& form : Read(map).forms) CHECK(summary(form) == with_shut);
}

TEST_CASE("random objects lie where the same areas in areas.json do") {
  Rng rng(12);
  std::string wrong;
  for (int round = 0; round < 1500 && wrong.empty(); ++round) {
    DrawnObjectMap map;
    map.width = 4 + rng.below(12);
    map.height = 4 + rng.below(12);
    map.tile_width = 8 << rng.below(3);
    map.tile_height = 8 << rng.below(3);
    map.infinite = rng.percent(30);
    map.origin_x = map.infinite ? rng.below(64) - 32 : 0;
    map.origin_y = map.infinite ? rng.below(64) - 32 : 0;
    const bool isometric = rng.percent(30);
    map.orientation = isometric ? "isometric" : "orthogonal";
    const int across = isometric ? map.tile_height : map.tile_width;
    const int down = map.tile_height;
    std::string areas;
    const int layers = 1 + rng.below(3);
    int number = 0;
    for (int l = 0; l < layers; ++l) {
      DrawnObjectLayer layer{.type = "areas"};
      // Whole tiles on the screen of an isometric map are pairs of half ones.
      int moved_x = 0;
      int moved_y = 0;
      const auto offset = [&](std::string& x, std::string& y) {
        const int right = rng.below(9) - 4;
        const int below = rng.below(9) - 4;
        x = std::to_string(right * map.tile_width);
        y = std::to_string(below * map.tile_height);
        moved_x += isometric ? right + below : right;
        moved_y += isometric ? below - right : below;
      };
      if (rng.percent(50)) offset(layer.offset_x, layer.offset_y);
      for (int g = rng.below(3); g > 0; --g) {
        layer.groups.emplace_back();
        if (rng.percent(50)) offset(layer.groups.back().first, layer.groups.back().second);
      }
      for (int n = 1 + rng.below(3); n > 0; --n) {
        // Corners in pixels of the object, seen from its x, y.
        std::vector<std::pair<int, int>> corners;
        DrawnObject object{.id = ++number, .name = fmt::format("r{}", number)};
        const int x = (rng.below(map.width) + map.origin_x - moved_x) * across + rng.below(across);
        const int y = (rng.below(map.height) + map.origin_y - moved_y) * down + rng.below(down);
        object.x = std::to_string(x);
        object.y = fmt::format("{}.0", y);
        if (rng.percent(50)) {
          const int width = 1 + rng.below(8 * across);
          const int height = 1 + rng.below(8 * down);
          object.width = std::to_string(width);
          object.height = std::to_string(height);
          corners = {{0, 0}, {width, 0}, {width, height}, {0, height}};
        } else {
          object.shape = "polygon";
          corners = {{rng.below(100), 0}, {-rng.below(100) - 1, rng.below(90)}, {rng.below(60), 90 + rng.below(60)}};
          for (const auto& [px, py] : corners)
            object.corners += fmt::format("{}{},{}", object.corners.empty() ? "" : " ", px, py);
        }
        if (!isometric && rng.percent(40)) {
          const int quarters = rng.below(8) - 4;
          object.rotation = std::to_string(90 * quarters);
          for (auto& [px, py] : corners) {
            for (int turn = 0; turn < ((quarters % 4) + 4) % 4; ++turn) std::tie(px, py) = std::pair(-py, px);
          }
        }
        areas += fmt::format(R"({}{{"name": "r{}", "polygons": [[)", number == 1 ? "" : ",\n", number);
        std::string_view comma;
        for (const auto& [px, py] : corners) {
          areas +=
              fmt::format("{}[{:.6f}, {:.6f}]", comma, static_cast<double>(x + px) / across + moved_x - map.origin_x,
                          static_cast<double>(y + py) / down + moved_y - map.origin_y);
          comma = ", ";
        }
        areas += "]]}";
        layer.objects.push_back(std::move(object));
      }
      map.layers.push_back(std::move(layer));
    }
    const std::string expected = json_summary(areas, "", map.width, map.height);
    for (const auto& form : Read(map).forms) {
      if (summary(form) != expected)
        wrong = expected + "\n--- instead of\n" + summary(form) + "\n" + areas + object_map_text(map, TiledForm::xml);
    }
  }
  INFO(wrong);
  CHECK(wrong.empty());
}

TEST_CASE("ellipses take the tiles whose centres lie in them") {
  Rng rng(4);
  int differing = 0;
  int tiles = 0;
  for (int round = 0; round < 300; ++round) {
    const int left = rng.below(120);
    const int top = rng.below(120);
    const int width = 1 + rng.below(250);
    const int height = 1 + rng.below(250);
    DrawnObjectMap map = map_of({{.name = "pond",
                                  .x = std::to_string(left),
                                  .y = std::to_string(top),
                                  .width = std::to_string(width),
                                  .height = std::to_string(height),
                                  .shape = "ellipse"}});
    map.width = map.height = 24;
    const Read read(map);
    const std::string drawn = summary(read.forms[0]);
    CHECK(drawn == summary(read.forms[1]));
    for (int y = 0; y < 24; ++y) {
      for (int x = 0; x < 24; ++x) {
        // Distances from the middle in halves of pixels, as parts of the axes.
        const double across = (2.0 * (16 * x + 8 - left) - width) / width;
        const double down = (2.0 * (16 * y + 8 - top) - height) / height;
        const double away = across * across + down * down;
        const bool inside = drawn[static_cast<std::size_t>(y * 25 + x)] == 'a';
        tiles += inside ? 1 : 0;
        // The corners are rounded to 2^-8 tile.
        if (inside != (away <= 1) && (away < 0.95 || away > 1.05)) ++differing;
      }
    }
  }
  CHECK(tiles > 5000);
  CHECK(differing == 0);
}

TEST_CASE("turned rectangles lie as Tiled shows them, clockwise about their corner") {
  // Compared with what tmxrasterizer of Tiled 1.8.2 draws.
  DrawnObjectMap map = map_of(
      {{.name = "R", .x = "128", .y = "64", .width = "128", .height = "64", .rotation = "30"},
       {.name = "E", .x = "224", .y = "224", .width = "128", .height = "64", .rotation = "-20", .shape = "ellipse"},
       {.name = "P", .x = "64", .y = "256", .rotation = "45", .shape = "polygon", .corners = "0,0 96,0 0,64"}});
  map.width = map.height = 12;
  map.tile_width = map.tile_height = 32;
  map.layers[0].offset_x = "16";
  map.layers[0].offset_y = "-32";
  for (const auto& form : Read(map).forms) {
    CHECK(
        summary(form).starts_with("............/....a......./....aaa...../.....aaa..../............/.........bbb/"
                                  "........bbb./..c........./..cc......../............/............/............"));
  }
  DrawnObjectMap isometric =
      map_of({{.name = "R", .x = "64", .y = "32", .width = "128", .height = "64"},
              {.name = "E", .x = "192", .y = "192", .width = "128", .height = "160", .shape = "ellipse"},
              {.name = "P", .x = "32", .y = "224", .shape = "polygon", .corners = "0,0 96,0 0,96"}});
  isometric.orientation = "isometric";
  isometric.width = isometric.height = 12;
  isometric.tile_width = 64;
  isometric.tile_height = 32;
  isometric.layers[0].offset_x = isometric.layers[0].offset_y = "64";
  for (const auto& form : Read(isometric).forms) {
    CHECK(
        summary(form).starts_with("............/............/.....aaaa.../.....aaaa.../............/............/"
                                  "............/..........bb/....cc...bbb/....c....bbb/.........bbb/..........bb"));
  }
}

TEST_CASE("places are areas of one tile, whatever lies there") {
  DrawnObjectMap map = map_of({rectangle("Field", 0, 0, 8, 8)});
  DrawnObject well = point("Well", "40", "25");
  well.properties = {{"tags", "water"}};
  DrawnObject gate{.id = 7, .name = "Gate", .type = "place", .x = "127.5", .y = "0"};
  map.layers[0].objects.push_back(gate);
  map.layers.insert(map.layers.begin(), {.type = "places", .objects = {well}});
  for (const auto& form : Read(map).forms) {
    CHECK(summary(form) ==
          "aaaaaaac/aabaaaaa/aaaaaaaa/aaaaaaaa/aaaaaaaa/aaaaaaaa/aaaaaaaa/aaaaaaaa\n"
          "Field\nWell [water] at 2,1\nGate at 7,0");
  }
}

TEST_CASE("areas and places may cost something to enter") {
  DrawnObjectMap map = map_of({rectangle("Field", 0, 0, 4, 4), rectangle("Field", 4, 0, 4, 4)});
  map.layers[0].objects[1].properties = {{"enter", "2.5"}};
  DrawnObject well = point("Well", "40", "25");
  well.properties = {{"enter", "1"}};
  map.layers.push_back({.type = "places", .objects = {well}});
  for (const auto& form : Read(map).forms) {
    REQUIRE(form);
    CHECK(errors_in(form->drawing->draft).empty());
    CHECK(form->drawing->draft.nodes[0].enter == Decimal{25, 1});
    CHECK(form->drawing->draft.nodes[1].enter == Decimal{1, 0});
  }
  map.layers[0].objects[0].properties = {{"enter", "2"}};
  CHECK(findings(map) == Texts{"m.tmx:6: object layer 'objects': object 'Field' (id 1): enter: another object of the "
                               "area says something else"});
  map.layers[0].objects[0].properties = {{"enter", "a lot"}};
  map.layers[0].objects[1].properties = {};
  CHECK(findings(map).front().find("enter 'a lot' is not a decimal number") != std::string::npos);
}

TEST_CASE("what an object means is said by its class, else by its layer") {
  DrawnObjectMap map;
  DrawnObject area = rectangle("A", 0, 0, 1, 1);
  area.type = "area";
  DrawnObject monster = rectangle("M", 1, 0, 1, 1);
  monster.type = "Monster";
  map.layers.push_back({.name = "mixed", .objects = {area, monster}});
  map.layers.push_back({.name = "spawns", .objects = {monster}});
  map.layers.push_back({.name = "traps", .objects = {}});
  map.layers.push_back({.name = "all", .property = "areas", .objects = {monster}});
  const Read read(map);
  for (const auto& form : read.forms) {
    CHECK(summary(form).starts_with("ab....../"));
    REQUIRE(form->passed_over.size() == 2);
    const std::string what =
        " is passed over: no class says what it means; to use it, give it the class areas, links, ";
    CHECK(form->passed_over[0].find(": object layer 'spawns'" + what) != std::string::npos);
    CHECK(form->passed_over[1].find(": object layer 'traps'" + what) != std::string::npos);
  }
  CHECK(read.forms[0]->passed_over[0].starts_with("m.tmx:8:"));
  map.layers.erase(map.layers.begin() + 3);
  map.layers.erase(map.layers.begin());
  for (const auto& form : Read(map).forms) {
    REQUIRE(form);
    CHECK_FALSE(form->drawing);
  }
}

TEST_CASE("objects take from templates what they do not say themselves") {
  DrawnObject model = rectangle("Room", 0, 0, 2, 1);
  model.type = "area";
  model.properties = {{"tags", "indoors"}};
  const auto read_model = [&](TiledForm form) {
    return [&, form](const std::filesystem::path& path, FileOrigin origin) -> Result<std::string> {
      if (path != "models/room.tx") return no_file(path, origin);
      const std::string text = object_text(model, form);
      return form == TiledForm::xml
                 ? "<template>" + text + "</template>"
                 : R"({"type":"template", "tilewidth":1, "tileheight":1, "layers":[], "object":)" + text + "}";
    };
  };
  DrawnObjectMap map;
  DrawnObject kitchen{.name = "Kitchen", .x = "16", .y = "16", .file = "room.tx"};
  DrawnObject hall{.x = "48", .y = "48", .height = "32", .file = "../models/room.tx"};
  hall.properties = {{"tags", "great"}};
  map.layers.push_back({.objects = {kitchen, hall}});
  for (const TiledForm form : kForms) {
    const auto read = parse_tiled_areas(object_map_text(map, form), "models/m.tmx", read_model(form), 8, {1, 8});
    CHECK(summary(read) ==
          "......../.aa...../......../...bb.../...bb.../......../......../........\nKitchen [indoors]\nRoom [great]");
  }
  // What nobody gave a meaning is not looked for.
  map.layers[0].objects[0].file = "lost.tx";
  for (const auto& form : Read(map, read_model(TiledForm::xml)).forms) {
    REQUIRE(form);
    CHECK_FALSE(form->drawing);
    REQUIRE(form->passed_over.size() == 2);
    CHECK(form->passed_over[0].find(
              "object 'Kitchen' (id 1): template 'lost.tx': lost.tx: no such file; the object is passed over") !=
          std::string::npos);
  }
  map.layers[0].type = "areas";
  CHECK(error_of(map, ErrorCode::io) ==
        "m.tmx:5: object layer 'objects': object 'Kitchen' (id 1): template 'lost.tx': lost.tx: no such file");
  map.layers[0].objects[0].file = "/etc/passwd";
  CHECK(error_of(map, ErrorCode::unsupported).find("only paths relative to the map") != std::string::npos);
}

TEST_CASE("what a template says comes before what the class of the object says by default") {
  DrawnObject model = rectangle("Room", 0, 0, 2, 1);
  model.type = "area";
  model.properties = {{"tags", "indoors"}};
  DrawnObject bare = model;
  bare.properties = {};
  const auto reader = [&](const std::filesystem::path& path, FileOrigin origin) -> Result<std::string> {
    const auto in_template = [](const DrawnObject& object) {
      return "<template>" + object_text(object, TiledForm::xml) + "</template>";
    };
    if (path == "models/room.tx") return in_template(model);
    if (path == "models/bare.tx") return in_template(bare);
    if (path != "models/p") return no_file(path, origin);
    return std::string(R"({"propertyTypes": [{"type": "class", "name": "area", "members": [
      {"name": "tags", "type": "string", "value": "plain"}]}]})");
  };
  DrawnObject own{.name = "Own", .x = "16", .y = "16", .file = "room.tx"};
  own.type = "area";
  own.properties = {{"tags", "great"}};
  DrawnObject classed{.name = "Classed", .x = "48", .y = "16", .file = "room.tx"};
  classed.type = "area";
  const DrawnObject taken{.name = "Taken", .x = "16", .y = "48", .file = "room.tx"};
  const DrawnObject plain{.name = "Plain", .x = "48", .y = "48", .file = "bare.tx"};
  DrawnObjectMap map;
  map.layers.push_back({.objects = {own, classed, taken, plain}});
  std::string text = object_map_text(map, TiledForm::xml);
  text.insert(text.find('>', text.find("<map")) + 1,
              "<properties><property name=\"portolan_project\" value=\"p\"/></properties>");
  const std::string told = summary(parse_tiled_areas(text, "models/m.tmx", reader, 8, {1, 8}));
  CHECK(told.substr(told.find('\n')) == "\nOwn [great]\nClassed [indoors]\nTaken [indoors]\nPlain [plain]");
}

}  // namespace portolan::test
