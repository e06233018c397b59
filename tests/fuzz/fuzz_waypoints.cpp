// SPDX-License-Identifier: BSL-1.0
// Fuzzes the readers of waypoints on a map of one floor and of two, JSON and tables; in these a form feed in the input
// begins the ways.
#include "fuzz/use_drawing.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace {

/// The small map twice, with stairs between the floors.
const portolan::TileMap& small_tower() {
  using namespace portolan;
  static const TileMap map = [] {
    const std::vector<TileMap> floors(2, fuzz::small_map());
    TileMap tower = *TileMap::stack(floors);
    const FloorStack stack = tower.floors();
    fuzz::require(tower.set_links({{.name = "stairs", .from = {0, 0}, .to = stack.tile(1, {3, 4})}}).has_value(),
                  "stairs");
    return tower;
  }();
  return map;
}

void read(std::string_view text, const portolan::TileMap& map) {
  using namespace portolan;
  if (text.starts_with('{')) {
    fuzz::use_drawing(parse_waypoints_json(text, "input", map.width(), map.floors()), map);
    return;
  }
  const std::size_t cut = text.find('\f');
  std::optional<NamedText> ways;
  if (cut != std::string_view::npos) ways = NamedText{text.substr(cut + 1), "ways"};
  fuzz::use_drawing(parse_waypoint_tables({text.substr(0, cut), "waypoints"}, ways, map.width(), map.floors()), map);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text, portolan::fuzz::small_map());
  read(text, small_tower());
  return 0;
}
