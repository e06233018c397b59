// SPDX-License-Identifier: BSL-1.0
// portolan path: one question to a world file.
#include "commands.hpp"
#include "common.hpp"
#include "portolan/grid/path_check.hpp"

#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

Json point_list(std::span<const Tile> tiles) {
  Json list = Json::array();
  for (const Tile tile : tiles) list.push_back({tile.x, tile.y});
  return list;
}

int exit_code(Status status) {
  if (status == Status::corrupt) return kBadInput;
  return status == Status::found ? kDone : kNegative;
}

}  // namespace

int run_path(const PathArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const auto profile = choose_profile(*world, arguments.profile);
  if (!profile) return fail(profile.error().message);
  const auto tier = parse_tier(arguments.tier);
  if (!tier) return fail(tier.error().message);
  PathRequest request{.tier = *tier};
  if (arguments.ends == Ends::nearest) request.ends = EndRule::nearest;
  for (const auto& [text, tile] : {std::pair(&arguments.from, &request.from), std::pair(&arguments.to, &request.to)}) {
    const auto parsed = parse_tile(*text);
    if (!parsed) return fail(parsed.error().message);
    if (arguments.ends == Ends::exact && !world->bounds().contains(*parsed)) {
      return fail(fmt::format("{} is outside the map of {} x {} tiles", *text, world->width(), world->height()));
    }
    *tile = *parsed;
  }
  if (arguments.budget) request.max_expansions = *arguments.budget;
  const auto map = world->map();
  if (!map) return fail(map.error().message);

  PathQuery query(*world, *profile, *tier == Tier::astar ? Baseline::with : Baseline::without);
  const auto start = std::chrono::steady_clock::now();
  PathResult result = query.find(request);
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  const std::vector<Tile> tiles = walk(query, result).tiles;
  if (result.status == Status::found && tiles.empty()) {
    result.status = Status::corrupt;
    result.why = Why::bad_reference;
  }
  const bool found = result.status == Status::found;
  const PathMeasure measure = found ? measure_path(*map, world->declared_profile(*profile), tiles) : PathMeasure{};
  if (result.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);

  if (arguments.print == Output::json) {
    const Expansions& e = result.expansions;
    const Json report{
        {"status", to_string(result.status)},
        {"why", to_string(result.why)},
        {"cost", found ? Json(measure.cost) : Json()},
        {"optimal", result.optimal},
        {"waypoints", found ? point_list(result.waypoints) : Json::array()},
        {"tiles", arguments.tiles == Tiles::listed ? point_list(tiles) : Json()},
        {"expansions", e.total()},
        {"expansions_by_tier",
         {{"local", e.local}, {"access", e.access}, {"coarse", e.coarse}, {"unpack", e.unpack}, {"astar", e.astar}}},
        {"tier", to_string(result.tier)},
        {"us", us.count()}};
    fmt::print("{}\n", report.dump());
    return exit_code(result.status);
  }
  if (!found) {
    fmt::print("{}: {}\n", to_string(result.status), to_string(result.why));
    return exit_code(result.status);
  }
  fmt::print("found: cost {:.6f}{}, {} tiles, {} waypoints, tier {}, {} expansions, {:.1f} us\n", measure.cost,
             result.optimal ? " (optimal)" : "", tiles.size(), result.waypoints.size(), to_string(result.tier),
             result.expansions.total(), us.count());
  for (const Tile tile : arguments.tiles == Tiles::listed ? std::span<const Tile>(tiles) : result.waypoints) {
    fmt::print("{},{}\n", tile.x, tile.y);
  }
  return kDone;
}

}  // namespace portolan::tools
