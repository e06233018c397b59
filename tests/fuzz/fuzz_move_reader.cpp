// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of moves; what it accepts must be moves of the map, and come back from their classes.
#include "fuzz/two_floors.hpp"
#include "portolan/formats/maps/move_reader.hpp"
#include "portolan/grid/edge_costs.hpp"

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
