// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of tables of units; what it accepts must lie on the map.
#include "portolan/formats/maps/crowd_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace portolan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr FloorStack kFloors{.count = 2, .height = 10, .between = 1};
  const auto units = parse_units({reinterpret_cast<const char*>(data), size}, "input", 20, kFloors);
  if (!units) {
    if (!units.error().message.starts_with("input")) std::abort();
    return 0;
  }
  for (const WrittenUnit& unit : *units) {
    for (const Tile tile : {unit.tile, unit.goal}) {
      const bool inside = tile.x >= 0 && tile.x < 20 && tile.y >= 0 && tile.y < 21 && kFloors.row(tile.y) < 10;
      if (!inside) std::abort();
    }
  }
  return 0;
}
