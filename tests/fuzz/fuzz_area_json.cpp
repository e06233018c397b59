// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of areas over a map, polygons and WKT among them, and lays what it reads over a small map.
#include "fuzz/use_drawing.hpp"
#include "portolan/formats/boards/area_json.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const TileMap& map = fuzz::small_map();
  fuzz::use_drawing(parse_areas_json(text, "input", map.width(), map.height()));
  return 0;
}
