// SPDX-License-Identifier: BSL-1.0
// What authors write about a link between tiles, whatever the format. Internal to the module.
#pragma once

#include "portolan/core/decimal.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// The decimals that costs of links have, as kCostScale says.
inline constexpr std::uint32_t kLinkCostDecimals = 4;
static_assert(kCostScale == 10'000);

/// A link as written; blanks at the ends of texts do not count.
struct WrittenLink {
  Tile from{};  ///< of the map with all its floors
  Tile to{};
  std::string_view cost;     ///< in tiles at terrain cost 1; 1 if empty
  std::string_view one_way;  ///< yes, true, 1, or no, false, 0; no if empty
  std::string_view name;
};

/// Finds the tile that an end names by x, y and its floor (the lowest if it is not given). Error (syntax), which holds
/// the reason alone: it is not on the map.
Result<Tile> tile_of_end(std::span<const std::int32_t> numbers, std::int32_t width, const FloorStack& floors);

/// The same of a text, "x,y" or "x,y,floor". Error (syntax), which holds the reason alone.
Result<Tile> tile_of_text(std::string_view text, std::int32_t width, const FloorStack& floors);

/// Reads yes, true, 1, or no, false, 0, or nothing, for no. Error (syntax): another text, given as `name`.
Result<bool> flag_of(std::string_view text, std::string_view name);

/// Makes the link, for a map of this width and these floors. Error (syntax), which holds the reason alone: a value that
/// cannot be read, or what link_fault says.
Result<Link> link_of(const WrittenLink& written, std::int32_t width, const FloorStack& floors);

}  // namespace portolan
