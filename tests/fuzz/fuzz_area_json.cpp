// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of areas over a map, polygons and WKT among them, and lays what it reads over a small map.
#include "fuzz/use_draft.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  using fuzz::require;
  static const TileMap map = [] {
    std::vector<TerrainId> tiles(12 * 9, 0);
    for (std::size_t i = 5; i < tiles.size(); i += 7) tiles[i] = 1;
    return *TileMap::create(12, 9, {{"floor", kCostScale}, {"wall", 0}}, tiles);
  }();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto drawing = parse_areas_json(text, "input", map.width(), map.height());
  if (!drawing) {
    require(!drawing.error().message.empty() && drawing.error().message.find('\n') == std::string::npos,
            "a bad message");
    return 0;
  }
  const auto drawn = draw_areas(*drawing, map, MovementProfile{}, 1);
  if (!drawn) {
    require(drawn.error().message.find('\n') == std::string::npos, "a bad message");
    return 0;
  }
  for (const Finding& finding : drawn->warnings) {
    require(text_of(drawing->draft, finding).find('\n') == std::string::npos, "a finding on two lines");
  }
  const auto rules = make_move_rules(MovementProfile{}, map);
  const GridView grid{map.tiles(), map.width(), map.height(), &*rules};
  require(fault_of(drawn->view(), grid).empty(), "areas that contradict the map");
  require(fault_of(drawn->board.view()).empty(), "a graph that contradicts itself");
  return 0;
}
