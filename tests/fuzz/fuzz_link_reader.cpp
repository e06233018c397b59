// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of link tables; what it accepts must be links of the map, and come back from a table.
#include "fuzz/two_floors.hpp"
#include "portolan/formats/maps/link_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TileMap map = two_floors();
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
