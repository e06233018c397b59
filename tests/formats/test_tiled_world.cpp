// SPDX-License-Identifier: BSL-1.0
// Maps that lie beside each other in a world of Tiled, as one.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/tiled/tiled_world.hpp"
#include "support/random_world.hpp"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

using namespace portolan;
using test::failure;
using test::Rng;

namespace {

using Files = std::map<std::string, std::string>;

Result<TileMap> read(const std::string& world, const Files& files, const std::string& legend = {}) {
  const ReadFile find = [&](const std::filesystem::path& path, FileOrigin) -> Result<std::string> {
    const auto found = files.find(path.string());
    if (found != files.end()) return found->second;
    return Error{ErrorCode::io, path.string() + ": cannot read"};
  };
  REQUIRE(map_format_of(world) == MapFormat::tiled);
  return parse_map(world, "maps/all.world", {.legend = legend, .read = find});
}

/// A map whose tiles 1 are grass, 2 lava and 3 what the layer is called; 0 is none.
std::string map_text(const std::vector<std::vector<int>>& rows, const std::string& objects = {},
                     const std::string& attributes = "orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"8\"") {
  std::string csv;
  for (const auto& row : rows) {
    for (const int tile : row) csv += fmt::format("{}{}", csv.empty() ? "" : ",", tile);
  }
  const auto tile = [](int id, std::string_view name, std::string_view cost) {
    return fmt::format(
        "<tile id=\"{}\"><properties><property name=\"terrain\" value=\"{}\"/><property name=\"cost\" "
        "value=\"{}\"/></properties></tile>",
        id, name, cost);
  };
  return fmt::format(
      "<map {} width=\"{}\" height=\"{}\">\n<tileset firstgid=\"1\" name=\"set\">{}{}</tileset>\n"
      "<layer name=\"dirt\" width=\"{}\" height=\"{}\"><properties><property name=\"cost\" "
      "value=\"2\"/></properties><data encoding=\"csv\">{}</data></layer>{}</map>\n",
      attributes, rows.front().size(), rows.size(), tile(0, "grass", "1"), tile(1, "lava", "-"), rows.front().size(),
      rows.size(), csv, objects);
}

std::string listed(const std::string& name, int x, int y) {
  return fmt::format("{{\"fileName\": \"{}\", \"x\": {}, \"y\": {}}}", name, x, y);
}
std::string world_of(const std::string& maps) {
  return "{\"maps\": [" + maps + "],\n\"onlyShowAdjacentMaps\": false, \"type\": \"world\"}\n";
}

const char* const kNames[] = {"empty", "grass", "lava", "dirt"};

}  // namespace

TEST_CASE("a world of maps that were cut out of a drawing is that drawing") {
  Rng rng(52);
  for (int round = 0; round < 150; ++round) {
    const int width = rng.between(2, 20);
    const int height = rng.between(2, 20);
    std::vector<std::vector<int>> drawing(static_cast<std::size_t>(height),
                                          std::vector<int>(static_cast<std::size_t>(width)));
    const Tile origin{rng.between(-30, 30), rng.between(-30, 30)};
    Files files;
    std::string maps;
    Tile least{1 << 20, 1 << 20};
    Tile most{-(1 << 20), -(1 << 20)};
    // Columns of pieces of any height, some of which are missing.
    for (int x = 0; x < width;) {
      const int wide = rng.between(1, width - x);
      for (int y = 0; y < height;) {
        const int high = rng.between(1, height - y);
        if (rng.percent(80) || maps.empty()) {
          std::vector<std::vector<int>> rows;
          for (int v = 0; v < high; ++v) {
            rows.emplace_back();
            for (int u = 0; u < wide; ++u) {
              rows.back().push_back(rng.between(0, 3));
              drawing[static_cast<std::size_t>(y + v)][static_cast<std::size_t>(x + u)] = rows.back().back();
            }
          }
          const std::string name = fmt::format("part{}.tmx", files.size());
          files["maps/" + name] = map_text(rows);
          maps += (maps.empty() ? "" : ",\n") + listed(name, 16 * (x + origin.x), 8 * (y + origin.y));
          least = {std::min(least.x, x), std::min(least.y, y)};
          most = {std::max(most.x, x + wide), std::max(most.y, y + high)};
        }
        y += high;
      }
      x += wide;
    }
    const auto map = read(world_of(maps), files);
    if (!map) FAIL(map.error().message);
    REQUIRE(map->origin() == Tile{least.x + origin.x, least.y + origin.y});
    REQUIRE(map->width() == most.x - least.x);
    REQUIRE(map->height() == most.y - least.y);
    for (Tile t; t.y < map->height(); ++t.y) {
      for (t.x = 0; t.x < map->width(); ++t.x) {
        const int drawn = drawing[static_cast<std::size_t>(t.y + least.y)][static_cast<std::size_t>(t.x + least.x)];
        const Terrain& terrain = map->palette()[map->terrain(t)];
        REQUIRE(terrain.name == kNames[drawn]);
        REQUIRE(terrain.default_cost == (drawn == 1 ? kCostScale : drawn == 3 ? 2 * kCostScale : 0));
      }
    }
  }
}

TEST_CASE("links and walls of the maps of a world come along, and areas are remarked") {
  const std::string objects =
      "<objectgroup name=\"stairs\" class=\"tile_links\"><object id=\"1\" name=\"gate\" x=\"8\" y=\"4\"><polyline "
      "points=\"0,0 16,0\"/></object></objectgroup>"
      "<objectgroup name=\"walls\" class=\"walls\"><object id=\"2\" x=\"16\" y=\"8\"><polyline points=\"0,0 0,8\"/>"
      "</object></objectgroup>";
  const std::string area =
      "<objectgroup name=\"a\" class=\"areas\"><object id=\"3\" name=\"Home\" x=\"0\" y=\"0\" "
      "width=\"16\" height=\"8\"/></objectgroup>";
  const Files files{{"maps/a.tmx", map_text({{1, 1}, {1, 1}}, area)},
                    {"maps/b.tmx", map_text({{1, 1}, {1, 1}}, objects)}};
  const auto map = read(world_of(listed("a.tmx", 0, 0) + "," + listed("b.tmx", 32, 16)), files);
  if (!map) FAIL(map.error().message);
  REQUIRE(map->links().size() == 1);
  CHECK(map->links().front().from == Tile{2, 2});
  CHECK(map->links().front().to == Tile{3, 2});
  REQUIRE(map->moves().size() == 1);
  CHECK(map->moves().front().from.y == 3);
  REQUIRE(map->remarks().size() == 1);
  CHECK(map->remarks().front().text.find(
            "maps/a.tmx: areas, places and waypoints of maps of a world are passed over") == 0);
}

TEST_CASE("what is passed over in the maps of a world is remarked once") {
  const std::string spawns =
      "<objectgroup name=\"spawns\"><object id=\"1\" x=\"0\" y=\"0\" width=\"16\" height=\"8\"/></objectgroup>";
  const std::string world = world_of(listed("a.tmx", 0, 0) + ", " + listed("b.tmx", 16, 0));
  const auto one = read(world, {{"maps/a.tmx", map_text({{1}})}, {"maps/b.tmx", map_text({{1}}, spawns)}});
  REQUIRE(one);
  REQUIRE(one->remarks().size() == 1);
  CHECK(one->remarks()[0].text.starts_with("maps/b.tmx:"));
  CHECK(one->remarks()[0].text.find("object layer 'spawns' is passed over: no class") != std::string::npos);
  CHECK(one->remarks()[0].text.find("of each map tells") == std::string::npos);
  const auto two = read(world, {{"maps/a.tmx", map_text({{1}}, spawns)}, {"maps/b.tmx", map_text({{1}}, spawns)}});
  REQUIRE(two);
  REQUIRE(two->remarks().size() == 1);
  CHECK(two->remarks()[0].text.starts_with("maps/a.tmx:"));
  CHECK(two->remarks()[0].text.ends_with("; of 1 more `portolan check` of each map tells"));
}

TEST_CASE("worlds that are none, or whose maps do not fit each other, are errors with file and line") {
  const Files files{
      {"maps/a.tmx", map_text({{1, 1}})},
      {"maps/b.tmx", map_text({{1, 1}}, {}, "orientation=\"orthogonal\" tilewidth=\"8\" tileheight=\"8\"")},
      {"maps/iso.tmx", map_text({{1, 1}}, {}, "orientation=\"isometric\" tilewidth=\"16\" tileheight=\"8\"")},
      {"maps/sizeless.tmx", map_text({{1, 1}}, {}, "orientation=\"orthogonal\"")},
      {"maps/dear.tmx",
       [] {
         std::string text = map_text({{3, 1}});
         text.replace(text.find("value=\"2\""), 9, "value=\"5\"");
         return text;
       }()},
      {"maps/set.tsx", "<tileset name=\"x\"/>"}};
  const auto message = [&](const std::string& maps, ErrorCode code) {
    return failure(read(world_of(maps), files), code);
  };
  CHECK(message(listed("none.tmx", 0, 0), ErrorCode::io) ==
        "maps/all.world:1: map 'none.tmx': maps/none.tmx: cannot read");
  CHECK(message(listed("/a.tmx", 0, 0), ErrorCode::unsupported).find("only paths relative") != std::string::npos);
  CHECK(message(listed("a.tmx", 8, 0), ErrorCode::syntax) ==
        "maps/all.world:1: map 'a.tmx': 8,0 is not where a tile of 16 x 8 pixels begins");
  CHECK(message(listed("a.tmx", 0, 0) + ",\n" + listed("a.tmx", 16, 0), ErrorCode::syntax) ==
        "maps/all.world:2: map 'a.tmx': lies over maps/all.world:1: map 'a.tmx'");
  CHECK(message(listed("a.tmx", 0, 0) + "," + listed("b.tmx", 32, 0), ErrorCode::unsupported).find("not as large") !=
        std::string::npos);
  for (const char* const odd : {"iso.tmx", "sizeless.tmx"})
    CHECK(message(listed(odd, 0, 0), ErrorCode::unsupported).find("made of orthogonal maps") != std::string::npos);
  CHECK(message(listed("set.tsx", 0, 0), ErrorCode::syntax).find("holds a Tiled tileset, not a map") !=
        std::string::npos);
  CHECK(message(listed("a.tmx", 0, 0) + "," + listed("a.tmx", 16 << 21, 0), ErrorCode::limit).find("tiles apart") !=
        std::string::npos);
  const std::string dirt =
      message(listed("a.tmx", 0, 0) + ",\n" + listed("dear.tmx", 32, 0) + "," + listed("a2.tmx", 64, 0), ErrorCode::io);
  CHECK(dirt.find("a2.tmx") != std::string::npos);
  Files dirty = files;
  dirty["maps/a.tmx"] = map_text({{3, 1}});
  CHECK(failure(read(world_of(listed("a.tmx", 0, 0) + ",\n" + listed("dear.tmx", 32, 0)), dirty), ErrorCode::syntax) ==
        "maps/all.world:2: map 'dear.tmx': terrain 'dirt' costs something else in another map");

  CHECK(failure(read("{\"type\": \"world\", \"patterns\": [{\"regexp\": \"x\"}]}", files), ErrorCode::unsupported)
            .find("patterns are not followed") != std::string::npos);
  CHECK(failure(read("{\"type\": \"world\", \"maps\": [], \"fileName\": 1}", files), ErrorCode::syntax)
            .find("a world without `maps`") != std::string::npos);
  CHECK(failure(read("{\"type\": \"world\", \"maps\": [{\"fileName\": 1}]}", files), ErrorCode::syntax)
            .find("a map without a `fileName`") != std::string::npos);
  CHECK(failure(read("{\"type\": \"world\", \"maps\": [{\"fileName\": \"a\", \"x\": 1.5}]}", files), ErrorCode::syntax)
            .find("a whole number of pixels") != std::string::npos);
  std::string many;
  for (int i = 0; i < 4097; ++i) many += (many.empty() ? "" : ",") + listed("a.tmx", 32 * i, 0);
  CHECK(message(many, ErrorCode::limit).find("more than 4096 maps") != std::string::npos);
}

TEST_CASE("a legend that is given is for all maps of a world, and infinite maps lie where their chunks do") {
  const std::string infinite =
      "<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"16\" tileheight=\"8\"><tileset firstgid=\"1\" "
      "name=\"set\"/><layer name=\"dirt\"><data encoding=\"csv\"><chunk x=\"-2\" y=\"1\" width=\"2\" "
      "height=\"1\">1,0</chunk></data></layer></map>";
  const Files files{{"maps/a.tmx", map_text({{1, 3}})},
                    {"maps/i.tmx", infinite},
                    {"l.legend", "dirt\tmud\t3\ngrass\tlawn\t1\nlava\tlava\t-\nempty\tsea\t4\n"}};
  const auto map = read(world_of(listed("a.tmx", 0, 0) + "," + listed("i.tmx", 32, 0)), files, "l.legend");
  if (!map) FAIL(map.error().message);
  CHECK(map->origin() == Tile{0, 0});
  std::string text;
  for (const TerrainId id : map->tiles()) text += map->palette()[id].name + " ";
  CHECK(text == "lawn mud mud sea ");
}
