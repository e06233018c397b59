// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of link tables; what it accepts must be links of the map, and come back from a table.
#include "portolan/formats/maps/link_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

/// Two floors of 20 x 10 tiles.
TileMap make_map() {
  const auto floor = TileMap::create(20, 10, {{"floor", kCostScale}}, std::vector<TerrainId>(200));
  auto map = TileMap::stack(std::vector{*floor, *floor});
  require(map.has_value());
  return std::move(*map);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TileMap map = make_map();
  const auto links = parse_links({reinterpret_cast<const char*>(data), size}, "input", map);
  if (!links) {
    require(links.error().message.starts_with("input"));
    return 0;
  }
  require(map.set_links(*links).has_value());
  const auto again = parse_links(link_table(map), "table", map);
  require(again.has_value() && *again == *links);
  return 0;
}
