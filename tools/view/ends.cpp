// SPDX-License-Identifier: BSL-1.0
#include "view/ends.hpp"

#include "board/board.hpp"
#include "portolan/core/utf8.hpp"

#include <variant>

#include <fmt/format.h>

namespace portolan::tools {

Result<End> parse_end_on_map(std::string_view text, const World& world, const ProfileView& profile) {
  const auto end = parse_end(text, profile, world.floors());
  if (end) {
    if (const Outcome inside = check_inside(world, *end, world.floors()); !inside) return inside.error();
    return end;
  }
  if (!world.areas()) return end;
  const AreasView& areas = *world.areas();
  const std::string_view what = areas.by_sight() ? "waypoint" : "area";
  const auto area = parse_node(world.board()->graph, text, what);
  if (!area) return area.error();
  if (areas.has_anchor(world.profiles().front().grid, *area)) return End(areas.anchors[*area]);
  return Error{ErrorCode::usage, fmt::format("the {} {} has no tile to stand on", what, in_quotes(text))};
}

std::string name_of(const End& end, const FloorStack& floors) {
  if (const Tile* const tile = std::get_if<Tile>(&end)) return text_of(*tile, floors);
  return text_of(std::get<Point>(end), floors);
}

Tile tile_of(const End& end) noexcept {
  const Tile* const tile = std::get_if<Tile>(&end);
  return tile != nullptr ? *tile : tile_at(std::get<Point>(end));
}

}  // namespace portolan::tools
