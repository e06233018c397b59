// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of tables of goals; what it accepts must lie on the map.
#include "portolan/formats/maps/goal_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace portolan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr FloorStack kFloors{.count = 2, .height = 10, .between = 1};
  const auto goals = parse_goals({reinterpret_cast<const char*>(data), size}, "input", 20, kFloors);
  if (!goals) {
    if (!goals.error().message.starts_with("input")) std::abort();
    return 0;
  }
  for (const NamedTile& goal : *goals) {
    const Tile tile = goal.tile;
    const bool inside = tile.x >= 0 && tile.x < 20 && tile.y >= 0 && tile.y < 21 && kFloors.row(tile.y) < 10;
    if (!inside) std::abort();
  }
  return 0;
}
