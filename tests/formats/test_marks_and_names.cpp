// SPDX-License-Identifier: BSL-1.0
// What all text formats have in common: a byte order mark before the text is passed over, and no name holds NUL.
#include "formats/board_support.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/profile_reader.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/formats/tiled/tiled_areas.hpp"
#include "portolan/formats/tiled/tiled_legend.hpp"
#include "portolan/grid/move_rules.hpp"

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

using test::errors;
using test::TemporaryFolder;

/// What became of a text: what is wrong with it, or the names that were read.
struct Reading {
  std::string fault;
  std::vector<std::string> names;
};

template <class T, class Names>
Reading reading_of(const Result<T>& read, Names&& names) {
  if (!read) return {read.error().message, {}};
  return {"", names(*read)};
}

std::vector<std::string> names_in(const TileMap& map) {
  std::vector<std::string> names;
  for (const Terrain& terrain : map.palette()) names.push_back(terrain.name);
  for (const Link& link : map.links()) names.push_back(link.name);
  return names;
}

Reading reading_of(const BoardDraft& draft) {
  Reading reading;
  for (const std::string& error : errors(draft)) reading.fault += error + "; ";
  for (const DraftNode& node : draft.nodes) {
    reading.names.push_back(node.name);
    reading.names.insert(reading.names.end(), node.tags.begin(), node.tags.end());
  }
  for (const DraftArc& arc : draft.arcs) {
    reading.names.push_back(arc.name);
    reading.names.insert(reading.names.end(), arc.tags.begin(), arc.tags.end());
  }
  return reading;
}

/// A map as a file of its own, of the format that its content tells.
Reading read_as_map(const std::string& text) {
  return reading_of(parse_map(text, "m.map"), names_in);
}

Reading read_as_board(const std::string& text) {
  const auto board = parse_board(text, "b.x");
  if (!board) return {board.error().message, {}};
  return reading_of(board->draft);
}

/// A file beside a board.
Reading read_beside(const std::string& name, const std::string& board, const std::string& text) {
  const TemporaryFolder folder;
  const auto read = parse_board(board, "b", {.nodes = folder.write(name, text)});
  if (!read) return {read.error().message, {}};
  return reading_of(read->draft);
}

TileMap plain() {
  return *TileMap::create(4, 4, {{"floor", kCostScale}}, std::vector<TerrainId>(16));
}

struct Format {
  std::string what;
  std::string text;  ///< N stands for a name, if there is one
  std::function<Reading(const std::string&)> read;
  std::string nul = std::string(1, '\0');  ///< how the format may write NUL
};

const std::string kTiled =
    "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">"
    "<tileset firstgid=\"1\" name=\"t\"><tile id=\"0\"><properties><property name=\"terrain\" value=\"N\"/>"
    "</properties></tile></tileset><layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>";

std::vector<Format> formats() {
  const auto profile_names = [](const std::vector<MovementProfile>& profiles) {
    std::vector<std::string> names;
    for (const MovementProfile& profile : profiles) {
      names.push_back(profile.name);
      for (const auto& price : profile.prices) names.push_back(price.terrain);
    }
    return names;
  };
  const auto profiles = [=](const std::string& text) { return reading_of(parse_profiles(text, "p"), profile_names); };
  const auto links = [](const std::string& text) {
    return reading_of(parse_links(text, "l", plain()), [](const std::vector<Link>& read) {
      std::vector<std::string> names;
      for (const Link& link : read) names.push_back(link.name);
      return names;
    });
  };
  const auto palette_names = [](const std::vector<Terrain>& palette) {
    std::vector<std::string> names;
    for (const Terrain& terrain : palette) names.push_back(terrain.name);
    return names;
  };
  const auto colours = [=](const std::string& text) {
    return reading_of(ColourLegend::parse(text, "l"),
                      [&](const ColourLegend& legend) { return palette_names(legend.palette()); });
  };
  const auto tiles = [=](const std::string& text) {
    return reading_of(TiledLegend::parse(text, "l"),
                      [&](const TiledLegend& legend) { return palette_names(legend.terrains().palette()); });
  };
  const auto scenarios = [](const std::string& text) {
    return reading_of(parse_scenarios(text, "s"), [](const ScenarioFile& file) {
      return std::vector<std::string>{fmt::format("{} scenarios", file.scenarios.size())};
    });
  };
  const auto areas = [](const std::string& text) {
    const auto read = parse_areas_json(text, "r", 4, 4);
    return read ? reading_of(read->draft) : Reading{read.error().message, {}};
  };
  const auto nodes = [](const std::string& text) { return read_beside("n.tsv", "from\tto\tcost\nA\tB\t1\n", text); };
  const auto coordinates = [](const std::string& text) { return read_beside("n.co", "p sp 1 0\n", text); };
  const std::string json_nul = "\\u0000";
  return {
      {"Moving AI map", "type octile\nheight 1\nwidth 2\nmap\n.@\n", read_as_map},
      {"ASCII map", "portolan ascii 1\n. N 1\nmap\n..\n", read_as_map},
      {"Tiled map", kTiled, read_as_map},
      {"Tiled map, by reference", kTiled, read_as_map, "&#0;"},
      {"Tiled map, by hexadecimal reference", kTiled, read_as_map, "&#x00;"},
      {"Tiled map, by a reference that wraps around", kTiled, read_as_map, "&#4294967296;"},
      {"Tiled map in JSON",
       R"({"type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8,
 "tilesets": [{"firstgid": 1, "name": "t", "tiles": [{"id": 0, "properties": [{"name": "terrain", "type": "string",
 "value": "N"}]}]}], "layers": [{"type": "tilelayer", "name": "a", "width": 1, "height": 1, "data": [1]}]})",
       read_as_map, json_nul},
      {"profiles", R"({"name": "N"})", profiles, json_nul},
      {"terrain of a profile", R"([{"name": "a", "terrain": {"N": 2}}])", profiles, json_nul},
      {"table of links", "from\tto\tcost\tname\n0,0\t1,1\t1\tN\n", links},
      {"links in JSON",
       R"({"portolan": "links", "version": 1, "links": [{"from": [0, 0], "to": [1, 1], "name": "N"}]})", links,
       json_nul},
      {"legend of colours", "255\tN\t1\n", colours},
      {"legend of tiles", "t:*\tN\t1\n", tiles},
      {"scenarios", "version 1\n0\tm.map\t4\t4\t0\t0\t3\t0\t3.00000000\n", scenarios},
      {"queries in a table", "0\t0\t3\t0\t3\n", scenarios},
      {"areas in JSON", R"({"portolan": "areas", "version": 1, "areas": [{"name": "N", "rects": [[0, 0, 2, 2]]}]})",
       areas, json_nul},
      {"board with tabs", "from\tto\tcost\nN\tB\t1\n", read_as_board},
      {"board with commas", "from,to,cost,name\nA,B,1,N\n", read_as_board},
      {"tag of a board", "from\tto\tcost\ttags\nA\tB\t1\tN\n", read_as_board},
      {"board in JSON",
       R"({"portolan": "board", "version": 1, "nodes": [{"name": "N"}, {"name": "B"}],
 "arcs": [{"from": "N", "to": "B", "cost": 1}]})",
       read_as_board, json_nul},
      {"board in GraphML",
       "<graphml><key id=\"d\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/><graph "
       "edgedefault=\"undirected\"><node id=\"N\"/><node id=\"B\"/><edge source=\"N\" target=\"B\"><data "
       "key=\"d\">1</data></edge></graph></graphml>",
       read_as_board},
      {"board in GraphML, by reference",
       "<graphml><key id=\"d\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/><graph "
       "edgedefault=\"undirected\"><node id=\"N\"/><node id=\"B\"/><edge source=\"N\" target=\"B\"><data "
       "key=\"d\">1</data></edge></graph></graphml>",
       read_as_board, "&#00;"},
      {"DIMACS", "p sp 2 1\na 1 2 3\n", read_as_board},
      {"nodes of a table", "name\tx\ty\nN\t1\t2\nA\t1\t3\nB\t2\t3\n", nodes},
      {"coordinates of DIMACS", "p aux sp co 1\nv 1 2 3\n", coordinates},
  };
}

std::string with_name(std::string text, const std::string& name) {
  for (std::size_t at = text.find('N'); at != std::string::npos; at = text.find('N', at + name.size()))
    text.replace(at, 1, name);
  return text;
}

TEST_CASE("a byte order mark before a text of any format is passed over") {
  for (const Format& format : formats()) {
    INFO(format.what);
    const Reading without = format.read(with_name(format.text, "harbour"));
    CHECK(without.fault.empty());
    CHECK_FALSE(without.names.empty());
    const Reading with = format.read("\xef\xbb\xbf" + with_name(format.text, "harbour"));
    CHECK(with.fault == without.fault);
    CHECK(with.names == without.names);
  }
}

TEST_CASE("a name with NUL is refused in every format") {
  for (const Format& format : formats()) {
    if (format.text.find('N') == std::string::npos) continue;
    for (const std::string before : {"harbour", ""}) {
      INFO(format.what);
      const Reading reading = format.read(with_name(format.text, before + format.nul + "gate"));
      CHECK_FALSE(reading.fault.empty());
      CHECK(reading.fault.find('\0') == std::string::npos);
    }
  }
}

TEST_CASE("what is no name, and what is") {
  for (const std::string& name : {std::string("a"), std::string(255, 'a'), std::string("S\xc3\xbcmpfe\t")}) {
    CHECK(is_name(name));
  }
  for (const std::string& name : {std::string(), std::string(256, 'a'), std::string("a\0b", 3), std::string(1, '\0'),
                                  std::string("a\0", 2), std::string("\xff")}) {
    CHECK_FALSE(is_name(name));
    const std::vector<TerrainId> tiles(1);
    CHECK_FALSE(TileMap::create(1, 1, {{name, kCostScale}}, tiles));
    TileMap map = plain();
    CHECK(map.set_links({{.name = name, .from = {0, 0}, .to = {1, 1}}}).has_value() == name.empty());
    MovementProfile profile;
    profile.name = name;
    CHECK_FALSE(make_move_rules(profile, plain()));
  }
}

}  // namespace
}  // namespace portolan
