// SPDX-License-Identifier: BSL-1.0
#include "map/placed_path.hpp"

#include "common.hpp"
#include "portolan/core/decimal.hpp"
#include "portolan/query/placed_query.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

/// The first option given that movers with a body do not take; nullptr if there is none.
const char* foreign_option(const PathArguments& arguments) {
  if (arguments.tier != "auto") return "--tier";
  if (!arguments.matrix.empty()) return "--matrix";
  if (arguments.ties) return "--ties";
  if (arguments.excess) return "--excess";
  if (arguments.ends == Ends::nearest) return "--nearest";
  if (arguments.tiles == Tiles::listed) return "--tiles";
  if (arguments.points == Points::smooth) return "--smooth";
  return nullptr;
}

Result<Placement> parse_placement(const World& world, const ProfileView& profile, const std::string& end,
                                  const std::optional<std::string>& heading, std::string_view option) {
  const auto tile = parse_end(end, profile, world.floors());
  if (!tile) return tile.error();
  if (const Outcome inside = check_inside(world, *tile); !inside) return inside.error();
  const auto parsed = parse_heading(heading.value_or("any"));
  if (!parsed) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: expected E, NE, N, NW, W, SW, S, SE or any, not '{}'", option, *heading)};
  }
  if (*parsed != Heading::any && profile.kinematics->headings == Headings::four && is_diagonal(*parsed)) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: the profile has the headings E, N, W and S, not {}", option, *heading)};
  }
  return Placement{std::get<Tile>(*tile), *parsed};
}

Result<Ratio> parse_factor(const std::string& text) {
  const auto number = parse_decimal(text);
  const auto hundredths = number ? scaled(*number, 2) : std::nullopt;
  static_assert(kMaxWeight == Ratio{400, 100});
  if (!hundredths || *hundredths < 100 || *hundredths > 400) {
    return Error{ErrorCode::usage,
                 fmt::format("--factor: expected a number from 1 to 4 with at most 2 decimals, not '{}'", text)};
  }
  return Ratio{static_cast<std::uint32_t>(*hundredths), 100};
}

Json report_placement(const Placement& at, const FloorStack& floors) {
  Json json{{"x", at.tile.x}, {"y", floors.row(at.tile.y)}};
  if (floors.count > 1) json["floor"] = floors.floor(at.tile.y);
  json["heading"] = to_string(at.heading);
  return json;
}

}  // namespace

const char* body_option_of(const PathArguments& arguments) {
  if (arguments.heading) return "--heading";
  if (arguments.goal_heading) return "--goal-heading";
  return arguments.factor ? "--factor" : nullptr;
}

int path_of_body(const PathArguments& arguments, const World& world, std::size_t profile) {
  const ProfileView& view = world.profiles()[profile];
  if (const char* const option = foreign_option(arguments)) {
    return fail(fmt::format("{}: not for profiles with headings", option));
  }
  const auto from = parse_placement(world, view, arguments.from, arguments.heading, "--heading");
  if (!from) return fail(from.error().message);
  const auto to = parse_placement(world, view, arguments.to, arguments.goal_heading, "--goal-heading");
  if (!to) return fail(to.error().message);
  const auto factor = parse_factor(arguments.factor.value_or("1.1"));
  if (!factor) return fail(factor.error().message);

  const auto tiles = static_cast<std::uint64_t>(world.width()) * static_cast<std::uint64_t>(world.height());
  PlacedQuery query(world, profile, *view.kinematics, tiles);
  const auto start = std::chrono::steady_clock::now();
  const PlacedResult result = query.find(
      {.from = *from, .to = *to, .factor = *factor, .max_expansions = arguments.budget.value_or(~std::uint64_t{0})});
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const bool found = result.status == Status::found;
  if (arguments.print == Output::json) {
    Json placements = Json::array();
    for (const Placement& at : result.placements) placements.push_back(report_placement(at, world.floors()));
    const Json report{{"status", to_string(result.status)},
                      {"why", to_string(result.why)},
                      {"cost", found ? Json(query.in_tiles(result.cost)) : Json()},
                      {"lower_bound", found ? Json(query.in_tiles(result.lower_bound)) : Json()},
                      {"optimal", result.optimal()},
                      {"placements", placements},
                      {"expansions", result.work},
                      {"us", us.count()}};
    fmt::print("{}\n", report.dump());
    return found ? kDone : kNegative;
  }
  if (!found) {
    fmt::print("{}: {}\n", to_string(result.status), to_string(result.why));
    return kNegative;
  }
  const std::string proof =
      result.optimal() ? "optimal" : fmt::format("at least {:.6f}", query.in_tiles(result.lower_bound));
  fmt::print("found: cost {:.6f} ({}), {} placements, {} expansions, {:.1f} us\n", query.in_tiles(result.cost), proof,
             result.placements.size(), result.work, us.count());
  for (const Placement& at : result.placements) {
    fmt::print("{} {}\n", text_of(at.tile, world.floors()), to_string(at.heading));
  }
  return kDone;
}

}  // namespace portolan::tools
