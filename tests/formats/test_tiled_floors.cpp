// SPDX-License-Identifier: BSL-1.0
// Floors and links between tiles in Tiled maps: the same as maps given as floors and a table of links, in both forms,
// wherever objects, layers and maps are moved; and what is said of wrong ones.
#include "formats/tiled_object_support.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "portolan/formats/tiled/tiled_links.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {
namespace {

/// A layer of class `tile_links`.
DrawnObjectLayer links_layer(std::vector<DrawnObject> objects) {
  return {.name = "stairs", .type = "tile_links", .objects = std::move(objects)};
}

/// A floor by its class, with the layers given.
DrawnGroup floor_group(const std::string& name, std::vector<DrawnObject> links = {}) {
  return {.name = name, .type = "floor", .tiles = {{}}, .objects = {links_layer(std::move(links))}};
}

DrawnObjectMap tower(std::vector<DrawnGroup> floors) {
  DrawnObjectMap map;
  map.tiles.clear();
  map.groups = std::move(floors);
  return map;
}

Result<TiledTiles> read(const DrawnObjectMap& map, TiledForm form) {
  return parse_tiled(object_map_text(map, form), "m.tmx", {}, no_file);
}

/// The terrain by name and cost, row by row, the floors and the links, these sorted.
std::string described(const TileMap& map) {
  std::string text = fmt::format("{} x {} on {}\n", map.width(), map.floors().height, map.floors().count);
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) {
      const Terrain& terrain = map.palette()[map.terrain({x, y})];
      text += fmt::format("{}={} ", terrain.name, terrain.default_cost);
    }
    text += '\n';
  }
  const std::string table = link_table(map);
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < table.size(); at = table.find('\n', at) + 1)
    rows.push_back(table.substr(at, table.find('\n', at) - at));
  std::sort(rows.begin(), rows.end());
  for (const std::string& row : rows) text += row + '\n';
  return text;
}

std::string described(const Result<TiledTiles>& read) {
  return read ? described(read->terrain) : read.error().message;
}

std::string error_of_tiles(const DrawnObjectMap& map, ErrorCode code = ErrorCode::syntax) {
  const std::string message = failure(read(map, TiledForm::xml), code);
  const std::string other = failure(read(map, TiledForm::json), code);
  const auto reason = [](const std::string& text) { return text.substr(text.find(": ")); };
  CHECK(reason(message) == reason(other));
  return message;
}

/// A random world drawn in Tiled, and written as maps of floors and a table of links.
struct RandomTower {
  explicit RandomTower(Rng& rng) {
    map.tiles.clear();
    map.width = 3 + rng.below(10);
    map.height = 3 + rng.below(10);
    map.tile_width = 8 << rng.below(3);
    map.tile_height = 8 << rng.below(3);
    map.infinite = rng.percent(30);
    map.origin_x = map.infinite ? rng.below(64) - 32 : 0;
    map.origin_y = map.infinite ? rng.below(64) - 32 : 0;
    map.orientation = rng.percent(30) ? "isometric" : "orthogonal";
    const int count = 1 + rng.below(4);
    if (rng.percent(40)) map.tiles.push_back(layer(rng));
    if (rng.percent(40)) map.roofs.push_back(layer(rng));
    const bool numbered = rng.percent(50);
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    if (numbered) std::shuffle(numbers.begin(), numbers.end(), Shuffle{rng});
    const int lowest = rng.below(5) - 2;
    for (const int number : numbers) {
      DrawnGroup group{.name = fmt::format("floor {}", number)};
      if (!numbered && rng.percent(30)) {
        group.properties.emplace_back("floor", "true");
      } else if (rng.percent(50)) {
        group.type = "floor";
      } else if (!numbered || rng.percent(50)) {
        group.properties.emplace_back("portolan", "floor");
      }
      if (numbered) group.properties.emplace_back("floor", std::to_string(lowest + 3 * number));
      for (int layers = 1 + rng.below(2); layers > 0; --layers) group.tiles.push_back(layer(rng));
      moved.emplace_back();
      if (rng.percent(50)) offset(rng, group.offset_x, group.offset_y, moved.back());
      map.groups.push_back(std::move(group));
      group_of.resize(std::max(group_of.size(), static_cast<std::size_t>(number) + 1));
      group_of[static_cast<std::size_t>(number)] = map.groups.size() - 1;
    }
    for (int floor = 0; floor < count; ++floor) floors.push_back(floor_text(floor));
    for (int links = rng.below(8); links > 0; --links) add_link(rng, links);
  }

  [[nodiscard]] TileMap expected() const {
    std::vector<TileMap> parts;
    for (const std::string& text : floors) {
      auto part = parse_ascii(text, "floor");
      if (!part) FAIL(part.error().message);
      parts.push_back(std::move(*part));
    }
    auto whole = TileMap::stack(parts);
    if (!whole) FAIL(whole.error().message);
    auto links = parse_links(table, "links", *whole);
    if (!links) FAIL(links.error().message + "\n" + table);
    REQUIRE(whole->set_links(std::move(*links)).has_value());
    return std::move(*whole);
  }

  DrawnObjectMap map;
  std::vector<std::string> floors;
  std::string table = "from\tto\tcost\tone_way\tname\n";

 private:
  struct Shuffle {
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    result_type operator()() { return rng.next(); }
    Rng& rng;
  };
  struct Offset {
    int x = 0;  ///< tiles
    int y = 0;
  };

  [[nodiscard]] DrawnTileLayer layer(Rng& rng) const {
    DrawnTileLayer made{.name = std::string(1, static_cast<char>('a' + rng.below(4)))};
    for (int i = 0; i < map.width * map.height; ++i) made.gids.push_back(rng.percent(40) ? 1 : 0);
    return made;
  }

  /// Of a layer or group, in whole tiles of the screen.
  void offset(Rng& rng, std::string& x, std::string& y, Offset& moved_by) const {
    const int right = rng.below(9) - 4;
    const int below = rng.below(9) - 4;
    x = std::to_string(right * map.tile_width);
    y = std::to_string(below * map.tile_height);
    const bool isometric = map.orientation == "isometric";
    moved_by.x += isometric ? right + below : right;
    moved_by.y += isometric ? below - right : below;
  }

  /// What is on top, tile by tile.
  [[nodiscard]] std::string floor_text(int floor) const {
    std::string text = "portolan ascii 1\n";
    for (const char c : std::string("abcd")) text += fmt::format("{} {} 1\n", c, c);
    text += ". empty -\nmap\n";
    const DrawnGroup& group = map.groups[group_of[static_cast<std::size_t>(floor)]];
    for (int y = 0; y < map.height; ++y) {
      for (int x = 0; x < map.width; ++x) {
        char top = '.';
        for (const auto* layers : {&map.tiles, &group.tiles, &map.roofs}) {
          for (const DrawnTileLayer& layer : *layers) {
            if (layer.gids[static_cast<std::size_t>(y * map.width + x)] != 0) top = layer.name[0];
          }
        }
        text += top;
      }
      text += '\n';
    }
    return text;
  }

  void add_link(Rng& rng, int number) {
    const int count = static_cast<int>(floors.size());
    const auto draw = [&] { return std::array{rng.below(map.width), rng.below(map.height), rng.below(count)}; };
    auto from = draw();
    auto to = draw();
    if (from == to) return;
    const bool line = rng.percent(40);
    if (line) to[2] = from[2];
    if (from == to) return;
    const auto group = [&](int floor) { return group_of[static_cast<std::size_t>(floor)]; };
    // The first point of the file is where the link begins.
    if (group(to[2]) < group(from[2])) std::swap(from, to);
    DrawnObject object{.id = number, .name = fmt::format("link {}", number)};
    std::string cost;
    std::string one_way;
    if (rng.percent(60)) cost = fmt::format("{}.{:04}", rng.below(40), rng.below(10'000));
    if (rng.percent(60)) one_way = rng.percent(50) ? "true" : "false";
    if (!cost.empty()) object.properties.emplace_back("cost", cost);
    if (!one_way.empty()) object.properties.emplace_back("one_way", one_way);
    if (rng.percent(30)) object.properties.emplace_back("sound", "creak");
    table += fmt::format("{},{},{}\t{},{},{}\t{}\t{}\t{}\n", from[0], from[1], from[2], to[0], to[1], to[2], cost,
                         one_way, object.name);
    DrawnObjectLayer layer{.type = rng.percent(50) ? "tile_links" : "", .objects = {}};
    if (layer.type.empty()) layer.property = "tile_links";
    Offset by = moved[group(from[2])];
    if (rng.percent(50)) offset(rng, layer.offset_x, layer.offset_y, by);
    const int across = map.orientation == "isometric" ? map.tile_height : map.tile_width;
    const auto pixel = [&](int tile, int origin, int size) { return (tile + origin) * size + rng.below(size); };
    const auto place = [&](DrawnObject& drawn, const std::array<int, 3>& end, const Offset& lies) {
      const int x = pixel(end[0], map.origin_x - lies.x, across);
      const int y = pixel(end[1], map.origin_y - lies.y, map.tile_height);
      drawn.x = std::to_string(x);
      drawn.y = std::to_string(y);
      return std::pair(x, y);
    };
    const auto [x, y] = place(object, from, by);
    if (line) {
      object.shape = "polyline";
      object.corners =
          fmt::format("0,0 {},{} {},{}", rng.below(99), rng.below(99), pixel(to[0], map.origin_x - by.x, across) - x,
                      pixel(to[1], map.origin_y - by.y, map.tile_height) - y);
      layer.objects.push_back(std::move(object));
      map.groups[group(from[2])].objects.push_back(std::move(layer));
      return;
    }
    object.shape = "point";
    DrawnObject other{.id = 100 + number, .name = object.name, .type = "tile_link", .shape = "point"};
    place(other, to, moved[group(to[2])]);
    layer.objects.push_back(std::move(object));
    map.groups[group(from[2])].objects.push_back(std::move(layer));
    map.groups[group(to[2])].objects.push_back({.name = "others", .objects = {std::move(other)}});
  }

  std::vector<Offset> moved;          ///< by group
  std::vector<std::size_t> group_of;  ///< by floor
};

}  // namespace

TEST_CASE("random floors and links in Tiled are those of maps and a table of links") {
  Rng rng(31);
  std::string wrong;
  std::size_t links = 0;
  for (int round = 0; round < 1500 && wrong.empty(); ++round) {
    const RandomTower tower(rng);
    const TileMap whole = tower.expected();
    links += whole.links().size();
    const std::string expected = described(whole);
    for (const TiledForm form : kForms) {
      const std::string found = described(read(tower.map, form));
      if (found != expected)
        wrong = expected + "\n--- instead of\n" + found + "\n" + object_map_text(tower.map, TiledForm::xml);
    }
  }
  INFO(wrong);
  CHECK(wrong.empty());
  CHECK(links > 3000);
}

TEST_CASE("links between tiles need no floors") {
  DrawnObjectMap map;
  DrawnObject chute{.name = "chute", .x = "8", .y = "8", .shape = "polyline", .corners = "0,0 3,40 100,90"};
  chute.properties = {{"one_way", "true"}, {"cost", "0"}};
  map.layers = {links_layer({chute, point("well", "0", "127"), point("well", "127", "0")})};
  for (const TiledForm form : kForms) {
    const auto tiles = read(map, form);
    REQUIRE(tiles);
    CHECK(link_table(tiles->terrain) ==
          "from\tto\tcost\tone_way\tname\n0,0\t6,6\t0\tyes\tchute\n0,7\t7,0\t1\tno\twell\n");
    CHECK(tiles->passed_over.empty());
    // They are no areas.
    const auto areas = parse_tiled_areas(object_map_text(map, form), "m.tmx", no_file, 8, {1, 8});
    REQUIRE(areas);
    CHECK_FALSE(areas->drawing);
  }
  // Links between areas are no links between tiles.
  map.layers.push_back({.type = "areas", .objects = {rectangle("A", 0, 0, 2, 2), rectangle("B", 4, 4, 2, 2)}});
  map.layers.push_back({.type = "links", .objects = {point("well", "1", "1"), point("well", "70", "70")}});
  for (const TiledForm form : kForms) {
    CHECK(read(map, form)->terrain.links().size() == 2);
    const auto areas = parse_tiled_areas(object_map_text(map, form), "m.tmx", no_file, 8, {1, 8});
    CHECK(arcs_of(areas->drawing->draft).size() == 2);
  }
}

TEST_CASE("waypoints of a Tiled map lie on the floors of their groups") {
  DrawnObject way{.name = "", .x = "8", .y = "8", .shape = "polyline", .corners = "0,0 64,64"};
  DrawnObject ladder = point("ladder", "70", "70");
  DrawnObject rope{.name = "rope", .x = "0", .y = "0", .width = "9", .height = "9"};
  rope.type = "link";
  rope.properties = {{"from", "Well"}, {"to", "Roof"}, {"cost", "3"}};
  const auto layer = [](const std::string& type, std::vector<DrawnObject> objects) {
    return DrawnObjectLayer{.name = type, .type = type, .objects = std::move(objects)};
  };
  DrawnObjectMap map = tower({floor_group("cellar"), floor_group("attic")});
  map.groups[0].objects = {layer("waypoints", {point("Well", "8", "8"), point("Foot", "70", "70"), way}),
                           layer("links", {ladder})};
  map.groups[1].objects = {layer("waypoints", {point("Roof", "8", "8"), point("Head", "70", "70")}),
                           layer("links", {ladder})};
  // Ends that are named need no floor.
  map.layers = {layer("links", {rope})};
  const FloorStack floors{2, 8};
  for (const TiledForm form : kForms) {
    const auto read = parse_tiled_areas(object_map_text(map, form), "m.tmx", no_file, 8, floors);
    if (!read) FAIL(read.error().message);
    REQUIRE(read->drawing);
    const AreaDrawing& drawing = *read->drawing;
    CHECK(errors_in(drawing.draft).empty());
    CHECK(drawing.anchors == std::vector<std::optional<Tile>>{Tile{0, 0}, Tile{4, 4}, Tile{0, 9}, Tile{4, 13}});
    std::vector<std::pair<NodeId, NodeId>> arcs;
    for (const DraftArc& arc : drawing.draft.arcs) arcs.emplace_back(arc.from, arc.to);
    std::sort(arcs.begin(), arcs.end());
    const std::vector<std::pair<NodeId, NodeId>> expected{{0, 1}, {0, 2}, {1, 0}, {1, 3}, {2, 0}, {3, 1}};
    CHECK((arcs == expected));
  }
  const auto error = [&](const FloorStack& of) {
    return failure(parse_tiled_areas(object_map_text(map, TiledForm::xml), "m.tmx", no_file, 8, of), ErrorCode::usage);
  };
  CHECK(error({1, 8}) == "m.tmx: waypoints on 8 x 8 tiles on 2 floors for a map of 8 x 8");
  map.layers = {layer("waypoints", {point("Nowhere", "1", "1"), way})};
  const auto astray = parse_tiled_areas(object_map_text(map, TiledForm::xml), "m.tmx", no_file, 8, floors);
  REQUIRE(astray);
  const auto faults = errors_in(astray->drawing->draft);
  REQUIRE(faults.size() >= 2);
  for (const Finding& fault : faults) {
    CHECK(text_of(astray->drawing->draft, fault).find("lies on no floor: its layer belongs into a floor's group") !=
          std::string::npos);
  }
}

TEST_CASE("groups that say they are no floor are groups") {
  DrawnObjectMap map = tower({{.name = "trees", .properties = {{"floor", "wood"}}, .tiles = {{}}},
                              {.name = "rocks", .type = "Floors", .properties = {{"floor", "false"}}, .tiles = {{}}}});
  for (const TiledForm form : kForms) CHECK(read(map, form)->terrain.floors().count == 1);
  map.groups[1].type = "floor";
  map.groups[1].properties.clear();
  // One floor, below which the trees show.
  map.groups[1].tiles[0] = {.name = "rock", .gids = std::vector<std::uint32_t>(64)};
  map.groups[1].tiles[0].gids[9] = 1;
  for (const TiledForm form : kForms) {
    const auto tiles = read(map, form);
    REQUIRE(tiles);
    CHECK(tiles->terrain.floors().count == 1);
    CHECK(tiles->terrain.palette()[tiles->terrain.terrain({1, 1})].name == "rock");
    CHECK(tiles->terrain.palette()[tiles->terrain.terrain({2, 1})].name == "ground");
  }
}

TEST_CASE("floors of Tiled maps that are wrong say where and why") {
  const auto with = [](const std::string& first, const std::string& second) {
    DrawnObjectMap map = tower({floor_group("cellar"), floor_group("attic")});
    if (!first.empty()) map.groups[0].properties = {{"floor", first}};
    if (!second.empty()) map.groups[1].properties = {{"floor", second}};
    return map;
  };
  CHECK(error_of_tiles(with("low", "")) == "m.tmx:3: group 'cellar': floor 'low' is not a whole number");
  CHECK(error_of_tiles(with("1.5", "2")) == "m.tmx:3: group 'cellar': floor '1.5' is not a whole number");
  const std::string some = ": group 'attic': a property floor with a number belongs to all floors or to none";
  CHECK(error_of_tiles(with("1", "")) == "m.tmx:8" + some);
  CHECK(error_of_tiles(with("", "1")) == "m.tmx:8" + some);
  CHECK(error_of_tiles(with("true", "1")) == "m.tmx:8" + some);
  CHECK(error_of_tiles(with("-3", "-3")) == "m.tmx:8: group 'attic': floor -3 is there already: group 'cellar'");
  DrawnObjectMap map = with("", "");
  map.groups[0].properties = {{"portolan", "floors"}};
  CHECK(error_of_tiles(map) == "m.tmx:3: group 'cellar': portolan 'floors' is not floor");
  map = with("", "");
  map.groups[1].tiles.clear();
  CHECK(error_of_tiles(map) == "m.tmx:8: floor 'attic': there is no layer with tiles");
  map = with("", "");
  map.groups[1].tiles[0].name = "t";
  map.orientation = "hexagonal";
  map.head = " staggeraxis=\"y\" staggerindex=\"odd\"";
  CHECK(failure(read(map, TiledForm::xml), ErrorCode::unsupported) ==
        "m.tmx:1: map: floors of tiles that are no grid of squares");
  map = with("", "");
  map.layers = {{.type = "areas", .objects = {rectangle("A", 0, 0, 1, 1)}}};
  CHECK(failure(Read(map).forms[0], ErrorCode::unsupported) ==
        "m.tmx: areas are drawn over one floor, and the map has 2");
  map.groups.pop_back();
  CHECK(Read(map).forms[0].has_value());
  // Groups within groups are no floors.
  map = with("", "");
  map.groups[0].type = "";
  map.groups[0].name = "house";
  map.groups[0].objects = {{.name = "stairs", .groups = {{"1", "1"}}}};
  std::string text = object_map_text(map, TiledForm::xml);
  const std::string inner = "<group name=\"g\"";
  text.replace(text.find(inner), inner.size(), inner + " class=\"floor\"");
  CHECK(failure(parse_tiled(text, "m.tmx", {}, no_file), ErrorCode::syntax) ==
        "m.tmx:5: group 'house/g': a floor within a group: floors are groups at the top");
}

TEST_CASE("more floors in a Tiled map than fit are refused", "[slow]") {
  DrawnObjectMap map = tower({});
  map.width = map.height = 1;
  for (int i = 0; i <= kMaxSide / 2; ++i) map.groups.push_back({.type = "floor", .tiles = {{}}});
  CHECK(failure(read(map, TiledForm::xml), ErrorCode::limit) ==
        "m.tmx:1: map: 524289 floors of 1 x 1 tiles: more than 1048576 rows or 268435456 tiles in all");
}

TEST_CASE("links between tiles that are wrong say where and why") {
  const auto in_attic = [](std::vector<DrawnObject> links) {
    return error_of_tiles(tower({floor_group("cellar"), floor_group("attic", std::move(links))}));
  };
  const auto line = [](std::vector<std::pair<std::string, std::string>> properties) {
    DrawnObject made{.name = "way", .x = "1", .y = "1", .shape = "polyline", .corners = "0,0 120,0"};
    made.properties = std::move(properties);
    return made;
  };
  const std::string way = "m.tmx:11: object layer 'attic/stairs': object 'way' (id 1): ";
  const std::string second = "m.tmx:12: object layer 'attic/stairs': object 'way' (id 1): ";
  CHECK(in_attic({line({{"cost", "dear"}})}) == way + "cost 'dear' is not a number from 0 with at most 4 decimals");
  CHECK(in_attic({line({{"cost", "-1"}})}) == way + "cost '-1' is not a number from 0 with at most 4 decimals");
  CHECK(in_attic({line({{"cost", "1000000001"}})}) == way + "the link costs more than 1000000000");
  CHECK(in_attic({line({{"one_way", "perhaps"}})}) == way + "one_way 'perhaps': expected yes or no");
  for (const char* const name : {"from", "to", "closed", "tags"})
    CHECK(in_attic({line({{name, "x"}})}) ==
          way + fmt::format("{} belongs to links between areas (class `link`)", name));
  DrawnObject far = line({});
  far.corners = "0,0 128,0";
  CHECK(in_attic({far}) == way + "8,0 is not on the map of 8 x 8 tiles");
  far.corners = "0,0 5,5";
  CHECK(in_attic({far}) == way + "the link leads from a tile to itself");
  far.name = std::string(256, 'n');
  far.corners = "0,0 50,5";
  CHECK(in_attic({far}).find("the link has a name that is not 1 to 255 bytes of UTF-8") != std::string::npos);
  CHECK(in_attic({point("way", "1", "-1"), point("way", "1", "1")}) == way + "0,-1 is not on the map of 8 x 8 tiles");
  CHECK(in_attic({point("way", "1", "1")}) == way + "a link from a point, and no second point has its name");
  CHECK(in_attic({point("", "1", "1")}) ==
        "m.tmx:11: object layer 'attic/stairs': object '' (id 1): a link from a point without a name");
  DrawnObject priced = point("way", "50", "1");
  priced.properties = {{"cost", "2"}};
  CHECK(in_attic({point("way", "1", "1"), priced}) == second + "cost belongs to the first of the two points");
  CHECK(in_attic({point("way", "1", "1"), point("way", "99", "1"), point("way", "1", "1")}) ==
        "m.tmx:13: object layer 'attic/stairs': object 'way' (id 1): a third point of this name");
  CHECK(in_attic({{.name = "way", .x = "1", .y = "1", .width = "9", .height = "9"}}) ==
        way + "links between tiles are lines, or two points of one name");
  DrawnObjectMap map = tower({floor_group("cellar", {point("way", "1", "1")}), floor_group("attic")});
  map.layers = {links_layer({point("way", "1", "1")})};
  CHECK(
      error_of_tiles(map) ==
      "m.tmx:4: object layer 'stairs': object 'way' (id 1): lies on no floor: its layer belongs into a floor's group");
}

TEST_CASE("object layers of hexagonal and staggered maps are named as passed over") {
  DrawnObjectMap map;
  map.orientation = "staggered";
  map.head = " staggeraxis=\"x\" staggerindex=\"odd\"";
  map.layers = {links_layer({point("way", "1", "1")}), {.name = "empty", .objects = {}}};
  const auto tiles = read(map, TiledForm::xml);
  REQUIRE(tiles);
  const std::string rest = " is passed over: objects on hexagonal and staggered maps mean nothing";
  CHECK(tiles->passed_over == Texts{"m.tmx:4: object layer 'stairs'" + rest, "m.tmx:7: object layer 'empty'" + rest});
  CHECK(failure(parse_tiled_areas(object_map_text(map, TiledForm::xml), "m.tmx", no_file, 8, {1, 8}),
                ErrorCode::unsupported) == "m.tmx: areas on tiles that are no grid of squares");
}

TEST_CASE("damaged floors and links give an answer or a one-line error") {
  DrawnObjectMap map = tower({floor_group("cellar", {point("stair", "2", "2"), point("lift", "50", "120")}),
                              floor_group("attic", {point("lift", "50", "120"), point("stair", "2", "2")})});
  map.groups[0].properties = {{"floor", "0"}};
  map.groups[1].properties = {{"floor", "1"}};
  map.groups[0].objects[0].objects[0].properties = {{"cost", "2.5"}, {"one_way", "true"}};
  int answers = 0;
  for (const TiledForm form : kForms) {
    const std::string text = object_map_text(map, form);
    Rng rng(22);
    for (int i = 0; i < 6000; ++i) {
      const auto tiles = parse_tiled(mutated(text, rng), "m.tmx", {}, no_file);
      if (!tiles) {
        CHECK(tiles.error().message.starts_with("m.tmx:"));
        CHECK(tiles.error().message.find('\n') == std::string::npos);
        continue;
      }
      ++answers;
      for (const Link& link : tiles->terrain.links())
        CHECK(link_fault(link, tiles->terrain.width(), tiles->terrain.floors()).empty());
    }
  }
  CHECK(answers > 300);
}

}  // namespace portolan::test
