// SPDX-License-Identifier: BSL-1.0
#include "map/placements.hpp"

#include "commands.hpp"
#include "common.hpp"
#include "portolan/core/decimal.hpp"

#include <cstdint>
#include <variant>

#include <fmt/format.h>

namespace portolan::tools {

using Json = nlohmann::ordered_json;

Result<Heading> parse_heading(const ProfileView& profile, const std::optional<std::string>& name,
                              std::string_view option) {
  const auto parsed = portolan::parse_heading(name.value_or("any"));
  if (!parsed) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: expected E, NE, N, NW, W, SW, S, SE or any, not '{}'", option, *name)};
  }
  if (*parsed != Heading::any && profile.kinematics->headings == Headings::four && is_diagonal(*parsed)) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: the profile has the headings E, N, W and S, not {}", option, *name)};
  }
  return *parsed;
}

TileNames names_of(const World& world, Numbers numbers) {
  return {world.floors(), numbers == Numbers::of_author ? world.origin() : Tile{}};
}

Result<Placement> parse_placement(const World& world, const ProfileView& profile, const std::string& end,
                                  const std::optional<std::string>& heading, std::string_view option, Ends ends,
                                  const TileNames& names) {
  const auto tile = parse_end(end, profile, names);
  if (!tile) return tile.error();
  if (ends == Ends::exact) {
    if (const Outcome inside = check_inside(world, *tile, names); !inside) return inside.error();
  }
  const auto parsed = parse_heading(profile, heading, option);
  if (!parsed) return parsed.error();
  return Placement{std::get<Tile>(*tile), *parsed};
}

Result<Ratio> parse_factor(const std::optional<std::string>& text) {
  const std::string given = text.value_or("1.1");
  const auto number = parse_decimal(given);
  const auto hundredths = number ? scaled(*number, 2) : std::nullopt;
  static_assert(kMaxWeight == Ratio{400, 100});
  if (!hundredths || *hundredths < 100 || *hundredths > 400) {
    return Error{ErrorCode::usage,
                 fmt::format("--factor: expected a number from 1 to 4 with at most 2 decimals, not '{}'", given)};
  }
  return Ratio{static_cast<std::uint32_t>(*hundredths), 100};
}

double as_number(const Ratio& ratio) {
  return static_cast<double>(ratio.numerator) / ratio.denominator;
}

const char* body_option_of(const PlacedArguments& arguments) {
  if (arguments.heading) return "--heading";
  if (arguments.goal_heading) return "--goal-heading";
  return arguments.factor ? "--factor" : nullptr;
}

Json listed(std::span<const Placement> placements, const TileNames& names) {
  Json list = Json::array();
  for (const Placement& at : placements) {
    Json json{{"x", at.tile.x + names.origin.x}, {"y", names.floors.row(at.tile.y) + names.origin.y}};
    if (names.floors.count > 1) json["floor"] = names.floors.floor(at.tile.y);
    json["heading"] = to_string(at.heading);
    list.push_back(std::move(json));
  }
  return list;
}

Json report_of(const PlacedQuery& query, const PlacedResult& result, const TileNames& names, double us) {
  const bool found = has_path(result.status);
  const bool bounded = found || (result.status == Status::out_of_budget && result.lower_bound != 0);
  return {{"status", to_string(result.status)},
          {"why", to_string(result.why)},
          {"cost", found ? Json(query.in_tiles(result.cost)) : Json()},
          {"lower_bound", bounded ? Json(query.in_tiles(result.lower_bound)) : Json()},
          {"factor", found ? Json(as_number(result.factor)) : Json()},
          {"optimal", result.optimal()},
          {"placements", listed(result.placements, names)},
          {"expansions", result.work},
          {"us", us}};
}

BodyLine body_line(const KinematicRules& rules, std::int32_t core, Heading heading) noexcept {
  const Tile along = unit_step(turned(heading, rules.axis));
  const Tile ahead = unit_step(heading);
  BodyLine line{{-rules.rear * along.x, -rules.rear * along.y}, {rules.front * along.x, rules.front * along.y}, {}};
  // A body that is longer than wide has its nose in its first square, any other in its core.
  const Tile first = rules.axis == 0 ? line.front : Tile{};
  const std::int32_t quarter = core * kSubUnits / 4;
  line.nose = {first.x * kSubUnits + ahead.x * quarter, first.y * kSubUnits + ahead.y * quarter};
  return line;
}

}  // namespace portolan::tools
