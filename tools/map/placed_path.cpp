// SPDX-License-Identifier: BSL-1.0
#include "map/placed_path.hpp"

#include "common.hpp"
#include "map/placements.hpp"
#include "portolan/query/placed_query.hpp"
#include "view/explain.hpp"

#include <array>
#include <chrono>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

/// The first option given that movers with a body do not take; nullptr if there is none.
const char* foreign_option(const PathArguments& arguments) {
  if (arguments.tier != "auto") return "--tier";
  if (!arguments.matrix.empty()) return "--matrix";
  if (arguments.ties) return "--ties";
  if (arguments.excess) return "--excess";
  if (arguments.tiles == Tiles::listed) return "--tiles";
  if (arguments.points == Points::smooth) return "--smooth";
  return nullptr;
}

using Json = nlohmann::ordered_json;

/// As far as a factor rises that nobody gave.
constexpr Ratio kLoosest{2, 1};

}  // namespace

int path_of_body(const PathArguments& arguments, const World& world, std::size_t profile) {
  const ProfileView& view = world.profiles()[profile];
  if (const char* const option = foreign_option(arguments)) {
    return fail(fmt::format("{}: not for profiles with headings", option));
  }
  const TileNames names = names_of(world, arguments.numbers);
  const auto from = parse_placement(world, view, arguments.from, arguments.heading, "--heading", arguments.ends, names);
  if (!from) return fail(from.error().message);
  const auto to =
      parse_placement(world, view, arguments.to, arguments.goal_heading, "--goal-heading", arguments.ends, names);
  if (!to) return fail(to.error().message);
  const auto factor = parse_factor(arguments.factor);
  if (!factor) return fail(factor.error().message);

  const auto tiles = static_cast<std::uint64_t>(world.width()) * static_cast<std::uint64_t>(world.height());
  PlacedQuery query(world, profile, *view.kinematics, tiles);
  const auto start = std::chrono::steady_clock::now();
  const PlacedResult result = query.find({.from = *from,
                                          .to = *to,
                                          .ends = arguments.ends == Ends::nearest ? EndRule::nearest : EndRule::exact,
                                          .factor = *factor,
                                          .loosest = arguments.factor ? *factor : kLoosest,
                                          .max_expansions = arguments.budget.value_or(~std::uint64_t{0})});
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const bool found = has_path(result.status);
  if (arguments.print == Output::json) {
    auto report = report_of(query, result, names, us.count());
    if (arguments.ends == Ends::nearest) {
      report["asked"] = listed(std::array{*from, *to}, names);
      report["got"] =
          found ? Json(listed(std::array{result.placements.front(), result.placements.back()}, names)) : Json();
    }
    fmt::print("{}\n", report.dump());
    return found ? kDone : kNegative;
  }
  if (!found) {
    fmt::print("{}: {}\n", to_string(result.status), to_string(result.why));
    // Islands are those of its core; whether it stands, all of the body says.
    const auto map = world.map();
    if (result.why == Why::different_islands && map && map->tiles().size() <= kMostExplained) {
      fmt::print("{}\n", explain_no_path(*map, world.declared_profile(profile), from->tile, to->tile, names).text);
    }
    return kNegative;
  }
  std::string proof = "optimal";
  if (result.why == Why::budget_spent) {
    proof = "as far as the budget went";
  } else if (!result.optimal()) {
    proof = fmt::format("at least {:.6f}, factor {:g}", query.in_tiles(result.lower_bound), as_number(result.factor));
  }
  if (result.why == Why::moved_end) proof += ", between the nearest placements";
  fmt::print("{}: cost {:.6f} ({}), {} placements, {} expansions, {:.1f} us\n", to_string(result.status),
             query.in_tiles(result.cost), proof, result.placements.size(), result.work, us.count());
  for (const Placement& at : result.placements) {
    fmt::print("{} {}\n", text_of(at.tile, names), to_string(at.heading));
  }
  return kDone;
}

}  // namespace portolan::tools
