// SPDX-License-Identifier: BSL-1.0
// Placements of movers with a body as they are written and reported, and where their bodies lie.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "portolan/grid/tile_text.hpp"
#include "portolan/query/placed_query.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace portolan::tools {

struct PlacedArguments;
enum class Ends;
enum class Numbers;

/// Reads a heading that the profile has; `any` if there is none. Errors (usage) name the option.
Result<Heading> parse_heading(const ProfileView& profile, const std::optional<std::string>& name,
                              std::string_view option);
/// How `numbers` call the tiles of a world.
[[nodiscard]] TileNames names_of(const World& world, Numbers numbers);
/// Reads an end as parse_end does, which must be a tile, of the map unless the nearest will do, and a heading. Errors
/// (usage) name the end, or the option of the heading.
Result<Placement> parse_placement(const World& world, const ProfileView& profile, const std::string& end,
                                  const std::optional<std::string>& heading, std::string_view option, Ends ends,
                                  const TileNames& names);
/// Reads what --factor says; 1.1 if nothing does. Errors: usage.
Result<Ratio> parse_factor(const std::optional<std::string>& text);
double as_number(const Ratio& ratio);
/// The first option given that is for movers with a body alone, as it is written; nullptr if there is none.
[[nodiscard]] const char* body_option_of(const PlacedArguments& arguments);

/// Placements as JSON: [{"x": 1, "y": 2, "heading": "NE"}, ...], with several floors "floor" too.
[[nodiscard]] nlohmann::ordered_json listed(std::span<const Placement> placements, const TileNames& names);

/// What `portolan path --json` says of a path with placements: costs in tiles, null where there are none.
[[nodiscard]] nlohmann::ordered_json report_of(const PlacedQuery& query, const PlacedResult& result,
                                               const TileNames& names, double us);

/// Where a body lies beside its core.
struct BodyLine {
  Tile rear{};   ///< the last square of the line that it is, from the core
  Tile front{};  ///< the first one; in a body wider than long the one at its far right
  Point nose{};  ///< a mark near its front, from the middle of the core
};
/// The heading must be one that the mover has.
[[nodiscard]] BodyLine body_line(const KinematicRules& rules, std::int32_t core, Heading heading) noexcept;

}  // namespace portolan::tools
