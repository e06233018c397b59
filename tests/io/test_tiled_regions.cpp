// SPDX-License-Identifier: BSL-1.0
// Objects of Tiled maps as regions, links and places: the same as in regions.json, in both forms, wherever objects,
// layers and maps are moved and turned; and what is said of objects that are wrong.
#include "io/board_support.hpp"
#include "io/tiled_writer.hpp"
#include "portolan/io/region_json.hpp"
#include "portolan/io/tiled_regions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {
namespace {

constexpr std::array kForms{TiledForm::xml, TiledForm::json};

Result<std::string> no_file(const std::filesystem::path& path) {
  return Error{ErrorCode::io, path.string() + ": no such file"};
}

/// A map of objects, read in both forms.
struct Read {
  explicit Read(const DrawnObjectMap& map, const ReadTiledFile& read = no_file) {
    for (const TiledForm form : kForms) {
      forms.push_back(parse_tiled_regions(object_map_text(map, form), "m.tmx", read, map.width, map.height));
    }
  }
  std::vector<Result<TiledRegions>> forms;
};

std::string picture_of(const RegionDrawing& drawing) {
  std::string text;
  for (std::size_t i = 0; i < drawing.pixels.size(); ++i) {
    if (i != 0 && i % static_cast<std::size_t>(drawing.width) == 0) text += '/';
    text += drawing.pixels[i] == kNoNode ? '.' : static_cast<char>('a' + drawing.pixels[i]);
  }
  return text;
}

/// All but the places in the file.
std::string summary(const RegionDrawing& drawing) {
  std::string text = picture_of(drawing);
  for (NodeId id = 0; id < drawing.draft.nodes.size(); ++id) {
    text += "\n" + drawing.draft.nodes[id].name;
    for (const std::string& tag : drawing.draft.nodes[id].tags) text += " [" + tag + "]";
    if (const auto anchor = drawing.anchors[id]) text += fmt::format(" at {},{}", anchor->x, anchor->y);
  }
  for (const std::string& arc : arcs_of(drawing.draft)) text += "\n" + arc;
  for (const ClosedBorder& border : drawing.closed) text += fmt::format("\nclosed {}>{}", border.from, border.to);
  for (const Finding& warning : drawing.warnings) text += "\n" + warning.reason;
  for (const Finding& error : drawing.draft.unreadable) text += "\n" + error.reason;
  return text;
}

std::string summary(const Result<TiledRegions>& read) {
  if (!read) FAIL(read.error().message);
  if (!read->drawing) FAIL("no object is meant");
  return summary(*read->drawing);
}

/// One layer of class `regions`.
DrawnObjectMap map_of(std::vector<DrawnObject> objects, const std::string& type = "regions") {
  DrawnObjectMap map;
  map.layers.push_back({.type = type, .objects = std::move(objects)});
  return map;
}

std::string json_summary(const std::string& regions, const std::string& rest, std::int32_t width, std::int32_t height) {
  const auto read = parse_regions_json(
      R"({"portolan": "regions", "version": 1, "regions": [)" + regions + "]" + rest + "}", "r.json", width, height);
  if (!read) FAIL(read.error().message);
  return summary(*read);
}

DrawnObject rectangle(const std::string& name, int x, int y, int width, int height) {
  const auto pixels = [](int tiles) { return std::to_string(16 * tiles); };
  return {.name = name, .x = pixels(x), .y = pixels(y), .width = pixels(width), .height = pixels(height)};
}

DrawnObject point(const std::string& name, const std::string& x, const std::string& y) {
  return {.name = name, .x = x, .y = y, .shape = "point"};
}

/// The errors and warnings of a map in both forms, which must agree but for the lines; the line of the XML form stands.
Texts findings(const DrawnObjectMap& map) {
  const Read read(map);
  std::vector<Texts> reasons;
  Texts xml;
  for (const auto& form : read.forms) {
    if (!form) FAIL(form.error().message);
    Texts& texts = reasons.emplace_back();
    std::vector<Finding> all = errors_in(form->drawing->draft);
    all.insert(all.end(), form->drawing->warnings.begin(), form->drawing->warnings.end());
    for (const Finding& finding : all) {
      // Another line may be named at the end.
      texts.push_back(finding.reason.substr(0, finding.reason.find(", first at")));
      if (reasons.size() == 1) xml.push_back(text_of(form->drawing->draft, finding));
    }
  }
  CHECK(reasons[0] == reasons[1]);
  return xml;
}

std::string error_of(const DrawnObjectMap& map, ErrorCode code) {
  const Read read(map);
  std::string message = failure(read.forms[0], code);
  const std::string other = failure(read.forms[1], code);
  // "m.tmx:LINE: ..."
  const auto reason = [](const std::string& text) { return text.substr(text.find(": ")); };
  CHECK(reason(message) == reason(other));
  return message;
}

}  // namespace

TEST_CASE("objects of Tiled draw what regions.json draws") {
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

TEST_CASE("random objects lie where the same regions in regions.json do") {
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
    std::string regions;
    const int layers = 1 + rng.below(3);
    int number = 0;
    for (int l = 0; l < layers; ++l) {
      DrawnObjectLayer layer{.type = "regions"};
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
        regions += fmt::format(R"({}{{"name": "r{}", "polygons": [[)", number == 1 ? "" : ",\n", number);
        std::string_view comma;
        for (const auto& [px, py] : corners) {
          regions +=
              fmt::format("{}[{:.6f}, {:.6f}]", comma, static_cast<double>(x + px) / across + moved_x - map.origin_x,
                          static_cast<double>(y + py) / down + moved_y - map.origin_y);
          comma = ", ";
        }
        regions += "]]}";
        layer.objects.push_back(std::move(object));
      }
      map.layers.push_back(std::move(layer));
    }
    const std::string expected = json_summary(regions, "", map.width, map.height);
    for (const auto& form : Read(map).forms) {
      if (summary(form) != expected)
        wrong = expected + "\n--- instead of\n" + summary(form) + "\n" + regions + object_map_text(map, TiledForm::xml);
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

TEST_CASE("places are regions of one tile, whatever lies there") {
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

TEST_CASE("what an object means is said by its class, else by its layer") {
  DrawnObjectMap map;
  DrawnObject region = rectangle("A", 0, 0, 1, 1);
  region.type = "region";
  DrawnObject monster = rectangle("M", 1, 0, 1, 1);
  monster.type = "Monster";
  map.layers.push_back({.name = "mixed", .objects = {region, monster}});
  map.layers.push_back({.name = "spawns", .objects = {monster}});
  map.layers.push_back({.name = "traps", .objects = {}});
  map.layers.push_back({.name = "all", .property = "regions", .objects = {monster}});
  const Read read(map);
  for (const auto& form : read.forms) {
    CHECK(summary(form).starts_with("ab....../"));
    REQUIRE(form->passed_over.size() == 2);
    CHECK(form->passed_over[0].ends_with(": object layer 'spawns'"));
    CHECK(form->passed_over[1].ends_with(": object layer 'traps'"));
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
  model.type = "region";
  model.properties = {{"tags", "indoors"}};
  const auto read_model = [&](TiledForm form) {
    return [&, form](const std::filesystem::path& path) -> Result<std::string> {
      if (path != "models/room.tx") return no_file(path);
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
    const auto read = parse_tiled_regions(object_map_text(map, form), "models/m.tmx", read_model(form), 8, 8);
    CHECK(summary(read) ==
          "......../.aa...../......../...bb.../...bb.../......../......../........\nKitchen [indoors]\nRoom [great]");
  }
  // What nobody gave a meaning is not looked for.
  map.layers[0].objects[0].file = "lost.tx";
  for (const auto& form : Read(map, read_model(TiledForm::xml)).forms) {
    REQUIRE(form);
    CHECK_FALSE(form->drawing);
    REQUIRE(form->passed_over.size() == 3);
    CHECK(form->passed_over[0].find("object 'Kitchen' (id 1): template 'lost.tx': lost.tx: no such file") !=
          std::string::npos);
  }
  map.layers[0].type = "regions";
  CHECK(error_of(map, ErrorCode::io) ==
        "m.tmx:5: object layer 'objects': object 'Kitchen' (id 1): template 'lost.tx': lost.tx: no such file");
  map.layers[0].objects[0].file = "/etc/passwd";
  CHECK(error_of(map, ErrorCode::unsupported).find("only paths relative to the map") != std::string::npos);
}

TEST_CASE("templates serve many objects within bounds") {
  DrawnObject model{.name = std::string(1 << 20, 'n'), .type = "region", .width = "16", .height = "16"};
  DrawnObjectMap map;
  map.layers.push_back({});
  for (int i = 0; i < 100; ++i)
    map.layers[0].objects.push_back({.id = i, .name = fmt::format("o{}", i), .file = "m.tx"});
  const auto read = [&](const std::filesystem::path&) -> Result<std::string> {
    return "<template>" + object_text(model, TiledForm::xml) + "</template>";
  };
  map.layers[0].type = "regions";
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
  const std::string shapes = "regions are rectangles, polygons and ellipses, and their anchors points";
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
  const auto errors = [](std::vector<DrawnObject> regions, std::vector<DrawnObject> links,
                         std::vector<DrawnObject> places) {
    DrawnObjectMap map = map_of(std::move(regions));
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
  const std::string region = "object layer 'objects': object ";
  CHECK(errors({a, rectangle("", 3, 3, 1, 1)}, {}, {}) == Texts{region + "'' (id 1): a region without a name"});
  CHECK(errors({a, {.name = "S", .shape = "polygon", .corners = "0,0 50,50 50,0 0,50"}}, {}, {}) ==
        Texts{region + "'S' (id 1): the polygon is not usable: it has no clear inside"});
  CHECK(errors({a, point("C", "1", "1")}, {}, {}) ==
        Texts{region + "'C' (id 1): a point is the anchor of the region of its name, and there is none (class `place` "
                       "for places)"});
  CHECK(errors({a, point("A", "1", "1"), point("A", "2", "1")}, {}, {}) ==
        Texts{region + "'A' (id 1): the region has an anchor already"});
  const std::string link = "object layer 'l': object 'way' (id 1): ";
  CHECK(errors({a}, {line({})}, {}) == Texts{link + "to: no region has the tile 7,0"});
  CHECK(errors({a}, {line({{"to", "Nowhere"}})}, {}) == Texts{link + "to: 'Nowhere' is not among the regions"});
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
    return parse_tiled_regions(object_map_text(xml, TiledForm::xml), "m.tmx", no_file, 8, 8);
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
  CHECK(error_of(map, ErrorCode::unsupported) == "m.tmx:1: map: regions on a map of orientation 'oblique'");
  map.orientation = "orthogonal";
  map.tile_height = 0;
  CHECK(error_of(map, ErrorCode::syntax) == "m.tmx:1: map: tileheight '0' is not a whole number from 1 to 65536");
  map.tile_height = 16;
  map.layers[0].property = "region";
  CHECK(error_of(map, ErrorCode::syntax) ==
        "m.tmx:4: object layer 'objects': portolan 'region' is neither regions, links nor places");
  map.layers[0].property = "";
  CHECK(failure(parse_tiled_regions(object_map_text(map, TiledForm::xml), "m.tmx", no_file, 9, 8), ErrorCode::usage) ==
        "m.tmx: regions on 8 x 8 tiles for a map of 9 x 8");
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
      const auto read = parse_tiled_regions(mutated(text, rng), "m.tmx", no_file, 8, 8);
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
