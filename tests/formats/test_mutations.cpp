// SPDX-License-Identifier: BSL-1.0
// Damaged inputs of every format: an answer or a one-line error, never a crash.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/boards/board_dimacs.hpp"
#include "portolan/formats/boards/board_graphml.hpp"
#include "portolan/formats/boards/board_json.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/profile_reader.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/formats/tiled/tiled_terrain.hpp"
#include "portolan/offline/board_lint.hpp"

#include <filesystem>
#include <string>
#include <vector>

using namespace portolan;

namespace {

/// Feeds mutations of `good` to a reader; some must fail, with a message that names the input.
template <class Read>
void try_mutations(const std::string& good, int count, const Read& read) {
  test::Rng rng(7);
  REQUIRE(read(good));
  int failures = 0;
  for (int i = 0; i < count; ++i) {
    const auto result = read(test::mutated(good, rng));
    if (result) continue;
    ++failures;
    const std::string& message = result.error().message;
    if (!message.starts_with("input:") || message.find('\n') != std::string::npos) FAIL(message);
  }
  CHECK(failures > count / 10);
}

}  // namespace

TEST_CASE("mutated text inputs") {
  try_mutations("type octile\nheight 4\nwidth 6\nmap\n......\n.@@TT.\n.SWWG.\n..OO..\n", 4000,
                [](const std::string& text) { return parse_movingai(text, "input"); });
  try_mutations("portolan ascii 1\n. grass 1\n~ swamp 2.5\n# rock -\nmap\n..~~#\n...~#\n.....\n", 4000,
                [](const std::string& text) { return parse_ascii(text, "input"); });
  try_mutations("// colours\n#000000\trock\t-\n#ffffff\tgrass\t1\n128\ttall grass\t2.5\n", 4000,
                [](const std::string& text) { return ColourLegend::parse(text, "input"); });
  try_mutations(R"([{"name": "a", "terrain": {"grass": 1, "swamp": 2.5, "lava": null}, "neighbours": 8},
                    {"name": "b", "corners": "one", "footprint": 2, "metric": "grid"}])",
                4000, [](const std::string& text) { return parse_profiles(text, "input"); });
  try_mutations("version 1\n0\ta.map\t49\t49\t1\t11\t1\t12\t1.00000000\n1\ta.map\t49\t49\t5\t6\t7\t8\t2.41421\n", 4000,
                [](const std::string& text) { return parse_scenarios(text, "input"); });
  try_mutations("# queries\n1\t11\t1\t12\t1.000000\n5\t6\t7\t8\t2.414214\n", 4000,
                [](const std::string& text) { return parse_scenarios(text, "input"); });
}

namespace {

/// A draft without errors, as a graph; or the first error.
Result<Board> graph_of(const Result<BoardDraft>& draft) {
  if (!draft) return draft.error();
  (void)warnings_in(errors_in(*draft).empty() ? *draft : BoardDraft{});
  return make_board(*draft);
}

}  // namespace

TEST_CASE("mutated boards") {
  try_mutations("from\tto\tcost\tone_way\tname\ttags\nA\tB\t1.5\tno\t\"x \"\"y\"\tsea;cold\nB\tC\t2\tyes\n", 6000,
                [](const std::string& text) {
                  return graph_of(parse_board_table({text, "input"}, {}));
                });
  try_mutations(R"({"portolan": "board", "version": 1, "nodes": [{"name": "A", "x": 1, "y": 2.5}, {"name": "B"}],
                    "arcs": [{"from": "A", "to": "B", "cost": 1.5, "one_way": true, "tags": ["sea"]}]})",
                6000, [](const std::string& text) { return graph_of(parse_board_json(text, "input")); });
  try_mutations(R"(<graphml><key id="d0" for="node" attr.name="name"/><key id="d1" for="edge" attr.name="weight"/>
                   <graph edgedefault="undirected"><node id="0"><data key="d0">A</data></node><node id="1"/>
                   <edge source="0" target="1"><data key="d1">1.5</data></edge></graph></graphml>)",
                6000, [](const std::string& text) { return graph_of(parse_graphml(text, "input")); });
  try_mutations("c roads\np sp 3 2\na 1 2 10\na 3 1 2.5\n", 6000, [](const std::string& text) {
    return graph_of(parse_dimacs({text, "input"}, {}));
  });
}

TEST_CASE("mutated Tiled maps") {
  const auto read = [](const std::string& text) -> Result<TileMap> {
    const auto map = parse_tiled_map(text, "input", test::no_file);
    if (!map) return map.error();
    return terrain_of(*map, nullptr);
  };
  try_mutations(R"(<map orientation="orthogonal" width="3" height="2" infinite="0"><tileset firstgid="1" name="set">
                   <tile id="1"><properties><property name="terrain" value="lava"/><property name="cost" value="2"/>
                   </properties></tile></tileset><group name="g"><layer name="a" width="3" height="2">
                   <data encoding="csv">1,2,0,3,3,2147483649</data></layer></group></map>)",
                6000, read);
  try_mutations(R"({"type":"map", "orientation":"orthogonal", "infinite":true, "width":1, "height":1, "tilesets":[
                   {"firstgid":1, "tiles":[{"id":1, "properties":[{"name":"terrain", "value":"lava"}]}]}],
                   "layers":[{"type":"tilelayer", "name":"a", "encoding":"base64", "compression":"", "chunks":[
                   {"x":-2, "y":0, "width":1, "height":2, "data":"AQAAAAIAAAA="},
                   {"x":0, "y":0, "width":1, "height":1, "data":"AQAAAA=="}]}]})",
                6000, read);
  try_mutations("// set\nset:1-4\tsand\t2\nset:*\trock\t-\nroof\t-\nempty\tsea\t-\n", 4000,
                [](const std::string& text) { return TiledLegend::parse(text, "input"); });
}

TEST_CASE("mutated pictures, with the checksums left wrong and set right") {
  std::vector<unsigned> samples;
  for (unsigned i = 0; i < 20 * 15; ++i) samples.push_back(i % 3);
  for (const bool interlaced : {false, true}) {
    const std::string good = test::png({20, 15, 2, test::PngColour::palette, interlaced}, samples,
                                       std::string_view("\0\0\0\xff\xff\xff\x80\x80\x80", 9));
    const auto read = [](const std::string& bytes) {
      return decode_png(std::as_bytes(std::span(bytes)), nullptr, "input");
    };
    try_mutations(good, 2000, read);
    try_mutations(good, 4000, [&](const std::string& bytes) { return read(test::with_repaired_checksums(bytes)); });
  }
}
