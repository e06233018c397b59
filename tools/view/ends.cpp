// SPDX-License-Identifier: BSL-1.0
#include "view/ends.hpp"

#include "board.hpp"
#include "portolan/core/utf8.hpp"

#include <variant>

#include <fmt/format.h>

namespace portolan::tools {

Result<End> parse_end_on_map(std::string_view text, const World& world, const ProfileView& profile) {
  const auto end = parse_end(text, profile, world.floors());
  if (end) {
    if (const Outcome inside = check_inside(world, *end); !inside) return inside.error();
    return end;
  }
  if (!world.drawn_regions()) return end;
  const auto region = parse_node(world.region_graph()->graph, text, "region");
  if (!region) return region.error();
  const DrawnRegionsView& regions = *world.drawn_regions();
  if (regions.has_anchor(world.profiles().front().grid, *region)) return End(regions.anchors[*region]);
  return Error{ErrorCode::usage, fmt::format("the region {} has no tile to stand on", in_quotes(text))};
}

std::string name_of(const End& end, const FloorStack& floors) {
  if (const Tile* const tile = std::get_if<Tile>(&end)) return text_of(*tile, floors);
  return text_of(std::get<Point>(end), floors);
}

}  // namespace portolan::tools
