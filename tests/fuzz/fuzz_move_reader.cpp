// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of moves; what it accepts must be moves of the map, and come back from their classes.
#include "portolan/formats/maps/move_reader.hpp"
#include "portolan/grid/edge_costs.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
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
  const auto moves = parse_moves({reinterpret_cast<const char*>(data), size}, "input", map);
  if (!moves) {
    require(moves.error().message.starts_with("input"));
    return 0;
  }
  require(map.set_moves(*moves).has_value());
  const EdgePlane plane = edge_plane(map);
  require(map.set_moves(moves_of(plane.ids, plane.costs, map.width())).has_value());
  const EdgePlane again = edge_plane(map);
  require(again.ids == plane.ids && again.costs == plane.costs);
  return 0;
}
