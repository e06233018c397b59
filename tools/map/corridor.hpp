// SPDX-License-Identifier: BSL-1.0
// What several subcommands share about paths that keep to areas drawn over a map, or to waypoints: their ends, their
// links, and judging them.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/world/world.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// As it stands in the arguments.
struct CorridorArguments {
  std::string_view from;
  std::string_view to;
  std::string_view tier;
  std::string_view profile;
};

/// Whether a path that keeps to areas drawn on the map is asked for: by a name, or by the tier `corridor`.
[[nodiscard]] bool wants_corridor(const CorridorArguments& arguments, const World& world);
/// The name of the tier that answers over the board of a world, which has areas: `corridor`, over waypoints `board`.
[[nodiscard]] std::string_view tier_of(const World& world);
/// The number of the profile. Errors (usage): a world without areas, a tier that is neither `auto` nor tier_of(), no
/// such profile.
Result<std::size_t> check_corridor(const CorridorArguments& arguments, const World& world);

/// Reads a tile "x,y", or the name of an area, which stands for its anchor. The query must be on the world, which has
/// areas. Errors: usage.
Result<Tile> parse_place(std::string_view text, const World& world, const CorridorQuery& query);

/// The cheapest link between areas from anchor to anchor; null if there is none.
[[nodiscard]] const AreaLink* find_link(const World& world, Tile from, Tile to);
/// Whether a path takes a link between two of its tiles: they are no neighbours.
[[nodiscard]] bool is_jump(Tile from, Tile to);
/// The start of a path, the first tile in every further area, both ends of every link, and the goal; over waypoints
/// also where it turns.
[[nodiscard]] std::vector<Tile> entries(const World& world, std::span<const Tile> tiles);

/// A path judged by the map and the table of links.
struct JudgedCorridor {
  CorridorPath path;  ///< `corrupt` if a step is neither legal nor a link, or the steps do not add up to its cost
  double cost = 0;    ///< in tiles at terrain cost 1
};
[[nodiscard]] JudgedCorridor judge_corridor(const World& world, std::size_t profile, const TileMap& map,
                                            const CorridorPath& path);

/// The binary number nearest to a decimal one.
[[nodiscard]] double as_double(const Decimal& number);
/// The cost of a link, in tiles at terrain cost 1.
[[nodiscard]] double cost_of(const World& world, const AreaLink& link);

}  // namespace portolan::tools
