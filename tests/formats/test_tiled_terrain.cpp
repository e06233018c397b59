// SPDX-License-Identifier: BSL-1.0
// The rules by which Tiled maps become terrain, and the messages of those that do not.
#include "formats/reader_support.hpp"
#include "portolan/formats/tiled/tiled_terrain.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

using namespace portolan;
using test::failure;

namespace {

/// Tilesets by path.
using Files = std::vector<std::pair<std::string, std::string>>;

Result<TileMap> read(const std::string& text, const std::string& legend_text = {}, const Files& files = {}) {
  const ReadFile find = [&](const std::filesystem::path& path, FileOrigin) -> Result<std::string> {
    for (const auto& [name, content] : files) {
      if (name == path.string()) return content;
    }
    return Error{ErrorCode::io, path.string() + ": cannot read"};
  };
  const auto map = parse_tiled_map(text, "maps/a.tmx", find);
  if (!map) return map.error();
  if (legend_text.empty()) return terrain_of(*map, nullptr);
  const auto legend = TiledLegend::parse(legend_text, "a.legend");
  if (!legend) return legend.error();
  return terrain_of(*map, &*legend);
}

/// The names of all tiles, row by row, with the cost of those that do not cost 1.
std::string names(const Result<TileMap>& map) {
  if (!map) return map.error().message;
  std::string text;
  for (const TerrainId id : map->tiles()) {
    const Terrain& terrain = map->palette()[id];
    text += (text.empty() ? "" : " ") + terrain.name;
    if (terrain.default_cost != kCostScale) text += fmt::format("={}", terrain.default_cost);
  }
  return text;
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("<property name=\"{}\" value=\"{}\"/>", name, value);
}
std::string properties(const std::string& content) {
  return "<properties>" + content + "</properties>";
}
std::string layer(std::string_view name, std::string_view csv, const std::string& inside = {}) {
  return fmt::format("<layer name=\"{}\" width=\"3\" height=\"1\">{}<data encoding=\"csv\">{}</data></layer>\n", name,
                     inside, csv);
}
/// A map of 3 x 1 tiles with a tileset `set`, whose tile 1 is lava.
std::string map_of(const std::string& layers, const std::string& attributes = "orientation=\"orthogonal\"") {
  return "<map width=\"3\" height=\"1\" " + attributes + ">\n<tileset firstgid=\"1\" name=\"set\"><tile id=\"1\">" +
         properties(property("terrain", "lava") + property("cost", "-")) + "</tile></tileset>\n" + layers + "</map>";
}

}  // namespace

TEST_CASE("the topmost tile tells the terrain, by its own name or its layer's") {
  CHECK(names(read(map_of(layer("grass", "1,1,0") + layer("road", "0,3,0")))) == "grass road empty=0");
  CHECK(names(read(map_of(layer("grass", "1,2,0") + layer("road", "2,3,0")))) == "lava=0 road empty=0");
  CHECK(names(read(map_of(layer("grass", "1,2,3"), "orientation=\"isometric\""))) == "grass lava=0 grass");
  CHECK(names(read(map_of(layer("", "1,2,3"), "orientation=\"oblique\""))) == "unnamed lava=0 unnamed");
}

TEST_CASE("tiles and layers that collide, are solid or blocked are impassable, and classes of tiles name terrain") {
  const auto map = [](const std::string& tiles, const std::string& layers) {
    return "<map width=\"3\" height=\"1\" orientation=\"orthogonal\">\n<tileset firstgid=\"1\" name=\"set\">" + tiles +
           "</tileset>\n" + layers + "</map>";
  };
  const auto tile = [](int id, const std::string& attributes, const std::string& content) {
    return fmt::format("<tile id=\"{}\"{}>{}</tile>", id, attributes, properties(content));
  };
  const std::string grass = layer("grass", "1,2,3");
  for (const char* const name : {"collides", "solid", "blocked"}) {
    const std::string yes = fmt::format("<property name=\"{}\" type=\"bool\" value=\"true\"/>", name);
    const std::string no = fmt::format("<property name=\"{}\" type=\"bool\" value=\"false\"/>", name);
    CHECK(names(read(map(tile(0, "", yes) + tile(1, "", no), grass))) == "blocked=0 grass grass");
    CHECK(names(read(map(tile(0, "", yes + property("terrain", "wall")), grass))) == "wall=0 grass grass");
    CHECK(names(read(map(tile(0, " class=\"tree\"", yes), grass))) == "blocked=0 grass grass");
    CHECK(names(read(map(tile(0, "", yes + property("terrain", "bog") + property("cost", "4")), grass))) ==
          "bog=0 grass grass");
    CHECK(names(read(map("", grass + layer("walls", "0,4,0", properties(yes))))) == "grass blocked=0 grass");
    CHECK(names(read(map("", grass + "<group>" + properties(yes) + layer("walls", "0,4,0") + "</group>"))) ==
          "grass blocked=0 grass");
  }
  CHECK(names(read(map(tile(0, " class=\"sand\"", "") + tile(1, " type=\"bog\"", property("cost", "2.5")) +
                           tile(2, " type=\"x\"", property("terrain", "ice")),
                       grass))) == "sand bog=25000 ice");
  const auto walls = read(map("", layer("walls", "1,1,1", properties(property("solid", "true")))));
  REQUIRE(walls);
  CHECK(walls->remarks().empty());

  const std::string json = R"({"type": "map", "orientation": "orthogonal", "width": 3, "height": 1,
    "tilesets": [{"firstgid": 1, "name": "set", "tiles": [{"id": 0, "type": "sand"}, {"id": 1, "class": "bog"},
      {"id": 2, "properties": [{"name": "solid", "type": "bool", "value": true}]}]}],
    "layers": [{"type": "tilelayer", "name": "grass", "width": 3, "height": 1, "data": [1, 2, 3]}]})";
  CHECK(names(read(json)) == "sand bog blocked=0");
  // A legend may know classes or not, but must know what properties say.
  CHECK(names(read(map(tile(0, " class=\"sand\"", "") + tile(1, " class=\"bog\"", ""), grass),
                   "grass\tlawn\t1\nbog\tmud\t3\n")) == "lawn mud=30000 lawn");
  CHECK(failure(read(map(tile(0, "", property("terrain", "sand")), grass), "grass\tlawn\t1\n"), ErrorCode::syntax)
            .find("terrain 'sand' is not in the legend") != std::string::npos);
}

TEST_CASE("tiles that are of one terrain set's colour all over are that terrain, in XML and JSON") {
  const auto map = [](const std::string& type, const std::string& tiles) {
    return "<map width=\"3\" height=\"1\" orientation=\"orthogonal\">\n<tileset firstgid=\"1\" name=\"set\">" +
           fmt::format("<tile id=\"2\" class=\"pond\"/>\n<wangsets><wangset name=\"g\" type=\"{}\">", type) +
           "<wangcolor name=\"sand\"/><wangcolor name=\"sea\">" + properties(property("cost", "-")) +
           "</wangcolor><wangcolor name=\"\"/>\n" + tiles + "</wangset></wangsets></tileset>\n" + layer("a", "1,2,3") +
           "</map>";
  };
  const auto tile = [](int id, std::string_view wangid) {
    return fmt::format("<wangtile tileid=\"{}\" wangid=\"{}\"/>", id, wangid);
  };
  const std::string corners = tile(0, "0,1,0,1,0,1,0,1") + tile(1, "0,2,0,2,0,2,0,1");
  CHECK(names(read(map("corner", corners))) == "sand a pond");
  CHECK(names(read(map("mixed", corners))) == "a a pond");
  CHECK(names(read(map("edge", tile(0, "2,0,2,0,2,0,2,0") + tile(2, "1,0,1,0,1,0,1,0")))) == "sea=0 a pond");
  CHECK(names(read(map("mixed", tile(0, "1,1,1,1,1,1,1,1") + tile(1, "3,3,3,3,3,3,3,3")))) == "sand a pond");
  CHECK(names(read(map("mixed", tile(0, "9,9,9,9,9,9,9,9") + tile(1, "0,0,0,0,0,0,0,0")))) == "a a pond");
  for (const char* const bad : {"", "1", "1,1,1,1,1,1,1", "1,1,1,1,1,1,1,1,1", "1,1,1,1,1,1,1,x", "0x1111"}) {
    CHECK(failure(read(map("mixed", tile(0, bad))), ErrorCode::syntax) ==
          fmt::format("maps/a.tmx:4: tileset 'set': tile of a terrain set: wangid '{}' is not eight numbers of colours",
                      bad));
  }
  CHECK(failure(read(map("mixed", "<wangtile tileid=\"x\"/>")), ErrorCode::syntax).find("tileid 'x'") !=
        std::string::npos);

  const std::string json = R"({"type": "map", "orientation": "orthogonal", "width": 3, "height": 1,
    "tilesets": [{"firstgid": 1, "name": "set", "wangsets": [{"name": "g", "type": "corner",
      "colors": [{"name": "sand"}, {"name": "sea", "properties": [{"name": "cost", "type": "string", "value": "-"}]}],
      "wangtiles": [{"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}, {"tileid": 2, "wangid": [0, 2, 0, 2, 0, 2, 0, 2]}]}]}],
    "layers": [{"type": "tilelayer", "name": "a", "width": 3, "height": 1, "data": [1, 2, 3]}]})";
  CHECK(names(read(json)) == "sand a sea=0");
}

TEST_CASE("a layer's property, and a group's, stand for its name; an empty one leaves the layer out") {
  const std::string mud = properties(property("terrain", "mud") + property("cost", "2.5"));
  const std::string none = properties(property("terrain", ""));
  CHECK(names(read(map_of(layer("x", "1,2,0", mud)))) == "mud=25000 lava=0 empty=0");
  CHECK(names(read(map_of(layer("x", "1,2,0", properties(property("cost", "3")))))) == "x=30000 lava=0 empty=0");
  CHECK(names(read(map_of("<group>" + mud + "<group>" + layer("a", "1,0,0") + "</group>" +
                          layer("b", "0,1,1", properties(property("terrain", "ice"))) + "</group>"))) ==
        "mud=25000 ice ice");
  CHECK(names(read(map_of(layer("a", "1,1,1") + layer("roof", "2,2,0", none)))) == "a a a");
  CHECK(names(read(map_of(layer("a", "1,1,1") + "<group>" + none + layer("roof", "2,2,0") + "</group>"))) == "a a a");
  CHECK(failure(read(map_of(layer("roof", "2,2,0", none))), ErrorCode::syntax) ==
        "maps/a.tmx: every layer is left out");
}

TEST_CASE("a cost is given once, and not in two ways") {
  const std::string priced = properties(property("terrain", "lava") + property("cost", "3"));
  CHECK(names(read(map_of(layer("a", "2,0,0") + layer("x", "0,1,1", properties(property("terrain", "lava")))))) ==
        "lava=0 lava=0 lava=0");
  CHECK(failure(read(map_of(layer("a", "1,1,1") + layer("x", "0,1,1", priced))), ErrorCode::syntax) ==
        "maps/a.tmx:4: layer 'x': terrain 'lava' has cost 3, but - elsewhere");
  CHECK(failure(read(map_of(layer("a", "1,1,1", properties(property("cost", "dear"))))), ErrorCode::syntax) ==
        "maps/a.tmx:3: layer 'a': cost 'dear' is not a decimal number (nor - for impassable)");
}

TEST_CASE("a legend says what tiles and names are") {
  const std::string map = map_of(layer("a", "1,2,3") + layer("b", "0,0,9"));
  CHECK(names(read(map, "a\tsand\t2\nlava\tsand\t2\nb\trock\t-\n")) == "sand=20000 sand=20000 rock=0");
  CHECK(names(read(map, "// tiles first\nset:0\tsand\t2\n\nset:2-8\tsnow\t1.5\nset:*\tlava\t-\n")) ==
        "sand=20000 lava=0 snow=15000");
  CHECK(names(read(map, "Cost;Terrain;What;Tiles\n2;sand;set:0;1\n1.5;snow;set:2-8;1\n-;lava;set:*;1\n")) ==
        "sand=20000 lava=0 snow=15000");
  CHECK(names(read(map, "what;terrain;cost\na;sand;1\nset:1;-;\nb;-\nempty;sea;-\n")) == "sand sea=0 sand");
  CHECK(names(read(map, "a\tsand\t1\nset:1\t-\nb\t-\nempty\tsea\t-\n")) == "sand sea=0 sand");
  CHECK(names(read(map, "other:1\tx\t1\na\tsand\t1\nlava\tlava\t7\nb\t-\n")) == "sand lava=70000 sand");
  CHECK(failure(read(map, "a\tsand\t1\nb\t-\n"), ErrorCode::syntax) ==
        "maps/a.tmx:3: layer 'a': tile 1,0: 1 of tileset 'set': terrain 'lava' is not in the legend");
}

TEST_CASE("errors in legends name the line") {
  const auto fault = [](std::string_view text) { return failure(TiledLegend::parse(text, "l"), ErrorCode::syntax); };
  CHECK(fault("") == "l:1: nothing in the legend");
  CHECK(fault("a\tsand\t1\na\tsand\t1\n") == "l:2:1: 'a' is in the legend twice");
  CHECK(fault("a\tsand\n") ==
        "l:1: expected a name or tiles, terrain name and cost, between tabs, semicolons or commas, or a name or tiles "
        "and -");
  CHECK(fault("a\tsand\t0\n") == "l:1:3: cost '0' is not above 0 (nor - for impassable)");
  CHECK(fault("a\tsand\t1\nb\tsand\t2\n") == "l:2:3: terrain 'sand' was given another cost before");
}

TEST_CASE("tilesets lie beside the map, below it or above it, not just anywhere") {
  const auto with = [](std::string_view source) {
    return fmt::format(
        "<map width=\"3\" height=\"1\" orientation=\"orthogonal\">\n<tileset firstgid=\"5\" source=\"{}\"/>\n{}</map>",
        source, layer("a", "5,6,0"));
  };
  const std::string lava = R"({"type":"tileset","tiles":[{"id":1,"properties":[{"name":"terrain","value":"lava"}]}]})";
  CHECK(names(read(with("b/c.tsj"), {}, {{"maps/b/c.tsj", lava}})) == "a lava empty=0");
  CHECK(names(read(with("../c.tsj"), {}, {{"c.tsj", lava}})) == "a lava empty=0");
  CHECK(failure(read(with("/c.tsj"), {}, {{"/c.tsj", lava}}), ErrorCode::unsupported) ==
        "maps/a.tmx:2: tileset '/c.tsj': only paths relative to the map, without control characters, are followed");
  CHECK(failure(read(with("c&#10;d.tsj")), ErrorCode::unsupported)
            .starts_with("maps/a.tmx:2: tileset 'c\\x0ad.tsj': only "));
  CHECK(failure(read(with("c.tsj")), ErrorCode::io) == "maps/a.tmx:2: tileset 'c.tsj': maps/c.tsj: cannot read");
  CHECK(failure(read(with("c.tsj"), {}, {{"maps/c.tsj", "{\n]"}}), ErrorCode::syntax)
            .starts_with("maps/a.tmx:2: tileset 'c.tsj': maps/c.tsj:2:1: "));
  CHECK(failure(read(with("c"), {}, {{"maps/c", "<map/>"}}), ErrorCode::syntax) ==
        "maps/a.tmx:2: tileset 'c': the file holds no tileset");
  CHECK(failure(read(with("c"), {}, {{"maps/c", "<tileset>\n<tile id=\"-1\"/></tileset>"}}), ErrorCode::syntax) ==
        "maps/a.tmx:2: tileset 'c': maps/c:2: tileset '': tile: id '-1' is not a whole number from 0 to 268435455");
  // The later of two with one first number holds its tiles, as in Tiled.
  CHECK(names(read("<map width=\"3\" height=\"1\" orientation=\"orthogonal\"><tileset firstgid=\"5\"/>"
                   "<tileset firstgid=\"5\" source=\"c\"/>" +
                       layer("a", "5,6,0") + "</map>",
                   {}, {{"maps/c", lava}})) == "a lava empty=0");
}

TEST_CASE("errors in Tiled maps name file, line and layer") {
  const auto fault = [](const std::string& text, ErrorCode code = ErrorCode::syntax) {
    return failure(read(text), code).substr(std::string("maps/a.tmx:").size());
  };
  CHECK(fault("<tileset/>") == "1: holds a Tiled tileset, not a map");
  CHECK(fault(R"({"type":"world", "maps":[]})") == "1: holds a Tiled world, not a map");
  CHECK(fault("{}") == "1: holds a Tiled file of unknown type, not a map");
  CHECK(fault("[]") == "1: No document element found");
  CHECK(fault(map_of("<layer name=\"a\">")).starts_with("3: "));
  CHECK(fault("{\"type\":\"map\",\n \"layers\":[1]}") == "2: layers[0]: expected an object");
  CHECK(fault(map_of("", "orientation=\"spherical\""), ErrorCode::unsupported) ==
        "1: map: orientation 'spherical' is not known");
  CHECK(fault(map_of("")) == "1: map: there is no layer with tiles");
  CHECK(fault(map_of("", "orientation=\"orthogonal\" infinite=\"1\"")) == "1: map: there is no layer with tiles");
  CHECK(fault("<map orientation=\"orthogonal\" width=\"0\" height=\"1\"/>") ==
        "1: map: width '0' is not a whole number from 1 to 1048576");
  CHECK(fault("<map orientation=\"orthogonal\" width=\"1048576\" height=\"1048576\"/>", ErrorCode::limit) ==
        "1: map: more than 268435456 tiles");
  CHECK(fault(map_of("<group name=\"g\">" + layer("a", "1,2") + "</group>")) == "3: layer 'g/a': 2 tiles instead of 3");
  CHECK(fault(map_of(layer("a", "1,2,3,4"))) == "3: layer 'a': more than 3 tiles");
  CHECK(fault(map_of(layer("a", "1,x,3"))) == "3: layer 'a': 'x' is no number of a tile");
  CHECK(fault(map_of(layer("a", "1 2,3"))) == "3: layer 'a': expected a comma before '2'");
  CHECK(fault("<map width=\"3\" height=\"1\" orientation=\"orthogonal\">" + layer("a", "0,7,0") + "</map>") ==
        "1: layer 'a': tile 1,0: number 7, which no tileset has");
  CHECK(fault(map_of("<layer name=\"a\" width=\"3\" height=\"2\"/>")) == "3: layer 'a': height 2 is not the map's, 1");
  CHECK(fault(map_of("<layer name=\"a\" width=\"3\" height=\"1\"><data encoding=\"base64\" compression=\"lzma\"/>"
                     "</layer>"),
              ErrorCode::unsupported) == "3: layer 'a': encoding 'base64' with compression 'lzma' is not known");
  CHECK(fault(map_of("<layer name=\"a\" width=\"3\" height=\"1\"><data>\n<tile gid=\"-1\"/></data></layer>")) ==
        "4: gid '-1' is no number of a tile");
  const std::string chunk =
      "<layer name=\"a\"><data encoding=\"csv\">\n<chunk x=\"{}\" y=\"0\" width=\"1\" height=\"{}\">1"
      "</chunk><chunk x=\"9\" y=\"9\" width=\"1\" height=\"1\">1</chunk></data></layer>";
  const auto infinite = [&](int x, int height) {
    return map_of(fmt::format(fmt::runtime(chunk), x, height), "orientation=\"orthogonal\" infinite=\"1\"");
  };
  CHECK(fault(infinite(0, 2)) == "4: layer 'a': 1 tiles instead of 2");
  CHECK(fault(infinite(0, 0)) == "4: layer 'a': chunk: height '0' is not a whole number from 1 to 1048576");
  CHECK(fault(infinite(-500'000'000, 1), ErrorCode::limit) ==
        "1: map: its chunks lie 500000010 x 10 tiles apart, more than 1048576 a side or 268435456 in all");
  CHECK(fault(R"({"type":"map", "tilesets":[{"firstgid":1,
 "tileproperties":{"0":{"terrain":"x"}}}]})",
              ErrorCode::unsupported) ==
        "2: tilesets[0].tileproperties: as Tiled wrote it before version 1.2; save the file with a newer one");
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<group>";
  CHECK(fault("<map>" + deep).starts_with("1: "));
  for (int i = 0; i < 200'000; ++i) deep += "</group>";
  CHECK(fault("<map>" + deep + "</map>", ErrorCode::limit) == "1: more than 64 elements within each other");
  const auto lists = [](int depth) {
    std::string text = "{";
    for (int i = 0; i < depth; ++i) text += "\"layers\":[{";
    for (int i = 0; i < depth; ++i) text += "}]";
    return text + "}";
  };
  CHECK(fault(lists(70), ErrorCode::limit).ends_with("layers[0]: more than 64 elements within each other"));
  CHECK(fault(lists(200'000), ErrorCode::limit) == "1: more than 256 arrays and objects within each other");
  const auto data = [&](const std::string& tiles) {
    return fault("{\"type\":\"map\", \"layers\":[{\"type\":\"tilelayer\", \"data\":[" + tiles + "]}]}");
  };
  CHECK(data("1,\n2,\n4294967296") == "3: layers[0].data[2]: expected a whole number from 0 to 4294967295");
  CHECK(data("1,\n-2, 3") == "2: layers[0].data[1]: expected a whole number from 0 to 4294967295");
  CHECK(data("1.0") == "1: layers[0].data[0]: expected a whole number from 0 to 4294967295");
  CHECK(data("1,\n2, \"3\"") == "2: layers[0].data[2]: expected a whole number from 0 to 4294967295");
  CHECK(data("[1]") == "1: layers[0].data[0]: expected a whole number from 0 to 4294967295");
}

TEST_CASE("more terrains than a map can have") {
  std::string layers;
  for (int i = 0; i < 300; ++i) layers += layer(fmt::format("terrain {}", i), "1,1,1");
  CHECK(failure(read(map_of(layers)), ErrorCode::limit) ==
        "maps/a.tmx:257: layer 'terrain 254': tile 0,0: 0 of tileset 'set': more than 255 terrains");
}

TEST_CASE("layers whose tiles have a terrain by the layer's name alone are remarked") {
  const auto remarks_of = [](const std::string& text) {
    const auto map = read(text);
    REQUIRE(map);
    std::vector<std::pair<std::string, std::string>> remarks;
    for (const MapRemark& remark : map->remarks()) remarks.emplace_back(remark.text, remark.terrain);
    return remarks;
  };
  using Remarks = std::vector<std::pair<std::string, std::string>>;
  const auto silent = [](int line, const std::string& name) {
    return std::pair(fmt::format("maps/a.tmx:{}: layer '{}': no property 'terrain' says what its tiles are: they are "
                                 "terrain '{}' at cost 1",
                                 line, name, name),
                     name);
  };
  CHECK(remarks_of(map_of(layer("Ground", "1,1,1") + layer("Trees", "0,3,0"))) ==
        Remarks{silent(3, "Ground"), silent(4, "Trees")});
  // Tiles that say what they are, and layers without tiles, are as they should be.
  CHECK(remarks_of(map_of(layer("Ground", "2,2,2") + layer("Trees", "0,0,0"))).empty());
  CHECK(remarks_of(map_of(layer("Ground", "2,2,2") + layer("Trees", "2,0,1"))) == Remarks{silent(4, "Trees")});
  // So are layers and groups that say it, by terrain or cost, and names that something else has given a cost.
  const std::string mud = properties(property("terrain", "mud"));
  CHECK(remarks_of(map_of(layer("a", "1,1,1", mud) + "<group>" + mud + layer("b", "1,1,1") + "</group>" +
                          layer("c", "1,1,1", properties(property("cost", "1"))) + layer("lava", "1,1,1")))
            .empty());
  // A layer that every floor shows is remarked once.
  const std::string floor = "<group name=\"f\" class=\"floor\">";
  CHECK(remarks_of(map_of(floor + layer("x", "2,2,2") + "</group>\n" + floor + layer("y", "2,2,2") + "</group>\n" +
                          layer("sea", "1,0,0"))) == Remarks{silent(7, "sea")});
}

TEST_CASE("lines of a legend that say what no tile of the map is are remarked") {
  const auto remarks_of = [](const std::string& map_text, const std::string& legend) {
    const auto map = read(map_text, legend);
    REQUIRE(map);
    std::string text;
    for (const MapRemark& remark : map->remarks()) text += remark.text + "\n";
    return text;
  };
  const std::string map = map_of(layer("a", "1,2,3") + layer("b", "0,0,9"));
  CHECK(remarks_of(map, "a\tsand\t2\nlava\tsand\t2\nb\t-\nempty\tsea\t-\n").empty());
  CHECK(remarks_of(map, "// tiles\nset:0-1\tsand\t2\nset:1\trock\t-\nother:*\tx\t1\na\tsand\t2\nc\t-\nb\tsnow\t1\n") ==
        "a.legend:3: 'set:1' matches nothing in maps/a.tmx\na.legend:4: 'other:*' matches nothing in maps/a.tmx\n"
        "a.legend:6: 'c' matches nothing in maps/a.tmx\n");
}

namespace {

/// A map of one tile for each of these elements `<tile>`, in a row, of 32 x 32 pixels.
std::string map_of_shapes(const std::vector<std::string>& tiles, const std::string& orientation = "orthogonal",
                          const std::string& tileset = "tilewidth=\"32\" tileheight=\"32\"", int height = 32) {
  std::string gids;
  std::string elements;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    gids += fmt::format("{}{}", i == 0 ? "" : ",", i + 1);
    elements += fmt::format("<tile id=\"{}\"{}</tile>\n", i, tiles[i]);
  }
  return fmt::format(
      "<map width=\"{0}\" height=\"1\" orientation=\"{1}\" tilewidth=\"32\" tileheight=\"{2}\">\n"
      "<tileset firstgid=\"1\" name=\"set\" {3}>\n{4}</tileset>\n<layer name=\"ground\" width=\"{0}\" "
      "height=\"1\"><data encoding=\"csv\">{5}</data></layer></map>",
      tiles.size(), orientation, height, tileset, elements, gids);
}

/// A tile with one shape; `inside` are the elements within its object.
std::string shaped(std::string_view place, std::string_view inside = "") {
  return fmt::format("><objectgroup><object id=\"1\" {}>{}</object></objectgroup>", place, inside);
}

std::string rectangle(int x, int y, int width, int height) {
  return shaped(fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", x, y, width, height));
}

bool is_blocked(const std::string& tile) {
  const std::string found = names(read(map_of_shapes({tile})));
  CAPTURE(tile, found);
  REQUIRE((found == "blocked=0" || found == "ground"));
  return found == "blocked=0";
}

}  // namespace

TEST_CASE("tiles whose collision shapes hold their middle, or five eighths of them, are blocked") {
  CHECK(is_blocked(rectangle(0, 0, 32, 32)));
  CHECK(is_blocked(rectangle(-8, -8, 64, 64)));
  CHECK(is_blocked(rectangle(12, 0, 8, 32)));
  CHECK(is_blocked(rectangle(14, 14, 4, 4)));
  CHECK_FALSE(is_blocked(rectangle(0, 0, 12, 32)));
  CHECK_FALSE(is_blocked(rectangle(40, 0, 32, 32)));
  // Half a tile is not enough, on whichever side it is.
  for (const auto& [x, y, width, height] : {std::array{0, 0, 16, 32}, {16, 0, 16, 32}, {0, 0, 32, 16}, {0, 16, 32, 16}})
    CHECK_FALSE(is_blocked(rectangle(x, y, width, height)));
  // A frame around a middle that is free.
  const std::string frame =
      "><objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"32\" height=\"12\"/><object id=\"2\" "
      "x=\"0\" y=\"20\" width=\"32\" height=\"12\"/></objectgroup>";
  CHECK(is_blocked(frame));
  CHECK(is_blocked(shaped("x=\"8\" y=\"8\" width=\"16\" height=\"16\"", "<ellipse/>")));
  CHECK_FALSE(is_blocked(shaped("x=\"0\" y=\"0\"", "<polygon points=\"0,0 32,0 32,32\"/>")));
  CHECK_FALSE(is_blocked(shaped("x=\"0\" y=\"0\"", "<polygon points=\"0,0 32,32 0,32\"/>")));
  CHECK(is_blocked(shaped("x=\"0\" y=\"0\"", "<polygon points=\"0,0 32,0 32,32 4,32\"/>")));
  CHECK(is_blocked(shaped("x=\"32\" y=\"0\" width=\"32\" height=\"32\" rotation=\"90\"")));
  for (const std::string_view nothing : {"<point/>", "<polyline points=\"0,0 32,32\"/>", "<text>x</text>"})
    CHECK_FALSE(is_blocked(shaped("x=\"0\" y=\"0\" width=\"32\" height=\"32\"", nothing)));
  CHECK_FALSE(is_blocked("><objectgroup/>"));
}

TEST_CASE("shapes at random cover tiles as points that are looked at one by one say") {
  test::Rng rng(41);
  int blocked = 0;
  for (int round = 0; round < 2000; ++round) {
    // Triangles with corners on whole pixels, and points that lie on none of their edges.
    std::array<std::array<int, 2>, 3> corner{};
    for (auto& [x, y] : corner) {
      x = rng.between(-16, 48);
      y = rng.between(-16, 48);
    }
    const auto side = [&](int a, int b, double x, double y) {
      const auto& p = corner.at(static_cast<std::size_t>(a));
      const auto& q = corner.at(static_cast<std::size_t>(b));
      return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    };
    int covered = 0;
    int middle = 0;
    bool clear = true;
    for (int j = 0; j < 16; ++j) {
      for (int i = 0; i < 16; ++i) {
        const double x = 2 * i + 1;
        const double y = 2 * j + 1;
        const std::array sides{side(0, 1, x, y), side(1, 2, x, y), side(2, 0, x, y)};
        clear = clear && std::ranges::count(sides, 0.0) == 0;
        const bool inside = std::ranges::all_of(sides, [](double s) { return s > 0; }) ||
                            std::ranges::all_of(sides, [](double s) { return s < 0; });
        covered += inside ? 1 : 0;
        middle += inside && (i == 7 || i == 8) && (j == 7 || j == 8) ? 1 : 0;
      }
    }
    if (!clear) continue;
    const std::string points = fmt::format("<polygon points=\"{},{} {},{} {},{}\"/>", corner[0][0], corner[0][1],
                                           corner[1][0], corner[1][1], corner[2][0], corner[2][1]);
    REQUIRE(is_blocked(shaped("x=\"0\" y=\"0\"", points)) == (middle == 4 || covered >= 160));
    blocked += middle == 4 || covered >= 160 ? 1 : 0;
  }
  CHECK(blocked > 100);
}

TEST_CASE("shapes lie over the lower part of pictures that are higher than tiles, and over diamonds") {
  const std::string high = "tilewidth=\"32\" tileheight=\"64\"";
  CHECK(names(read(map_of_shapes({rectangle(0, 0, 32, 32), rectangle(0, 32, 32, 32)}, "orthogonal", high))) ==
        "ground blocked=0");
  // A collection of pictures: each has a height of its own.
  const std::string image =
      "><image width=\"32\" height=\"96\" source=\"a.png\"/>" + rectangle(0, 64, 32, 32).substr(1);
  CHECK(names(read(map_of_shapes({image}, "orthogonal", high))) == "blocked=0");
  // The corners of the box around a diamond are no part of it.
  const std::string corners =
      "><objectgroup><object id=\"1\" x=\"0\" y=\"0\"><polygon points=\"0,0 16,0 0,8\"/></object>"
      "<object id=\"2\" x=\"0\" y=\"0\"><polygon points=\"32,0 32,8 16,0\"/></object></objectgroup>";
  const std::string half = shaped("x=\"0\" y=\"0\"", "<polygon points=\"16,0 32,8 24,12 8,4\"/>");
  const std::string more = shaped("x=\"0\" y=\"0\"", "<polygon points=\"16,0 32,8 20,14 4,6\"/>");
  const std::string box = "tilewidth=\"32\" tileheight=\"16\"";
  CHECK(names(read(map_of_shapes({corners, half, more, rectangle(0, 0, 32, 16)}, "isometric", box, 16))) ==
        "ground ground blocked=0 blocked=0");
}

TEST_CASE("what an author says of a tile counts more than its shapes, and these more than its class") {
  const std::string whole = rectangle(0, 0, 32, 32).substr(1);
  const auto with = [&](const std::string& attributes, const std::string& content) {
    return attributes + ">" + (content.empty() ? "" : properties(content)) + whole;
  };
  CHECK(names(read(
            map_of_shapes({with("", ""), with(" class=\"tree\"", ""), with("", property("terrain", "bog")),
                           with("", property("solid", "false")), with(" class=\"mud\"", property("collides", "false")),
                           with("", property("solid", "true") + property("terrain", "wall"))}))) ==
        "blocked=0 blocked=0 bog ground mud wall=0");
  // A legend that knows `blocked` has its say, and otherwise shapes mean nothing.
  CHECK(names(read(map_of_shapes({with("", "")}), "ground\tlawn\t1\nblocked\thedge\t5\n")) == "hedge=50000");
  CHECK(names(read(map_of_shapes({with("", "")}), "ground\tlawn\t1\n")) == "lawn");

  const std::string json = R"({"type": "map", "orientation": "orthogonal", "width": 3, "height": 1,
    "tilewidth": 32, "tileheight": 32,
    "tilesets": [{"firstgid": 1, "name": "set", "tilewidth": 32, "tileheight": 32, "tiles": [
      {"id": 0, "objectgroup": {"type": "objectgroup", "name": "", "objects": [
        {"id": 1, "x": 0, "y": 0, "width": 32, "height": 32, "rotation": 0}]}},
      {"id": 1, "imageheight": 64, "objectgroup": {"type": "objectgroup", "name": "", "objects": [
        {"id": 1, "x": 0, "y": 0, "width": 32, "height": 32, "rotation": 0}]}}]}],
    "layers": [{"type": "tilelayer", "name": "ground", "width": 3, "height": 1, "data": [1, 2, 3]}]})";
  CHECK(names(read(json)) == "blocked=0 ground ground");
}

TEST_CASE("where tiles have shapes, those without are open, and open no wall below them") {
  const std::string tileset = "<tileset firstgid=\"1\" name=\"set\" tilewidth=\"32\" tileheight=\"32\"><tile id=\"0\"" +
                              rectangle(0, 0, 32, 32) + "</tile><tile id=\"1\" class=\"bridge\"/></tileset>";
  const auto map = [&](const std::string& layers) {
    return "<map width=\"3\" height=\"1\" orientation=\"orthogonal\" tilewidth=\"32\" tileheight=\"32\">\n" + tileset +
           "<tileset firstgid=\"11\" name=\"roofs\"/>" + layers + "</map>";
  };
  const auto roofed = read(map(layer("ground", "1,1,3") + layer("roofs", "11,2,11")));
  CHECK(names(roofed) == "blocked=0 bridge roofs");
  REQUIRE(roofed);
  CHECK(roofed->remarks().empty());
  CHECK(names(read(map(layer("ground", "1,1,1") +
                       layer("holes", "11,2,0", properties(property("terrain", "hole")))))) == "hole bridge blocked=0");
}

TEST_CASE("shapes that cannot be read are errors which name the tile") {
  CHECK(failure(read(map_of_shapes({shaped("x=\"a\" y=\"0\" width=\"1\" height=\"1\"")})), ErrorCode::syntax) ==
        "maps/a.tmx:3: tileset 'set': tile 0: shape (id 1): x 'a' is no number");
  CHECK(failure(read(map_of_shapes({rectangle(2'000'000'000, 0, 1, 1)})), ErrorCode::syntax)
            .find("a corner that is too far from the tile") != std::string::npos);
  std::string sizeless = map_of_shapes({rectangle(0, 0, 1, 1)});
  sizeless.replace(sizeless.find("tilewidth=\"32\""), 14, "tilewidth=\"0\"");
  CHECK(failure(read(sizeless), ErrorCode::syntax) ==
        "maps/a.tmx:1: map: tilewidth '0' is not a whole number from 1 to 65536");
}

namespace {

/// A project with a class of tiles, one of layers and one of colours of terrain sets, and what means nothing here.
constexpr std::string_view kProject = R"({"folders": ["."], "propertyTypes": [
  {"id": 1, "name": "Tree", "type": "class", "members": [
    {"name": "solid", "type": "bool", "value": true}, {"name": "height", "type": "float", "value": 2.5},
    {"name": "fruit", "propertyType": "Fruit", "type": "class", "value": {"solid": false}}]},
  {"id": 2, "name": "Mud", "type": "class", "members": [
    {"name": "terrain", "type": "string", "value": "mud"}, {"name": "cost", "type": "float", "value": 3}]},
  {"id": 3, "name": "Kind", "type": "enum", "storageType": "string", "values": ["a"], "valuesAsFlags": false}]})";

std::string with_project(std::string map, std::string_view path = "../game.tiled-project") {
  map.insert(map.find('>') + 1, properties(property("portolan_project", path)));
  return map;
}

}  // namespace

TEST_CASE("classes of the project that a map names say what their elements do not say themselves") {
  const std::string tiles = "<tile id=\"0\" class=\"Tree\"/><tile id=\"1\" type=\"Tree\">" +
                            properties(property("solid", "false")) + "</tile><tile id=\"2\" class=\"Mud\">" +
                            properties(property("terrain", "bog")) + "</tile>";
  const auto map = [&](const std::string& tileset, const std::string& layers) {
    return with_project("<map width=\"3\" height=\"1\" orientation=\"orthogonal\">" + tileset + layers + "</map>");
  };
  const std::string inside = "<tileset firstgid=\"1\" name=\"set\">" + tiles + "</tileset>";
  const Files files{{"game.tiled-project", std::string(kProject)},
                    {"maps/set.tsx", "<tileset name=\"set\">" + tiles + "</tileset>"}};
  CHECK(names(read(map(inside, layer("grass", "1,2,3")), {}, files)) == "blocked=0 Tree bog=30000");
  CHECK(names(read(map("<tileset firstgid=\"1\" source=\"set.tsx\"/>", layer("grass", "1,2,3")), {}, files)) ==
        "blocked=0 Tree bog=30000");
  const std::string muddy =
      "<layer class=\"Mud\" name=\"x\" width=\"3\" height=\"1\"><data encoding=\"csv\">4,0,1</data></layer>";
  CHECK(names(read(map(inside, muddy), {}, files)) == "mud=30000 empty=0 blocked=0");
  const std::string json = R"({"type": "map", "orientation": "orthogonal", "width": 3, "height": 1,
    "properties": [{"name": "portolan_project", "type": "file", "value": "../game.tiled-project"}],
    "tilesets": [{"firstgid": 1, "name": "set", "tiles": [{"id": 0, "type": "Tree"}, {"id": 1, "class": "Mud"}]}],
    "layers": [{"type": "tilelayer", "name": "grass", "width": 3, "height": 1, "data": [1, 2, 3]}]})";
  CHECK(names(read(json, {}, files)) == "blocked=0 mud=30000 grass");
  // Nobody looks for a project that is not named.
  CHECK(names(read(
            "<map width=\"3\" height=\"1\" orientation=\"orthogonal\">" + inside + layer("grass", "1,2,3") + "</map>",
            {}, files)) == "Tree Tree bog");
}

TEST_CASE("a property `colour` or `color` says how a terrain is shown") {
  const std::string tiles = "<tile id=\"0\">" + properties(property("terrain", "sea") + property("colour", "#4a86c0")) +
                            "</tile>" + "<tile id=\"1\" class=\"bog\">" + properties(property("color", "#80102030")) +
                            "</tile><tile id=\"2\">" +
                            properties(property("terrain", "ice") + property("colour", "blue")) + "</tile>";
  const auto map =
      read("<map width=\"3\" height=\"1\" orientation=\"orthogonal\"><tileset firstgid=\"1\" name=\"set\">" + tiles +
           "</tileset>" + layer("grass", "1,2,3") + "</map>");
  REQUIRE(map);
  const auto colour = [&](int x) { return map->palette()[map->terrain({x, 0})].colour; };
  CHECK(colour(0) == 0x4A86C0U);
  CHECK(colour(1) == 0x102030U);
  CHECK_FALSE(colour(2));
}

TEST_CASE("projects that cannot be read are errors which name them") {
  const std::string map = map_of(layer("grass", "1,1,1"));
  const auto message = [&](std::string_view path, const std::string& content, ErrorCode code) {
    return failure(read(with_project(map, path), {}, {{"maps/p.tiled-project", content}}), code);
  };
  CHECK(message("none.tiled-project", "", ErrorCode::io) ==
        "maps/a.tmx:1: portolan_project 'none.tiled-project': maps/none.tiled-project: cannot read");
  CHECK(message("/etc/p.tiled-project", "", ErrorCode::unsupported).find("only paths relative") != std::string::npos);
  CHECK(message("p.tiled-project", "{\"a\": 1}", ErrorCode::syntax).find("it has no `propertyTypes`") !=
        std::string::npos);
  CHECK(message("p.tiled-project", "{", ErrorCode::syntax).find("maps/p.tiled-project:1") != std::string::npos);
  CHECK(message("p.tiled-project", R"({"propertyTypes": [{"type": "class", "members": [{"name": 1}], "name": "x"}]})",
                ErrorCode::syntax)
            .find("a member without a name") != std::string::npos);
  // A short map cannot claim much memory by a type that all its tiles have.
  const std::string large =
      R"({"propertyTypes": [{"type": "class", "name": "x", "members": [{"name": "a", "value": ")" +
      std::string(1 << 20, 'a') + R"("}]}]})";
  std::string tiles;
  for (int id = 0; id < 100; ++id) tiles += fmt::format("<tile id=\"{}\" class=\"x\"/>", id);
  std::string many = with_project(map, "p.tiled-project");
  many.insert(many.find("<tileset"), "<tileset firstgid=\"9\" name=\"t\">" + tiles + "</tileset>");
  CHECK(failure(read(many, {}, {{"maps/p.tiled-project", large}}), ErrorCode::limit)
            .find("more than 67108864 bytes out of types of the project") != std::string::npos);
}
