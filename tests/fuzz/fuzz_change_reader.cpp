// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of files of changes; what it accepts must fit the map.
#include "portolan/formats/maps/change_reader.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace portolan;

namespace {
void require(bool truth) {
  if (!truth) std::abort();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<Terrain> palette{{".", kCostScale}, {"@", 0}, {"deep water", 0}};
  const ChangingGround ground{{{0, 0}, {12, 9}}, {.count = 1, .height = 9}, palette};
  (void)is_changes(text);
  const auto changes = parse_changes(text, "input", ground);
  if (!changes) {
    require(changes.error().message.starts_with("input:"));
    return 0;
  }
  bool asks = false;
  std::size_t line = 0;
  for (const Change& change : *changes) {
    require(change.line > line);
    line = change.line;
    if (const auto* const edit = std::get_if<TerrainChange>(&change.what)) {
      require(edit->area.width() > 0 && edit->area.height() > 0);
      require(intersection(edit->area, ground.bounds) == edit->area);
      const auto tiles = static_cast<std::size_t>(edit->area.width() * edit->area.height());
      require(edit->terrain.size() == 1 || edit->terrain.size() == tiles);
      for (const TerrainId terrain : edit->terrain) require(terrain < palette.size());
    } else {
      const Scenario& query = std::get<Scenario>(change.what);
      asks = true;
      require(ground.bounds.contains(query.from) && ground.bounds.contains(query.to));
      require(std::isfinite(query.length) && (query.length >= 0 || query.length == -1));
    }
  }
  require(asks);
  return 0;
}
