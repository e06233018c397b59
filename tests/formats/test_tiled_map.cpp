// SPDX-License-Identifier: BSL-1.0
// Maps of Tiled in every form and encoding against what was drawn, and real ones against what Tiled shows.
#include "formats/reader_support.hpp"
#include "formats/tiled_writer.hpp"
#include "portolan/formats/maps/map_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

using namespace portolan;
using test::Rng;
using test::TemporaryFolder;
using test::TiledForm;

namespace {

constexpr std::int32_t kChunk = 16;
constexpr std::uint32_t kFirstOfWalls = 100;

struct Layer {
  std::string name;
  std::size_t groups = 0;  ///< around it
  std::vector<std::uint32_t> gids;
};

struct Drawing {
  std::int32_t width = 0;
  std::int32_t height = 0;
  Tile origin;  ///< of the chunks, if it is written as an infinite map
  std::vector<Layer> layers;
};

/// Name and cost of a tile that has its own, of two tilesets; else nothing. Costs as in the files below.
Terrain own_terrain(std::uint32_t gid) {
  if (gid == 1) return {"grass", 15'000};
  if (gid == 2) return {"water", 0};
  if (gid == 4) return {"grass", 15'000};
  if (gid == kFirstOfWalls + 3) return {"wall", 0};
  return {"", 0};
}

Drawing random_drawing(Rng& rng) {
  const auto pick = [&](std::uint64_t bound) { return static_cast<std::size_t>(rng.next() % bound); };
  Drawing drawing{
      static_cast<std::int32_t>(1 + pick(40)),
      static_cast<std::int32_t>(1 + pick(40)),
      {kChunk * (static_cast<std::int32_t>(pick(9)) - 4), kChunk * (static_cast<std::int32_t>(pick(9)) - 4)},
      {}};
  const auto count = static_cast<std::size_t>(drawing.width) * static_cast<std::size_t>(drawing.height);
  for (std::size_t n = 1 + pick(4); n > 0; --n) {
    Layer layer{fmt::format("layer {}", n), pick(3), {}};
    const std::size_t sparse = 1 + pick(4);
    for (std::size_t i = 0; i < count; ++i) {
      const auto gid = static_cast<std::uint32_t>(pick(2) == 0 ? 1 + pick(6) : kFirstOfWalls + pick(6));
      const auto flips = static_cast<std::uint32_t>(pick(16)) << 28U;
      layer.gids.push_back(pick(sparse) == 0 ? gid | flips : 0);
    }
    drawing.layers.push_back(std::move(layer));
  }
  return drawing;
}

/// The terrain of a tile, seen from above.
Terrain expected(const Drawing& drawing, Tile t) {
  Terrain seen{"empty", 0};
  if (t.x >= drawing.width || t.y >= drawing.height) return seen;
  for (const Layer& layer : drawing.layers) {
    const std::uint32_t gid = layer.gids[static_cast<std::size_t>(t.y * drawing.width + t.x)] & 0x0fffffffU;
    if (gid == 0) continue;
    seen = own_terrain(gid);
    if (seen.name.empty()) seen = {layer.name, kCostScale};
  }
  return seen;
}

/// The tiles of one chunk of a layer.
std::vector<std::uint32_t> chunk_of(const Drawing& drawing, const Layer& layer, Tile corner) {
  std::vector<std::uint32_t> gids;
  for (std::int32_t y = corner.y; y < corner.y + kChunk; ++y) {
    for (std::int32_t x = corner.x; x < corner.x + kChunk; ++x) {
      const bool inside = x < drawing.width && y < drawing.height;
      gids.push_back(inside ? layer.gids[static_cast<std::size_t>(y * drawing.width + x)] : 0);
    }
  }
  return gids;
}

std::string xml_layer(const Drawing& drawing, const Layer& layer, TiledEncoding encoding, bool infinite) {
  std::string text = fmt::format("<layer id=\"1\" name=\"{}\" width=\"{}\" height=\"{}\">\n<data", layer.name,
                                 drawing.width, drawing.height);
  if (encoding != TiledEncoding::plain) text += fmt::format(" encoding=\"{}\"", test::encoding_name(encoding));
  if (!test::compression_of(encoding).empty())
    text += fmt::format(" compression=\"{}\"", test::compression_of(encoding));
  text += ">";
  if (infinite) {
    for (Tile at; at.y < drawing.height; at.y += kChunk) {
      for (at.x = 0; at.x < drawing.width; at.x += kChunk) {
        text += fmt::format("<chunk x=\"{}\" y=\"{}\" width=\"16\" height=\"16\">{}</chunk>\n", at.x + drawing.origin.x,
                            at.y + drawing.origin.y,
                            test::tile_data(chunk_of(drawing, layer, at), encoding, TiledForm::xml));
      }
    }
  } else {
    text += test::tile_data(layer.gids, encoding, TiledForm::xml);
  }
  text += "</data></layer>\n";
  for (std::size_t i = 0; i < layer.groups; ++i) text = "<group name=\"g\"><imagelayer/>" + text + "</group>";
  return text;
}

std::string json_layer(const Drawing& drawing, const Layer& layer, TiledEncoding encoding, bool infinite) {
  std::string text = "{";
  if (infinite) {
    text += "\"chunks\": [";
    std::string_view comma;
    for (Tile at; at.y < drawing.height; at.y += kChunk) {
      for (at.x = 0; at.x < drawing.width; at.x += kChunk) {
        text += fmt::format(R"({}{{"data":{}, "height":16, "width":16, "x":{}, "y":{}}})", comma,
                            test::tile_data(chunk_of(drawing, layer, at), encoding, TiledForm::json),
                            at.x + drawing.origin.x, at.y + drawing.origin.y);
        comma = ",\n";
      }
    }
    text += "],\n";
  } else {
    text += fmt::format("\"data\": {},\n", test::tile_data(layer.gids, encoding, TiledForm::json));
  }
  if (encoding != TiledEncoding::plain) text += fmt::format("\"encoding\":\"{}\",", test::encoding_name(encoding));
  text += fmt::format(R"("compression":"{}", "name":"{}", "width":{}, "height":{}, "type":"tilelayer", "x":0}})",
                      test::compression_of(encoding), layer.name, drawing.width, drawing.height);
  for (std::size_t i = 0; i < layer.groups; ++i) {
    text = R"({"layers":[{"type":"objectgroup", "objects":[{"polygon":[{"x":0}], "name":"o"}]},)" + text +
           R"(], "name":"g", "type":"group"})";
  }
  return text;
}

std::string write_xml(const Drawing& drawing, TiledEncoding encoding, bool infinite) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- drawn -->\n"
      "<map version=\"1.10\" orientation=\"{}\" width=\"{}\" height=\"{}\" infinite=\"{}\">\n"
      "<tileset firstgid=\"100\" source=\"sets/walls.tsj\"/>\n"
      "<tileset firstgid=\"1\" name=\"ground\" tilecount=\"8\"><image source=\"none.png\"/>\n"
      "<tile id=\"0\"><properties><property name=\"terrain\" value=\"grass\"/>"
      "<property name=\"cost\" type=\"float\" value=\"1.5\"/></properties></tile>\n"
      "<tile id=\"1\"><objectgroup/><properties><property name=\"terrain\">water</property>"
      "<property name=\"cost\" value=\"-\"/></properties></tile>\n"
      "<tile id=\"2\"><properties><property name=\"terrain\" "
      "type=\"class\"><properties/></property></properties></tile>"
      "<tile id=\"3\"><properties><property name=\"terrain\" value=\"grass\"/></properties></tile></tileset>\n",
      drawing.width % 2 == 0 ? "orthogonal" : "isometric", drawing.width, drawing.height, infinite ? 1 : 0);
  for (const Layer& layer : drawing.layers) text += xml_layer(drawing, layer, encoding, infinite);
  return text + "<objectgroup name=\"things\"><object id=\"1\"/></objectgroup></map>\n";
}

std::string write_json(const Drawing& drawing, TiledEncoding encoding, bool infinite) {
  std::string text = fmt::format("{{ \"height\":{},\n \"infinite\":{},\n \"layers\":[", drawing.height, infinite);
  std::string_view comma;
  for (const Layer& layer : drawing.layers) {
    text += std::string(comma) + json_layer(drawing, layer, encoding, infinite);
    comma = ",\n";
  }
  return text +
         fmt::format(
             R"(], "orientation":"orthogonal", "properties":[{{"name":"x", "type":"class", "value":{{"y":[1]}}}}],
 "tileheight":16, "tilewidth":16, "tilesets":[{{"firstgid":1, "name":"ground", "tiles":[
  {{"id":0, "properties":[{{"name":"cost", "type":"float", "value":1.5}}, {{"name":"terrain", "value":"grass"}}]}},
  {{"id":1, "properties":[{{"name":"cost", "value":"-"}}, {{"name":"terrain", "value":"water"}}]}},
  {{"id":3, "properties":[{{"name":"terrain", "value":"grass"}}], "animation":[{{"tileid":3}}]}}]}},
  {{"firstgid":100, "source":"sets/walls.tsx"}}],
 "type":"map", "width":{}}})",
             drawing.width);
}

void write_tilesets(const TemporaryFolder& folder) {
  std::filesystem::create_directory(folder.path() / "sets");
  folder.write("sets/walls.tsx",
               "<tileset name=\"walls\"><tile id=\"3\"><properties><property name=\"terrain\" value=\"wall\"/>"
               "<property name=\"cost\" value=\"-\"/></properties></tile></tileset>");
  folder.write("sets/walls.tsj", R"({"name":"walls", "type":"tileset", "tiles":[{"id":3, "properties":[
               {"name":"terrain", "value":"wall"}, {"name":"cost", "value":"-"}]}]})");
}

}  // namespace

TEST_CASE("random Tiled maps come out as drawn, in every form and encoding") {
  const TemporaryFolder folder;
  write_tilesets(folder);
  Rng rng(3);
  int wrong = 0;
  for (int round = 0; round < 200; ++round) {
    const Drawing drawing = random_drawing(rng);
    const TiledEncoding encoding = test::kTiledEncodings[round % 6];
    for (const TiledForm form : {TiledForm::xml, TiledForm::json}) {
      for (const bool infinite : {false, true}) {
        const std::string text =
            form == TiledForm::xml ? write_xml(drawing, encoding, infinite) : write_json(drawing, encoding, infinite);
        REQUIRE(map_format_of(text) == MapFormat::tiled);
        const auto map = parse_map(text, folder.path() / "drawing");
        if (!map) FAIL(map.error().message);
        const auto side = [&](std::int32_t tiles) { return infinite ? (tiles + kChunk - 1) / kChunk * kChunk : tiles; };
        REQUIRE(map->width() == side(drawing.width));
        REQUIRE(map->height() == side(drawing.height));
        REQUIRE(map->origin() == (infinite ? drawing.origin : Tile{}));
        for (Tile t; t.y < map->height(); ++t.y) {
          for (t.x = 0; t.x < map->width(); ++t.x) {
            if (map->palette()[map->terrain(t)] != expected(drawing, t)) ++wrong;
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
}

namespace {

/// How many tiles there are of each terrain, or why the map is refused.
std::string summary(const std::filesystem::path& path) {
  const auto map = read_map(path);
  if (!map) {
    std::string message = map.error().message.substr(path.string().size());
    const std::string folder = path.parent_path().lexically_normal().string() + "/";
    if (const auto at = message.find(folder); at != std::string::npos) message.erase(at, folder.size());
    return message;
  }
  std::map<std::string, int> counts;
  for (const TerrainId id : map->tiles()) ++counts[map->palette()[id].name];
  std::string text = fmt::format("{}x{}", map->width(), map->height());
  for (const auto& [name, count] : counts) text += fmt::format(", {} {}", name, count);
  return text;
}

/// Every file of the samples. The tiles of those that load were compared with what Tiled 1.8.2 exports.
const std::map<std::string, std::string> kSamples{
    {"baylej-tmx/examples/data/b64zlib.tmx", "28x18, Layer 463, blocked 23, five 18"},
    {"baylej-tmx/examples/data/b64zstd.tmx", "28x18, Layer 463, blocked 23, five 18"},
    {"baylej-tmx/examples/data/csv.tmx", "28x18, Layer 463, blocked 23, five 18"},
    {"baylej-tmx/examples/data/externtileset.tmx", "28x18, Layer 463, blocked 23, five 18"},
    {"baylej-tmx/examples/data/objecttemplates.tmx", "28x18, Layer 463, blocked 23, five 18"},
    {"baylej-tmx/examples/data/pointtemplate.tx", ":2: holds a Tiled template, not a map"},
    {"baylej-tmx/examples/data/tileset.tsx", ":2: holds a Tiled tileset, not a map"},
    {"baylej-tmx/examples/data/tiletemplate.tx", ":2: holds a Tiled template, not a map"},
    {"rs-tiled/assets/folder/tiled_relative_paths.tmx", "16x16, Tile Layer 1 256"},
    {"rs-tiled/assets/ldk_tiled_export.tmx", "8x8, Tiles 12, empty 52"},
    {"rs-tiled/assets/templates/corner.tx", ":2: holds a Tiled template, not a map"},
    {"rs-tiled/assets/templates/edge.tx", ":2: holds a Tiled template, not a map"},
    {"rs-tiled/assets/templates/example.tmx", "100x100, Tile Layer 1 1055, blocked 6174, grass 2771"},
    {"rs-tiled/assets/templates/grass_walls.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/templates/simple_figure.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/templates/simple_figure.tx", ":2: holds a Tiled template, not a map"},
    {"rs-tiled/assets/tiled_base64.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_base64_external.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_base64_gzip.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_base64_zlib.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_base64_zlib_infinite.tmx", "64x64, Background 2031, Ground 270, Overlay 3, empty 1792"},
    {"rs-tiled/assets/tiled_base64_zstandard.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_class_property.tmx", "2x2, empty 4"},
    {"rs-tiled/assets/tiled_csv.tmx", "100x100, Tile Layer 1 161, empty 9839"},
    {"rs-tiled/assets/tiled_csv_wangsets.tmx", "30x20, Light 600"},
    {"rs-tiled/assets/tiled_flipped.tmx", "2x2, Tile Layer 1 4"},
    {"rs-tiled/assets/tiled_group_layers.tmx", "8x8, empty 37, tile-1 9, tile-2 9, tile-3 9"},
    {"rs-tiled/assets/tiled_image_layers.tmx", ":2: map: there is no layer with tiles"},
    {"rs-tiled/assets/tiled_object_capsule.tmx", "2x2, empty 4"},
    {"rs-tiled/assets/tiled_object_groups.tmx", "10x10, empty 100"},
    {"rs-tiled/assets/tiled_object_list_property.tmx", "2x2, empty 4"},
    {"rs-tiled/assets/tiled_object_nested_list_property.tmx", "2x2, empty 4"},
    {"rs-tiled/assets/tiled_object_property.tmx", "2x2, empty 4"},
    {"rs-tiled/assets/tiled_object_template.tmx", "3x3, Tile Layer 1 9"},
    {"rs-tiled/assets/tiled_object_template.tx", ":2: holds a Tiled template, not a map"},
    {"rs-tiled/assets/tiled_oblique.tmx", "4x4, Tile Layer 1 16"},
    {"rs-tiled/assets/tiled_parallax.tmx", "10x10, Background 17, Foreground 1, Middle 18, empty 64"},
    {"rs-tiled/assets/tiled_repeat.tmx", "10x10, Background 17, Foreground 1, Middle 18, empty 64"},
    {"rs-tiled/assets/tiled_text_object.tmx", ":2: map: there is no layer with tiles"},
    {"rs-tiled/assets/tiled_xml.tmx", "100x100, Tile Layer 1 70, empty 9930"},
    {"rs-tiled/assets/tilesheet.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/tilesheet_render_options.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/tilesheet_template.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/tilesheet_wangsets.tsx", ":2: holds a Tiled tileset, not a map"},
    {"rs-tiled/assets/world/world_basic.world",
     ":3: map 'map01.tmx': map01.tmx: cannot read: No such file or directory"},
    {"rs-tiled/assets/world/world_pattern.world", ":2: patterns: patterns are not followed; list the maps"},
    {"tmxlite/ParseTest/images/tilemap/platform.tsx", ":2: holds a Tiled tileset, not a map"},
    {"tmxlite/ParseTest/maps/platform.tmx", "200x40, Far 156, Middle 2422, Near 122, empty 5300"},
    {"tmxlite/ParseTest/maps/tilesettest.tmx", "15x4, empty 60"},
};

}  // namespace

TEST_CASE("every sample of Tiled files loads or is refused with the reason") {
  const std::filesystem::path samples = std::filesystem::path(PORTOLAN_DATA) / "tiled";
  if (!std::filesystem::exists(samples)) {
    WARN("skipped: no " << samples);
    return;
  }
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = std::filesystem::relative(entry.path(), samples).string();
    CAPTURE(name);
    REQUIRE(kSamples.contains(name));
    CHECK(summary(entry.path()) == kSamples.at(name));
    ++found;
  }
  CHECK(found == kSamples.size());
}
