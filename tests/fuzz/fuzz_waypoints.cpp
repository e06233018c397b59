// SPDX-License-Identifier: BSL-1.0
// Fuzzes the readers of waypoints on a map, JSON and tables; in these a form feed in the input begins the ways.
#include "fuzz/use_drawing.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const TileMap& map = fuzz::small_map();
  if (text.starts_with('{')) {
    fuzz::use_drawing(parse_waypoints_json(text, "input", map.width(), map.height()));
    return 0;
  }
  const std::size_t cut = text.find('\f');
  std::optional<NamedText> ways;
  if (cut != std::string_view::npos) ways = NamedText{text.substr(cut + 1), "ways"};
  fuzz::use_drawing(parse_waypoint_tables({text.substr(0, cut), "waypoints"}, ways, map.width(), map.height()));
  return 0;
}
